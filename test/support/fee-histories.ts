/** A source of numbers from 0 up to 1. */
type Random = () => number

/** One block of a history: its tips at the percentiles, and how full it was. */
export interface BlockShape {
  tips: unknown
  ratio: unknown
}

const GWEI = 1_000_000_000n

const hex = (value: bigint): string => `0x${value.toString(16)}`

const scaled = (random: Random, wei: bigint): bigint =>
  (wei * BigInt(Math.floor(random() * 1_000_000))) / 1_000_000n

/** Ordered tips around an amount. */
function tipsAround(random: Random, wei: bigint): bigint[] {
  const low = scaled(random, wei)
  const middle = low + scaled(random, wei)
  return [low, middle, middle + scaled(random, 4n * wei)]
}

const full = (random: Random, wei: bigint): BlockShape => ({
  tips: tipsAround(random, wei).map(hex),
  ratio: 0.2 + 0.8 * random(),
})

const empty: BlockShape = { tips: ['0x0', '0x0', '0x0'], ratio: 0 }

const blocksOf = (count: number, make: (index: number) => BlockShape): BlockShape[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Kinds of windows of blocks, as chains and nodes have them. */
export const HISTORY_KINDS: Readonly<Record<string, (random: Random) => BlockShape[]>> = {
  busy: (random) => blocksOf(20, () => full(random, GWEI)),
  cheap: (random) => blocksOf(20, () => full(random, 1000n)),
  dear: (random) => blocksOf(20, () => full(random, 500n * GWEI)),
  empty: () => blocksOf(20, () => empty),
  'one of all': (random) => {
    const only = Math.floor(random() * 20)
    return blocksOf(20, (index) =>
      index === only
        ? { tips: [200n, 200n, 200n].map((tip) => hex(tip * GWEI)), ratio: 0.001 }
        : empty,
    )
  },
  'few of all': (random) => {
    const count = 1 + Math.floor(random() * 6)
    return blocksOf(20, (index) => (index < count ? full(random, 30n * GWEI) : empty))
  },
  'every second empty': (random) =>
    blocksOf(20, (index) => (index % 2 === 0 ? full(random, GWEI) : empty)),
  'one spike': (random) => {
    const spike = Math.floor(random() * 20)
    return blocksOf(20, (index) => full(random, index === spike ? 100_000n * GWEI : GWEI))
  },
  rising: (random) => blocksOf(20, (index) => full(random, GWEI * BigInt(1 + index * index))),
  'out of order': (random) =>
    blocksOf(20, () => ({
      tips: tipsAround(random, GWEI).toReversed().map(hex),
      ratio: random(),
    })),
  'no tips': (random) => blocksOf(20, () => ({ tips: null, ratio: random() })),
  'some without tips': (random) =>
    blocksOf(20, () => (random() < 0.4 ? { tips: null, ratio: 0.5 } : full(random, GWEI))),
  'no ratios': (random) => blocksOf(20, () => ({ ...full(random, GWEI), ratio: null })),
  'holes in tips': (random) =>
    blocksOf(20, () => {
      const shape = full(random, GWEI)
      const [low, , high] = shape.tips as string[]
      return random() < 0.3 ? { ...shape, tips: [low, null, high] } : shape
    }),
  young: (random) => blocksOf(1 + Math.floor(random() * 4), () => full(random, GWEI)),
  'zero tips': (random) => blocksOf(20, () => ({ ...empty, ratio: random() })),
  absurd: (random) =>
    blocksOf(20, () =>
      random() < 0.3
        ? { tips: [hex(2n ** 255n), hex(2n ** 255n), hex(2n ** 255n)], ratio: 1 }
        : full(random, GWEI),
    ),
  // The last two were written without looking at what the ones above failed on.
  'ratios as text': (random) =>
    blocksOf(20, () => {
      const shape = full(random, 7n * GWEI)
      return { ...shape, ratio: String(shape.ratio) }
    }),
  'two prices': (random) =>
    blocksOf(20, () => full(random, random() < 0.5 ? 2n * GWEI : 90n * GWEI)),
}

/** What a node answers of such a window; with a base fee that moves by at most an eighth. */
export function feeHistoryOf(
  random: Random,
  blocks: readonly BlockShape[],
): Record<string, unknown> {
  let fee = 1n + scaled(random, 60n * GWEI)
  const fees = Array.from({ length: blocks.length + 1 }, () => {
    fee = (fee * BigInt(875 + Math.floor(random() * 250))) / 1000n + 1n
    return hex(fee)
  })
  const isWithout = (part: 'tips' | 'ratio'): boolean =>
    blocks.every((block) => block[part] === null)
  return {
    oldestBlock: hex(BigInt(1000)),
    baseFeePerGas: fees,
    gasUsedRatio: isWithout('ratio') ? null : blocks.map(({ ratio }) => ratio),
    reward: isWithout('tips') ? null : blocks.map(({ tips }) => tips),
  }
}
