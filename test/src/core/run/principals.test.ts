import { describe, expect, test } from 'vitest'
import {
  KNOWN_WEIGHT,
  LOCAL_PRINCIPAL,
  STRANGER_WEIGHT,
} from '../../../../src/contract/principal.ts'
import {
  principalOfCaller,
  NO_HOST_ACCESS,
  principalOfPayer,
  principalOfUser,
} from '../../../../src/core/run/principals.ts'

const accounts = { isAccount: (caller: string) => caller.startsWith('chat user ') }
const access = { strangers: true, key: (name: string) => name === 'ops' }

describe('the principal', () => {
  test('of a stranger is their address, and they reach what is excepted only where nobody else comes', () => {
    const facts = { caller: undefined, peer: '192.0.2.7' }
    expect(principalOfCaller(facts, accounts, NO_HOST_ACCESS)).toEqual({
      id: 'address 192.0.2.7',
      weight: STRANGER_WEIGHT,
      reachesAllowedHosts: false,
    })
    expect(principalOfCaller(facts, accounts, access)).toMatchObject({ reachesAllowedHosts: true })
  })

  test('of a key is its name, whatever the address', () => {
    const of = (caller: string, peer: string) =>
      principalOfCaller({ caller, peer }, accounts, access)
    expect(of('ops', 'a')).toEqual(of('ops', 'b'))
    expect(of('ops', 'a')).toMatchObject({ id: 'key ops', reachesAllowedHosts: true })
    expect(of('other', 'a')).toMatchObject({ id: 'key other', reachesAllowedHosts: false })
  })

  test('of an account is the same over MCP and over its own routes, and no key is taken for one', () => {
    const overMcp = principalOfCaller({ caller: 'chat user 7', peer: 'a' }, accounts, access)
    expect(overMcp).toEqual(principalOfUser(7))
    expect(overMcp).toMatchObject({ weight: KNOWN_WEIGHT, reachesAllowedHosts: false })
  })

  test('of a paid call is who pays, where the caller is a stranger', () => {
    const stranger = principalOfCaller({ caller: undefined, peer: 'a' }, accounts, NO_HOST_ACCESS)
    expect(principalOfPayer(stranger, '0xabc')).toMatchObject({
      id: 'payer 0xabc',
      weight: KNOWN_WEIGHT,
      reachesAllowedHosts: false,
    })
    expect(principalOfPayer(LOCAL_PRINCIPAL, '0xabc')).toBe(LOCAL_PRINCIPAL)
  })
})
