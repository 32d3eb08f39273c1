import { mayLeaveOut } from '../content/leave/emptied.ts'
import { arrangeThread, type Arranged } from './arrange-thread.ts'
import { findThread } from './find-thread.ts'
import { judgeThread, leastTimes, mayHavePosts, type PageView } from './judge-thread.ts'
import { keepCounts } from './keep-counts.ts'
import { withoutSaid } from './said-before.ts'
import type { Thread } from './thread.ts'

/**
 * Writes the posts of a thread with who wrote them and when; on other pages what readers say the same way where it is
 * wanted, and leaves it out where it is not. Pages without posts stay as they are.
 */
export function placeThread(page: PageView, wantsComments: boolean): Arranged {
  const { tree, kept } = page
  if (!mayHavePosts(page, wantsComments)) return { tree, kept }
  const found = findThread(tree, leastTimes(page))
  if (!found) return { tree, kept: keepCounts(tree.nodes, kept) }
  const { role, thread } = judgeThread(found, page)
  if (role === 'none') return { tree, kept: keepCounts(tree.nodes, kept) }
  if (role === 'thread') {
    const said = withoutSaid(tree.nodes, kept, thread)
    return { ...arrangeThread(tree, said, belowFirst(thread), false), isThread: true }
  }
  const left = kept.slice()
  for (const { start, end } of thread.posts) left.fill(0, start, end)
  // What readers say is what a page says that would be empty without.
  if (wantsComments || !mayLeaveOut(page.signals, kept, left)) {
    return arrangeThread(tree, kept, { ...thread, opening: undefined }, true)
  }
  return { tree, kept: left, comments: thread.posts.length }
}

/** A tree of answers stands one deeper than what it answers; answers that all stand alike are no tree. */
function belowFirst(thread: Thread): Thread {
  const { posts, opening, isFirstApart } = thread
  const answers = opening ? posts : posts.slice(1)
  const least = Math.min(...answers.map(({ depth }) => depth))
  const isTree = answers.some(({ depth }) => depth > least)
  const isApart = opening !== undefined || isFirstApart
  if (!isApart) return thread
  const lower = isTree ? 1 - least : -least
  return {
    ...thread,
    posts: posts.map((post, index) =>
      opening || index > 0 ? { ...post, depth: post.depth + lower } : post,
    ),
  }
}
