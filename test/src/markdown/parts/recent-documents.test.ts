import { expect, test } from 'vitest'
import {
  DocumentMemories,
  RECENT_MAX_AGE_MS,
  RECENT_MAX_CHARS,
  RECENT_MAX_COUNT,
  RecentDocuments,
} from '../../../../src/markdown/parts/recent-documents.ts'

const article = (chars = 10) => ({ markdown: 'x'.repeat(chars) })

test('remembers for a while', () => {
  const recent = new RecentDocuments()
  recent.set('ann', 'a', article(), 0)
  expect(recent.get('ann', 'a', RECENT_MAX_AGE_MS)).toEqual(article())
  expect(recent.get('ann', 'a', RECENT_MAX_AGE_MS + 1)).toBeUndefined()
  expect(recent.get('ann', 'a', 0)).toBeUndefined()
})

test('forgets what was not used for longest when there are too many', () => {
  const recent = new RecentDocuments()
  for (let at = 0; at < RECENT_MAX_COUNT; at += 1) recent.set('ann', `${at}`, article(), 0)
  recent.get('ann', '0', 0)
  recent.set('ann', 'new', article(), 0)
  expect(recent.get('ann', '1', 0)).toBeUndefined()
  expect(recent.get('ann', '0', 0)).toBeDefined()
})

test('keeps within its characters, also when a document is replaced', () => {
  const recent = new RecentDocuments()
  const half = RECENT_MAX_CHARS / 2
  for (let round = 0; round < 5; round += 1) recent.set('ann', 'a', article(half), 0)
  recent.set('ann', 'b', article(half), 0)
  expect(recent.get('ann', 'a', 0)).toBeDefined()
  recent.set('ann', 'c', article(), 0)
  expect(recent.get('ann', 'b', 0)).toBeUndefined()
  recent.set('ann', 'huge', article(RECENT_MAX_CHARS + 1), 0)
  expect(recent.get('ann', 'huge', 0)).toBeUndefined()
})

test('is for its owner only', () => {
  const recent = new RecentDocuments()
  recent.set('ann', 'a', article(), 0)
  expect(recent.get('bob', 'a', 0)).toBeUndefined()
  expect(recent.get('ann', 'a', 0)).toBeDefined()
})

test('whose documents hold most gives way first', () => {
  const recent = new RecentDocuments()
  recent.set('bob', 'small', article(0), 0)
  recent.set('cy', 'small', article(), 0)
  for (let at = 0; at < 2 * RECENT_MAX_COUNT; at += 1) recent.set('ann', `${at}`, article(), 0)
  recent.set('ann', 'huge', article(RECENT_MAX_CHARS), 0)
  expect(recent.get('bob', 'small', 0)).toBeDefined()
  expect(recent.get('cy', 'small', 0)).toBeDefined()
})

test('belongs to one set of services', () => {
  const services = {}
  const memories = new DocumentMemories()
  memories.of(services).set('ann', 'a', article(), 0)
  expect(memories.of(services).get('ann', 'a', 0)).toBeDefined()
  expect(memories.of({}).get('ann', 'a', 0)).toBeUndefined()
  expect(new DocumentMemories().of(services).get('ann', 'a', 0)).toBeUndefined()
})
