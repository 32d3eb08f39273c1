import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Balances, OnChain } from '../../src/contract/onchain.ts'
import { callWith, TEST_TIME } from '../support/call.ts'
import { CHAIN_START_MAX_MS, type Hex, startChain, type TestChain } from '../support/chain.ts'
import { type Fault, refuse, reply, type RpcProxy, startRpcProxy } from '../support/rpc-proxy.ts'

const HOLDER: Hex = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const signal = new AbortController().signal
let chain: TestChain
const open: { close(): Promise<void> }[] = []

beforeAll(async () => {
  chain = await startChain({ chainId: 1, at: TEST_TIME })
  await chain.setBalance(HOLDER, 42n)
}, CHAIN_START_MAX_MS)
afterAll(async () => chain.stop())
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
})

async function endpoint(fault?: Fault): Promise<RpcProxy> {
  const proxy = await startRpcProxy(chain.url, fault)
  open.push(proxy)
  return proxy
}

async function onChainOf(...urls: readonly string[]): Promise<OnChain> {
  const caller = callWith({ onChain: { endpoints: { ethereum: urls } } })
  open.push(caller)
  return caller.services.onchain()
}

let wallets = 0
/** Asks about a wallet that nothing is remembered of. */
async function ask(onchain: OnChain, tokens: readonly string[] = []): Promise<Balances> {
  wallets += 1
  const address = `0x${wallets.toString(16).padStart(40, '0')}`
  return onchain.balances({ address, network: 'ethereum', tokens }, signal)
}

const FAULTS: Readonly<Record<string, Fault>> = {
  'serves another chain': ({ id, method }, response) =>
    method === 'eth_chainId' ? reply(response, id, '0x38') : false,
  'serves another chain, tells it late, and refuses meanwhile': ({ id, method }, response) => {
    if (method !== 'eth_chainId') {
      return refuse(response, id, { code: 3, message: 'execution reverted', data: '0x' })
    }
    setTimeout(() => reply(response, id, '0x38'), 50)
    return true
  },
  'is limited, and says come back in an hour': (_, response) => {
    response.writeHead(429, { 'retry-after': '3600' }).end('{"error":"slow down"}')
    return true
  },
  'answers HTML with status 200': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>hello</html>')
    return true
  },
  'answers a null result': ({ id }, response) => reply(response, id, null),
  'names its chain and then hangs': ({ method }) => method !== 'eth_chainId',
  'answers 40 MB': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(Buffer.alloc(40_000_000, 0x20))
    return true
  },
  'answers another question': (_, response) => reply(response, 999_999, '0x1'),
  'has no such block yet': ({ id, method }, response) =>
    method === 'eth_call'
      ? refuse(response, id, { code: -32_000, message: 'header not found' })
      : false,
  'is broken inside': ({ id, method }, response) =>
    method === 'eth_call'
      ? refuse(response, id, { code: -32_603, message: 'Internal error' })
      : false,
  redirects: (_, response) => {
    response.writeHead(307, { location: chain.url }).end()
    return true
  },
  'answers data of another form': ({ id, method }, response) =>
    method === 'eth_call' ? reply(response, id, '0x1234') : false,
}

describe('a bad endpoint before a good one', () => {
  it.each(Object.entries(FAULTS))(
    'that %s: the good one answers in time',
    { tags: 'full' },
    async (_, fault) => {
      const [bad, good] = [await endpoint(fault), await endpoint()]
      const onchain = await onChainOf(bad.url, good.url)
      const balances = await onchain.balances(
        { address: HOLDER, network: 'ethereum', tokens: [] },
        signal,
      )
      expect(balances.native.wei).toBe('42')
      expect(bad.requests.length + good.requests.length).toBeLessThanOrEqual(2)
    },
  )

  it('is left alone for a while: at once when it asks for that, else after two failures', async () => {
    for (const [name, tries] of [
      ['is limited, and says come back in an hour', 1],
      ['serves another chain', 1],
      ['is broken inside', 2],
      ['answers a null result', 2],
    ] as const) {
      const [bad, good] = [await endpoint(FAULTS[name]), await endpoint()]
      const onchain = await onChainOf(bad.url, good.url)
      for (let turn = 0; turn < 5; turn += 1) await ask(onchain)
      expect(bad.requests, name).toHaveLength(tries)
      expect(good.requests).toHaveLength(5)
    }
  })

  it('is asked for its chain once', async () => {
    const only = await endpoint()
    const onchain = await onChainOf(only.url)
    for (let turn = 0; turn < 3; turn += 1) await ask(onchain)
    expect(only.probes).toBe(1)
    expect(only.requests).toHaveLength(3)
  })
})

describe('when all endpoints are down', () => {
  it.each(
    Object.entries(FAULTS).filter(
      ([name]) => !name.includes('hangs') && !name.includes('other form'),
    ),
  )(
    'and each %s: a retryable 502 after one request to each',
    { tags: 'full' },
    async (_, fault) => {
      const bad = [await endpoint(fault), await endpoint(fault), await endpoint(fault)]
      const onchain = await onChainOf(...bad.map(({ url }) => url))
      await expect(ask(onchain)).rejects.toMatchObject({
        code: 'upstream_failed',
        status: 502,
        retryable: true,
      })
      // A failed question for the chain's id may end the try before the question itself has arrived.
      for (const { requests, probes } of bad) {
        expect(requests.length).toBeLessThanOrEqual(1)
        expect(probes).toBe(1)
      }
    },
  )

  it('and nothing listens there: 502 at once, and again once they are paused', async () => {
    const onchain = await onChainOf('http://127.0.0.1:9/', 'http://127.0.0.1:9/x')
    for (let turn = 0; turn < 4; turn += 1) {
      await expect(ask(onchain)).rejects.toMatchObject({ code: 'upstream_failed' })
    }
  })

  it('and come back: the next question finds them', async () => {
    let isDown = true
    const flaky = await endpoint(({ id }, response) =>
      isDown ? refuse(response, id, { code: -32_005, message: 'busy' }) : false,
    )
    const onchain = await onChainOf(flaky.url)
    for (let turn = 0; turn < 3; turn += 1) await expect(ask(onchain)).rejects.toThrow()
    isDown = false
    expect((await ask(onchain)).network).toBe('eip155:1')
  })
})

describe('a caller that leaves', () => {
  it('ends its question, unless somebody else waits for the same', async () => {
    let hanging = 0
    let release = (): void => {}
    const slow = await endpoint(({ method }, response) => {
      if (method !== 'eth_call') return false
      hanging += 1
      release = () => response.destroy()
      return true
    })
    const onchain = await onChainOf(slow.url)
    const question = { address: HOLDER, network: 'ethereum', tokens: [] } as const
    const [first, second] = [new AbortController(), new AbortController()]
    const calls = [first, second].map(({ signal: own }) => onchain.balances(question, own))
    await expect.poll(() => hanging).toBe(1)
    first.abort()
    await expect(calls[0]).rejects.toMatchObject({ code: 'cancelled' })
    second.abort()
    await expect(calls[1]).rejects.toMatchObject({ code: 'cancelled' })
    release()
    expect(hanging).toBe(1)
  })
})
