import type { MarkdownIt, StateInline } from 'markdown-it'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../messages/message-record.ts'
import { renderingOf } from './context.ts'
import { escapeHtml } from './html.ts'
import { channelAddress, messageAddress, topicAddress } from './narrow-address.ts'
import { type References, splitPlace } from './references.ts'

const PLACE = /#\*\*([^*\n]{1,180})\*\*/y

/** What may stand before a link to a place. */
const BEFORE = /[\s'"(,:<[{/|]/

/** Adds links to channels, topics and messages: `#**channel>topic@12**`. */
export function addPlaces(parser: MarkdownIt): void {
  parser.inline.ruler.before('emphasis', 'place', readPlace)
  parser.renderer.rules['place'] = (tokens, index) => tokens[index]?.content ?? ''
}

function readPlace(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charAt(pos) !== '#' || (pos > 0 && !BEFORE.test(src.charAt(pos - 1)))) return false
  PLACE.lastIndex = pos
  const match = PLACE.exec(src)
  if (!match) return false
  const html = showPlace(renderingOf(state.env).context.references, match[1] ?? '')
  if (html === undefined) return false
  if (!silent) state.push('place', '', 0).content = html
  state.pos += match[0].length
  return true
}

function showPlace(references: References, text: string): string | undefined {
  const { channel: wanted, topic, messageId } = splitPlace(text)
  const channel = references.channel(wanted)
  if (!channel) return undefined
  const name = `#${escapeHtml(channel.name)}`
  if (topic === undefined) {
    return `<a class="stream" data-stream-id="${channel.id}" href="${channelAddress(channel)}">${name}</a>`
  }
  const shown = topic === '' ? `<em>${EMPTY_TOPIC_DISPLAY_NAME}</em>` : escapeHtml(topic)
  if (messageId !== undefined) {
    const href = messageAddress(channel, topic, messageId)
    return `<a class="message-link" href="${href}">${name} &gt; ${shown} @ 💬</a>`
  }
  const href = topicAddress(channel, topic, references.lastMessage(channel.id, topic))
  return `<a class="stream-topic" data-stream-id="${channel.id}" href="${href}">${name} &gt; ${shown}</a>`
}
