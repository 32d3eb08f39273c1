import { PAGE_TYPES } from '../../../../src/extract/content/model/page-type.ts'

/** The chances of page types, nought for those that are not named. */
export function typesOf(
  chances: Partial<Record<(typeof PAGE_TYPES)[number], number>>,
): Float32Array {
  return Float32Array.from(PAGE_TYPES, (type) => chances[type] ?? 0)
}
