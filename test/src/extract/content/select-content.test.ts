import { Buffer } from 'node:buffer'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  BLOCKS_JUDGED_MAX_COUNT,
  RAW_COUNT,
  readSignals,
} from '../../../../src/extract/content/features/block-features.ts'
import {
  featureOf,
  FEATURES_MAX_COUNT,
  LEAF,
} from '../../../../src/extract/content/model/forest.ts'
import {
  FIRST_COUNT,
  judgeBlocks,
  SECOND_COUNT,
} from '../../../../src/extract/content/model/judge-blocks.ts'
import { loadModel } from '../../../../src/extract/content/model/load-model.ts'
import { selectContent } from '../../../../src/extract/content/select-content.ts'
import type { Wishes } from '../../../../src/extract/engine.ts'
import { parsePage } from '../../../../src/markup/html/parse-page.ts'

const model = await loadModel()

async function selectedText(source: string, wishes?: Wishes): Promise<string> {
  const tree = parsePage(source)
  const { kept } = selectContent(tree, 'https://a.test/news/tides', model, wishes)
  return tree.nodes.map((node) => (node.isText && kept[node.id] === 1 ? node.data : '')).join(' ')
}

const prose =
  'The tide comes in twice a day, and the boats in the harbour wait for it, one by one. '
const page =
  '<title>Tides</title><meta property="og:type" content="article">' +
  '<nav><ul><li><a href="/">Home</a><li><a href="/x">NAVIGATION</a></ul></nav>' +
  `<main><article><h1>Tides</h1>${`<p>${prose.repeat(3)}</p>`.repeat(6)}</article>` +
  `<section class="comments"><h3>Comments</h3>${`<div class="comment"><p>VOICE ${prose}</p></div>`.repeat(3)}</section></main>` +
  '<footer><p>© FOOTER all rights reserved</p></footer>'

describe('the model that ships', () => {
  test('keeps prose and leaves out what stands around it', async () => {
    const text = await selectedText(page)
    expect(text.split('The tide comes in').length).toBeGreaterThan(18)
    expect(text).not.toMatch(/NAVIGATION|FOOTER/)
  })

  test('leaves out comments under an article unless they are wanted', async () => {
    expect(await selectedText(page)).not.toContain('VOICE')
    const expected = await selectedText(page, { focus: 'balanced', include: ['comments'] })
    expect(expected.split('VOICE')).toHaveLength(4)
    expect(expected).not.toMatch(/NAVIGATION|FOOTER/)
  })

  test('reads comments that are the page', async () => {
    const thread = `<title>Tides</title><meta property="og:type" content="article"><div class="comments">${`<div class="comment"><p>VOICE ${prose.repeat(2)}</p></div>`.repeat(5)}</div>`
    expect(await selectedText(thread)).toContain('VOICE')
  })

  test('keeps more for recall than for precision', async () => {
    const lengths = await Promise.all(
      (['precision', 'balanced', 'recall'] as const).map(
        async (focus) => (await selectedText(page, { focus, include: ['comments'] })).trim().length,
      ),
    )
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
    expect(lengths[0]).toBeGreaterThan(1000)
  })

  test('never answers nothing for a page with text', async () => {
    const menu = '<nav><ul><li><a href="/x">Home</a></li></ul></nav><footer>© Login</footer>'
    expect(await selectedText(menu)).toMatch(/Home|Login/)
  })

  test('answers nothing for the frame of a page that scripts fill, or that describes more than it shows', async () => {
    const frame =
      '<header><a href="/">Home</a></header><nav><ul><li><a href="/cart">Cart</a><li><a href="/login">Sign in</a></ul></nav>' +
      '<footer><ul><li><a href="/privacy">Privacy policy</a><li><a href="/terms">Terms of use</a></ul><p>© 2026 All rights reserved</p></footer>'
    expect(await selectedText(frame)).toMatch(/\w/)
    expect(await selectedText(`<script src="/app.js"></script>${frame}`)).not.toMatch(/\w/)
    expect(await selectedText(`<meta property="og:type" content="product">${frame}`)).not.toMatch(
      /\w/,
    )
  })

  test('fits its package and its features', async () => {
    const { WEIGHTS } = await import('../../../../src/extract/content/model/weights.ts')
    expect(gzipSync(Buffer.from(WEIGHTS)).length).toBeLessThan(300_000)
    const greatest = (nodes: Int32Array): number =>
      nodes.reduce((max, node) => (node === LEAF ? max : Math.max(max, featureOf(node))), 0)
    expect(greatest(model.first.nodes)).toBeLessThan(FIRST_COUNT)
    for (const { nodes } of model.seconds) expect(greatest(nodes)).toBeLessThan(SECOND_COUNT)
    expect(SECOND_COUNT).toBeLessThan(FEATURES_MAX_COUNT)
  })
})

test('only so many blocks are judged one by one; the others are like the last of them', () => {
  const count = BLOCKS_JUDGED_MAX_COUNT + 500
  const signals = readSignals(parsePage(`<p>${prose}</p>`.repeat(count)), 'https://a.test/')
  expect(signals.raw).toHaveLength(BLOCKS_JUDGED_MAX_COUNT * RAW_COUNT)
  const { probabilities } = judgeBlocks(signals, model)
  expect(probabilities).toHaveLength(count)
  expect(probabilities.at(-1)).toBeCloseTo(probabilities[BLOCKS_JUDGED_MAX_COUNT - 100]!, 1)
})
