import type { Env } from 'markdown-it'
import type { EmojiNames } from '../messages/emoji-names.ts'
import type { Linkifier } from './linkifiers.ts'
import type { References } from './references.ts'
import type { Tex } from './tex.ts'

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
  /** Base address of this server; links to it are made relative. */
  realmUrl: string | undefined
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
