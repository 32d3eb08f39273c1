import { describe, expect, test } from 'vitest'
import { judgeAuthors, judgeDate } from '../../../bench/facts/measure.ts'
import { makeThemedPage, THEMED_COUNT } from '../../../bench/facts/train/themes/index.ts'
import { VOICES_OF_THEMES } from '../../../bench/facts/train/themes/voices.ts'
import { readFacts } from '../../../bench/pages/read.ts'
import { nameInByline } from '../../../src/extract/page-info/byline.ts'

const RIGHT_MIN_SHARE = 0.95
const AUTHORS_INVENTED_MAX_SHARE = 0.15
const DATES_INVENTED_MAX_SHARE = 0.12

test('pages of themes are the same each time, and hold what is true of them', () => {
  for (let number = 0; number < THEMED_COUNT; number += 61) {
    const page = makeThemedPage(number)
    expect(makeThemedPage(number)).toEqual(page)
    for (const author of page.authors) expect(page.html, page.theme).toContain(author)
  }
})

test('bylines of thirty-six languages name who wrote, in each way of saying it', () => {
  const wrong = VOICES_OF_THEMES.flatMap(({ tongue, by }) => {
    const [first = '', last = ''] = [tongue.firstNames[0], tongue.lastNames[0]]
    const name = /^(?:ja|ko|zh)$/.test(tongue.language) ? last + first : `${first} ${last}`
    return by
      .map((saying) => saying.replace('#', name))
      .filter((line) => nameInByline(line) !== name)
      .map((line) => `${tongue.language}: ${line}`)
  })
  const count = VOICES_OF_THEMES.flatMap(({ by }) => by).length
  expect(VOICES_OF_THEMES.length).toBeGreaterThanOrEqual(36)
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(count * (1 - RIGHT_MIN_SHARE))
})

describe('pages of themes', { tags: 'full' }, () => {
  test('say who wrote them and when, or that nothing says it', async () => {
    const counts = { authors: 0, named: 0, inventedAuthor: 0, inventedDate: 0, undated: 0 }
    for (let number = 0; number < THEMED_COUNT; number += 1) {
      const page = makeThemedPage(number)
      const { author, publishedAt } = await readFacts(page)
      const verdict = judgeAuthors(author, page.authors)
      if (page.authors.length > 0) counts.authors += 1
      if (verdict === 'right') counts.named += 1
      if (verdict === 'invented') counts.inventedAuthor += 1
      if (page.date === '') counts.undated += 1
      if (judgeDate(publishedAt, page.date) === 'invented') counts.inventedDate += 1
    }
    const silent = THEMED_COUNT - counts.authors
    expect(counts.named).toBeGreaterThanOrEqual(counts.authors * RIGHT_MIN_SHARE)
    expect(counts.inventedAuthor).toBeLessThanOrEqual(silent * AUTHORS_INVENTED_MAX_SHARE)
    expect(counts.inventedDate).toBeLessThanOrEqual(counts.undated * DATES_INVENTED_MAX_SHARE)
  })
})
