import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { letsProgramsIn } from '../../src/app/compose/compose-oauth.ts'
import { loadConfig } from '../../src/app/config/config.ts'
import { makeHostCheck } from '../../src/http/callers/hosts.ts'
import { type Policy, chooseTerms } from '../../src/pay/wallet/policy.ts'
import { AUTHORITIES } from '../support/loopback-hosts.ts'

const root = join(import.meta.dirname, '../..')

/** Whether something is taken, where it may be refused for one reason only. */
function isTaken(take: () => unknown, refusal: string): boolean {
  try {
    take()
    return true
  } catch (thrown) {
    if (!String(thrown).includes(refusal)) throw thrown
    return false
  }
}

/** A seller at an address that the owner lets be paid, of whatever it asks. */
function pay(url: string): void {
  const policy = { hosts: new Set([URL.parse(url)?.host]) } as unknown as Policy
  try {
    chooseTerms({ x402Version: 2, accepts: [], resource: { url } }, url, policy)
  } catch (thrown) {
    if (!String(thrown).includes('takes no payment of scheme')) throw thrown
  }
}

/** Every place where plain http is an exception, and what it says of other addresses. */
const PLACES: Record<string, [take: (url: string) => unknown, refusal: string]> = {
  'auth-issuer': [
    (url) => loadConfig({ flags: { 'auth-issuer': url }, env: {} }),
    'an https address, or one of this machine',
  ],
  'sign-in-issuer': [
    (url) => loadConfig({ flags: { 'sign-in-issuer': url }, env: {} }),
    'an https address, or one of this machine',
  ],
  chat: [(url) => loadConfig({ flags: { chat: url }, env: {} }), 'an address with https'],
  oauth: [
    (url) => letsProgramsIn(loadConfig({ flags: { oauth: 'on' }, env: {} }), url, true),
    'needs a public address of https',
  ],
  payments: [pay, 'not sent over plain http'],
}

describe.each(Object.entries(PLACES))('plain http for %s', (_, [take, refusal]) => {
  const plain = AUTHORITIES.filter(([authority]) => !authority.includes('@'))

  test.each(plain)('to %j: %j', (authority, isLoopback) => {
    expect(isTaken(() => take(`https://${authority}`), refusal)).toBe(true)
    expect(isTaken(() => take(`http://${authority}`), refusal)).toBe(isLoopback)
  })
})

/** What a header can hold. */
const HEADERS = AUTHORITIES.filter(([authority]) => /^[\x20-\x7E]*$/.test(authority))

test.each(HEADERS)('a request for Host %j needs no other name: %j', (host, isLoopback) => {
  const take = () => makeHostCheck([])(new Headers({ host }))
  expect(isTaken(take, 'The Host header names a host that is not allowed')).toBe(isLoopback)
})

test.each(HEADERS)('a page at %j is of this machine: %j', (authority, isLoopback) => {
  const origin = `http://${authority}`
  const host = `localhost:${URL.parse(origin)?.port || '80'}`
  const take = () => makeHostCheck([])(new Headers({ host, origin }))
  expect(isTaken(take, 'The Origin header names a host that is not allowed')).toBe(isLoopback)
})

test('what this machine is called is judged in one place', () => {
  const files = globSync(['src/**/*.ts', 'tools/**/*.ts'], { cwd: root })
  const judges = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return /127\\?\\\.|\\\[::1|localhost\||\|localhost/.test(text)
  })
  expect(files.length).toBeGreaterThan(500)
  expect(judges).toEqual([])
})
