import type { ResultLink } from '../../contract/result-file.ts'
import type { ToolResource } from '../../contract/result-view.ts'
import { cleanLine } from '../../lib/text.ts'
import type { ReadPart } from './reading-text.ts'

/** Longest rest that is given in one piece, in characters: a book. */
const REST_MAX_CHARS = 1_000_000

/** Longest name of a link. */
const NAME_MAX_CHARS = 80

/** Where people find what follows the part of a document that a model has read. */
export const restResource: ToolResource = {
  name: 'rest',
  uri: 'bellhop://rest/{cursor}{?url}',
  title: 'The rest of a document',
  description: 'What follows a cursor of `read`, in one piece.',
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
