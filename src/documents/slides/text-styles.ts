import { childrenOf, findChild, type XmlElement } from '../package/read-xml.ts'
import type { ListMark } from '../text/open-lists.ts'

/** ListMarks that a list style gives its levels, counted from 0; levels that it says nothing of are absent. */
export type ListStyle = ReadonlyMap<number, ListMark>

const NO_STYLE: ListStyle = new Map()
const LEVEL = /^a:lvl([1-9])pPr$/

/** Reads a list style (`a:lstStyle`, `p:bodyStyle`). */
export function readListStyle(style: XmlElement | undefined): ListStyle {
  if (!style) return NO_STYLE
  const levels = new Map<number, ListMark>()
  for (const element of childrenOf(style)) {
    const level = LEVEL.exec(element.name)?.[1]
    const bullet = findBullet(element)
    if (level !== undefined && bullet) levels.set(Number(level) - 1, bullet)
  }
  return levels
}

/** What the properties of a paragraph or level say of its bullet; undefined where they leave it to others. */
export function findBullet(properties: XmlElement | undefined): ListMark | undefined {
  if (!properties) return undefined
  if (findChild(properties, 'a:buNone')) return { kind: 'none' }
  const number = findChild(properties, 'a:buAutoNum')
  if (number) return { kind: 'number', start: Number(number.attributes.get('startAt') ?? 1) || 1 }
  return findChild(properties, 'a:buChar') || findChild(properties, 'a:buBlip')
    ? { kind: 'mark' }
    : undefined
}
