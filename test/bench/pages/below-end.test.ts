import { describe, expect, test } from 'vitest'
import { HELD_OUT_BELOW } from '../../../bench/below-end/held-out/index.ts'
import { makeBelowPage } from '../../../bench/below-end/make-page.ts'
import { measureBelow } from '../../../bench/below-end/measure.ts'
import { type BelowPage, BLOCK_KINDS } from '../../../bench/below-end/page.ts'
import { TRAIN_BELOW } from '../../../bench/below-end/train/index.ts'
import type { Told } from '../../../bench/pages/sheet.ts'

const PAGES_COUNT = 132

function textOf(told: readonly Told[]): string {
  return told.map(({ text }) => text).join('\n')
}

/** The last of these that no other one holds: it alone can be left out. */
function loneOf({ content, noise, neutral }: BelowPage): Told | undefined {
  const texts = [...content, ...noise].map(({ text }) => text)
  return content.findLast(
    ({ kind, text }) =>
      kind !== 'heading' &&
      [...texts, ...neutral].filter((other) => other.includes(text)).length === 1,
  )
}

describe.each([
  ['pages to learn from', TRAIN_BELOW],
  ['held-out pages', HELD_OUT_BELOW],
])('%s', (_, ground) => {
  const pages = Array.from({ length: PAGES_COUNT }, (__, number) => makeBelowPage(ground, number))

  test('are the same each time, and in twenty languages', () => {
    expect(makeBelowPage(ground, 5)).toEqual(pages[5])
    expect(ground.tongues.length).toBe(20)
  })

  test('are without fault when nothing but the content is kept', () => {
    for (const page of pages) {
      const { lost, keptNoise, strangeWords } = measureBelow(page, textOf(page.content))
      expect({ lost, keptNoise, strangeWords }, page.id).toEqual({
        lost: [],
        keptNoise: [],
        strangeWords: 0,
      })
    }
  })

  test('show each kind of block that is kept', () => {
    const kept = pages.flatMap((page) => {
      const text = textOf([...page.content, ...page.noise])
      return measureBelow(page, text).keptNoise.map(({ kind }) => kind)
    })
    expect(new Set(kept)).toEqual(new Set([...BLOCK_KINDS, 'chrome']))
  })

  test('show a text that is lost', () => {
    for (const page of pages) {
      const lone = loneOf(page)
      if (!lone) continue
      const rest = page.content.filter((told) => told !== lone)
      expect(measureBelow(page, textOf(rest)).lost, page.id).toContain(lone)
    }
  })
})
