import type { Linkifier } from './context.ts'
import { findTextLinks, linkBudget } from './linkifiers.ts'

/** A link in a topic, as messages carry it. */
export interface TopicLink {
  text: string
  url: string
}

const ADDRESS = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"']+/giu

/** Links in a topic: what the organization's patterns find, and addresses, in order. */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[] = []): TopicLink[] {
  const found = findTextLinks(linkifiers, topic, linkBudget())
  for (const { 0: whole, index: start } of topic.matchAll(ADDRESS)) {
    const url = whole.replace(/[.,;:!?)\]]+$/, '')
    const end = start + url.length
    if (found.every((other) => end <= other.start || start >= other.end)) {
      found.push({ start, end, url })
    }
  }
  return found
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }))
}
