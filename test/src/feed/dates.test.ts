import { expect, test } from 'vitest'
import { parseFeedDate } from '../../../src/feed/dates.ts'
import { ODD_DATES } from '../../support/odd-dates.ts'

const nothing = [
  '',
  'yesterday',
  'soon',
  'n/a',
  '0',
  '0000-00-00 00:00:00',
  '0001-01-01T00:00:00',
  'Wed, 30 Nov -0001 00:00:00 +0000',
  '2003-13-01',
  '2003-12-32',
  '32 Dec 2003',
  '00 Jan 2004',
  '1 Foo 2004',
  '12345',
  '9'.repeat(500),
]

test.each(ODD_DATES)('%s is %s', (written, utc) => {
  expect(parseFeedDate(written)).toBe(utc)
})

test('the table holds what was promised', () => {
  expect(new Set(ODD_DATES.map(([written]) => written)).size).toBeGreaterThanOrEqual(90)
})

test.each(nothing)('%j is no date', (written) => {
  expect(parseFeedDate(written)).toBe('')
})

test.each(['2003-12-31T25:14:55Z', '2003-12-31T10:74:55Z'])(
  'of %s, whose time does not exist, the day is left',
  (written) => {
    expect(parseFeedDate(written)).toBe('2003-12-31T00:00:00.000Z')
  },
)

test('every answer is a date or nothing', () => {
  for (let seed = 0; seed < 2000; seed += 1) {
    const [written] = ODD_DATES[seed % ODD_DATES.length]!
    const cut = written
      .slice(seed % 7, written.length - (seed % 5))
      .replace(/\d/, String(seed % 10))
    const answer = parseFeedDate(cut)
    expect(answer === '' || new Date(answer).toISOString() === answer).toBe(true)
  }
})
