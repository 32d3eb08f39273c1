import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  acceptBoth,
  layOver,
  readLists,
  sortFields,
  type TwoForms,
} from '../../../../src/chat/agent/route-fields.ts'
import { LazyList } from '../../../../src/lib/lazy-list.ts'

const forms: TwoForms = {
  listed: z.object({ channels: z.array(z.string()), limit: z.int().default(5) }),
  route: z.object({ names: z.array(z.string()), deep: z.boolean().default(false) }),
  replaced: new Map([['channels', 'names']]),
  aliases: { titles: 'names', limit: 'deep' },
}
const input = acceptBoth(forms)

test('a call holds fields of both forms, and no default of the route', () => {
  expect(input.parse({ channels: ['a'], deep: true })).toEqual({
    channels: ['a'],
    limit: 5,
    deep: true,
  })
  expect(input.parse({ names: ['a'] })).toEqual({ names: ['a'], limit: 5 })
  expect(input.safeParse({ deep: true }).error?.issues).toMatchObject([{ path: ['channels'] }])
  expect(input.safeParse({ names: 'a' }).error?.issues).toMatchObject([{ path: ['names'] }])
  expect(input.parse({ titles: ['a'] })).toEqual({ titles: ['a'], limit: 5 })
  expect(input.safeParse({ deep: 1 }).error?.issues).toMatchObject([
    { path: ['deep'] },
    { path: ['channels'] },
  ])
})

test('fields are sorted by their form; a name wins over an alias', () => {
  expect(sortFields({ channels: [], titles: ['a'], full: true }, forms)).toEqual({
    own: { channels: [] },
    given: { names: ['a'] },
    isFull: true,
  })
  expect(sortFields({ titles: ['a'], names: ['b'] }, forms).given).toEqual({ names: ['b'] })
  expect(sortFields({ limit: 3 }, forms).own).toEqual({ limit: 3 })
})

test('what a call says in both forms must be the same', () => {
  expect(layOver({ type: 'channel', to: 5, gone: undefined }, { type: 'stream', to: 5 })).toEqual({
    type: 'stream',
    to: 5,
  })
  expect(() => layOver({ to: [5] }, { to: [6] })).toThrow('to contradicts')
})

test('a list that is read while it is written ends where it is too long for one answer', async () => {
  const requestedIds: number[] = []
  async function* parts() {
    for (let at = 0; ; at += 1) {
      requestedIds.push(at)
      yield ['x'.repeat(500_000)]
    }
  }
  await expect(readLists({ messages: new LazyList(parts()) })).rejects.toMatchObject({
    code: 'too_large',
  })
  expect(requestedIds.length).toBeLessThan(6)
  const few = async function* () {
    yield* [[1], [2]]
  }
  expect(await readLists({ n: 1, messages: new LazyList(few()) })).toEqual({
    n: 1,
    messages: [1, 2],
  })
})
