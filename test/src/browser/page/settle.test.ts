import { beforeEach, expect, test } from 'vitest'
import {
  PAGE_NAVIGATIONS_MAX_COUNT,
  PAGE_REQUESTS_MAX_COUNT,
} from '../../../../src/browser/limits.ts'
import { PageTraffic } from '../../../../src/browser/page/page-traffic.ts'
import { type Look, settle } from '../../../../src/browser/page/settle.ts'
import { Stops } from '../../../../src/browser/page/stops.ts'
import { type StoppedClock, stopClock } from '../../../support/stopped-clock.ts'

const MAIN = 'main'

function open(looks: () => Look | undefined, isReady = () => true) {
  const stops = new Stops()
  const traffic = new PageTraffic(MAIN, stops)
  return { stops, traffic, isReady, look: async () => looks() }
}

let clock: StoppedClock
beforeEach(() => {
  clock = stopClock()
  return () => clock[Symbol.dispose]()
})

/** Waits for a page as long as a clock that each look moves says. */
const rest = async (page: Parameters<typeof settle>[0], forMs = 10_000) =>
  settle(page, performance.now() + forMs, async (ms) => clock.pass(ms))

test('a page that has all its text is at rest', async () => {
  expect(await rest(open(() => [100, 5, 800]))).toEqual([100, 5, 800])
})

test('a page is not at rest before its document is there, nor while an answer is awaited', async () => {
  let checks = 0
  const page = open(
    () => [100, 5, 800],
    () => checks > 20,
  )
  page.look = async () => {
    checks += 1
    return [100, 5, 800]
  }
  await rest(page)
  expect(checks).toBeGreaterThan(20)

  let looks = 0
  const awaiting = open(() => {
    looks += 1
    if (looks === 8) awaiting.traffic.ended({ requestId: '1' })
    return [20, 5, 800]
  })
  awaiting.traffic.requested({ requestId: '1', type: 'Fetch', request: { url: 'http://x/' } })
  expect(await rest(awaiting)).toEqual([20, 5, 800])
  expect(looks).toBeGreaterThan(8)
})

test('text that hardly changes is at rest, whatever a clock or a poll does', async () => {
  let now = 0
  const look = await rest(
    open(() => {
      now += 1
      return [1_000 + (now % 3), 5, 800]
    }),
  )
  expect(look?.[0]).toBeGreaterThanOrEqual(1_000)
})

test('a page that is stopped, or does not answer, has not come to rest', async () => {
  const stopped = open(() => [1, 1, 1])
  stopped.stops.stop('cpu')
  expect(await rest(stopped)).toBeUndefined()
  expect(
    await rest(
      open(() => undefined),
      300,
    ),
  ).toBeUndefined()
})

test('a page is stopped at its requests, its navigations, and what is no page', () => {
  const asking = open(() => undefined)
  for (let count = 0; count <= PAGE_REQUESTS_MAX_COUNT; count += 1) {
    asking.traffic.requested({
      requestId: String(count),
      type: 'Fetch',
      request: { url: 'http://x/' },
    })
  }
  expect(asking.stops.reason).toBe('requests')
  const moving = open(() => undefined)
  for (let count = 0; count <= PAGE_NAVIGATIONS_MAX_COUNT; count += 1) {
    moving.traffic.requested({ requestId: '1', type: 'Document', frameId: MAIN, request: {} })
  }
  expect(moving.stops.reason).toBe('redirects')
  const file = open(() => undefined)
  file.traffic.answered({ type: 'Document', frameId: 'other', response: { mimeType: 'image/png' } })
  expect(file.stops.reason).toBeUndefined()
  file.traffic.answered({
    type: 'Document',
    frameId: MAIN,
    response: { status: 200, mimeType: 'application/pdf' },
  })
  expect(file.stops.reason).toBe('type')
})
