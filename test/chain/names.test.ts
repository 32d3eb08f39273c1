import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { encodeAbiParameters } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { NameAnswer, OnChain } from '../../src/contract/onchain.ts'
import { LOCAL_PRINCIPAL } from '../../src/contract/principal.ts'
import { createGuardedFetch } from '../../src/net/fetch/guarded-fetch.ts'
import { GATEWAY_DEADLINE_MS } from '../../src/onchain/limits.ts'
import { callWith, TEST_TIME } from '../support/call.ts'
import { CHAIN_START_MAX_MS, type Hex, startChain, type TestChain } from '../support/chain.ts'
import { deployMock, type Ens, placeEns } from '../support/contracts.ts'
import { startRpcProxy } from '../support/rpc-proxy.ts'

const VITALIK: Hex = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const SPOOFER: Hex = '0x0000000000000000000000000000000000000022'
const OFFCHAIN: Hex = '0x0000000000000000000000000000000000000033'
const SECRET = 'AWS_SECRET=canary-7f3a'
const signal = new AbortController().signal
let chain: TestChain
let ens: Ens
let gateway: Gateway
const open: { close(): Promise<void> }[] = []

/** An address as a resolver encodes it. */
const encoded = (address: Hex): Hex => encodeAbiParameters([{ type: 'address' }], [address])

interface Gateway {
  origin: string
  port: number
  hits: string[]
  close(): Promise<void>
}

/** A local server in the role of the gateways that resolvers name, one behaviour per path. */
async function startGateway(): Promise<Gateway> {
  const hits: string[] = []
  const answers: Record<string, (response: ServerResponse) => void> = {
    good: (response) => response.end(JSON.stringify({ data: encoded(OFFCHAIN) })),
    broken: (response) => response.writeHead(500).end(SECRET),
    moved: (response) => response.writeHead(302, { location: '/good/x/y' }).end(),
    secret: (response) => response.end(JSON.stringify({ data: SECRET })),
    hung: () => {},
    huge: (response) => {
      const chunk = Buffer.alloc(1_000_000, 0x30)
      let sent = 0
      const more = (): void => {
        while (sent < 64 && !response.destroyed) {
          sent += 1
          if (!response.write(chunk)) {
            response.once('drain', more)
            return
          }
        }
        response.end()
      }
      more()
    },
  }
  const server = createServer((request, response) => {
    hits.push(`${request.method} ${request.url?.slice(0, 40)}`)
    const answer = answers[request.url?.split('/')[1] ?? '']
    if (answer) answer(response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    hits,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

beforeAll(async () => {
  chain = await startChain({ chainId: 1, at: TEST_TIME })
  gateway = await startGateway()
  ens = await placeEns(chain)
  await ens.register('vitalik', { address: VITALIK })
  await ens.claim(VITALIK, 'vitalik.eth')
  await ens.setText('vitalik.eth', 'avatar', `${gateway.origin}/avatar.png`)
  await ens.setText('vitalik.eth', 'description', 'mi pinxe\u202e lo \u0000crino tcati')
  await ens.setChainAddress('vitalik.eth', 2_147_492_101n, SPOOFER)
  await ens.register('empty')
  await ens.register('target', { address: '0x0000000000000000000000000000000000000011' })
  await ens.claim(SPOOFER, 'vitalik.eth')
  // A node of its own, since hashes know no case: only the rule of writing tells the two apart.
  await ens.register('VITALIK', { address: '0x0000000000000000000000000000000000000044' })
  await ens.claim('0x0000000000000000000000000000000000000044', 'VITALIK.eth')
  for (const path of ['good', 'broken', 'moved', 'secret', 'hung', 'huge']) {
    const urls = [`${gateway.origin}/${path}/{sender}/{data}.json`, 1n] as const
    const resolver = await deployMock(chain, 'OffchainResolver', ['string', 'uint256'], urls)
    await ens.register(path, { resolver })
  }
  const posting = [`${gateway.origin}/good`, 1n] as const
  await ens.register('posting', {
    resolver: await deployMock(chain, 'OffchainResolver', ['string', 'uint256'], posting),
  })
  const many = [`${gateway.origin}/broken/{sender}/{data}`, 40n] as const
  await ens.register('many', {
    resolver: await deployMock(chain, 'OffchainResolver', ['string', 'uint256'], many),
  })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await gateway.close()
  await chain.stop()
})
afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close()
  gateway.hits.length = 0
})

async function onChainOf(url: string, options: object = {}): Promise<OnChain> {
  const caller = callWith({ onChain: { endpoints: { ethereum: [url] }, ...options } })
  open.push(caller)
  return caller.services.onchain()
}

async function ask(
  question: { name: string } | { address: string },
  {
    records = [],
    network = 'ethereum',
    ...options
  }: Partial<Parameters<OnChain['resolveName']>[0]> & object = {},
): Promise<NameAnswer> {
  const onchain = await onChainOf(chain.url, options)
  return onchain.resolveName({ ...question, network, records }, signal, LOCAL_PRINCIPAL)
}

describe('names on a real chain', () => {
  it('resolves a name in any spelling, and confirms it backwards', async () => {
    for (const name of ['vitalik.eth', 'VITALIK.eth', 'Vitalik.ETH']) {
      expect(await ask({ name })).toMatchObject({
        name: 'vitalik.eth',
        address: VITALIK,
        primaryName: 'vitalik.eth',
        verified: true,
        network: 'eip155:1',
        offchain: false,
        source: 'ens',
        records: {},
      })
    }
  })

  it('resolves an address to its primary name, and only to one that confirms it', async () => {
    expect(await ask({ address: VITALIK.toLowerCase() })).toMatchObject({
      name: 'vitalik.eth',
      address: VITALIK,
      verified: true,
    })
    const spoofed = { name: null, primaryName: null, verified: false }
    expect(await ask({ address: SPOOFER })).toMatchObject({ address: SPOOFER, ...spoofed })
    // Claims a name that is not written as it must be.
    expect(await ask({ address: '0x0000000000000000000000000000000000000044' })).toMatchObject(
      spoofed,
    )
    expect(await ask({ address: '0x0000000000000000000000000000000000000055' })).toMatchObject(
      spoofed,
    )
  })

  it('does not verify a name whose address calls itself otherwise', async () => {
    expect(await ask({ name: 'target.eth' })).toMatchObject({
      address: '0x0000000000000000000000000000000000000011',
      primaryName: null,
      verified: false,
    })
  })

  it('has nulls for a name that nobody registered, and for one without an address', async () => {
    for (const name of ['nobody-has-this.eth', 'empty.eth']) {
      expect(await ask({ name })).toMatchObject({
        name,
        address: null,
        primaryName: null,
        verified: false,
      })
    }
  })

  it('resolves for another chain by that chain’s own record', async () => {
    expect(await ask({ name: 'vitalik.eth' }, { network: 'base' })).toMatchObject({
      network: 'eip155:8453',
      address: SPOOFER,
      verified: false,
    })
    expect(await ask({ name: 'vitalik.eth' }, { network: 'optimism' })).toMatchObject({
      address: null,
    })
  })

  it('gives records as clean text, and fetches nothing that they name', async () => {
    const records = ['avatar', 'description', 'com.twitter']
    expect((await ask({ name: 'vitalik.eth' }, { records })).records).toEqual({
      avatar: `${gateway.origin}/avatar.png`,
      description: 'mi pinxe lo crino tcati',
      'com.twitter': null,
    })
    expect(gateway.hits).toEqual([])
  })

  it('tells when the registration ends, of the name or of the one above it, and that it has', async () => {
    const [ahead, past] = [1_900_000_000n, 1_700_000_000n]
    await ens.expire('vitalik', ahead)
    await ens.expire('target', past)
    const time = (seconds: bigint) => new Date(Number(seconds) * 1000).toISOString()
    for (const question of [
      { name: 'vitalik.eth' },
      { address: VITALIK },
      { name: 'a.b.vitalik.eth' },
    ]) {
      const answer = await ask(question)
      expect(answer).toMatchObject({ expires: time(ahead) })
      expect(answer).not.toHaveProperty('expired')
    }
    expect(await ask({ name: 'target.eth' })).toMatchObject({ expires: time(past), expired: true })
    expect(await ask({ name: 'empty.eth' })).toMatchObject({ expires: null })
    expect(await ask({ name: 'example.com' })).toMatchObject({ expires: null })
    expect(await ask({ address: SPOOFER })).toMatchObject({ expires: null })
    await ens.expire('empty', 2n ** 200n)
    expect(await ask({ name: 'empty.eth' })).toMatchObject({ expires: null })
  })

  it.each([
    'vitalik', // one label
    'vitаlik.eth', // a Cyrillic letter
    'vita\u200dlik.eth',
    'a..eth',
    '_a_b.eth',
    'foo bar.eth',
    `${'x'.repeat(300)}.eth`,
    '',
  ])('refuses the name %j', async (name) => {
    await expect(ask({ name })).rejects.toMatchObject({ code: 'bad_name', status: 400 })
  })
})

describe('names behind offchain gateways', () => {
  it('asks the gateway that the resolver names, by GET or POST', async () => {
    expect(await ask({ name: 'good.eth' })).toMatchObject({ address: OFFCHAIN, offchain: true })
    expect(await ask({ name: 'posting.eth' })).toMatchObject({
      address: OFFCHAIN,
      offchain: true,
    })
    expect(gateway.hits.map((hit) => hit.split(' ')[0])).toEqual(['GET', 'POST'])
  })

  it.each(['broken', 'moved', 'secret', 'huge'])(
    'answers 502 and not null when the gateway is %s, and repeats nothing of it',
    async (name) => {
      const before = process.memoryUsage().rss
      const lines: string[] = []
      const log = pino(
        { level: 'trace' },
        new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }),
      )
      const proxy = await startRpcProxy(chain.url)
      open.push(proxy)
      const onchain = await onChainOf(proxy.url, { log })
      const question = { name: `${name}.eth`, network: 'ethereum', records: [] } as const
      const thrown: unknown = await onchain
        .resolveName(question, signal, LOCAL_PRINCIPAL)
        .catch((error: unknown) => error)
      expect(thrown).toMatchObject({ code: 'upstream_failed', status: 502 })
      const { message, hint, fields } = thrown as { message: string; hint: string; fields: object }
      expect(JSON.stringify([message, hint, fields, lines, proxy.requests])).not.toContain('canary')
      expect(process.memoryUsage().rss - before).toBeLessThan(20_000_000)
      expect(gateway.hits).toHaveLength(1)
    },
  )

  it('ends a hung gateway after its time', { tags: 'full' }, async () => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => timeouts.mockRestore())
    await expect(ask({ name: 'hung.eth' })).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(timeouts).toHaveBeenCalledWith(GATEWAY_DEADLINE_MS)
  })

  it('asks at most four gateways for one lookup', async () => {
    await expect(ask({ name: 'many.eth' })).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(gateway.hits).toHaveLength(4)
  })

  it('never reaches a private address, nor one without TLS, in production', async () => {
    const log = pino({ level: 'silent' })
    const guardedFetch = createGuardedFetch({ allowHosts: [], userAgent: 'Bellhop/test', log })
    await expect(ask({ name: 'good.eth' }, { guardedFetch } as object)).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    await expect(
      ask({ name: 'good.eth' }, { allowPlainGateways: false } as object),
    ).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(gateway.hits).toEqual([])
  })

  it('follows no lookup that a token asks for', async () => {
    const url = `${gateway.origin}/good/{sender}/{data}`
    const token = await deployMock(chain, 'OffchainToken', ['string'], [url])
    const onchain = await onChainOf(chain.url)
    const wallet = { address: VITALIK, network: 'ethereum', tokens: [token] } as const
    expect(await onchain.balances(wallet, signal)).toMatchObject({
      errors: [{ code: 'call_reverted' }],
    })
    expect(await onchain.tokenInfo({ address: token, network: 'ethereum' }, signal)).toMatchObject({
      name: null,
      symbol: null,
    })
    expect(gateway.hits).toEqual([])
  })
})

describe('names when the chain is ill', () => {
  it('answers 502 and not null when the endpoint fails or answers nonsense', async () => {
    const proxy = await startRpcProxy(chain.url, ({ method }, response) => {
      if (method !== 'eth_call') return false
      response.writeHead(503).end()
      return true
    })
    open.push(proxy)
    const onchain = await onChainOf(proxy.url)
    await expect(
      onchain.resolveName(
        { name: 'vitalik.eth', network: 'ethereum', records: [] },
        signal,
        LOCAL_PRINCIPAL,
      ),
    ).rejects.toMatchObject({ code: 'upstream_failed', retryable: true })
  })
})
