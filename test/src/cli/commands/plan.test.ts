import { afterAll, beforeAll, expect, test } from 'vitest'
import { plan } from '../../../../src/cli/commands/plan.ts'
import { openStore } from '../../../../src/store/open.ts'
import type { Store } from '../../../../src/store/port.ts'
import { quietLog } from '../../../support/store-backend.ts'

let store: Store
beforeAll(async () => {
  store = await openStore({ location: ':memory:', log: quietLog })
})
afterAll(async () => store.close())

const findAccount = async (email: string) => (email === 'ada@example.com' ? 7 : undefined)
const run = async (...words: string[]) =>
  plan(store, words, findAccount).catch((thrown: Error) => thrown.message)

test('plans are stored by name of a key or address of an account, listed, and ended', async () => {
  expect(await run()).toBe('No key has a plan here.')
  expect(await run('ci', 'tools=extract', 'usd-per-day=0.50')).toMatch(
    /^The plan applies within 5 sec/,
  )
  await run('ada@example.com', 'calls-per-day=100')
  await run('ada@example.com', 'calls-per-day=200')
  expect(await run()).toBe('chat user 7: calls-per-day=200\nci: tools=extract usd-per-day=0.50')
  expect(await run('ci', 'none')).toMatch(/^The key file applies again/)
  expect(await run()).toBe('chat user 7: calls-per-day=200')
})

test.each([
  ['ci'],
  ['ci', 'none', 'tools=extract'],
  ['ci', 'calls-per-day=many'],
  ['ci', 'allow-hosts'],
])('a plan that cannot be read is refused: %s %s', async (...words) => {
  expect(await run(...words)).toMatch(/^plan takes a key, and after it tools=/)
})

test('nobody has no plan', async () => {
  expect(await run('eve@example.com', 'none')).toBe('There is no account eve@example.com.')
})
