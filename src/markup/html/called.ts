import { Has } from './attribute-bits.ts'
import type { ClassPattern } from './class-names.ts'
import type { ElementNode } from './node.ts'

/** What follows in a longer list of classes, or a longer id, is not looked at. */
const NAMES_MAX_CHARS = 300

/** Whether a pattern without white space, and without state, is found in the classes or the id of an element. */
export function isCalledLike(
  { attributes, bits, classes }: ElementNode,
  called: ClassPattern,
): boolean {
  const { pattern } = called
  if (classes) {
    const { text } = classes
    const isLong = text.length > NAMES_MAX_CHARS
    if (isLong ? pattern.test(text.slice(0, NAMES_MAX_CHARS)) : classes.matches(called)) return true
  }
  if ((bits & Has.id) === 0) return false
  return pattern.test(attributes['id']!.slice(0, NAMES_MAX_CHARS))
}
