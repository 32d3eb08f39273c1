import type { Writer } from '../newcomer/draft.ts'

/** Words of pages around posts, in one language. */
export type Labels = Readonly<
  Record<
    | 'reply'
    | 'quote'
    | 'report'
    | 'share'
    | 'like'
    | 'joined'
    | 'posts'
    | 'comments'
    | 'answers'
    | 'related'
    | 'edited'
    | 'online'
    | 'login'
    | 'search'
    | 'home'
    | 'member'
    | 'place'
    | 'by',
    string
  >
> & {
  /** Over a quotation, and of somebody who writes just now; `#` stands for the name. */
  readonly wrote: string
  readonly typing: string
}

/** How people of one language write. */
export interface Voice {
  writer: Writer
  /** Sentences of posts; `#` is an invented word. */
  chat: readonly string[]
  /** Posts of a word or two. */
  shorts: readonly string[]
  labels: Labels
  /** Names, also odd ones. */
  people: readonly string[]
  /** Names of people who are gone. */
  gone: readonly string[]
  places: readonly string[]
  snippets: readonly string[]
  signatures: readonly string[]
}

/** Somebody who writes. */
export interface Person {
  name: string
  /** For addresses and mentions. */
  handle: string
}

/** Languages that put no space between sentences. */
export const GAPLESS: ReadonlySet<string> = new Set(['ja', 'zh'])
