import { beforeEach, describe, expect, test } from 'vitest'
import {
  PAGE_NAVIGATIONS_MAX_COUNT,
  PAGE_REQUESTS_MAX_COUNT,
} from '../../../../src/browser/limits.ts'
import { PageTraffic } from '../../../../src/browser/page/page-traffic.ts'
import { type Look, settle } from '../../../../src/browser/page/settle.ts'
import { Stops } from '../../../../src/browser/page/stops.ts'
import { type StoppedClock, stopClock } from '../../../support/stopped-clock.ts'

const MAIN = 'main'

const IDLE = { timersMs: 0, isTicking: false, silentWorkers: 0, hasRun: true }

/** A look at a long page that stands, but for what is said of it. */
const seen = (of: Partial<Look> = {}): Look => ({
  hash: 1,
  wordsHash: 1,
  chars: 2_000,
  elements: 5,
  height: 800,
  size: 'long',
  sign: '',
  numbers: { ageMs: -1, gapMs: 0, isOpen: false, hasZero: false },
  isMoving: false,
  mayChange: true,
  ...of,
})

function open(looks: (atMs: number) => Look | undefined, isReady = () => true) {
  const stops = new Stops()
  const traffic = new PageTraffic(MAIN, stops)
  const beganMs = performance.now()
  return { stops, traffic, isReady, look: async () => looks(performance.now() - beganMs) }
}

let clock: StoppedClock
beforeEach(() => {
  clock = stopClock()
  return () => clock[Symbol.dispose]()
})

/** Waits for a page as long as a clock that each look moves says; with the milliseconds that it took. */
async function rest(page: Parameters<typeof settle>[0], forMs = 8_000, isPatient = true) {
  const beganMs = performance.now()
  const sleep = async (ms: number) => clock.pass(ms)
  const ended = await settle(page, { untilMs: beganMs + forMs, isPatient, sleep })
  return { ...ended, ms: performance.now() - beganMs }
}

test('a page that has all its text is at rest', async () => {
  const { look, isAtRest, isUnfinished, ms } = await rest(open(() => seen()))
  expect(look).toEqual(seen())
  expect({ isAtRest, isUnfinished }).toEqual({ isAtRest: true, isUnfinished: false })
  expect(ms).toBeLessThan(600)
})

test('a page is not at rest before its document is there, nor while an answer is awaited', async () => {
  let isThere = false
  const page = open(
    (atMs) => {
      isThere = atMs > 1_600
      return seen()
    },
    () => isThere,
  )
  expect((await rest(page)).ms).toBeGreaterThan(1_600)
  const awaiting = open((atMs) => {
    if (atMs > 900) awaiting.traffic.ended({ requestId: '1' })
    return seen()
  })
  awaiting.traffic.requested({ requestId: '1', type: 'Fetch', request: { url: 'http://x/' } })
  expect((await rest(awaiting)).ms).toBeGreaterThan(900)
})

describe('a short page that says, or shows, that more is to come is waited for', () => {
  test.each([
    ['says so', { sign: 'words' }],
    ['shows that it is busy', { sign: 'busy' }],
    ['leads elsewhere soon', { sign: 'redirect' }],
    ['has a timer', { pending: { ...IDLE, timersMs: 900 } }],
  ] satisfies [string, Partial<Look>][])('where it %s', async (_, of) => {
    const late = (size: Look['size']) =>
      open((atMs) => (atMs < 5_000 ? seen({ size, chars: 30, ...of }) : seen({ hash: 2 })))
    const { look, isUnfinished, ms } = await rest(late('bare'))
    expect({ hash: look?.hash, isUnfinished }).toEqual({ hash: 2, isUnfinished: false })
    expect(ms).toBeLessThan(5_800)
    expect((await rest(late('short'))).look?.hash).toBe(2)
    expect((await rest(late('long'))).ms).toBeLessThan(600)
    expect((await rest(late('bare'), 8_000, false)).ms).toBeLessThan(600)
    const never = open(() => seen({ size: 'bare', ...of }))
    expect(await rest(never)).toMatchObject({ isUnfinished: true, isAtRest: true })
  })

  test('where a request has not been answered', async () => {
    const page = open((atMs) => {
      if (atMs > 6_000) page.traffic.ended({ requestId: '1' })
      return seen({ size: 'short' })
    })
    page.traffic.requested({ requestId: '1', type: 'Fetch', request: { url: 'http://x/' } })
    expect((await rest(page)).ms).toBeGreaterThan(6_000)
  })

  test.each(['stream of events', 'socket', 'worker'])(
    'where a %s is silent: to the end where there are hardly any words, else for some time',
    async (kind) => {
      const waiting = (size: Look['size']) => {
        const pending = { ...IDLE, silentWorkers: kind === 'worker' ? 1 : 0 }
        const page = open(() => seen({ size, pending }))
        const { traffic } = page
        if (kind === 'socket') traffic.opened({ requestId: '1' })
        const request = { url: 'http://x/' }
        if (kind === 'stream of events') {
          traffic.requested({ requestId: '1', type: 'EventSource', request })
        }
        return page
      }
      const bare = await rest(waiting('bare'))
      expect(bare).toMatchObject({ isUnfinished: true })
      expect(bare.ms).toBeGreaterThan(7_900)
      const short = await rest(waiting('short'))
      expect(short).toMatchObject({ isAtRest: true, isUnfinished: false })
      expect(short.ms).toBeGreaterThan(2_400)
      expect(short.ms).toBeLessThan(3_200)
      expect((await rest(waiting('long'))).ms).toBeLessThan(600)
    },
  )

  test('but not where no script could bring it, however it is known that there is one', async () => {
    const still: Partial<Look> = { size: 'short', sign: 'words', mayChange: false }
    const plain = open(() => seen({ ...still, pending: { ...IDLE, hasRun: false } }))
    expect(await rest(plain)).toMatchObject({ isAtRest: true, isUnfinished: false })
    const loaded = open(() => seen({ ...still, pending: { ...IDLE, hasRun: false } }))
    loaded.traffic.requested({ requestId: '1', type: 'Script', request: { url: 'http://x/' } })
    loaded.traffic.ended({ requestId: '1' })
    for (const page of [
      loaded,
      open(() => seen({ ...still, pending: IDLE })),
      open(() => seen(still)),
      open(() => seen({ ...still, mayChange: true })),
      open(() => seen({ ...still, sign: 'redirect', pending: { ...IDLE, hasRun: false } })),
    ]) {
      expect(await rest(page)).toMatchObject({ isUnfinished: true })
    }
  })
})

describe('numbers are read when they stand', () => {
  const counting = (ageMs: number, gapMs: number, isOpen = true) => ({
    numbers: { ageMs, gapMs, isOpen, hasZero: false },
  })

  test('though their count of characters stays', async () => {
    const page = open((atMs) =>
      atMs < 2_600
        ? seen({ hash: atMs, ...counting(0, 16) })
        : seen({ hash: 7, ...counting(atMs - 2_600, 16) }),
    )
    const { look, isUnfinished } = await rest(page)
    expect({ hash: look?.hash, isUnfinished }).toEqual({ hash: 7, isUnfinished: false })
  })

  test('one that slows down has ended when it stands for longer than its last steps', async () => {
    const page = open((atMs) =>
      seen({ hash: atMs < 1_400 ? 1 : 2, ...counting(atMs % 1_400, 500) }),
    )
    expect((await rest(page)).look?.hash).toBe(2)
  })

  test('one that counts without end is said to be unfinished, unless the page says its end', async () => {
    const forever = (isOpen: boolean) =>
      open((atMs) => seen({ hash: atMs, ...counting(0, 16, isOpen) }))
    const { isUnfinished, ms } = await rest(forever(true))
    expect(isUnfinished).toBe(true)
    expect(ms).toBeLessThan(6_000)
    expect((await rest(forever(false))).isUnfinished).toBe(false)
  })
})

test('a page of which the words stand is at rest, whatever a clock or a poll does', async () => {
  const { look, ms } = await rest(open((atMs) => seen({ hash: atMs })))
  expect(look?.chars).toBe(2_000)
  expect(ms).toBeLessThan(2_000)
  expect((await rest(open((atMs) => seen({ hash: atMs, wordsHash: atMs })))).ms).toBeLessThan(3_600)
})

test('what moves and will have moved soon is waited for, though the words stand; not what moves all the time', async () => {
  const moving = (untilMs: number) => open((atMs) => seen({ isMoving: atMs < untilMs }))
  const { ms } = await rest(moving(2_600))
  expect(ms).toBeGreaterThan(2_600)
  expect(ms).toBeLessThan(3_000)
  expect((await rest(moving(Infinity))).ms).toBeLessThan(5_400)
})

test('a page that does not answer any more is not at rest, though it was', async () => {
  const stuck = open((atMs) => (atMs < 200 ? seen() : undefined))
  const { ms, ...ended } = await rest(stuck)
  expect(ended).toMatchObject({ look: { hash: 1 }, isAtRest: false })
  expect(ms).toBeLessThan(6_500)
})

test('a page that is stopped, or does not answer, has not come to rest', async () => {
  const stopped = open(() => seen())
  stopped.stops.stop('cpu')
  expect(await rest(stopped)).toMatchObject({ look: undefined, isAtRest: false })
  const silent = open(() => undefined)
  expect(await rest(silent, 300)).toMatchObject({ look: undefined, isAtRest: false })
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
