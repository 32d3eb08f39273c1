import type { PublicClient } from 'viem'
import { expect, test } from 'vitest'
import type { ChainReaders } from '../../../../src/pay/chain/chain-client.ts'
import { judgeByNodes } from '../../../../src/pay/chain/judge-by-nodes.ts'
import type { Verdict } from '../../../../src/pay/chain/settlement-verifier.ts'

const NOW_MS = Date.UTC(2026, 0, 2)
const PAYMENT = { units: 1_000, untilMs: NOW_MS + 60_000 }

const VOID = { outcome: 'void' } as const
const LITTLE = { outcome: 'paid', transaction: '0x1', units: 400 } as const
const LESS = { outcome: 'paid', transaction: '0x1', units: 300 } as const

/** The verdict of nodes that are up to date, each with its own word of how a payment was used. */
async function judge(...uses: readonly Verdict[]) {
  const getBlock = async () => ({ number: 1n, timestamp: BigInt(NOW_MS / 1_000) })
  const nodes = uses.map((use) => ({ use, getBlock })) as unknown as ChainReaders
  const ask = async (node: PublicClient) => (node as unknown as { use: Verdict }).use
  return judgeByNodes(nodes, ask, PAYMENT, () => NOW_MS)
}

test.each<[string, readonly Verdict[], string]>([
  ['a part of it was moved, and that it was cancelled', [LITTLE, VOID], 'open'],
  ['it was cancelled, and that a part of it was moved', [VOID, LITTLE], 'open'],
  ['two different parts of it were moved', [LITTLE, LESS], 'open'],
  ['the same part of it was moved', [LITTLE, LITTLE], 'paid'],
  ['it was cancelled', [VOID, VOID], 'void'],
])('of two nodes that say that %s', async (_, uses, outcome) => {
  expect(await judge(...uses)).toMatchObject({ outcome })
})
