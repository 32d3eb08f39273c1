import { groupGroups } from '../groups/group-record.ts'
import { groupById, loadMembersOf } from '../groups/membership.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Member } from '../kernel/requester.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { loadEmojiNames } from '../messages/emoji/emoji-names.ts'
import { settingsOf } from '../personal/user-settings.ts'
import type { LinkCard } from '../previews/port.ts'
import type { CustomEmoji, Findings, References, RenderContext } from './context.ts'
import { mayHoldEmoji } from './emoji.ts'
import type { Highlight } from './highlight.ts'
import { compileLinkifiers, type LinkifierSource } from './linkifiers.ts'
import { findReferences, NO_REFERENCES } from './references.ts'
import { countRendering } from './rendering-share.ts'
import { loadTex, mayHoldTex } from './tex.ts'

/** A message text turned into HTML, and what it refers to. */
export interface RenderedMessage {
  html: string
  /** Users mentioned by name or as members of a group, without silent mentions. */
  mentionedUsers: readonly number[]
  /** Groups mentioned by name, without silent mentions. */
  mentionedGroups: readonly number[]
  /** Whether everybody in the channel, or everybody in the topic, is mentioned. */
  wildcard: 'channel' | 'topic' | undefined
  /** Users one of whose alert words is in the text. */
  alertedUsers: readonly number[]
  isMeMessage: boolean
  hasAttachment: boolean
  /** Paths below `/user_uploads/` of the uploads that the text links to. */
  uploads: readonly string[]
  hasImage: boolean
  hasLink: boolean
  /** Addresses of linked pages elsewhere, of which a preview may be shown. */
  links: readonly string[]
}

/** Rendering settings of an organization and its users. */
export interface OrganizationSettings {
  /** Linkifiers in the order of application. Compiled once per list object, so pass the same one again. */
  linkifiers: readonly LinkifierSource[]
  emoji: readonly CustomEmoji[]
  /** Alert words by user. */
  alertWords: ReadonlyMap<number, readonly string[]>
}

/** The author for whom a message is rendered. */
export interface Author {
  chat: Chat
  member: Member
}

/** How a message is rendered. */
export interface RenderOptions {
  /** Decides which channels and groups can be named; without an author, all. */
  author?: Author | undefined
  /** A notice of this service: nobody is notified, whatever names of topics hold. */
  isNotice?: boolean
  settings?: OrganizationSettings
  /** Cards of the pages behind links, by address. */
  cards?: ReadonlyMap<string, LinkCard>
}

const NOTHING_FOUND: Omit<RenderedMessage, 'html' | 'alertedUsers'> = {
  mentionedUsers: [],
  mentionedGroups: [],
  wildcard: undefined,
  isMeMessage: false,
  hasAttachment: false,
  uploads: [],
  hasImage: false,
  hasLink: false,
  links: [],
}

const NO_CARDS: ReadonlyMap<string, LinkCard> = new Map()

const NO_CUSTOMS: OrganizationSettings = { linkifiers: [], emoji: [], alertWords: new Map() }

/**
 * One line of letters, digits and harmless signs that begins with a letter: nothing in it is markup, a name,
 * an address or an emoji, which a letter can be (ℹ). Dots and semicolons stand before a space, where they are part of none.
 */
const PLAIN =
  /^[\p{L}--\p{Emoji}](?:[[\p{L}\d ,'"\(\)?!%=+\-]--[\p{L}&&\p{Emoji}]]|[.;](?=[ .]|$))*$/v

/** Renders a message; references are looked up in `db`. Throws when the author may not mention a group. */
export async function renderMessage(
  db: Reader,
  content: string,
  options: RenderOptions = {},
): Promise<RenderedMessage> {
  const { author, isNotice, settings } = options
  const alertWords = settings && !isNotice ? settings.alertWords : NO_CUSTOMS.alertWords
  const plain = settings?.linkifiers.length ? undefined : renderPlainText(content)
  if (plain !== undefined) {
    return { ...NOTHING_FOUND, html: plain, alertedUsers: findAlerted(content, alertWords) }
  }
  const references = await findReferences(db, content, author?.member)
  const { html, findings } = await render(content, references, options)
  const members = await mentionedMembers(db, findings, author)
  return {
    html,
    mentionedUsers: [...new Set([...findings.users, ...members])],
    mentionedGroups: [...findings.groups],
    wildcard: findings.wildcard,
    alertedUsers: findAlerted(withoutCode(content, findings), alertWords),
    isMeMessage: content.startsWith('/me ') && html.startsWith('<p>') && html.endsWith('</p>'),
    hasAttachment: findings.hasAttachment,
    uploads: [...findings.uploads],
    hasImage: findings.hasImage,
    hasLink: findings.hasLink,
    links: [...findings.links],
  }
}

/** Renders a text that mentions nobody, such as a description. */
export async function renderText(content: string): Promise<string> {
  if (content === '') return ''
  const plain = renderPlainText(content)
  if (plain !== undefined) return plain
  return (await render(content, NO_REFERENCES, {})).html
}

async function render(
  content: string,
  references: References,
  { author, isNotice = false, settings = NO_CUSTOMS, cards = NO_CARDS }: RenderOptions,
): Promise<{ html: string; findings: Findings }> {
  const translatesEmoticons =
    author !== undefined && settingsOf(author.member.user).translate_emoticons
  const context: RenderContext = {
    references,
    emoji: mayHoldEmoji(content, translatesEmoticons) ? await loadEmojiNames() : undefined,
    customEmoji: new Map(settings.emoji.map((one) => [one.name, one])),
    translatesEmoticons,
    linkifiers: await compileLinkifiers(settings.linkifiers),
    tex: mayHoldTex(content) ? await loadTex(content) : undefined,
    highlight: mayHoldCode(content) ? await loadCode(content) : undefined,
    realmUrl: author?.chat.url,
    cards,
    isNotice,
  }
  const { renderMarkdown } = await import('./renderer.ts')
  const work = () => renderMarkdown(content, context)
  return author ? countRendering(author.chat, author.member.user, work) : work()
}

/** Whether a text may hold code in a fenced block. */
function mayHoldCode(content: string): boolean {
  return content.includes('```') || content.includes('~~~')
}

/** The highlighter is loaded with the first code only. */
async function loadCode(content: string): Promise<Highlight | undefined> {
  const { loadHighlight } = await import('./highlight.ts')
  return loadHighlight(content)
}

/** Everybody in the groups that are mentioned. Throws where the author may not mention one. */
async function mentionedMembers(
  db: Reader,
  { groups }: Findings,
  author: Author | undefined,
): Promise<number[]> {
  if (!author) return []
  const { chat, member } = author
  const members: number[] = []
  for (const id of groups) {
    const group = await groupById(db, id)
    if (!member.groups.has(groupGroups(group).can_mention_group)) {
      throw badRequest(`You are not allowed to mention user group '${group.name}'.`)
    }
    const { waiting_period_threshold: waiting } = member.realm
    members.push(...(await loadMembersOf(db, id, waiting, chat.now().getTime())))
  }
  return members
}

/** A text without the code in its blocks. */
function withoutCode(content: string, { code }: Findings): string {
  return code.reduce((text, block) => text.replace(block, ''), content)
}

/** Users one of whose words stands in a text as a word of its own, in any case. */
export function findAlerted(
  content: string,
  wordsByUser: ReadonlyMap<number, readonly string[]>,
): number[] {
  if (wordsByUser.size === 0) return []
  const text = content.toLowerCase()
  return [...wordsByUser]
    .filter(([, words]) => words.some((word) => holdsWord(text, word.toLowerCase())))
    .map(([userId]) => userId)
}

/** What may stand before and after an alert word, as at the public server: the parts of an address or of a longer name are none. */
const BEFORE_WORD = ' \n("\'.,;[*`>'
const AFTER_WORD = ' \n)"\'.,;]*`?:!'

function holdsWord(text: string, word: string): boolean {
  if (word === '') return false
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length
    const isBegun = at === 0 || BEFORE_WORD.includes(text.charAt(at - 1))
    if (isBegun && (end === text.length || AFTER_WORD.includes(text.charAt(end)))) return true
  }
  return false
}

/** The HTML of a text that has nothing to render; undefined for any other text. */
export function renderPlainText(content: string): string | undefined {
  return PLAIN.test(content) && !content.endsWith(' ') ? `<p>${content}</p>` : undefined
}
