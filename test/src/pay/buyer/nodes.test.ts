import { afterEach, describe, expect, test } from 'vitest'
import { openBuyerChain } from '../../../../src/pay/buyer/buyer-chain.ts'
import { Journal } from '../../../../src/pay/buyer/journal.ts'
import { settleFate } from '../../../../src/pay/buyer/reconcile.ts'
import type { Verdict } from '../../../../src/pay/chain/settlement-verifier.ts'
import { NODE_OFF_MAX_MS, OVER_AFTER_MS } from '../../../../src/pay/limits.ts'
import { PAYMENT_NETWORKS } from '../../../../src/pay/protocol/networks.ts'
import type { Store } from '../../../../src/store/port.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { toWord } from '../../../support/chain.ts'
import { seeds } from '../../../support/full.ts'
import { authorization, policy } from '../../../support/journal-suite.ts'
import { paymentNodes, type TruePayment, type View } from '../../../support/payment-nodes.ts'
import { seededRandom } from '../../../support/seeded-random.ts'
import { newAddress } from '../../../support/seller.ts'
import { quietLog } from '../../../support/store-backend.ts'

const [network] = PAYMENT_NETWORKS
const SIGNED_MS = Date.UTC(2026, 0, 2, 12)
const END_MS = SIGNED_MS + 300_000
const UNITS = 2_000
const HOUR_MS = 3_600_000

/** Kinds of nodes: how far the state of each is, what time it says that is, and what it denies. */
const KINDS = {
  honest: () => ({ behindMs: 2_000, aheadMs: 0 }),
  behind: (pick) => ({ behindMs: pick(60_000, 1_000_000), aheadMs: 0 }),
  ahead: (pick) => ({ behindMs: 0, aheadMs: pick(60_000, 2 * HOUR_MS) }),
  'ahead, and behind with its state': (pick) => ({
    behindMs: pick(60_000, 400_000),
    aheadMs: pick(500_000, 2 * HOUR_MS),
  }),
  'denies a use': () => ({ behindMs: 0, aheadMs: 0, says: 'unused' }),
  'shows a cancellation': () => ({ behindMs: 0, aheadMs: 0, says: 'cancelled' }),
  'does not show its events yet': () => ({
    behindMs: 0,
    aheadMs: 0,
    says: 'nothing of the transfer',
  }),
  down: () => ({ behindMs: 0, aheadMs: 0, isDown: true }),
} as const satisfies Record<string, (pick: Pick) => View>

type Pick = (least: number, most: number) => number
type Kind = keyof typeof KINDS
const KIND_NAMES = Object.keys(KINDS) as Kind[]
const LIES: ReadonlySet<Kind> = new Set(['denies a use', 'shows a cancellation'])

/** Some nodes, a payment that may be used at any time until its end, and our clock beside the true one. */
interface Arrangement {
  /** The kinds of each node; of several, one answers after the other. */
  nodes: readonly (readonly Kind[])[]
  usedMs: number | undefined
  /** How far our clock is ahead. */
  offMs: number
  /** True times at which the payment is looked at. */
  looks: readonly number[]
}

function arrangementOf(random: () => number): Arrangement {
  const pick: Pick = (least, most) => least + Math.floor(random() * (most - least))
  const kind = (): Kind => KIND_NAMES[pick(0, 2 * KIND_NAMES.length)] ?? 'honest'
  const nodes = Array.from({ length: pick(1, 5) }, () =>
    random() < 0.2 ? [kind(), kind()] : [kind()],
  )
  const usedMs = random() < 0.5 ? undefined : pick(SIGNED_MS, END_MS - 5_000)
  const offMs = [0, pick(-10_000, 10_000), pick(-600_000, 0), pick(0, 600_000)][pick(0, 4)] ?? 0
  const edges = [0, 1_000, -1_000].map((ms) => END_MS + OVER_AFTER_MS - offMs + ms)
  const anywhere = Array.from({ length: 4 }, () => pick(SIGNED_MS, END_MS + 200_000))
  const looks = [...edges, ...anywhere].filter((ms) => ms >= SIGNED_MS).toSorted((a, b) => a - b)
  return { nodes, usedMs, offMs, looks: [...looks, END_MS + 2 * HOUR_MS] }
}

await onBothDatabases((backend) => {
  const stores: Store[] = []
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close()
  })

  /** Looks at a payment again and again, and says when it was given back, and what a seller was told each time. */
  async function watch(
    { nodes, usedMs, offMs, looks }: Arrangement,
    random: () => number,
    store: Store,
  ) {
    const clock = { ms: SIGNED_MS }
    const payment: TruePayment = {
      asset: network.asset.address.toLowerCase() as `0x${string}`,
      from: newAddress(),
      to: newAddress(),
      units: UNITS,
      nonce: toWord(BigInt(Math.floor(random() * 2 ** 40) + 1)),
      usedMs,
    }
    const pick: Pick = (least, most) => least + Math.floor(random() * (most - least))
    const urls = nodes.map((_, n) => `https://${n}.example`)
    const views = new Map(
      nodes.map((kinds, n) => [urls[n] ?? '', kinds.map((kind) => KINDS[kind](pick))]),
    )
    const [url = '', ...others] = urls
    const now = () => clock.ms + offMs
    const fetch = paymentNodes(views, payment, () => clock.ms)
    const chain = openBuyerChain(network, { url, others, fetch }, now)
    const journal = new Journal(async () => store, 'here', now)
    const { asset, from, to, nonce } = payment
    const id = [network.id, asset, from, nonce].join('|').toLowerCase()
    const row = await journal.reserve(
      authorization(id, {
        asset,
        payer: from,
        pay_to: to,
        host: `${nonce}.example`,
        signed_ms: SIGNED_MS,
        valid_before_ms: END_MS,
      }),
      { ...policy, perDayUnits: 1e9, perSessionUnits: 1e9 },
    )
    if (typeof row === 'string') throw new Error(row)
    const parts = { journal, chain: async () => chain, log: quietLog, policy: { network } }
    const seen: { atMs: number; fate: string; verdict: Verdict['outcome'] }[] = []
    for (const atMs of looks) {
      clock.ms = atMs
      const fate = await settleFate(row, parts)
      const asked = { asset, from, to, units: UNITS, nonce, sinceMs: SIGNED_MS, untilMs: END_MS }
      const { outcome } = await chain.verifier(asked).catch(() => ({ outcome: 'open' as const }))
      seen.push({ atMs, fate, verdict: outcome })
      const { state } = await store.db
        .selectFrom('buyer_authorization')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(state).toBe(fate === 'unreadable' ? 'open' : fate)
      if (fate === 'released' || fate === 'spent') break
    }
    return seen
  }

  /** Nodes, when the payment is used, and how it ends up to half a minute after its end and after an hour. */
  const CASES: readonly (readonly [readonly Kind[], 'used' | 'unused', string, string])[] = [
    [['honest'], 'unused', 'open', 'released'],
    [['honest'], 'used', 'spent', 'spent'],
    [['behind'], 'unused', 'open', 'released'],
    [['ahead, and behind with its state'], 'used', 'open', 'spent'],
    [['ahead'], 'unused', 'open', 'open'],
    [['shows a cancellation'], 'unused', 'open', 'released'],
    [['denies a use', 'down'], 'used', 'open', 'open'],
    [['denies a use', 'honest'], 'used', 'open', 'spent'],
    [['denies a use', 'denies a use', 'does not show its events yet'], 'used', 'open', 'open'],
    [['down', 'ahead', 'honest', 'honest'], 'unused', 'open', 'released'],
  ]

  test.each(CASES)(
    'by nodes %j, a payment that is %s is %s, and later %s',
    async (kinds, use, early, late) => {
      const store = await backend.open(backend.newLocation())
      stores.push(store)
      const nodes = kinds.map((kind) => [kind])
      const looks = [END_MS + OVER_AFTER_MS - 1_000, END_MS + HOUR_MS]
      const usedMs = use === 'used' ? END_MS - 8_000 : undefined
      const seen = await watch({ nodes, usedMs, offMs: 0, looks }, seededRandom(1), store)
      const last = seen.at(-1)?.fate
      expect(looks.map((_, n) => seen[n]?.fate ?? last)).toEqual([early, late])
    },
  )

  test('a seller hears of no cancellation while a node that is up to date knows of none', async () => {
    const store = await backend.open(backend.newLocation())
    stores.push(store)
    const lies = ['shows a cancellation', 'shows a cancellation'] as const
    for (const kinds of [[...lies], [...lies, 'honest']] as const) {
      const nodes = kinds.map((kind) => [kind])
      const arrangement = { nodes, usedMs: undefined, offMs: 0, looks: [SIGNED_MS + 60_000] }
      const [seen] = await watch(arrangement, seededRandom(kinds.length), store)
      expect(seen?.verdict).toBe(kinds.length === 2 ? 'void' : 'open')
    }
  })

  describe('a budget is given back only once nobody can use the payment any more', () => {
    test(`in arrangements of nodes that are ahead, behind, lying, alternating or down`, async () => {
      const store = await backend.open(backend.newLocation())
      stores.push(store)
      const faults: string[] = []
      let released = 0
      for (let seed = 1; seed <= seeds(30, 150); seed += 1) {
        const random = seededRandom(seed)
        const arrangement = arrangementOf(random)
        const { nodes, usedMs, offMs } = arrangement
        const seen = await watch(arrangement, random, store)
        const say = `seed ${seed}: ${JSON.stringify(arrangement)} ${JSON.stringify(seen)}`
        const kinds = nodes.flat()
        const isHonest = (node: readonly Kind[]) => node.every((kind) => kind === 'honest')
        const note = (what: string, isSo: boolean): void => {
          if (isSo) faults.push(`${what}: ${say}`)
        }
        for (const { atMs, fate, verdict } of seen) {
          const isOverHere = atMs + offMs >= END_MS + OVER_AFTER_MS
          note('early', !isOverHere && (fate === 'released' || verdict === 'expired'))
          // Where no node lies, and where one that is up to date is honest, no use is missed.
          const isKnown = !kinds.some((kind) => LIES.has(kind)) || nodes.some(isHonest)
          const isMissed = fate === 'released' || verdict === 'expired' || verdict === 'void'
          note('missed', isMissed && isKnown && usedMs !== undefined && offMs <= NODE_OFF_MAX_MS)
          note('invented', fate === 'spent' && usedMs === undefined)
        }
        const honest = nodes.filter(isHonest).length
        const last = seen.at(-1)?.fate
        const isNear = Math.abs(offMs) < NODE_OFF_MAX_MS
        const isEnough = honest >= Math.min(2, nodes.length) && isNear
        note('kept', usedMs === undefined && isEnough && last !== 'released')
        note('not seen', usedMs !== undefined && honest > 0 && isNear && last !== 'spent')
        if (last === 'released') released += 1
      }
      expect(faults).toEqual([])
      expect(released).toBeGreaterThan(2)
    })
  })
})
