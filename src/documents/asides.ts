import type { DocumentWriter } from './document-writer.ts'

/** How much of a text document its writers changed on record, and said beside it. */
export interface Asides {
  insertions: number
  deletions: number
  moves: number
  comments: number
  /** Whether the comments are written as notes. */
  areWritten: boolean
}

/** Tells what a text document holds beside its text. */
export function sayAsides(out: DocumentWriter, asides: Asides): void {
  const changed = [
    counted(asides.insertions, 'tracked insertion'),
    counted(asides.deletions, 'tracked deletion'),
    counted(asides.moves, 'tracked move'),
  ].filter((part) => part !== '')
  if (changed.length > 0) out.say(`${changed.join(', ')}: the text is as if all were accepted`)
  if (asides.comments === 0) return
  const where = asides.areWritten ? 'at the end as notes' : 'not all of them written'
  out.say(`${counted(asides.comments, 'comment')}, ${where}`)
}

const BESIDE_NUMBER =
  /^(?:\p{L}{1,8}\.?)? ?(?:\/|-|–|\||of|von|de|sur|di|van|av|z|из|od)?(?: -)?$/iu

/** Whether a line at the head or foot of pages says more than words around the number of a page, such as `Page of`. */
export function hasMoreThanPageNumber(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && !BESIDE_NUMBER.test(line)
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
