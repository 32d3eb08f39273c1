import { feedJob } from '../../src/feed/feed-job.ts'
import type { FeedSet } from './compose.ts'
import { systems } from './systems.ts'

const ROUNDS = 9
const AGENT_ITEMS_COUNT = 20

const read = async (bytes: Uint8Array, content: boolean, limit?: number): Promise<unknown> =>
  feedJob({ url: 'https://bench.example/feed', contentType: 'text/xml', bytes, content, limit })

/** Systems that are timed, each from bytes to its own kind of result; a feed that a system refuses costs what it cost. */
const contenders: Readonly<Record<string, (bytes: Uint8Array) => Promise<unknown>>> = {
  feedsmith: systems.feedsmith.parse,
  'rss-parser': systems['rss-parser'].parse,
  'bellhop, all items': async (bytes) => read(bytes, false),
  'bellhop, 20 items (a model’s call)': async (bytes) => read(bytes, false, AGENT_ITEMS_COUNT),
  'bellhop, all items with sanitised content': async (bytes) => read(bytes, true),
}

async function cpuSeconds(
  feeds: readonly Uint8Array[],
  parse: (bytes: Uint8Array) => Promise<unknown>,
): Promise<number> {
  const before = process.cpuUsage()
  for (const feed of feeds) await parse(feed).catch(() => {})
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** MB/s of every contender on every set, by process CPU; the contenders take turns, the median counts. */
export async function measureSpeed(
  sets: readonly FeedSet[],
): Promise<{ set: string; feeds: number; megabytes: number; rates: Map<string, number> }[]> {
  const results = []
  for (const { name, feeds } of sets) {
    const megabytes = feeds.reduce((sum, { byteLength }) => sum + byteLength, 0) / 1e6
    // Short sets are read several times a round, so that the clock can tell.
    const repeated = Array.from({ length: Math.ceil(3 / megabytes) }, () => feeds).flat()
    const times = new Map(Object.keys(contenders).map((contender) => [contender, [] as number[]]))
    for (let round = -2; round < ROUNDS; round += 1) {
      for (const [contender, parse] of Object.entries(contenders)) {
        const seconds = await cpuSeconds(repeated, parse)
        if (round >= 0) times.get(contender)?.push(seconds)
      }
    }
    const total = (megabytes * repeated.length) / feeds.length
    const rates = new Map(
      [...times].map(([contender, seconds]) => [contender, total / median(seconds)]),
    )
    results.push({ set: name, feeds: feeds.length, megabytes, rates })
  }
  return results
}
