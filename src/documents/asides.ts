import type { Comments } from './comments.ts'
import type { DocumentWriter } from './document-writer.ts'
import { counted } from './document.ts'

/** How much of a text document its writers changed on record. */
export interface Changes {
  insertions: number
  deletions: number
  moves: number
}

/** Tells what a text document holds beside its text. */
export function sayAsides(
  out: DocumentWriter,
  { insertions, deletions, moves }: Changes,
  comments: Comments,
): void {
  const changed = [
    [insertions, 'tracked insertion'] as const,
    [deletions, 'tracked deletion'] as const,
    [moves, 'tracked move'] as const,
  ].flatMap(([count, noun]) => (count === 0 ? [] : [counted(count, noun)]))
  if (changed.length > 0) out.say(`${changed.join(', ')}: the text is as if all were accepted`)
  comments.say(out, 'at the end as notes')
}

const BESIDE_NUMBER =
  /^(?:\p{L}{1,8}\.?)? ?(?:\/|-|–|\||of|von|de|sur|di|van|av|z|из|od)?(?: -)?$/iu

/** Whether a line at the head or foot of pages says more than words around the number of a page, such as `Page of`. */
export function hasMoreThanPageNumber(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && !BESIDE_NUMBER.test(line)
}
