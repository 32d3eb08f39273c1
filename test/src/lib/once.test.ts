import { expect, test } from 'vitest'
import { once } from '../../../src/lib/once.ts'

test('a module is loaded by its first users, once, and again only after a failure', async () => {
  let loads = 0
  const load = once(async () => {
    loads += 1
    if (loads === 1) throw new Error('not there yet')
    return { loads }
  })
  expect(loads).toBe(0)
  const failed = await Promise.allSettled([load(), load()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await Promise.all([load(), load()])).toEqual([{ loads: 2 }, { loads: 2 }])
  expect(await load()).toEqual({ loads: 2 })
})
