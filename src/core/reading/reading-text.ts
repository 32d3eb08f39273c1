import type { ResultLink, ToolResource } from '../../contract/result-view.ts'
import { cleanLine } from '../../lib/text.ts'

/** One address of an answer, as programs get it. */
export interface ReadPart {
  address: string
  kind?: string | undefined
  url?: string | undefined
  title?: string | undefined
  author?: string | undefined
  date?: string | undefined
  length?: string | undefined
  text?: string | undefined
  cursor?: string | undefined
  error?: { code: string; message: string; hint?: string | undefined } | undefined
}

/** Characters of a title or name in a head. */
const FACT_MAX_CHARS = 300

/** An answer as a model reads it: each address with a head in one line, its text, and how to go on. */
export function readingText(parts: readonly ReadPart[]): string {
  return parts.map((part, index) => partText(part, index + 1, parts.length)).join('\n\n')
}

function partText(part: ReadPart, number: number, count: number): string {
  const { address, error, text, cursor } = part
  const place = count === 1 ? '' : `${number} of ${count} · `
  if (error) {
    const { code, message, hint = '' } = error
    return `[${place}${address} · ${code}: ${message} ${hint}`.trimEnd() + ']'
  }
  const more = cursor && `[Truncated. For the next part read ${address} with cursor "${cursor}".]`
  return [`[${place}${headOf(part)}]`, text?.trimEnd(), more].filter(Boolean).join('\n\n')
}

function headOf({ kind, title, author, date, length, url, address }: ReadPart): string {
  const facts = [title, author, date, kind, length, url ?? address]
  return facts
    .filter(Boolean)
    .map((fact) => cleanLine(fact ?? '', FACT_MAX_CHARS))
    .join(' · ')
}

/** Longest rest that is given in one piece, in characters: a book. */
const REST_MAX_CHARS = 1_000_000

/** Longest name of a link. */
const NAME_MAX_CHARS = 80

/** Where people find what follows the part of a document that a model has read. */
export const restResource: ToolResource = {
  name: 'rest',
  uri: 'bellhop://rest/{cursor}{?url}',
  title: 'The rest of a document',
  description: 'What follows the part that a cursor ends, in one piece.',
  input: ({ cursor, url }) => ({ urls: [url], cursor, maxChars: REST_MAX_CHARS }),
}

interface Found {
  found?: number | undefined
}

/** Links to the rests of long documents; parts that were looked for have none. */
export function restsOf({ parts }: { parts: readonly (ReadPart & Found)[] }): ResultLink[] {
  return parts.flatMap(({ address, title, cursor, found }): ResultLink[] => {
    if (cursor === undefined || found !== undefined) return []
    const uri = `bellhop://rest/${cursor}?url=${encodeURIComponent(address)}`
    const name = cleanLine(`Rest of ${title ?? address}`, NAME_MAX_CHARS)
    return [{ uri, name, mimeType: 'text/markdown', isForPeople: true }]
  })
}
