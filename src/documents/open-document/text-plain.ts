import { childrenOf, type XmlElement } from '../package/read-xml.ts'

const BLANKS = new Set([
  'text:s',
  'text:tab',
  'text:line-break',
  'text:p',
  'text:h',
  'text:list-item',
])
const LEFT_OUT = new Set([
  'text:page-number',
  'text:page-count',
  'text:note',
  'office:annotation',
  'svg:title',
  'svg:desc',
])

/** The text that an element shows, without its looks and without numbers of pages. */
export function shownText(element: XmlElement): string {
  const parts: string[] = []
  const visit = ({ name, children }: XmlElement): void => {
    if (LEFT_OUT.has(name)) return
    if (BLANKS.has(name)) parts.push(' ')
    for (const child of children) {
      if (typeof child === 'string') parts.push(child)
      else visit(child)
    }
  }
  visit(element)
  return parts.join('').replaceAll(/\s+/g, ' ').trim()
}

/** The comment that an annotation holds. */
export function commentText(annotation: XmlElement): string {
  return childrenOf(annotation)
    .filter(({ name }) => name.startsWith('text:'))
    .map(shownText)
    .join(' ')
    .trim()
}
