import type { MarkdownIt, StateInline, Token } from 'markdown-it'
import { escapeHtml } from '../../lib/escape-html.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../messages/message-record.ts'
import { type Findings, type Named, type References, renderingOf } from './context.ts'
import { splitChannelLink, splitName } from './references.ts'

/** Names that mention everybody who reads the channel. */
const CHANNEL_WILDCARDS = new Set(['all', 'everyone', 'channel', 'stream'])

const TOPIC_WILDCARD = 'topic'

/** Characters allowed before a mention: none, space, or an opening sign. */
const BEFORE = /[\s'"(,:<[{/|]/

const USER = /@(_?)\*\*([^*\n]{1,180})\*\*/y
const GROUP = /@(_?)\*([^*\n]{1,180})\*/y

/** The mention carried by a token. */
interface Mention {
  kind: 'user' | 'group' | 'channel' | 'topic'
  id: number
  name: string
  isSilent: boolean
}

/** Adds mentions of users, groups and everybody: `@**name|id**`, `@*group*`, `@**all**`, silent as `@_**name**`. */
export function addMentions(parser: MarkdownIt): void {
  parser.inline.ruler.before('emphasis', 'mention', readMention)
  parser.renderer.rules['mention'] = (tokens, index, _options, env) => {
    const mention = (tokens[index] as Token).meta as unknown as Mention
    const { context, findings } = renderingOf(env ?? {})
    if (!context.isNotice && !mention.isSilent) note(findings, mention)
    return show(mention)
  }
}

function readMention(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charAt(pos) !== '@' || (pos > 0 && !BEFORE.test(src.charAt(pos - 1)))) return false
  USER.lastIndex = pos
  GROUP.lastIndex = pos
  const user = USER.exec(src)
  const match = user ?? GROUP.exec(src)
  if (!match) return false
  const [whole, underscore, text = ''] = match
  const { context, findings } = renderingOf(state.env)
  const named = user
    ? readUser(context.references.user, text)
    : readGroup(context.references.group, text)
  if (!named) return false
  if (!silent) {
    const isSilent = underscore === '_' || findings.isQuoted || named.isGone === true
    state.push('mention', '', 0).meta = { ...named, isSilent }
  }
  state.pos += whole.length
  return true
}

type Who = Omit<Mention, 'isSilent'> & Pick<Named, 'isGone'>

function readUser(
  find: (name: string, id: number | undefined) => Named | undefined,
  text: string,
): Who | undefined {
  if (CHANNEL_WILDCARDS.has(text)) return { kind: 'channel', id: 0, name: text }
  if (text === TOPIC_WILDCARD) return { kind: 'topic', id: 0, name: text }
  const { name, id } = splitName(text)
  // A name may itself end in a bar and digits.
  const user = find(name, id) ?? find(text, undefined)
  return user && { kind: 'user', ...user }
}

function readGroup(find: (name: string) => Named | undefined, text: string): Who | undefined {
  const group = find(text)
  return group && { kind: 'group', ...group }
}

function note(findings: Findings, { kind, id }: Mention): void {
  if (kind === 'user') findings.users.add(id)
  else if (kind === 'group') findings.groups.add(id)
  else if (kind === 'channel') findings.wildcard = 'channel'
  else findings.wildcard ??= 'topic'
}

function show({ kind, id, name, isSilent }: Mention): string {
  const silent = isSilent ? ' silent' : ''
  const text = escapeHtml(isSilent ? name : `@${name}`)
  const attributes = {
    user: `class="user-mention${silent}" data-user-id="${id}"`,
    group: `class="user-group-mention${silent}" data-user-group-id="${id}"`,
    channel: `class="user-mention channel-wildcard-mention${silent}" data-user-id="*"`,
    topic: `class="topic-mention${silent}"`,
  }
  return `<span ${attributes[kind]}>${text}</span>`
}

const PLACE = /#\*\*([^*\n]{1,180})\*\*/y

/** Characters allowed before a link to a place. */
const BEFORE_CHANNEL = /[\s'"(,:<[{/|]/

/** Adds links to channels, topics and messages: `#**channel>topic@12**`. */
export function addChannelLinks(parser: MarkdownIt): void {
  parser.inline.ruler.before('emphasis', 'place', readPlace)
  parser.renderer.rules['place'] = (tokens, index) => tokens[index]?.content ?? ''
}

function readPlace(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state
  if (src.charAt(pos) !== '#' || (pos > 0 && !BEFORE_CHANNEL.test(src.charAt(pos - 1))))
    return false
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
  const { channel: channelText, topic, messageId } = splitChannelLink(text)
  const channel = references.channel(channelText)
  if (!channel) return undefined
  const name = `#${escapeHtml(channel.name)}`
  if (topic === undefined) {
    return `<a class="stream" data-stream-id="${channel.id}" href="${channelAddress(channel)}">${name}</a>`
  }
  const topicHtml = topic === '' ? `<em>${EMPTY_TOPIC_DISPLAY_NAME}</em>` : escapeHtml(topic)
  if (messageId !== undefined) {
    const href = messageAddress(channel, topic, messageId)
    return `<a class="message-link" href="${href}">${name} &gt; ${topicHtml} @ 💬</a>`
  }
  const href = topicAddress(channel, topic, references.lastMessage(channel.id, topic))
  return `<a class="stream-topic" data-stream-id="${channel.id}" href="${href}">${name} &gt; ${topicHtml}</a>`
}

/** The part of a client's address that shows a channel. */
export function channelAddress({ id, name }: { id: number; name: string }): string {
  return `/#narrow/channel/${id}-${encodeHash(name.replaceAll(' ', '-'))}`
}

/** The part of a client's address that shows a topic, where it ends if `lastId` is known. */
export function topicAddress(
  channel: { id: number; name: string },
  topic: string,
  lastId?: number,
): string {
  const base = `${channelAddress(channel)}/topic/${encodeHash(topic)}`
  if (lastId === undefined) return base
  return topic === '' ? `${base}with/${lastId}` : `${base}/with/${lastId}`
}

/** The part of a client's address that shows a message in its topic. */
export function messageAddress(
  channel: { id: number; name: string },
  topic: string,
  messageId: number,
): string {
  return `${topicAddress(channel, topic)}/near/${messageId}`
}

/** Percent-encoding with dots for percent signs, which stand for themselves in a fragment. */
function encodeHash(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('.', '%2E')
    .replaceAll('%', '.')
}
