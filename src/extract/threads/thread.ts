import type { TreeNode } from '../../markup/html/tree/node.ts'

/** Who said something, when, and the nodes that hold what was said. */
export interface Saying {
  /** Empty where the page does not say. */
  author: string
  /** The day as `2024-05-03` where the page gives it for programs, else as it shows it; empty where it does not. */
  date: string
  /** Votes as shown, such as `5 votes`; empty where the page shows none. */
  votes: string
  /** Whether it is marked as the answer. */
  isAccepted: boolean
  /** What was written, in document order; no part lies inside of another one. */
  body: readonly TreeNode[]
}

/** A piece of a page: the nodes with ids from `start` on and before `end`. */
export interface Piece {
  start: number
  end: number
}

/** One post of a thread. */
export interface Post extends Saying, Piece {
  /** Whether somebody is named in it, though perhaps not surely as the one who wrote it. */
  isLikely: boolean
  /** 0 for posts that answer the thread, one more for each post between. */
  depth: number
  /** Characters of the body, white space not counted. */
  chars: number
  /** Share of those that stand in links. */
  linkShare: number
}

/** What a thread is about, where it stands apart from the posts that answer it. */
export interface Opening extends Saying {
  /** Id of the node at which it is written. */
  at: number
  /** Lines that only say who wrote it and when. */
  heads: readonly TreeNode[]
}

/** The posts of a page in document order. */
export interface Thread {
  posts: readonly Post[]
  opening: Opening | undefined
  /** Characters of long texts that stand in posts and in no body. */
  missed: number
  /** Whether the first post stands outside of what holds all that answer it. */
  isFirstApart: boolean
  /** Whether each node is furniture inside of a body: 1 by its id. */
  isLeft: Uint8Array
  /** Whether posts say by microdata that they are some. */
  isStated: boolean
  /** Whether posts say in any way that they are some. */
  isCalled: boolean
}
