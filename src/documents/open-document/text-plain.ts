import type { Comments } from '../comments.ts'
import { childrenOf, findChild, innerText, type XmlElement } from '../package/read-xml.ts'

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
  'presentation:date-time',
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

/** Keeps the comment that an annotation holds; returns its label, unless there are too many. */
export function addComment(annotation: XmlElement, comments: Comments): string | undefined {
  const author = innerText(findChild(annotation, 'dc:creator'))
  const paragraphs = childrenOf(annotation).filter(({ name }) => name.startsWith('text:'))
  return comments.add(paragraphs.map(shownText).join(' ').trim(), { author })
}
