import { readFile } from 'node:fs/promises'
import { lostText } from '../../test/support/pdf-conservation.ts'
import { type GeneratedDocument, generateDocuments } from './generate.ts'
import type { Source } from './sources.ts'

const OPTIONS = { pages: undefined, maxPages: undefined, pageMarkers: false, headersFooters: false }

type Measure = 'headings' | 'rows' | 'tables' | 'lists' | 'order' | 'heads gone' | 'bidi'
type Outcome = [measure: Measure, isMet: boolean, what: string]

/** What a source says that its Markdown must hold, each checked by itself. */
export function checkMarkdown({ blocks, title, language }: Source, markdown: string): Outcome[] {
  const plain = plainOf(markdown)
  const lines = new Set(markdown.split('\n').map(plainOf))
  const outcomes: Outcome[] = []
  const keys: string[] = []
  for (const block of blocks) {
    if (block.kind === 'heading' && language === 'en') {
      const isThere = markdown
        .split('\n')
        .some(
          (line) =>
            /^#+ /.test(line) && plainOf(line.replace(/^#+ (?:[\d.]+ )?/, '')) === block.text,
        )
      outcomes.push(['headings', isThere, block.text])
    } else if (block.kind === 'paragraph' && language !== 'en') {
      outcomes.push(['bidi', plain.includes(plainOf(block.text)), block.text])
    } else if (block.kind === 'list') {
      for (const item of block.items) outcomes.push(['lists', lines.has(`- ${item}`), item])
    } else if (block.kind === 'lines') {
      for (const line of block.lines) outcomes.push(['rows', plain.includes(plainOf(line)), line])
      keys.push(...block.lines.flatMap((line) => /r\d+k/.exec(line)?.[0] ?? []))
    } else if (block.kind === 'table') {
      for (const row of block.rows.slice(1)) {
        const wanted = plainOf(`| ${row.join(' | ')} |`)
        outcomes.push(['tables', lines.has(wanted), row.join(' | ')])
        keys.push(...row.flatMap((cell) => /r\d+k/.exec(cell)?.[0] ?? []))
      }
    }
  }
  if (keys.length > 0) {
    const places = keys.map((key) => plain.indexOf(key))
    const sorted = places.every((place, index) => place > (places[index - 1] ?? -1))
    outcomes.push(['order', sorted, 'keys in order'])
  }
  const isGone = !/all rights/.test(plain) && !/\bPage \d+\b/.test(plain)
  if (language === 'en') outcomes.push(['heads gone', isGone, title])
  return outcomes
}

function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\\(?=[^\p{L}\p{N}\s])/gu, '')
    .replaceAll('*', '')
    .replaceAll(/[\u200C\u200D]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Reads generated documents, and reports per producer what was met and what was lost. */
async function check(documents: readonly GeneratedDocument[], isLoud: boolean): Promise<void> {
  const { pdfJob } = await import('../../src/pdf/pdf-job.ts')
  for (const [producer, group] of Map.groupBy(documents, (one) => one.producer)) {
    const counts = new Map<Measure, [met: number, all: number]>()
    let losing = 0
    for (const { source, file } of group) {
      const bytes = new Uint8Array(await readFile(file))
      const output = await pdfJob({ bytes: new Uint8Array(bytes), ...OPTIONS }, () => {})
      const lost = await lostText(bytes, output)
      if (lost !== '') {
        losing += 1
        if (isLoud) console.log(`  LOST ${producer} ${source.id}: ${lost.slice(0, 80)}`)
      }
      const shown = new Set<string>()
      for (const [measure, isMet, what] of checkMarkdown(source, output.markdown)) {
        const [met, all] = counts.get(measure) ?? [0, 0]
        counts.set(measure, [met + (isMet ? 1 : 0), all + 1])
        if (!isMet && isLoud && !shown.has(measure)) {
          shown.add(measure)
          console.log(`  ${producer} ${source.id} ${measure}: ${what.slice(0, 100)}`)
        }
      }
    }
    const cells = [...counts].map(([measure, [met, all]]) => `${measure} ${met}/${all}`)
    console.log(`${producer}: ${group.length} documents, ${losing} lose text; ${cells.join(', ')}`)
  }
}

if (import.meta.main) {
  const [which = 'seen', loud] = process.argv.slice(2)
  const documents = await generateDocuments()
  const isWanted = ({ producer, isHeldOut }: GeneratedDocument): boolean =>
    which === 'seen' ? !isHeldOut : which === 'held-out' ? isHeldOut : which === producer
  await check(documents.filter(isWanted), loud === 'loud')
}
