import { describe, expect, test } from 'vitest'
import { makeHeldOutPage } from '../../../bench/newcomer/held-out/index.ts'
import { measurePage } from '../../../bench/newcomer/measure.ts'
import type { GeneratedPage } from '../../../bench/newcomer/page.ts'
import { makeTrainPage } from '../../../bench/newcomer/train/index.ts'

const PAGES_COUNT = 170
const SEED = 5

describe.each([
  ['pages to learn from', makeTrainPage],
  ['held-out pages', makeHeldOutPage],
])('%s', (_, make) => {
  const pages = Array.from({ length: PAGES_COUNT }, (__, number) => make(SEED, number))

  test('are the same for the same seed', () => {
    expect(make(SEED, 3)).toEqual(pages[3])
    expect(make(SEED + 1, 3).html).not.toBe(pages[3]!.html)
  })

  test('are whole and without noise when nothing but the truth is kept', () => {
    for (const page of pages.filter(({ isEmpty }) => !isEmpty)) {
      const measured = measurePage(page, truthOf(page))
      expect(measured, page.id).toMatchObject({ failures: [], noise: [], hasHeading: true })
    }
  })

  test('hold every text that must be kept', () => {
    for (const page of pages) {
      const html = page.html
        .replace(/<title>.*?<\/title>/i, ' ')
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&')
      expect(measurePage(page, html).failures, page.id).toEqual([])
    }
  })

  test('that are empty have nothing that must be kept', () => {
    const empty = pages.filter(({ isEmpty }) => isEmpty)
    expect(empty.length).toBeGreaterThan(0)
    expect(empty.every(({ structures }) => structures.length === 0)).toBe(true)
  })
})

describe('the measure', () => {
  const page = makeTrainPage(SEED, 0)

  test('tells lost from partly kept and from out of order', () => {
    const list = { kind: 'list', parts: ['red apples', 'green pears'] } as const
    const fruit = { ...page, heading: '', neutral: [], structures: [list] }
    const partly = (text: string): unknown => measurePage(fruit, text).fates.get('list')
    expect(partly('red apples and green pears')).toEqual({ whole: 1, partly: 0, lost: 0 })
    expect(partly('red apples')).toEqual({ whole: 0, partly: 1, lost: 0 })
    expect(partly('green pears, red apples')).toEqual({ whole: 0, partly: 1, lost: 0 })
    expect(partly('red, green')).toEqual({ whole: 0, partly: 0, lost: 1 })
  })

  test('counts headings over nothing, and words from elsewhere', () => {
    const structures = [
      { kind: 'heading', parts: ['Fruit'], heads: 1 },
      { kind: 'paragraph', parts: ['They grow on trees'] },
    ] as const
    const measured = measurePage(
      { ...page, heading: '', neutral: ['by Ann'], structures },
      'Fruit by Ann Home',
    )
    expect(measured).toMatchObject({ headingsAlone: 1, noise: ['home'], words: 4 })
  })
})

function truthOf({ heading, structures, neutral }: GeneratedPage): string {
  return [heading, ...structures.flatMap(({ parts }) => parts), ...neutral].join('\n')
}
