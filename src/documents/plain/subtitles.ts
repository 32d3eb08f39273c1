import { decodeText } from '../../lib/decode.ts'
import { decodeReferences } from '../../markup/xml/references.ts'
import type { DocumentWriter } from '../document-writer.ts'
import type { Source } from '../document.ts'

/** A silence that begins a new paragraph, and the length from which on the end of a sentence does. */
const PAUSE_MS = 3_000
const PARAGRAPH_MIN_CHARS = 400
const TIMES =
  /^\s*(?:(\d{1,4}):)?(\d\d):(\d\d)[.,](\d{1,3})\s*-->\s*(?:(\d{1,4}):)?(\d\d):(\d\d)[.,](\d{1,3})/

/** Speech of one stretch of time. */
interface Cue {
  startMs: number
  endMs: number
  speaker: string
  text: string
}

/** Reads subtitles (WebVTT, SubRip) as the text of what is said: paragraphs with the time at which they begin and who speaks. */
export async function readSubtitles(
  { bytes, contentType }: Source,
  out: DocumentWriter,
): Promise<void> {
  let paragraph: Cue | undefined
  const end = (): void => {
    if (paragraph) writeParagraph(paragraph, out)
  }
  for (const cue of readCues(decodeText(bytes, contentType))) {
    if (paragraph && goesOn(paragraph, cue)) {
      // Captions that scroll repeat the line before.
      const isRepeated = paragraph.text.endsWith(cue.text)
      paragraph.text += isRepeated ? '' : ` ${cue.text}`
      paragraph.endMs = cue.endMs
    } else {
      end()
      paragraph = cue
    }
  }
  end()
}

function goesOn(paragraph: Cue, { startMs, speaker }: Cue): boolean {
  const isLong =
    paragraph.text.length > PARAGRAPH_MIN_CHARS && /[.!?…。！？]["”’)]?$/.test(paragraph.text)
  return paragraph.speaker === speaker && startMs - paragraph.endMs < PAUSE_MS && !isLong
}

function writeParagraph({ startMs, speaker, text }: Cue, out: DocumentWriter): void {
  out.open('p')
  out.text(`${clock(startMs)} `)
  if (speaker !== '') out.add('b', `${speaker}:`)
  out.text(speaker === '' ? text : ` ${text}`)
  out.close('p')
}

function* readCues(source: string): Generator<Cue> {
  for (const block of source.replaceAll(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
    if (/^\s*(?:NOTE|STYLE|REGION)(?:\s|$)/.test(block)) continue
    const lines = block.split('\n')
    const at = lines.findIndex((line) => TIMES.test(line))
    if (at === -1) continue
    const numbers = (TIMES.exec(lines[at]!) ?? []).slice(1)
    const { speaker, text } = readText(lines.slice(at + 1).join(' '))
    if (text === '') continue
    yield {
      startMs: milliseconds(numbers.slice(0, 4)),
      endMs: milliseconds(numbers.slice(4)),
      speaker,
      text,
    }
  }
}

function readText(written: string): { speaker: string; text: string } {
  const voice = /^\s*<v(?:\.[^\s>]*)?\s+([^>]{1,100})>/.exec(written)?.[1]?.trim()
  const bare = decodeReferences(written.replaceAll(/<[^<>]*>|\{\\[^{}]*\}/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim()
  const named = /^(?:-\s?)?(\p{Lu}[\p{L}\p{M}.’' -]{1,40}):\s+(?=\S)/u.exec(bare)
  if (voice !== undefined || !named) return { speaker: voice ?? '', text: bare }
  return { speaker: named[1]!, text: bare.slice(named[0].length) }
}

function milliseconds([hours = '0', minutes = '0', seconds = '0', rest = '0']: readonly (
  | string
  | undefined
)[]): number {
  return (
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 +
    Number(rest.padEnd(3, '0'))
  )
}

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1_000)
  return [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}
