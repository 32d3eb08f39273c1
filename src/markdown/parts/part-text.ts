import { escapeLine } from '../escape.ts'
import type { PartedDocument } from './recent-documents.ts'

/** A part with the title of its document. */
export interface TitledPart extends PartedDocument {
  title: string
  nextCursor?: string | undefined
  charsLeft?: number | undefined
}

/**
 * A part as a model reads it: its head, or the title as a heading unless the part begins with it, the Markdown, then the notes that
 * are not empty, how much is left and how to go on.
 */
export function partText(
  { title, markdown, nextCursor, charsLeft }: TitledPart,
  notes: readonly (string | false | undefined)[],
  head?: string,
): string {
  const heading = escapeLine(title)
  const beginning = markdown.slice(0, 2 * heading.length + 8).replace(/^#+ /, '')
  const isTitled = beginning.startsWith(title) || beginning.startsWith(heading)
  // Another instance, of an older version, may not say how much.
  const left = charsLeft === undefined ? '' : `: ${charsLeft} characters are left`
  const more = nextCursor && `[Truncated${left}. For the next part pass cursor "${nextCursor}".]`
  const parts = [head ?? (isTitled ? '' : `# ${heading}`), markdown.trimEnd(), ...notes, more]
  return parts.filter(Boolean).join('\n\n')
}
