import { describe, expect, test } from 'vitest'
import { readSignals } from '../../../../../src/extract/content/features/block-features.ts'
import { keepRecords } from '../../../../../src/extract/content/keep/keep-records.ts'
import { parsePage } from '../../../../../src/markup/html/parse-page.ts'

const TITLE = 'A kettle of blue enamel'
/** The chance of a part that is kept, and of one that is likely enough beside it. */
const [KEPT, LIKELY, UNLIKELY] = [0.9, 0.3, 0.2]

/** The places of the blocks that are kept, where those that are likely at first are. */
function keptOf(html: string, probabilities: readonly number[]): number[] {
  const signals = readSignals(parsePage(html), 'https://a.test/')
  expect(signals.blocks).toHaveLength(probabilities.length)
  const keeps = Uint8Array.from(probabilities, (probability) => (probability >= 0.5 ? 1 : 0))
  keepRecords(signals, keeps, { probabilities: Float32Array.from(probabilities), threshold: 0.5 })
  return [...keeps.keys()].filter((index) => keeps[index] === 1)
}

const cards = (count: number, price = '<p>12 EUR</p>', title = TITLE): string =>
  `<main>${`<div class=card><h3>${title}</h3>${price}</div>`.repeat(count)}</main>`

describe('parts of records', () => {
  test('are kept where much of the text of the row is', () => {
    expect(keptOf(cards(3), [KEPT, LIKELY, KEPT, LIKELY, KEPT, LIKELY])).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('are left out where they are not likely enough', () => {
    expect(keptOf(cards(3), [KEPT, LIKELY, KEPT, UNLIKELY, KEPT, LIKELY])).toEqual([0, 1, 2, 4, 5])
  })

  test('are left out where little of the row is kept', () => {
    const judged = [KEPT, LIKELY, UNLIKELY, LIKELY, UNLIKELY, LIKELY]
    expect(keptOf(cards(3), judged)).toEqual([0])
  })

  test('are left out where one element holds all that is kept, as the article among the boxes of a page does', () => {
    const article = cards(1, '<p>12 EUR</p>', TITLE.repeat(9))
    const boxes = article.replace('</main>', '') + cards(2).replace('<main>', '')
    expect(keptOf(boxes, [KEPT, LIKELY, UNLIKELY, LIKELY, UNLIKELY, LIKELY])).toEqual([0])
    expect(keptOf(boxes, [KEPT, LIKELY, KEPT, LIKELY, UNLIKELY, LIKELY])).toEqual([0, 1, 2, 3, 5])
  })

  test('are none of two elements, nor of elements with one part', () => {
    expect(keptOf(cards(2), [KEPT, LIKELY, KEPT, LIKELY])).toEqual([0, 2])
    const lines = `<main><p>${TITLE}</p><p>${TITLE}</p><p>12 EUR</p></main>`
    expect(keptOf(lines, [KEPT, KEPT, LIKELY])).toEqual([0, 1])
  })

  test('are left out in forms, menus and footers', () => {
    for (const name of ['form', 'nav', 'footer']) {
      const judged = [KEPT, LIKELY, KEPT, LIKELY, KEPT, LIKELY]
      expect(keptOf(cards(3, `<${name}><p>12 EUR</p></${name}>`), judged)).toEqual([0, 2, 4])
    }
  })

  test('are left out where they are links, as buttons are', () => {
    const judged = [KEPT, LIKELY, KEPT, LIKELY, KEPT, LIKELY]
    expect(keptOf(cards(3, '<p><a href=/b>Order now</a></p>'), judged)).toEqual([0, 2, 4])
  })

  test('of one row do not count for another one', () => {
    const judged = [KEPT, LIKELY, KEPT, LIKELY, KEPT, LIKELY]
    const other = [UNLIKELY, LIKELY, UNLIKELY, LIKELY, UNLIKELY, LIKELY]
    expect(keptOf(cards(3) + cards(3), [...judged, ...other])).toEqual([0, 1, 2, 3, 4, 5])
  })
})
