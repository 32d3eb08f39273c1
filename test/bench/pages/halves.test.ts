import { expect, test } from 'vitest'
import { HELD_OUT_BELOW } from '../../../bench/below-end/held-out/index.ts'
import { makeBelowPage } from '../../../bench/below-end/make-page.ts'
import { TRAIN_BELOW } from '../../../bench/below-end/train/index.ts'
import { HELD_OUT_FACTS } from '../../../bench/facts/held-out/index.ts'
import { makeFactsPage } from '../../../bench/facts/make-page.ts'
import { TRAIN_FACTS } from '../../../bench/facts/train/index.ts'
import { HELD_OUT_TONGUES } from '../../../bench/pages/held-out/tongues.ts'
import type { Tongue } from '../../../bench/pages/tongue.ts'
import { TRAIN_TONGUES } from '../../../bench/pages/train/tongues.ts'
import { HELD_OUT_REPAIR } from '../../../bench/repair/held-out/index.ts'
import { makeRepairPage } from '../../../bench/repair/make-page.ts'
import { TRAIN_REPAIR } from '../../../bench/repair/train/index.ts'

const PAGES_COUNT = 66
/** Names that the libraries themselves look for, whatever the site: a page without them is another thing. */
const GIVEN = new Set(['codepen', 'line'])

const numbers = Array.from({ length: PAGES_COUNT }, (_, number) => number)

function classesOf(pages: readonly { html: string }[]): Set<string> {
  const values = pages.flatMap(({ html }) => [...html.matchAll(/\sclass="([^"]*)"/g)])
  return new Set(
    values.flatMap(([, value = '']) => value.split(/\s+/)).filter((name) => name !== ''),
  )
}

function wordsOf(tongue: Tongue): string[] {
  const { language: _, direction: __, ...words } = tongue
  return Object.values(words).flat()
}

test('the halves share no class names', { tags: 'full' }, () => {
  const train = classesOf(
    numbers.flatMap((number) => [
      makeBelowPage(TRAIN_BELOW, number),
      makeFactsPage(TRAIN_FACTS, number * 7),
      makeRepairPage(TRAIN_REPAIR, number),
    ]),
  )
  const heldOut = classesOf(
    numbers.flatMap((number) => [
      makeBelowPage(HELD_OUT_BELOW, number),
      makeFactsPage(HELD_OUT_FACTS, number * 7),
      makeRepairPage(HELD_OUT_REPAIR, number),
    ]),
  )
  expect([...train].filter((name) => heldOut.has(name) && !GIVEN.has(name))).toEqual([])
})

test('the halves share no words where they share a language', () => {
  const shared = TRAIN_TONGUES.flatMap((tongue) => {
    const other = HELD_OUT_TONGUES.find(({ language }) => language === tongue.language)
    const words = new Set(other ? wordsOf(other) : [])
    return wordsOf(tongue).filter((word) => words.has(word))
  })
  expect(shared).toEqual([])
})

test('the halves share no seeds', () => {
  const grounds = [
    TRAIN_BELOW,
    HELD_OUT_BELOW,
    TRAIN_FACTS,
    HELD_OUT_FACTS,
    TRAIN_REPAIR,
    HELD_OUT_REPAIR,
  ]
  expect(new Set(grounds.map(({ seed }) => seed)).size).toBe(grounds.length)
})
