import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { extractJob, loadExtractJob } from '../../../../src/extract/extract-job.ts'
import { plainLine, readSpoken, type SpokenPost } from '../../../support/spoken.ts'

const FOLDER = 'test/fixtures/threads'

interface Truth {
  url: string
  kind: 'thread' | 'article' | 'front'
  posts: SpokenPost[]
  items?: { title: string; points: number; comments: number }[]
  article?: string[]
}

const names = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.slice(0, -'.html'.length))
const truthOf = (name: string): Truth =>
  JSON.parse(readFileSync(`${FOLDER}/${name}.json`, 'utf8')) as Truth
const threads = names.filter((name) => truthOf(name).kind !== 'front')
const articles = names.filter((name) => truthOf(name).kind === 'article')
const fronts = names.filter((name) => truthOf(name).kind === 'front')

/** Known faults, by page: votes of a story, and comments that stand as deep as what they comment on. */
const MISSES: Readonly<Record<string, Partial<Record<string, number>>>> = {
  'held-lobsters': { votes: 1 },
  'held-question2answer': { depths: 4 },
}

async function read(name: string, comments: boolean): Promise<string> {
  const { markdown } = await extractJob({
    url: truthOf(name).url,
    status: 200,
    kind: 'html',
    contentType: 'text/html; charset=utf-8',
    bytes: readFileSync(`${FOLDER}/${name}.html`),
    links: 'inline',
    images: 'keep',
    include: comments ? ['comments'] : [],
  })
  return markdown
}

describe('threads of known engines', () => {
  beforeAll(async () => {
    await loadExtractJob()
  })

  it.each(threads)(
    '%s: each post stands under its author and date, in order and depth',
    async (name) => {
      const { posts, kind } = truthOf(name)
      const { found, ...spoken } = readSpoken(
        await read(name, kind === 'article'),
        posts,
        kind === 'article',
      )
      const miss = (of: string): number => MISSES[name]?.[of] ?? 0
      expect(found).toBe(posts.length)
      expect(spoken).toEqual({
        posts: posts.length,
        inOrder: posts.length,
        authors: posts.length - miss('authors'),
        dates: posts.length,
        depths: posts.length - miss('depths'),
        votes: posts.filter(({ votes }) => votes !== undefined).length - miss('votes'),
        accepted: posts.filter(({ accepted }) => accepted === true).length - miss('accepted'),
      })
    },
  )

  it.each(threads)('%s: no control, count or signature is written', async (name) => {
    const markdown = plainLine(await read(name, truthOf(name).kind === 'article'))
    expect(markdown).not.toMatch(
      /\b(?:Reply|Quote|Share|Sign Up|Senior Member|Joined|Posts:|reputation|Suggested Topics|permalink)\b|回复|返信|Antworten|君子/,
    )
  })

  it.each(articles)('%s: comments are left out unless they are wanted', async (name) => {
    const { posts, article = [] } = truthOf(name)
    const [without, withThem] = [await read(name, false), await read(name, true)]
    const own = posts.flatMap(({ author }) => [`**${author}**`])
    expect(own.filter((head) => plainLine(without).includes(head))).toEqual([])
    expect(own.filter((head) => !plainLine(withThem).includes(head))).toEqual([])
    const paragraphs = article.map(plainLine).filter((text) => text.length > 60)
    expect(paragraphs.filter((text) => !plainLine(without).includes(text))).toEqual([])
    expect(paragraphs.filter((text) => !plainLine(withThem).includes(text))).toEqual([])
  })

  it.each(fronts)('%s: entries keep their points and how many comments they have', async (name) => {
    const markdown = plainLine(await read(name, false))
    const { items = [] } = truthOf(name)
    expect(items.length).toBeGreaterThan(0)
    for (const { title, points, comments } of items) {
      expect(markdown).toContain(title)
      expect(markdown).toContain(String(points))
      expect(markdown).toContain(`${comments} comments`)
    }
  })
})
