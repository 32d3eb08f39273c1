import { expect, test } from 'vitest'
import type { Fetched, FetchOptions } from '../../../../src/contract/net.ts'
import type { Call } from '../../../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../../../src/contract/principal.ts'
import { holdBodies } from '../../../../src/core/reading/hold-bodies.ts'
import { testServices } from '../../../support/operations.ts'

/** A call whose fetches answer held bodies, and what was asked and released. */
function callWithBodies() {
  const seen: { holds: (boolean | undefined)[]; released: string[] } = { holds: [], released: [] }
  const fetch = async (url: string, { hold }: FetchOptions): Promise<Fetched> => {
    seen.holds.push(hold)
    const held = {
      byteLength: 0,
      async *pieces() {},
      release: () => void seen.released.push(url),
    }
    return { url, status: 200, headers: {}, body: new Uint8Array(), held, complete: true, hops: 0 }
  }
  const call: Call<undefined> = {
    input: undefined,
    services: { ...testServices(), fetch },
    caller: undefined,
    principal: LOCAL_PRINCIPAL,
    signal: new AbortController().signal,
    progress: () => {},
  }
  return { call, seen }
}

const fetchBoth = async ({ services, signal }: Call<undefined>): Promise<void> => {
  await services.fetch('first', { signal })
  await services.fetch('second', { signal })
}

test('large bodies are held until the work is done', async () => {
  const { call, seen } = callWithBodies()
  const during = await holdBodies(call, async (holding) => {
    await fetchBoth(holding)
    return [...seen.released]
  })
  expect(during).toEqual([])
  expect(seen).toEqual({ holds: [true, true], released: ['first', 'second'] })
})

test('they are released where the work fails', async () => {
  const { call, seen } = callWithBodies()
  const work = holdBodies(call, async (holding) => {
    await fetchBoth(holding)
    throw new Error('unreadable')
  })
  await expect(work).rejects.toThrow('unreadable')
  expect(seen.released).toEqual(['first', 'second'])
})
