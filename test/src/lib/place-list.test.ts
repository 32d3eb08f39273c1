import { expect, test } from 'vitest'
import { PlaceList } from '../../../src/lib/place-list.ts'

test('items that come and go are all there until they are removed', () => {
  const list = new PlaceList<{ name: string }>()
  const names = () => [...list].map(({ name }) => name).toSorted()
  const removeAnn = list.add({ name: 'ann' })
  list.add({ name: 'bob' })
  removeAnn()
  expect([names(), list.size]).toEqual([['bob'], 1])
  const removeEve = list.add({ name: 'eve' })
  list.add({ name: 'dan' })
  expect([names(), list.size]).toEqual([['bob', 'dan', 'eve'], 3])
  removeEve()
  expect([names(), list.size]).toEqual([['bob', 'dan'], 2])
})
