import { expect, test } from 'vitest'
import { countStructures, noStructures } from '../../../bench/train/structures.ts'
import { readSignals } from '../../../src/extract/content/features/block-features.ts'
import { parsePage } from '../../../src/markup/html/parse-page.ts'

const page =
  '<h2>Fruit</h2><ul><li>red apples<li>green pears<li>blue plums</ul>' +
  '<h2>Code</h2><pre>select a name</pre><p>The end of it.</p><ul><li>menu one<li>menu two</ul>'
const texts = [
  'Fruit',
  'red apples',
  'green pears',
  'blue plums',
  'Code',
  'select a name',
  'The end of it.',
  'menu one',
  'menu two',
]
const truth = 'Fruit\nred apples\ngreen pears\nblue plums\nCode\nselect a name\nThe end of it.'

function counted(keeps: readonly number[]): ReturnType<typeof noStructures> {
  const counts = noStructures()
  const signals = readSignals(parsePage(page), 'https://a.test/')
  countStructures(counts, signals, texts, Uint8Array.from(keeps), truth)
  return counts
}

test('structures of the truth are whole, partly there or lost; others do not count', () => {
  const { fates } = counted([1, 1, 0, 1, 1, 0, 1, 0, 0])
  expect(fates.get('lists')).toEqual({ whole: 0, partly: 1, lost: 0 })
  expect(fates.get('code')).toEqual({ whole: 0, partly: 0, lost: 1 })
  expect(counted([1, 1, 1, 1, 1, 1, 1, 1, 0]).fates.get('lists')).toEqual({
    whole: 1,
    partly: 0,
    lost: 0,
  })
})

test('headings stand alone when nothing under them is kept', () => {
  expect(counted([1, 0, 0, 0, 1, 1, 0, 0, 0])).toMatchObject({ headings: 2, headingsAlone: 1 })
})

test('lines of the truth are lost between others that were kept', () => {
  expect(counted([1, 1, 0, 1, 1, 0, 1, 0, 0])).toMatchObject({ lines: 7, linesLost: 2 })
  expect(counted([0, 1, 1, 0, 0, 0, 0, 0, 0])).toMatchObject({ lines: 7, linesLost: 0 })
})
