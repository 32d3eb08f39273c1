import type { Env } from 'markdown-it'
import type { EmojiNames } from '../messages/emoji/emoji-names.ts'
import type { LinkCard } from '../previews/port.ts'
import type { Highlight } from './highlight.ts'

/** A custom emoji of the organization. */
export interface CustomEmoji {
  name: string
  /** Address of its image on this server. */
  src: string
}

/** Context of the renderer's rules for one message. */
export interface RenderContext {
  references: References
  /** Absent where the text can hold no emoji. */
  emoji: EmojiNames | undefined
  customEmoji: ReadonlyMap<string, CustomEmoji>
  /** Whether `:)` becomes an emoji. */
  translatesEmoticons: boolean
  linkifiers: readonly Linkifier[]
  /** Absent where the text can hold no formula. */
  tex: Tex | undefined
  /** Absent where the text holds no code in a known language. */
  highlight: Highlight | undefined
  /** Base address of this server; links to it are made relative. */
  realmUrl: string | undefined
  /** Cards of the pages behind links, by address. */
  cards: ReadonlyMap<string, LinkCard>
  /** Whether mentions notify nobody. */
  isNotice: boolean
}

/** Findings of the rules about the message. */
export interface Findings {
  users: Set<number>
  groups: Set<number>
  wildcard: 'channel' | 'topic' | undefined
  hasAttachment: boolean
  /** Paths below `/user_uploads/` of the uploads that the text links to. */
  uploads: Set<string>
  hasImage: boolean
  hasLink: boolean
  /** Addresses of pages elsewhere that the text links to, as far as they may be shown. */
  links: Set<string>
  /** Code in blocks, which says nothing to people. */
  code: string[]
  /** Whether the text that is being read stands in a quote, where mentions are silent. */
  isQuoted: boolean
}

/** The rendering state of one message. */
export interface Rendering {
  context: RenderContext
  findings: Findings
}

const KEY = Symbol('rendering')

/** The environment that carries a rendering through the parser. */
export function envOf(rendering: Rendering): Env {
  return { [KEY]: rendering }
}

/** The rendering that an environment carries. */
export function renderingOf(env: Env): Rendering {
  return env[KEY] as Rendering
}

/** Facts of a picture before it is loaded. */
export interface KnownPicture {
  /** Whether there are smaller pictures of it. */
  isScaled: boolean
  /** In pixels, where its first bytes say it. */
  width: number | null
  height: number | null
}

/** A pattern of the organization, ready to find what it makes a link of (spec 2.9). */
export interface Linkifier {
  /** Everything that the pattern matches in a text, at most `max` times. */
  find(text: string, max: number): TextLink[]
}

/** Text that links to an address. */
export interface TextLink {
  start: number
  end: number
  url: string
}

/** An entity that a message names. */
export interface Named {
  id: number
  name: string
  /** Whether it was deactivated, so that nobody is told. */
  isGone?: boolean
}

/** The entities behind the names in a message. */
export interface References {
  /** The user of a name, optionally with an id to tell namesakes apart. Undefined when none or several match. */
  user(name: string, id: number | undefined): Named | undefined
  group(name: string): Named | undefined
  channel(name: string): Named | undefined
  /** A picture among the uploads, by its path below `/user_uploads/`. */
  picture(path: string): KnownPicture | undefined
  /** The newest message of a topic that the author can read. */
  lastMessage(channelId: number, topic: string): number | undefined
}

/**
 * Shows formulas of one message, until they add up to `TEX_MAX_CHARS`, or their HTML to what the message may have. Undefined for
 * an invalid formula.
 */
export type Tex = (source: string, isDisplayed: boolean) => string | undefined
