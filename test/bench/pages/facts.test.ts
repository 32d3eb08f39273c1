import { describe, expect, test } from 'vitest'
import { HELD_OUT_FACTS } from '../../../bench/facts/held-out/index.ts'
import { makeFactsPage } from '../../../bench/facts/make-page.ts'
import {
  isTypeRight,
  judgeAddresses,
  judgeAuthors,
  judgeDate,
} from '../../../bench/facts/measure.ts'
import { AUTHOR_KINDS } from '../../../bench/facts/page.ts'
import { TRAIN_FACTS } from '../../../bench/facts/train/index.ts'

const PAGES_COUNT = 360

describe.each([
  ['pages to learn from', TRAIN_FACTS],
  ['held-out pages', HELD_OUT_FACTS],
])('%s', (_, ground) => {
  const pages = Array.from({ length: PAGES_COUNT }, (__, number) => makeFactsPage(ground, number))

  test('are the same each time, of each kind', () => {
    expect(makeFactsPage(ground, 7)).toEqual(pages[7])
    const kinds = new Set(pages.map(({ authorKind }) => authorKind))
    expect(kinds).toEqual(new Set([...AUTHOR_KINDS, 'thread']))
  })

  test('name the authors that are to be found, and say what they are', () => {
    for (const page of pages) {
      for (const author of page.authors) expect(page.html, page.id).toContain(author)
      const says = { author: '', publishedAt: '', canonical: page.canonical, image: page.image }
      expect(judgeAddresses(page, says), page.id).toEqual({ canonical: true, image: true })
    }
  })
})

describe('the measure', () => {
  test('tells authors that are right, in part, missing, wrong and invented', () => {
    const two = ['Ann Bell', 'Cem Dal']
    expect(judgeAuthors('Cem Dal, Ann Bell', two)).toBe('right')
    expect(judgeAuthors('Ann Bell', two)).toBe('partial')
    expect(judgeAuthors('Ann Bell and Cem Dal', two)).toBe('partial')
    expect(judgeAuthors('Ann Bell, Cem Dal, Ed Fox', two)).toBe('partial')
    expect(judgeAuthors('', two)).toBe('missing')
    expect(judgeAuthors('Ed Fox', two)).toBe('wrong')
    expect(judgeAuthors('Ed Fox', [])).toBe('invented')
    expect(judgeAuthors('', [])).toBe('rightly none')
  })

  test('tells days that are right, missing, wrong and invented', () => {
    expect(judgeDate('2024-02-03T10:00:00Z', '2024-02-03')).toBe('right')
    expect(judgeDate('', '2024-02-03')).toBe('missing')
    expect(judgeDate('2024-02-04', '2024-02-03')).toBe('wrong')
    expect(judgeDate('2024-02-04', '')).toBe('invented')
    expect(judgeDate('', '')).toBe('rightly none')
  })

  test('tells a wrong address, picture and type', () => {
    const page = makeFactsPage(TRAIN_FACTS, 0)
    const says = { author: '', publishedAt: '', canonical: 'https://a.example/', image: 'x.svg' }
    expect(judgeAddresses(page, says)).toEqual({ canonical: false, image: false })
    expect(isTypeRight({ ...page, addressType: 'forum' }, 'forum')).toBe(false)
    expect(isTypeRight({ ...page, addressType: 'forum' }, 'article')).toBe(true)
    expect(isTypeRight({ ...page, authorKind: 'thread', addressType: 'forum' }, 'other')).toBe(
      false,
    )
  })
})
