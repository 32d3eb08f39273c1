import { expect, test } from 'vitest'
import { measureNotices, PLACES, SOURCES, TRANSPORTS } from '../../support/subscription-times.ts'

const ROUNDS = 8
const NOTICE_MAX_MS = 500

test.each(TRANSPORTS.flatMap((transport) => SOURCES.map((source) => [transport, source] as const)))(
  'clients of all generations hear over %s within half a second: %s',
  async (transport, source) => {
    const heard = await measureNotices(transport, source, ROUNDS)
    for (const place of PLACES) {
      const times = heard
        .filter((one) => one.place === place)
        .map(({ ms = Number.POSITIVE_INFINITY }) => ms)
        .sort((a, b) => a - b)
      const [p50, max] = [times[times.length >> 1], times.at(-1)].map((ms) => ms?.toFixed(0))
      process.stdout.write(`${transport}, ${source}, ${place}: p50 ${p50} ms, max ${max} ms\n`)
    }
    const late = heard.filter(({ ms = Number.POSITIVE_INFINITY }) => ms > NOTICE_MAX_MS)
    expect(late).toEqual([])
    expect(heard).toHaveLength(ROUNDS * 3 * PLACES.length)
  },
)
