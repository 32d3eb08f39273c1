/** What a post is to its page. */
export type Role = 'question' | 'answer' | 'comment' | 'post' | 'reply' | 'review' | 'message'

/** A piece of what somebody said. */
export interface Part {
  kind: 'paragraph' | 'code' | 'list' | 'quotation' | 'heading'
  /** All of it: sentences, items of the list, or the whole code. */
  texts: readonly string[]
  /** Of a quotation: the name that the page puts over it, empty for none. */
  quoted?: string
  /** Whether it only repeats what an earlier post of the page says: then it may be left out. */
  isRepeated?: boolean
}

/** A post with all that is known of it. */
export interface Post {
  /** As the page shows it; empty where it shows none. */
  author: string
  /** Other names that are right for it: a handle, or a mark for somebody who is gone. */
  aliases: readonly string[]
  /** The day as `2024-05-03`; empty where the page shows no date. */
  date: string
  /** The date as the page shows it. */
  shown: string
  parts: readonly Part[]
  depth: number
  /** Place in the list of the post that this one answers, where the page shows that by how they stand. */
  parent?: number
  /** As the page shows it; absent where it shows none. */
  votes?: string
  isAccepted: boolean
  /** Whether it stands under the head of the post before it, which is by the same author. */
  continues?: boolean
  role: Role
}

/** What nobody said: of `article` all must be kept, the others should not be. */
export interface Outside {
  kind: 'article' | 'event' | 'label' | 'related' | 'signature' | 'site'
  text: string
}

/** A generated page with posts. */
export interface ThreadPage {
  id: string
  url: string
  html: string
  family: string
  template: string
  language: string
  heading: string
  posts: readonly Post[]
  outside: readonly Outside[]
  /** Who wrote the article, where the page says so: its words may stand under that name. */
  articleAuthor: string
  /** Texts that may be kept anywhere: what stands over quotations. */
  neutral: readonly string[]
  /** Before the turns of a talk: each label with the name of whose words follow it. */
  labels: readonly (readonly [string, string])[]
  /** What the posts are: all that the page is about, comments below an article, or turns of a talk with labels before them. */
  form: 'thread' | 'comments' | 'labelled'
}

/** Makes a page; all of it follows from the two numbers. */
export type MakePage = (seed: number, number: number) => ThreadPage
