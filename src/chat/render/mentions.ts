import type { MarkdownIt, StateInline, Token } from 'markdown-it'
import { type Findings, renderingOf } from './context.ts'
import { escapeHtml } from './html.ts'
import { type Named, splitName } from './references.ts'

/** Names that mention everybody who reads the channel. */
const CHANNEL_WILDCARDS = new Set(['all', 'everyone', 'channel', 'stream'])

const TOPIC_WILDCARD = 'topic'

/** What may stand before a mention: nothing, space, or the beginning of something. */
const BEFORE = /[\s'"(,:<[{/|]/

const USER = /@(_?)\*\*([^*\n]{1,180})\*\*/y
const GROUP = /@(_?)\*([^*\n]{1,180})\*/y

/** Who is mentioned, as a token carries it. */
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
    const isSilent = underscore === '_' || findings.isQuoted
    state.push('mention', '', 0).meta = { ...named, isSilent }
  }
  state.pos += whole.length
  return true
}

type Who = Omit<Mention, 'isSilent'>

function readUser(
  find: (name: string, id: number | undefined) => Named | undefined,
  text: string,
): Who | undefined {
  if (CHANNEL_WILDCARDS.has(text)) return { kind: 'channel', id: 0, name: text }
  if (text === TOPIC_WILDCARD) return { kind: 'topic', id: 0, name: text }
  const { name, id } = splitName(text)
  // A name may itself end in a bar and digits.
  const user = find(name, id) ?? find(text, undefined)
  return user && { kind: 'user', id: user.id, name: user.name }
}

function readGroup(find: (name: string) => Named | undefined, text: string): Who | undefined {
  const group = find(text)
  return group && { kind: 'group', id: group.id, name: group.name }
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
