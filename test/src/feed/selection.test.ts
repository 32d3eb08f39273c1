import { describe, expect, test } from 'vitest'
import type { UnreadItem } from '../../../src/feed/feed.ts'
import { makeItemCursor, readItemCursor } from '../../../src/feed/item-cursor.ts'
import { selectItems } from '../../../src/feed/selection.ts'
import { parseSince } from '../../../src/feed/since.ts'

const item = (id: string, published = ''): UnreadItem => ({
  published,
  identity: () => id,
  read: () => ({ title: '', link: '', published, summary: '', id }),
})
const list = (ids: string): UnreadItem[] => Array.from(ids, (id) => item(id))
const ids = ({ items }: ReturnType<typeof selectItems>): string =>
  items.map(({ id }) => id).join('')

describe('selectItems', () => {
  test('gives everything unless it is told otherwise', () => {
    expect(selectItems(list('abc'), {}, false)).toMatchObject({ total: 3, items: [{}, {}, {}] })
    expect(selectItems([], { limit: 1 }, false)).toEqual({ items: [], total: 0 })
  })

  test('gives parts that together are the whole', () => {
    const feed = list('abcdefg')
    const parts: string[] = []
    for (let after = undefined as ReturnType<typeof selectItems>['next']; ;) {
      const part = selectItems(feed, { limit: 3, after }, false)
      parts.push(ids(part))
      after = part.next
      if (!after) break
    }
    expect(parts).toEqual(['abc', 'def', 'g'])
  })

  test('goes on after the same item when others were added or taken away', () => {
    const { next: after } = selectItems(list('abcdef'), { limit: 3 }, false)
    expect(ids(selectItems(list('xyabcdef'), { after }, false))).toBe('def')
    expect(ids(selectItems(list('cdef'), { after }, false))).toBe('def')
    expect(ids(selectItems(list('abc'), { after }, false))).toBe('')
  })

  test('tells items that look alike apart by their place', () => {
    const { next: after } = selectItems(list('aaaab'), { limit: 3 }, false)
    expect(ids(selectItems(list('aaaab'), { after }, false))).toBe('ab')
  })

  test('says so when the item is gone', () => {
    const { next: after } = selectItems(list('abcdef'), { limit: 3 }, false)
    expect(() => selectItems(list('defgh'), { after }, false)).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })

  test('leaves out what is older, not what has no date', () => {
    const feed = [
      item('a', '2004-01-03T00:00:00.000Z'),
      item('b', '2004-01-01T00:00:00.000Z'),
      item('c'),
    ]
    const since = Date.UTC(2004, 0, 2)
    expect(ids(selectItems(feed, { since }, false))).toBe('ac')
    expect(selectItems(feed, { since, limit: 1 }, false)).toMatchObject({
      total: 2,
      next: { offset: 1 },
    })
    expect(ids(selectItems(feed, { since: Date.UTC(2004, 0, 3) }, false))).toBe('ac')
  })
})

describe('cursors', () => {
  const next = selectItems(list('abc'), { limit: 2 }, false).next!

  test('come back as they were made, for the same call only', () => {
    const question = { url: 'https://site.test/', since: '7d' }
    const cursor = makeItemCursor(question, next)
    expect(readItemCursor({ ...question, cursor })).toEqual(next)
    expect(readItemCursor(question)).toBeUndefined()
    expect(() => readItemCursor({ ...question, since: '8d', cursor })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })

  test.each([
    '',
    'x',
    'f1.1.2.3',
    Buffer.from('f1.1.aaaaaaaaaaaa.bbbbbbbbbbbb').toString('base64url'),
    'A'.repeat(5000),
  ])('refuse %j', (cursor) => {
    expect(() => readItemCursor({ url: 'https://site.test/', cursor })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })
})

describe('sinceTime', () => {
  const now = new Date('2004-01-10T12:00:00Z')

  test.each([
    ['2004-01-01', '2004-01-01T00:00:00.000Z'],
    ['2004-01-01T10:00', '2004-01-01T10:00:00.000Z'],
    ['2004-01-01T10:00:00Z', '2004-01-01T10:00:00.000Z'],
    ['2004-01-01T10:00:00.5+02:00', '2004-01-01T08:00:00.500Z'],
    ['36h', '2004-01-09T00:00:00.000Z'],
    ['7d', '2004-01-03T12:00:00.000Z'],
    ['1w', '2004-01-03T12:00:00.000Z'],
    ['7 d', '2004-01-03T12:00:00.000Z'],
    ['3 days', '2004-01-07T12:00:00.000Z'],
    ['36 hours ago', '2004-01-09T00:00:00.000Z'],
    ['1 Week', '2004-01-03T12:00:00.000Z'],
  ])('%s', (text, utc) => {
    expect(new Date(parseSince(text, now) ?? Number.NaN).toISOString()).toBe(utc)
  })

  test.each([
    '',
    'yesterday',
    '7',
    '-1d',
    '99999d',
    '2004',
    '2004-13-01',
    '2004-01-01T25:00',
    '1 Jan 2004',
  ])('knows no %j', (text) => {
    expect(parseSince(text, now)).toBeUndefined()
  })
})
