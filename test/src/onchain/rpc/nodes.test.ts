import { afterEach, describe, expect, it } from 'vitest'
import { createLog } from '../../../../src/lib/log.ts'
import { createOperatorFetch } from '../../../../src/net/operator/operator-fetch.ts'
import { behindAfterMs, CHAINS } from '../../../../src/onchain/chains.ts'
import { readBlock, stampOf } from '../../../../src/onchain/rpc/block.ts'
import { ageOf, freshForMs } from '../../../../src/onchain/rpc/freshness.ts'
import { type Nodes, openNodes, type Reading } from '../../../../src/onchain/rpc/nodes.ts'
import { TEST_TIME } from '../../../support/call.ts'
import { seeds } from '../../../support/full.ts'
import { reply, type RpcProxy, startRpcProxy } from '../../../support/rpc-proxy.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

const chain = CHAINS.base
const bound = behindAfterMs(chain) / 1000
const signal = new AbortController().signal
const nowSeconds = Math.floor(TEST_TIME.getTime() / 1000)
const open: RpcProxy[] = []
afterEach(async () => {
  for (const node of open.splice(0)) await node.close()
})

/** A node whose latest block is so old, or one that is broken. */
async function nodeOf(age: number | undefined): Promise<RpcProxy> {
  const node = await startRpcProxy('', ({ id, method }, response) => {
    if (method === 'eth_chainId') return reply(response, id, '0x2105')
    if (age === undefined) return reply(response, id, null)
    return reply(response, id, {
      number: '0x64',
      timestamp: `0x${(nowSeconds - age).toString(16)}`,
    })
  })
  open.push(node)
  return node
}

async function nodesOf(ages: readonly (number | undefined)[]): Promise<Nodes> {
  const endpoints = await Promise.all(ages.map(async (age) => (await nodeOf(age)).url))
  const fetch = createOperatorFetch({ userAgent: 'Bellhop/test' })
  const log = createLog('silent')
  return openNodes({ chain, endpoints, fetch, log, now: () => TEST_TIME, observe: () => {} })
}

const latest: Reading<ReturnType<typeof stampOf>> = async (rpc, own) =>
  stampOf(await readBlock(rpc, own))

describe('nodes of a chain', () => {
  it('are read in order until one is up to date, else the one that is least off', async () => {
    const random = seededRandom(5)
    for (let round = 0; round < seeds(30, 200); round += 1) {
      const ages = Array.from({ length: 1 + Math.floor(random() * 4) }, () =>
        random() < 0.2 ? undefined : Math.floor((random() - 0.3) * 6 * bound),
      )
      const nodes = await nodesOf(ages)
      const known = ages.filter((age) => age !== undefined)
      const isUpToDate = (age: number) => age <= bound - 1 && age >= -30
      const best =
        known.find(isUpToDate) ?? known.toSorted((a, b) => Math.abs(a) - Math.abs(b)).at(0)
      const answer = await nodes.read(latest, signal).catch(() => undefined)
      expect(answer && (nowSeconds * 1000 - Date.parse(answer.asOf)) / 1000, ages.join()).toBe(best)
    }
  })

  it('have ages by this server’s clock, and are remembered no longer than they are fresh', () => {
    const ageAt = (seconds: number) =>
      ageOf(
        chain,
        { blockNumber: '1', asOf: new Date((nowSeconds - seconds) * 1000).toISOString() },
        new Date(nowSeconds * 1000),
      )
    expect(ageAt(0)).toEqual({ ageSeconds: 0 })
    expect(ageAt(bound)).toEqual({ ageSeconds: bound })
    expect(ageAt(bound + 1)).toEqual({ ageSeconds: bound + 1, stale: true })
    expect(ageAt(-30)).toEqual({ ageSeconds: 0 })
    expect(ageAt(-31)).toEqual({ ageSeconds: -31, stale: true })
    const asOf = new Date(TEST_TIME.getTime() - 10_000).toISOString()
    expect(freshForMs(chain, { blockNumber: '1', asOf }, TEST_TIME)).toBe(bound * 1000 - 10_000)
  })

  it('give a block of a possible time, and the one that was asked for', async () => {
    const nodes = await nodesOf([-(2 ** 50)])
    await expect(nodes.read(latest, signal)).rejects.toMatchObject({ code: 'upstream_failed' })
    const other = await nodesOf([0])
    const byNumber: typeof latest = async (rpc, own) => stampOf(await readBlock(rpc, own, 99n))
    await expect(other.read(byNumber, signal)).rejects.toMatchObject({ code: 'upstream_failed' })
  })
})
