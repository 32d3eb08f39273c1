import { beforeAll, describe, expect, it } from 'vitest'
import { loadExtractJob } from '../../../../src/extract/extract-job.ts'
import { HELD_THREAD_SHAPES } from '../../../support/held-thread-shapes.ts'
import { SMALL_THREAD_SHAPES } from '../../../support/small-thread-shapes.ts'
import { readPage, saysAll, smallThread, type Shape } from '../../../support/small-threads.ts'

const COUNTS = [1, 2, 3, 4, 5, 6]
const SEEDS = [4, 10, 112, 501, 514]

/** Of generated pages those that lost a post, and those that lost all. */
async function tryPages(
  shape: Shape,
  counts: readonly number[],
): Promise<{ lost: string[]; emptied: string[] }> {
  const lost: string[] = []
  const emptied: string[] = []
  for (const count of counts) {
    for (const seed of SEEDS) {
      const thread = smallThread(seed * 31 + count * 7, count, shape)
      const markdown = await readPage(thread.html)
      if (saysAll(markdown, thread)) continue
      lost.push(`${count} posts, seed ${seed}`)
      const isKept = thread.posts.some((post) => saysAll(markdown, { html: '', posts: [post] }))
      if (!isKept) emptied.push(`${count} posts, seed ${seed}`)
    }
  }
  return { lost, emptied }
}

beforeAll(async () => {
  await loadExtractJob()
})

describe('a page of one to six posts keeps every one', () => {
  // One undated page of two short posts, in an element of no name that says so, still loses one of them.
  const known: Readonly<Record<string, readonly string[]>> = { bubbles: ['2 posts, seed 10'] }

  it.each(Object.entries(SMALL_THREAD_SHAPES))('%s', async (name, shape) => {
    expect(await tryPages(shape, COUNTS)).toEqual({ lost: known[name] ?? [], emptied: [] })
  })
})

describe('of shapes that were not tried before the rules were done', () => {
  it.each(Object.entries(HELD_THREAD_SHAPES))('%s: no page is emptied', async (_, shape) => {
    expect((await tryPages(shape, COUNTS)).emptied).toEqual([])
  })

  it.each(Object.entries(HELD_THREAD_SHAPES))('%s: two posts are kept', async (_, shape) => {
    expect((await tryPages(shape, [2])).lost).toEqual([])
  })
})

it('posts are written under who wrote them, also where there are two', async () => {
  const markdown = await readPage(
    `<title>Flat tyre</title><main><h1>Flat tyre</h1><div class="comments">
    <div class="comment"><span class="user">ann</span> <time datetime="2024-03-05">March 5</time><p>The tyre is flat every single morning, whatever I do to the valve.</p></div>
    <div class="comment"><span class="user">bob</span> <time datetime="2024-03-06">March 6</time><p>Hold it under water and look for the bubbles.</p></div></div></main>`,
  )
  expect(markdown).toBe(
    '# Flat tyre\n\n**ann** · 2024-03-05\n\nThe tyre is flat every single morning, whatever I do to the valve.\n\n**bob** · 2024-03-06\n\nHold it under water and look for the bubbles.',
  )
})

it('what readers say of an article is left out as before', async () => {
  const story = 'The ferry has carried people over the river since the winter of 1911. '.repeat(8)
  const markdown = await readPage(
    `<title>The ferry</title><main><h1>The ferry</h1><p>${story}</p><div class="comments">
    <div class="comment"><span class="user">ann</span> <time datetime="2024-03-05">March 5</time><p>I took it every day when I was a child at school.</p></div>
    <div class="comment"><span class="user">bob</span> <time datetime="2024-03-06">March 6</time><p>It is much too expensive nowadays, take the bridge.</p></div></div></main>`,
  )
  expect(markdown).toContain('since the winter of 1911')
  expect(markdown).not.toContain('I took it every day')
})
