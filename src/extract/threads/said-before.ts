import type { TreeNode } from '../../markup/html/tree/node.ts'
import { hashPair } from '../content/features/hash.ts'
import { wordHashes } from '../content/features/words.ts'
import type { Post, Thread } from './thread.ts'

/** Words that follow one another, by which texts are compared. */
const RUN_WORDS = 4
/** Words of one page that are compared. */
const WORDS_MAX_COUNT = 400_000
/** Share of a quotation that was said before, from which on it only repeats. */
const REPEATED_MIN_SHARE = 0.8
const POST_MIN_WORDS = 6
/** Shorter texts may stand in one post twice. */
const TEXT_MIN_WORDS = 10

/**
 * Marks quotations of what an earlier post of the page says, and empties posts that are there twice: both say nothing that is not
 * written already.
 */
export function leaveOutRepeated(
  nodes: readonly TreeNode[],
  posts: readonly Post[],
  isLeft: Uint8Array,
): Post[] {
  const said = new Set<number>()
  const known = new Set<string>()
  let left = WORDS_MAX_COUNT
  return posts.map((post) => {
    const own: number[] = []
    const texts = new Set<number>()
    for (const part of post.body) {
      const end = part.isText ? part.id + 1 : part.end
      for (let id = part.id; id < end; id += 1) {
        const node = nodes[id]!
        if (!node.isText) {
          const isQuote =
            id > part.id &&
            node.name === 'blockquote' &&
            isSaid(wordsIn(nodes, id, node.end, isLeft, left), said)
          if (isQuote) {
            isLeft.fill(1, id, node.end)
            id = node.end - 1
          }
          continue
        }
        if (isLeft[id] === 1 || left <= 0) continue
        const words = wordHashes(node.data, left)
        left -= words.length
        if (words.length >= TEXT_MIN_WORDS) {
          const text = words.reduce(hashPair, words.length)
          if (texts.has(text)) {
            isLeft[id] = 1
            continue
          }
          texts.add(text)
        }
        own.push(...words)
      }
    }
    const whole = `${post.author} ${own.reduce(hashPair, own.length)}`
    const isTwice = post.author !== '' && own.length >= POST_MIN_WORDS && known.has(whole)
    known.add(whole)
    for (const run of runsOf(own)) said.add(run)
    return isTwice ? { ...post, body: [] } : post
  })
}

/** What was chosen of a page, without texts beside the posts that say what a post says. */
export function withoutSaid(
  nodes: readonly TreeNode[],
  kept: Uint8Array,
  { posts, opening }: Thread,
): Uint8Array {
  const inPost = new Uint8Array(nodes.length)
  for (const { start, end } of posts) inPost.fill(1, start, end)
  for (const part of opening?.body ?? [])
    inPost.fill(1, part.id, part.isText ? part.id + 1 : part.end)
  const beside: { id: number; words: readonly number[] }[] = []
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (!node.isText || inPost[id] === 1 || kept[id] === 0) continue
    if (node.parent?.isHeading === true || node.parent?.parent?.isHeading === true) continue
    const words = wordHashes(node.data, WORDS_MAX_COUNT)
    if (words.length >= TEXT_MIN_WORDS) beside.push({ id, words })
  }
  if (beside.length === 0) return kept
  const said = new Set<number>()
  let left = WORDS_MAX_COUNT
  for (let id = 1; id < nodes.length && left > 0; id += 1) {
    const node = nodes[id]!
    if (!node.isText || inPost[id] === 0) continue
    const words = wordHashes(node.data, left)
    left -= words.length
    for (const run of runsOf(words)) said.add(run)
  }
  const fresh = kept.slice()
  for (const { id, words } of beside) if (isSaid(words, said)) fresh[id] = 0
  return fresh
}

function wordsIn(
  nodes: readonly TreeNode[],
  from: number,
  to: number,
  isLeft: Uint8Array,
  maxCount: number,
): number[] {
  const words: number[] = []
  for (let id = from; id < to && words.length < maxCount; id += 1) {
    const node = nodes[id]!
    if (node.isText && isLeft[id] === 0)
      words.push(...wordHashes(node.data, maxCount - words.length))
  }
  return words
}

function isSaid(words: readonly number[], said: ReadonlySet<number>): boolean {
  const runs = runsOf(words)
  if (runs.length === 0) return false
  let hits = 0
  for (const run of runs) if (said.has(run)) hits += 1
  return hits >= REPEATED_MIN_SHARE * runs.length
}

function runsOf(words: readonly number[]): number[] {
  const runs: number[] = []
  for (let at = RUN_WORDS - 1; at < words.length; at += 1) {
    let run = 0
    for (let back = RUN_WORDS - 1; back >= 0; back -= 1) run = hashPair(run, words[at - back]!)
    runs.push(run)
  }
  return runs
}
