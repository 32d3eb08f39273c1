import { beforeAll, describe, expect, it } from 'vitest'
import {
  readSignals,
  type PageSignals,
} from '../../../../../src/extract/content/features/block-features.ts'
import { LeavingOut, mayLeaveOut } from '../../../../../src/extract/content/leave/emptied.ts'
import { loadExtractJob } from '../../../../../src/extract/extract-job.ts'
import { parsePage } from '../../../../../src/markup/html/parse-page.ts'
import { readPage } from '../../../../support/small-threads.ts'

const URL = 'https://example.org/a'
const SENTENCE = 'The harbour is open in every weather and at any hour of the night.'
const signalsOf = (body: string): PageSignals =>
  readSignals(parsePage(`<title>Harbour</title><body>${body}`), URL)

/** The blocks kept of a page after rules that each leave out some, where all were chosen. */
function leave(body: string, chosen: readonly number[], ...rules: readonly number[][]): number[] {
  const signals = signalsOf(body)
  const keeps = new Uint8Array(signals.blocks.length)
  for (const index of chosen) keeps[index] = 1
  const leaving = new LeavingOut(signals, keeps)
  for (const drops of rules) {
    leaving.apply(() => {
      for (const index of drops) keeps[index] = 0
    })
  }
  return Array.from(keeps)
}

const PARAGRAPH = `<p>${SENTENCE}</p>`

describe('rules that leave out', () => {
  it('are undone where only title and headings remain', () => {
    const body = `<h1>Harbour</h1><h2>Opening hours of the harbour</h2>${PARAGRAPH}${PARAGRAPH}`
    expect(leave(body, [0, 1, 2, 3], [2, 3])).toEqual([1, 1, 1, 1])
  })

  it('are undone where they take most of a page together, the last one alone', () => {
    const body = `<h1>Harbour</h1>${PARAGRAPH}${PARAGRAPH}<p>Closed.</p>`
    expect(leave(body, [0, 1, 2, 3], [1], [2], [3])).toEqual([1, 0, 1, 0])
  })

  it('stand where enough remains', () => {
    const body = `<p>${SENTENCE} ${SENTENCE}</p>${PARAGRAPH.repeat(4)}`
    expect(leave(body, [0, 1, 2, 3, 4], [1, 2, 3, 4])).toEqual([1, 0, 0, 0, 0])
  })

  it('stand where they take less than half of what the page shows, menus not counted', () => {
    const others = PARAGRAPH.repeat(2)
    expect(leave(`${PARAGRAPH}${others}`, [0], [0])).toEqual([0, 0, 0])
    const menu = `<nav>${PARAGRAPH.repeat(2)}</nav>`
    expect(leave(`${PARAGRAPH}${menu}`, [0], [0])).toEqual([1, 0, 0])
  })

  it('are judged by what is written, too', () => {
    const signals = signalsOf(`<h1>Harbour</h1>${PARAGRAPH}${PARAGRAPH}`)
    const before = new Uint8Array(signals.blockOf.length).fill(1)
    const title = before.map((_, id) => (signals.blockOf[id]! > 0 ? 0 : 1))
    expect(mayLeaveOut(signals, before, title)).toBe(false)
    expect(mayLeaveOut(signals, before, before)).toBe(true)
  })
})

describe('a page that would be read as its title alone', () => {
  beforeAll(async () => {
    await loadExtractJob()
  })

  const review = (name: string, text: string): string =>
    `<div class="comment"><span class="author">${name}</span> <time datetime="2024-05-02">May 2</time><p>${text}</p></div>`
  const texts = [
    'It kept us dry for three days of rain on the hills, and dries within the hour.',
    'The zip broke on the second day, and the shop sent a new one without a question.',
    'Large enough for two people and a dog, as long as the dog is a small one.',
  ]
  const reviews = texts.map((text, at) => review(['ann', 'bob', 'cleo'][at]!, text)).join('')

  it.each(['Product', 'NewsArticle'])('keeps what readers say of a %s', async (type) => {
    const stated = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"${type}","name":"Tent","headline":"Tent"}</script>`
    const page = (text: string): string =>
      `<title>Tent</title>${stated}<main><h1>Tent</h1>${text}<div class="comments">${reviews}</div></main>`
    const alone = await readPage(page(''))
    for (const text of texts) expect(alone).toContain(text)
    const described = await readPage(
      page(`<p>${'This tent weighs two kilograms and stands in a minute. '.repeat(9)}</p>`),
    )
    expect(described).toContain('weighs two kilograms')
    for (const text of texts) expect(described).not.toContain(text)
  })

  it('keeps the one short post that it has', async () => {
    const post = `<article class="post"><header><b class="author">דנה</b></header><div class="body"><p>איזה דגם זה?</p></div><footer><a href="#">הגב</a> <a href="#">דווח</a></footer></article>`
    const nav = '<nav><a href="/">ראשי</a> <a href="/2">נושאים</a> <a href="/3">חברים</a></nav>'
    const markdown = await readPage(
      `<html lang="he" dir="rtl"><title>כדאי לבדוק אם הגלגל יושב ישר</title><body>${nav}<main><h1>כדאי לבדוק אם הגלגל יושב ישר</h1><section class="replies">${post}</section></main>`,
    )
    expect(markdown).toContain('איזה דגם זה?')
    expect(markdown).not.toContain('חברים')
  })
})
