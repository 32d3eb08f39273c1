import type { Comments } from '../comments.ts'
import { childrenOf, readElements } from '../package/read-xml.ts'
import { plainText } from './plain-text.ts'

/** Keeps the comments on a document; returns the labels of those that are written, by their ids. */
export function readComments(
  source: string | undefined,
  comments: Comments,
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>()
  readElements(
    source ?? '',
    (name) => name === 'w:comment',
    (element) => {
      const text = childrenOf(element, 'w:p').map(plainText).join(' ').trim()
      const author = element.attributes.get('w:author') ?? ''
      const label = comments.add(text, { author })
      if (label !== undefined) labels.set(element.attributes.get('w:id') ?? '', label)
    },
  )
  return labels
}
