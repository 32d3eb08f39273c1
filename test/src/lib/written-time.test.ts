import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantOf, wallTimeOf } from '../../../src/lib/time-zone.ts'
import { readWrittenTime } from '../../../src/lib/written-time.ts'

/** A Wednesday, shortly after midnight in Berlin and the evening before in New York. */
const NOW = Date.parse('2026-03-11T23:30:15Z')

function read(text: string, zone = '') {
  const ms = readWrittenTime(text, { nowMs: NOW, zone })
  return ms === undefined ? undefined : new Date(ms).toISOString()
}

describe('a written time', () => {
  test.each([
    ['now', '2026-03-11T23:30:15.000Z'],
    ['today', '2026-03-11T00:00:00.000Z'],
    ['Yesterday', '2026-03-10T00:00:00.000Z'],
    ['yesterday 14:30', '2026-03-10T14:30:00.000Z'],
    ['yesterday at 2pm', '2026-03-10T14:00:00.000Z'],
    ['today, at 12 am', '2026-03-11T00:00:00.000Z'],
    ['monday', '2026-03-09T00:00:00.000Z'],
    ['wednesday', '2026-03-11T00:00:00.000Z'],
    ['last wednesday', '2026-03-04T00:00:00.000Z'],
    ['last monday 9:05', '2026-03-09T09:05:00.000Z'],
    ['2 days ago', '2026-03-09T00:00:00.000Z'],
    ['a week ago', '2026-03-04T00:00:00.000Z'],
    ['three weeks ago', '2026-02-18T00:00:00.000Z'],
    ['1 month ago', '2026-02-11T00:00:00.000Z'],
    ['2 years ago', '2024-03-11T00:00:00.000Z'],
    ['an hour ago', '2026-03-11T22:30:15.000Z'],
    ['30 minutes ago', '2026-03-11T23:00:15.000Z'],
    ['90 sec ago', '2026-03-11T23:28:45.000Z'],
    ['this week', '2026-03-09T00:00:00.000Z'],
    ['last week', '2026-03-02T00:00:00.000Z'],
    ['this month', '2026-03-01T00:00:00.000Z'],
    ['last month', '2026-02-01T00:00:00.000Z'],
    ['last year', '2025-01-01T00:00:00.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026-01-31T18:00', '2026-01-31T18:00:00.000Z'],
    ['2026-01-31 18:00:30.5Z', '2026-01-31T18:00:30.500Z'],
    ['2026-01-31T18:00+05:30', '2026-01-31T12:30:00.000Z'],
    ['2026-01-31 18:00 UTC', '2026-01-31T18:00:00.000Z'],
    ['2026-01-31-05', '2026-01-31T05:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(read(text)).toBe(instant)
  })

  test.each([
    ['today', 'Europe/Berlin', '2026-03-11T23:00:00.000Z'],
    ['yesterday', 'Europe/Berlin', '2026-03-10T23:00:00.000Z'],
    ['wednesday', 'Europe/Berlin', '2026-03-10T23:00:00.000Z'],
    ['today', 'America/New_York', '2026-03-11T04:00:00.000Z'],
    ['2026-07-01 12:00', 'Europe/Berlin', '2026-07-01T10:00:00.000Z'],
    ['2026-07-01 12:00Z', 'Europe/Berlin', '2026-07-01T12:00:00.000Z'],
    ['today', 'Nowhere/Land', '2026-03-11T00:00:00.000Z'],
    ['2026-03-29 02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ])('%s in %s is %s', (text, zone, instant) => {
    expect(read(text, zone)).toBe(instant)
  })

  test.each([
    '',
    'soon',
    'yesterday 25:00',
    'yesterday 13pm',
    '2026-02-30',
    '2026-1-1',
    '0001-01-01',
    'many days ago',
    '99999 days ago',
    'ago',
    '2026-01-31T18:00+15:00',
    'last',
    'last friday the 13th',
    `2026-01-31${' '.repeat(60)}`,
  ])('%j is none', (text) => {
    expect(read(text)).toBeUndefined()
  })

  test('months end where they end', () => {
    const nowMs = Date.parse('2026-03-31T12:00:00Z')
    expect(readWrittenTime('1 month ago', { nowMs, zone: '' })).toBe(Date.parse('2026-02-28'))
  })

  test('any text is read, or not, in no time and without a failure', () => {
    const words = fc.constantFrom(
      'last',
      'monday',
      '2',
      'days',
      'ago',
      '14:00',
      '-05',
      'z',
      ' ',
      't',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words).map((all) => all.join(' ')),
        ),
        (text) => {
          const ms = readWrittenTime(text, { nowMs: NOW, zone: 'Asia/Kolkata' })
          expect(ms === undefined || Number.isFinite(ms)).toBe(true)
        },
      ),
    )
  })
})

test('what a clock shows is read back to the same instant, but where it is set back', () => {
  for (const zone of [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kathmandu',
    'Pacific/Apia',
  ]) {
    for (let day = 0; day < 400; day += 7) {
      const instant = Date.parse('2025-12-01T12:00:00Z') + day * 86_400_000
      expect(instantOf(zone, wallTimeOf(zone, instant))).toBe(instant)
    }
  }
})
