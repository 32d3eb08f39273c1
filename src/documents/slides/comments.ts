import type { Comments } from '../comments.ts'
import { childrenOf, findChild, innerText, type XmlElement } from '../package/read-xml.ts'
import { textOfBody } from './text-body.ts'

/** Names of those who comment, by their ids, of old and new presentations. */
export function readAuthors(root: XmlElement | undefined): ReadonlyMap<string, string> {
  return new Map(
    childrenOf(root).map(({ attributes }) => [
      attributes.get('id') ?? '',
      attributes.get('name') ?? '',
    ]),
  )
}

/** Keeps the comments of a slide in their order, those of conversations too. */
export function addComments(
  root: XmlElement | undefined,
  authors: ReadonlyMap<string, string>,
  comments: Comments,
): void {
  const left = root ? [root] : []
  for (let next = left.pop(); next; next = left.pop()) {
    if (/^(?:p:cm|p188:cm|p188:reply)$/.test(next.name)) {
      const body = findChild(next, 'p188:txBody')
      const text = body ? textOfBody(body) : innerText(findChild(next, 'p:text'))
      comments.add(text.trim(), {
        author: authors.get(next.attributes.get('authorId') ?? '') ?? '',
      })
    }
    left.push(...childrenOf(next).toReversed())
  }
}
