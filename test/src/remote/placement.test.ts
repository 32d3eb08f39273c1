import { describe, expect, test } from 'vitest'
import { compose } from '../../../src/app/compose.ts'
import { loadConfig } from '../../../src/app/config/config.ts'
import { type ErrorCode, OperationError } from '../../../src/contract/errors.ts'
import type { GuardedFetch } from '../../../src/contract/net.ts'
import { type Call, here, type Place } from '../../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL, STRANGER } from '../../../src/contract/principal.ts'
import { createGuardedFetch } from '../../../src/net/fetch/guarded-fetch.ts'
import { placeBy, placementOf, type PlacementTable } from '../../../src/remote/placement.ts'
import { sendMessage } from '../../../tools/chat/messages/send-message.ts'
import { operations } from '../../../tools/index.ts'
import { walletStatus } from '../../../tools/wallet/wallet-status.ts'
import { callWith } from '../../support/call.ts'
import { echo, fetching } from '../../support/operations.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { quietLog } from '../../support/store-backend.ts'

const { services } = callWith()
const call = {
  input: { text: 'a' },
  services,
  caller: undefined,
  principal: LOCAL_PRINCIPAL,
  signal: AbortSignal.timeout(PATIENCE_MS),
  progress: () => {},
}
/** An operation that fails here, or not. */
const failingWith = (code: ErrorCode | undefined) => ({
  ...echo,
  run: async () => {
    if (code) throw new OperationError(code, 'Failed here.', { hint: 'Here hint.' })
    return { text: 'here', caller: null }
  },
})
/** A fetch in a network that knows these names only. */
function fetchWithNames(names: Readonly<Record<string, string>>) {
  const resolve = async (hostname: string) => {
    const address = names[hostname]
    if (address === undefined) throw Object.assign(new Error('gone'), { code: 'ENOTFOUND' })
    return [{ address, family: 4 }]
  }
  return createGuardedFetch({ allowHosts: [], userAgent: 'Bellhop', log: quietLog, resolve })
}
/** An operation that fetches its address for whoever calls. */
const fetchingHere = (fetch: GuardedFetch) => ({
  ...fetching,
  run: async ({ input, principal, signal }: Call<{ url: string }>) => {
    const { url } = await fetch(input.url, { principal, signal })
    return { url }
  },
})
const there: Place = async () => ({ text: 'there', caller: null })

describe('where a call runs', () => {
  test.each<[PlacementTable, string]>([
    [{}, 'here-then-there'],
    [{ '*': 'here' }, 'here'],
    [{ '*': 'here', web: 'there' }, 'there'],
    [{ '*': 'here', web: 'there', echo: 'here-then-there' }, 'here-then-there'],
    [{ other: 'there' }, 'here-then-there'],
  ])('%j puts echo of web %s', (table, placement) => {
    expect(placementOf(echo, table)).toBe(placement)
  })

  test.each([walletStatus, sendMessage])(
    '$name is about what this instance has, and stays here',
    (operation) => {
      const table = {
        '*': 'there',
        [operation.toolset]: 'there',
        [operation.name]: 'there',
      } as const
      expect(placementOf(operation, table)).toBe('here')
    },
  )

  test('here stays here, there goes there', async () => {
    const at = async (table: PlacementTable) =>
      placeBy(table, there, quietLog)(failingWith(undefined), call)
    expect(await at({ '*': 'here' })).toMatchObject({ text: 'here' })
    expect(await at({ '*': 'there' })).toMatchObject({ text: 'there' })
    expect(await at({ '*': 'here-then-there' })).toMatchObject({ text: 'here' })
  })

  test.each<ErrorCode>([
    'upstream_failed',
    'upstream_timeout',
    'page_blocked',
    'needs_javascript',
    'unavailable',
  ])('a call that fails here with %s is tried there', async (code) => {
    const place = placeBy({}, there, quietLog)
    expect(await place(failingWith(code), call)).toMatchObject({ text: 'there' })
  })

  test.each<ErrorCode>(['invalid_input', 'url_not_allowed', 'upstream_refused', 'unparsable'])(
    'one that fails with %s is not: nobody could mend it',
    async (code) => {
      const place = placeBy({}, there, quietLog)
      await expect(place(failingWith(code), call)).rejects.toMatchObject({ code })
    },
  )

  test('of addresses that are refused, only one whose name cannot be found here is tried there', async () => {
    const fetch = fetchWithNames({ 'hidden.dev': '10.0.0.1' })
    const questions: unknown[] = []
    const other: Place = async (_, { input }) => {
      questions.push(input)
      return { url: 'there' }
    }
    const place = placeBy({}, other, quietLog)
    const tried = async (url: string, principal = LOCAL_PRINCIPAL) =>
      place(fetchingHere(fetch), { ...call, principal, input: { url } })
    expect(await tried('https://gone.dev/')).toEqual({ url: 'there' })
    expect(questions).toEqual([{ url: 'https://gone.dev/' }])
    for (const url of ['https://hidden.dev/', 'http://10.0.0.1/', 'https://gone.dev:22/']) {
      await expect(tried(url)).rejects.toMatchObject({ code: 'url_not_allowed' })
    }
    // The time that it takes there would tell a stranger what it is.
    await expect(tried('https://gone.dev/', STRANGER)).rejects.toMatchObject({
      code: 'url_not_allowed',
      fields: { reason: 'not_public' },
    })
    expect(questions).toHaveLength(1)
  })

  test('when both fail, the caller is told of this side, with a word on the other', async () => {
    const broke: Place = async () => {
      throw new OperationError('payment_refused', 'No.', {
        hint: 'Limit.',
        fields: { reason: 'over_call_cap' },
      })
    }
    await expect(
      placeBy({}, broke, quietLog)(failingWith('page_blocked'), call),
    ).rejects.toMatchObject({
      code: 'page_blocked',
      hint: 'Here hint. The other instance could not help either (payment_refused). Limit.',
      fields: { there: { code: 'payment_refused', reason: 'over_call_cap' } },
    })
  })

  test.each<ErrorCode>(['settlement_pending', 'cancelled'])(
    'a payment that is under way there is not hidden (%s)',
    async (code) => {
      const paying: Place = async () => {
        throw new OperationError(code, 'Sent.')
      }
      await expect(
        placeBy({}, paying, quietLog)(failingWith('page_blocked'), call),
      ).rejects.toMatchObject({ code })
    },
  )
})

describe('the configuration', () => {
  const composed = (flags: Record<string, string>) =>
    compose(loadConfig({ flags, env: {} }), 'silent', operations).services

  test('without another instance or a wallet, everything runs here and there is no wallet', () => {
    const { place, spending } = composed({})
    expect([place, spending]).toEqual([here, undefined])
  })

  test.each([
    [{ place: 'nothing=there', remote: 'https://a.example' }, /no toolset or tool/],
    [{ place: 'web=there' }, /--remote/],
    [{ place: 'web=elsewhere', remote: 'https://a.example' }, /--place/],
    [{ remote: 'ftp://a.example' }, /--remote/],
    [{ 'remote-payee': '0x12' }, /--remote-payee/],
    [{ 'spend-per-call': '1 cent' }, /--spend-per-call/],
  ])('%j is refused', (flags, message) => {
    expect(() => composed(flags as unknown as Record<string, string>)).toThrow(message)
  })
})
