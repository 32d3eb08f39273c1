/** Before each test file: every chat event that this process emits or shows must be one of the union. */
import { subscribe } from 'node:diagnostics_channel'
import { afterAll, afterEach, expect } from 'vitest'
import { EVENT_CHANNELS } from './event-notes.ts'
import type { SeenEvents } from './judge-events.ts'

const seen: SeenEvents[] = []

for (const [as, channel] of Object.entries(EVENT_CHANNELS)) {
  subscribe(channel, (events) => {
    seen.push({ as: as as SeenEvents['as'], events: events as unknown[] })
  })
}

async function judge(): Promise<void> {
  if (seen.length === 0) return
  const { faultsOf } = await import('./judge-events.ts')
  expect(faultsOf(seen.splice(0))).toEqual([])
}

afterEach(judge)
afterAll(judge)
