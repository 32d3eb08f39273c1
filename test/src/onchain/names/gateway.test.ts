import {
  decodeAbiParameters,
  decodeFunctionResult,
  encodeErrorResult,
  encodeFunctionData,
  parseAbi,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { lookUp, newGatewayUse, type Gateways } from '../../../../src/onchain/names/gateway.ts'
import type { Hex } from '../../../support/chain.ts'

const CONTRACT: Hex = '0x00000000000000000000000000000000000000C0'
const OTHER: Hex = '0x0000000000000000000000000000000000000011'
const BATCH = 'x-batch-gateway:true'
const ABI = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
  'struct Query { address sender; string[] urls; bytes data; }',
  'function query(Query[] queries) view returns (bool[] failures, bytes[] responses)',
])
const signal = new AbortController().signal

/** The outside world, which answers by address or fails. */
function world(answers: Readonly<Record<string, string>>): {
  gateways: Gateways
  requests: string[]
} {
  const requests: string[] = []
  const gateways: Gateways = {
    allowPlainHttp: false,
    fetch: async (url) => {
      requests.push(url)
      const answer = answers[url]
      if (answer === undefined) throw new Error('no such host')
      return { url, status: 200, headers: {}, body: Buffer.from(answer), complete: true, hops: 0 }
    },
  }
  return { gateways, requests }
}

function revertOf({
  sender = CONTRACT.toLowerCase() as Hex,
  urls = ['https://a.example/{sender}/{data}'],
  callData = '0xabcd',
}: {
  sender?: Hex
  urls?: readonly string[]
  callData?: Hex
} = {}): Hex {
  const args = [sender, urls, callData, '0x12345678', '0xee'] as const
  return encodeErrorResult({ abi: ABI, errorName: 'OffchainLookup', args })
}

function bundleOf(...queries: readonly { sender: Hex; urls: readonly string[]; data: Hex }[]): Hex {
  const callData = encodeFunctionData({ abi: ABI, functionName: 'query', args: [queries] })
  return revertOf({ urls: [BATCH], callData })
}

async function follow(gateways: Gateways, revert: Hex, use = newGatewayUse()): Promise<Hex> {
  return lookUp(gateways, revert, { contract: CONTRACT, use, signal })
}

describe('an offchain lookup', () => {
  it('fills in the address, and goes on with the answer and what the contract wants back', async () => {
    const url = `https://a.example/${CONTRACT.toLowerCase()}/0xabcd`
    const { gateways, requests } = world({ [url]: '{"data":"0xc0ffee"}' })
    const data = await follow(gateways, revertOf())
    expect(requests).toEqual([url])
    expect(data.slice(0, 10)).toBe('0x12345678')
    const types = [{ type: 'bytes' }, { type: 'bytes' }] as const
    expect(decodeAbiParameters(types, `0x${data.slice(10)}`)).toEqual(['0xc0ffee', '0xee'])
  })

  it('takes the bundle apart that the Universal Resolver makes, and marks what failed', async () => {
    const { gateways } = world({ 'https://a.example/1': '0x01' })
    const data = await follow(
      gateways,
      bundleOf(
        { sender: OTHER, urls: ['https://a.example/1'], data: '0x' },
        { sender: OTHER, urls: ['https://a.example/2'], data: '0x' },
      ),
    )
    const [answer] = decodeAbiParameters(
      [{ type: 'bytes' }, { type: 'bytes' }],
      `0x${data.slice(10)}`,
    )
    expect(decodeFunctionResult({ abi: ABI, functionName: 'query', data: answer })).toEqual([
      [false, true],
      ['0x01', '0x'],
    ])
  })

  it.each([
    ['in another contract’s name', revertOf({ sender: OTHER })],
    ['of more than 64 KB', revertOf({ callData: `0x${'00'.repeat(70_000)}` })],
    [
      'with more parts than are answered',
      bundleOf(
        ...Array.from({ length: 17 }, () => ({
          sender: OTHER,
          urls: ['https://a.example/'],
          data: '0x' as const,
        })),
      ),
    ],
    ['that is none', '0x556f1830'],
    ['to no gateway', revertOf({ urls: [] })],
    ['without TLS', revertOf({ urls: ['http://a.example/{data}'] })],
    ['to a file', revertOf({ urls: ['file:///etc/passwd', 'data:,0x01'] })],
  ] satisfies [string, Hex][])('%s is not followed', async (_, revert) => {
    const { gateways, requests } = world({})
    const use = newGatewayUse()
    await expect(follow(gateways, revert, use)).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(requests).toEqual([])
  })

  it('does not go into a bundle in a bundle', async () => {
    const { gateways, requests } = world({})
    const use = newGatewayUse()
    await follow(gateways, bundleOf({ sender: OTHER, urls: [BATCH], data: '0x' }), use)
    expect(requests).toEqual([])
    expect(use.failed).toBe(true)
  })

  it('asks sixteen times for one name, however many lookups there are', async () => {
    const { gateways, requests } = world({})
    const use = newGatewayUse()
    const urls = Array.from({ length: 9 }, (_, index) => `https://a.example/${index}/{data}`)
    for (let lookup = 0; lookup < 6; lookup += 1) {
      await expect(follow(gateways, revertOf({ urls }), use)).rejects.toMatchObject({ status: 502 })
    }
    expect(requests).toHaveLength(16)
  })
})
