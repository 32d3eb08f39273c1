import { describe, expect, it } from 'vitest'
import {
  dateInPath,
  findDate,
  parseDate,
} from '../../../../../src/extract/page-info/dates/dates.ts'
import { monthOf } from '../../../../../src/lib/months.ts'

describe('parseDate', () => {
  it.each([
    ['2024-03-05', '2024-03-05'],
    ['2024-3-5', '2024-03-05'],
    ['2024-03-05T10:11:12+0100', '2024-03-05T10:11:12+01:00'],
    ['2024-03-05T10:11:12.120Z', '2024-03-05T10:11:12.120Z'],
    ['2024-03-05 10:11', '2024-03-05T10:11:00'],
    ['2024-03-05T00:00:00+00:00', '2024-03-05T00:00:00Z'],
    ['2024-03-05T10:11:12-0330', '2024-03-05T10:11:12-03:30'],
    ['20240305', '2024-03-05'],
    ['1709633472', '2024-03-05T10:11:12Z'],
    ['1709633472000', '2024-03-05T10:11:12Z'],
    ['Tue, 05 Mar 2024 10:11:12 GMT', '2024-03-05T10:11:12Z'],
    ['Tue, 5 Mar 2024 10:11:12 -0500', '2024-03-05T10:11:12-05:00'],
    ['Thu Mar 05 2024 10:11:12 GMT+0100 (CET)', '2024-03-05T10:11:12+01:00'],
    ['March 5, 2024 at 3:07 PM EST', '2024-03-05T15:07:00-05:00'],
    ['March 5, 2024 10:30 HKT', '2024-03-05T10:30:00+08:00'],
    ['March 5, 2024 10:30 NST', '2024-03-05T10:30:00-03:30'],
    ['March 5, 2024 10:30 at the harbour', '2024-03-05T10:30:00'],
    ['March 5, 2024 10:30 Eat well', '2024-03-05T10:30:00'],
    ['March 5, 2024, 12:07 a.m.', '2024-03-05T00:07:00'],
    ['Mar. 5th, 2024', '2024-03-05'],
    ['5th of March, 2024', '2024-03-05'],
    ['Dec 19, 2025 · 5 min', '2025-12-19'],
    ['5. März 2024, 10:30 Uhr', '2024-03-05T10:30:00'],
    ['le 5 août 2024 à 10h30', '2024-08-05T10:30:00'],
    ['5 de marzo de 2024', '2024-03-05'],
    ['2024年3月5日 10:30', '2024-03-05T10:30:00'],
    ['2024년 3월 5일', '2024-03-05'],
    ['2024. március 5.', '2024-03-05'],
    ['12 мая 2021', '2021-05-12'],
    ['5.3.2024', '2024-03-05'],
    ['25/03/2024', '2024-03-25'],
    ['Tue, 05 Mar 2024 10:00:00 PST', '2024-03-05T10:00:00-08:00'],
    ['2024-07-05 08:00 PDT', '2024-07-05T08:00:00-07:00'],
    ['2024-03-05 15:00 AEST', '2024-03-05T15:00:00+10:00'],
    ['2024-03-05 15:30 America/New_York', '2024-03-05T15:30:00'],
    ['5 March 2024, 09:30 Paris', '2024-03-05T09:30:00'],
    ['Published 05.03.2024 09:30 Politik', '2024-03-05T09:30:00'],
    ['05.03.2024 15:30 Ausland', '2024-03-05T15:30:00'],
    ['5 March 2024, 9:30p', '2024-03-05T21:30:00'],
    ['5 March 2024, 9:30 pm by us', '2024-03-05T21:30:00'],
    ['5 March 2024, 15:30 pm', '2024-03-05T15:30:00'],
    ['', ''],
    ['3 hours ago', ''],
    ['20240305T101112Z', '2024-03-05T10:11:12Z'],
    ['Tue Mar 05 10:11:12 PST 2024', '2024-03-05'],
    ['2024-13-05', ''],
    ['2024-02-30', ''],
    ['0000-00-00', ''],
    ['March 2024', ''],
    ['1.2.3.2024', ''],
    ['Windows 11, 2024', ''],
    ['2024-03-05T25:00', '2024-03-05'],
    ['2024-03-05T10:00:00+99:00', '2024-03-05T10:00:00'],
  ])('%s is %s', (text, iso) => {
    expect(parseDate(text)).toBe(iso)
  })

  it('reads 3/4/2024 as the reader of the page would', () => {
    expect(parseDate('3/4/2024', { order: 'month-first' })).toBe('2024-03-04')
    expect(parseDate('3/4/2024', { order: 'day-first' })).toBe('2024-04-03')
  })

  it('tells where in the text the date is', () => {
    const text = 'Updated on 5 May 2023 by us'
    const found = findDate(text)
    expect(text.slice(found?.start, found?.end)).toBe('5 May 2023')
  })
})

describe('dateInPath', () => {
  it.each([
    ['https://a.example/2024/03/05/title', '2024-03-05'],
    ['https://a.example/news/2024-03-05-title', '2024-03-05'],
    ['https://a.example/2024/mar/5/title', '2024-03-05'],
    ['https://a.example/title-2024-03-05.html', '2024-03-05'],
    ['https://a.example/20240305/title', '2024-03-05'],
    ['https://a.example/news/20240305-title', '2024-03-05'],
    ['https://a.example/id/202403051234', ''],
    ['https://a.example/2024/03/title', ''],
    ['https://a.example/2024/03/055', ''],
    ['https://a.example/2024/14/05/', ''],
    ['https://a.example/v/12024/03/05/', ''],
  ])('%s: %s', (address, day) => {
    expect(dateInPath(address)).toBe(day)
  })
})

describe('monthOf', () => {
  const languages = 'en de fr es pt it nl pl ru sv da nb fi cs tr id ro hu uk el ca bg lt et'.split(
    ' ',
  )
  it.each(languages)('knows every month in %s, long and short, alone and in a date', (language) => {
    const wrong: string[] = []
    for (let month = 0; month < 12; month += 1) {
      for (const style of ['long', 'short'] as const) {
        for (const day of [{}, { day: 'numeric' }] as const) {
          const format = new Intl.DateTimeFormat(language, {
            month: style,
            ...day,
            timeZone: 'UTC',
          })
          const parts = format.formatToParts(Date.UTC(2024, month, 15))
          const name = parts.find(({ type }) => type === 'month')?.value.replace(/\.$/, '') ?? ''
          if (/^\p{L}{3,14}$/u.test(name) && monthOf(name) !== month + 1) wrong.push(name)
        }
      }
    }
    expect(wrong).toEqual([])
  })

  const otherScripts = 'az sq sr mk be sl ar ar-LB ar-MA ur fa-u-ca-gregory he hi bn th'.split(' ')
  it.each(otherScripts)('knows every month of a date in %s', (language) => {
    const format = new Intl.DateTimeFormat(language, {
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    })
    const names = Array.from({ length: 12 }, (_, month) =>
      format.formatToParts(Date.UTC(2024, month, 15)).find(({ type }) => type === 'month'),
    )
    expect(names.map((part) => monthOf(part?.value ?? ''))).toEqual(
      Array.from({ length: 12 }, (_, month) => month + 1),
    )
  })

  it('knows no other word', () => {
    expect(['Windows', 'versions', 'item', 'x', ''].map(monthOf)).toEqual([0, 0, 0, 0, 0])
  })
})
