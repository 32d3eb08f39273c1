import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTrainPage } from '../../../bench/newcomer/train/index.ts'
import { makeTrainRecord } from '../../../bench/records/train/index.ts'
import { makeTrainThread } from '../../../bench/threads/train/index.ts'
import { leftOutBlocks } from '../../../src/extract/content/leave/ledger.ts'
import { loadModel } from '../../../src/extract/content/model/load-model.ts'
import { selectContent } from '../../../src/extract/content/select-content.ts'
import { writeMarkdown } from '../../../src/extract/emit/write-markdown.ts'
import {
  INCLUDABLE_KINDS,
  type IncludableKind,
  noteOfLeftOut,
  type LeftOutKind,
} from '../../../src/extract/engine.ts'
import { extractJob } from '../../../src/extract/extract-job.ts'
import { placeThread } from '../../../src/extract/threads/place-thread.ts'
import { parsePage } from '../../../src/markup/html/parse-page.ts'
import { seeds } from '../../support/full.ts'

const THREADS = join(import.meta.dirname, '../../fixtures/threads')
const URL = 'https://a.test/page'
const STYLE = { links: 'inline', images: 'keep' } as const

/** Letters and digits alone: all else is changed by being written as Markdown. */
const inkOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

interface Read {
  /** Letters and digits of the Markdown. */
  markdown: string
  /** Texts that are said to be in it. */
  written: string[]
  /** All others, with their kind. */
  left: { text: string; kind: LeftOutKind }[]
  /** Letters and digits of all blocks of the page. */
  shown: number
}

async function read(source: string, include: readonly IncludableKind[] = []): Promise<Read> {
  const tree = parsePage(source)
  const selection = selectContent(tree, URL, await loadModel(), { focus: 'balanced', include })
  const said = placeThread({ tree, address: URL, ...selection }, include.includes('comments'))
  const marks = new Uint8Array(said.tree.nodes.length)
  const writing = { kept: said.kept, address: URL, completes: true, written: marks }
  const markdown = inkOf(writeMarkdown(said.tree, writing, URL, STYLE))
  const written = said.written ?? marks
  const { signals, kinds } = selection
  const kindOf = leftOutBlocks({ nodes: tree.nodes, signals, kinds, written })
  const found: Read = { markdown, written: [], left: [], shown: 0 }
  for (const node of tree.nodes) {
    const block = signals.blockOf[node.id]!
    if (!node.isText || block < 0) continue
    found.shown += inkOf(node.data).length
    const kind = kindOf[block]
    if (written[node.id] === 1) found.written.push(node.data)
    else if (kind !== undefined) found.left.push({ text: node.data, kind })
  }
  return found
}

const articles = Array.from({ length: seeds(40, 600) }, (_, at) => makeTrainPage(31, at))
const others = Array.from({ length: seeds(10, 200) }, (_, at) => [
  makeTrainThread(31, at),
  makeTrainRecord(31, at),
]).flat()
const threads = readdirSync(THREADS).filter((name) => name.endsWith('.html'))

describe('every text that a page shows', () => {
  test('is in the Markdown or left out for a reason', async () => {
    const missing: string[] = []
    for (const { id, html } of [...articles, ...others]) {
      const { markdown, written, left, shown } = await read(html)
      for (const text of written)
        if (!markdown.includes(inkOf(text))) missing.push(`${id}: ${text}`)
      const known = [...written, ...left.map(({ text }) => text)]
      const rest = shown - known.reduce((sum, text) => sum + inkOf(text).length, 0)
      if (rest > 0) missing.push(`${id}: ${rest} characters`)
    }
    expect(missing).toEqual([])
  })

  test.each(threads)('is in the Markdown of %s where it is said to be', async (name) => {
    const { markdown, written } = await read(readFileSync(join(THREADS, name), 'utf8'))
    expect(written.filter((text) => !markdown.includes(inkOf(text)))).toEqual([])
  })

  test('comes back by its kind', async () => {
    const missing: string[] = []
    for (const { id, html } of articles) {
      const { left } = await read(html, INCLUDABLE_KINDS)
      for (const { kind, text } of left) {
        if (INCLUDABLE_KINDS.some((one) => one === kind)) missing.push(`${id}: ${kind}: ${text}`)
      }
    }
    expect(missing).toEqual([])
  })
})

describe('what is left out', () => {
  const prose = `<p>${'The tide comes in twice a day, and takes the sand of the beach with it. '.repeat(8)}</p>`
  const comment = (name: string): string =>
    `<li class="comment"><b class="author">${name}</b> <time datetime="2024-05-02">May 2, 2024</time><p>I have seen it myself, from the pier, and it took an hour.</p></li>`
  const page = `<!doctype html><title>Tides</title><meta property="og:type" content="article"><body><nav><a href="/">Home</a> <a href="/sea">Sea</a></nav><main><article><h1>Tides</h1>${prose}${prose}<img src="/lost.jpg" alt=""></article></main>
    <section class="comments" id="comments"><ol>${['Ann', 'Bob', 'Cleo'].map(comment).join('')}</ol></section>
    <aside class="related"><h3>Related</h3><ul><li><a href="/moon">The moon and the sea</a></li><li><a href="/salt">Salt</a></li></ul></aside><footer>© Sea</footer>`

  const readPage = async (include: readonly IncludableKind[] = []) =>
    extractJob({
      url: URL,
      status: 200,
      kind: 'html',
      contentType: 'text/html',
      ...STYLE,
      include,
      bytes: new TextEncoder().encode(page),
    })

  test('is counted by kind, comments one by one', async () => {
    const { removed } = await readPage()
    expect(removed).toMatchObject({ comments: 3, related: 3 })
    expect(removed?.navigation).toBeGreaterThan(0)
  })

  test('comes back where it is asked for, that alone', async () => {
    const { markdown, removed } = await readPage(['related'])
    expect(markdown).toContain('The moon and the sea')
    expect(markdown).not.toContain('from the pier')
    expect(removed).not.toHaveProperty('related')
    const voices = await readPage(['comments'])
    expect(voices.markdown).toContain('**Bob** · 2024-05-02')
    expect(voices.markdown).not.toContain('The moon and the sea')
    expect(voices.removed).not.toHaveProperty('comments')
  })

  test('is told to agents in one short line, where they may miss something', () => {
    expect(noteOfLeftOut({ navigation: 40, related: 5, other: 3 })).toBeUndefined()
    expect(noteOfLeftOut({ comments: 12, navigation: 3 })).toBe(
      '[Left out: 12 comments. include: ["comments"] keeps them.]',
    )
    expect(noteOfLeftOut({ comments: 1, reviews: 2 })).toContain('1 comment, 2 reviews')
  })
})
