import { beforeAll, describe, expect, it } from 'vitest'
import { extractJob, loadExtractJob } from '../../../../src/extract/extract-job.ts'

interface Post {
  at: number
  depth: number
  kids: Post[]
}

const DEPTHS = [0, 1, 2, 1, 0, 1, 0]
const NAMES = ['otter_lane', 'Marge P', 'quillon', 'B. Farrow', 'tinker9', 'Sam Oduya', 'heron']
const posts: Post[] = DEPTHS.map((depth, at) => ({ at, depth, kids: [] }))
const roots = posts.filter(({ at, depth }) => {
  const above = posts.slice(0, at).findLast((post) => post.depth < depth)
  above?.kids.push(posts[at]!)
  return !above
})

const own = ({ at }: Post): string =>
  `<div class="h"><a class="n" href="/u/${at}">${NAMES[at]!}</a> <span>2024-05-0${at + 1} 10:00</span></div>` +
  `<div class="b"><p>The old gate number ${at} creaks whenever rain falls on the northern field, they say.</p></div>`
const flat = (write: (post: Post) => string): string => posts.map(write).join('')
const nested = (list: readonly Post[], write: (post: Post, kids: string) => string): string =>
  list.map((post) => write(post, nested(post.kids, write))).join('')

/** How deep each post is written, in order. */
async function depthsIn(body: string): Promise<number[]> {
  const html = `<!doctype html><title>The gate</title><h1>The gate</h1><div>${body}</div>`
  const { markdown } = await extractJob({
    url: 'https://www.example.org/forum/thread/12',
    status: 200,
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    bytes: new TextEncoder().encode(html),
    links: 'none',
    images: 'alt',
  })
  return [...markdown.matchAll(/^((?:> ?)*)\*\*.+\*\* · 2024/gm)].map(
    ([, quotes = '']) => quotes.match(/>/g)?.length ?? 0,
  )
}

describe('how deep posts stand', () => {
  beforeAll(async () => {
    await loadExtractJob()
  })

  it.each([
    [
      'what stands right after what it answers',
      nested(roots, (post, kids) =>
        kids === ''
          ? `<div class="i">${own(post)}</div>`
          : `<div class="i">${own(post)}</div><div class="k">${kids}</div>`,
      ),
    ],
    ['the number of a class', flat((post) => `<div class="i qz-${post.depth}">${own(post)}</div>`)],
    [
      'a property of its style',
      flat((post) => `<div class="i" style="--tree-depth: ${post.depth}">${own(post)}</div>`),
    ],
    [
      'a margin among others',
      flat(
        (post) =>
          `<div class="i" style="margin: 4px 0 4px ${post.depth * 30}px">${own(post)}</div>`,
      ),
    ],
    [
      'an empty cell',
      flat(
        (post) =>
          `<table class="t"><tr><td width="${1 + post.depth * 30}"></td><td class="i">${own(post)}</td></tr></table>`,
      ),
    ],
  ])('is told by %s', async (_, body) => {
    expect(await depthsIn(body)).toEqual(DEPTHS)
  })

  it.each([
    [
      'marks of rank',
      flat((post) => `<div class="i rank-${1 + (post.at % 2)}">${own(post)}</div>`),
    ],
    ['their own numbers', flat((post) => `<div class="i qz-${post.at}">${own(post)}</div>`)],
    [
      'a frame around the last ones',
      `${posts
        .slice(0, 4)
        .map((post) => `<div class="i">${own(post)}</div>`)
        .join('')}<div class="more">${posts
        .slice(4)
        .map((post) => `<div class="i">${own(post)}</div>`)
        .join('')}</div>`,
    ],
    [
      'a frame around one of them, with nothing of another before it',
      flat((post) =>
        post.at === 3
          ? `<div><div><div class="i">${own(post)}</div></div></div>`
          : post.at === 5
            ? `<div><div class="i">${own(post)}</div></div>`
            : `<div class="i">${own(post)}</div>`,
      ),
    ],
  ])('is not told by %s', async (_, body) => {
    expect(await depthsIn(body)).toEqual(DEPTHS.map(() => 0))
  })
})
