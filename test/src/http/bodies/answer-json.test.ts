import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { answerJson, PIECE_MAX_BYTES } from '../../../../src/http/bodies/answer-json.ts'
import { ANSWER_STALLED_MAX_MS } from '../../../../src/http/limits.ts'
import { LazyList } from '../../../../src/lib/lazy-list.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

async function answered(body: Record<string, unknown>): Promise<Response> {
  const app = new Hono()
  app.get('/', async (c) => answerJson(c, body))
  return app.request('/')
}

const ITEM = 'x'.repeat(10_000)

test.each([
  ['nothing', {}],
  ['absent values', { a: undefined, b: null, c: [undefined, 1], d: () => 1 }],
  ['a small answer', { result: 'success', list: [1, { a: 'é' }], empty: [], object: { a: [] } }],
  ['a large answer', { list: Array.from({ length: 500 }, () => ITEM), after: 1, more: [1] }],
])('%s is the same JSON as in one piece', async (_name, body) => {
  const response = await answered(body)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(await response.text()).toBe(JSON.stringify(body))
})

/** What an answer may consist of, deep and wide, with characters of up to four bytes. */
function randomValue(random: () => number, depth: number): unknown {
  const kind = Math.floor(random() * (depth > 0 ? 6 : 4))
  const count = Math.floor(random() ** 3 * 30)
  const text = 'aé漢\u{1F600}"\n'.repeat(count)
  if (kind === 0) return random() < 0.5 ? null : random()
  if (kind === 1) return text
  if (kind === 2) return text.repeat(Math.floor(random() ** 6 * 1_000))
  if (kind === 3) return [undefined, true]
  const inner = Array.from({ length: count }, () => randomValue(random, depth - 1))
  return kind === 4 ? inner : Object.fromEntries(inner.map((value, n) => [`field ${n}`, value]))
}

test.each([1, 2, 3])(
  'whatever it is made of, a paced answer comes in pieces that are small, and is the same JSON (%i)',
  async (seed) => {
    const random = seededRandom(seed)
    const body = {
      wide: Object.fromEntries(
        Array.from({ length: 1_000 }, (_, n) => [n, { n, text: ITEM.slice(9_900) }]),
      ),
      long: '漢\u{1F600}'.repeat(100_000),
      deep: { in: { a: { list: Array.from({ length: 100 }, () => randomValue(random, 2)) } } },
      value: randomValue(random, 2),
    }
    const app = new Hono()
    app.get('/', async (c) => answerJson(c, body, { isPaced: true }))
    const response = await app.request('/')
    const pieces: Uint8Array[] = []
    for await (const piece of response.body ?? []) pieces.push(piece)
    expect(Buffer.concat(pieces).toString()).toBe(JSON.stringify(body))
    expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(
      PIECE_MAX_BYTES,
    )
  },
)

/** Parts that are counted as they are made. */
function countedParts(count: number) {
  const seen = { made: 0, isEnded: false }
  const parts = async function* () {
    try {
      for (let n = 0; n < count; n += 1) {
        seen.made += 1
        yield Array.from({ length: 100 }, () => ITEM)
      }
    } finally {
      seen.isEnded = true
    }
  }
  return { seen, list: new LazyList(parts()) }
}

test('a lazy list is written as a list', async () => {
  const { list } = countedParts(3)
  const response = await answered({ a: 1, list, b: 2 })
  expect(await response.json()).toEqual({ a: 1, list: Array(300).fill(ITEM), b: 2 })
})

test('no more is made than is taken, and nothing after the reader has gone', async () => {
  const { seen, list } = countedParts(100)
  const reader = (await answered({ list })).body?.getReader()
  await reader?.read()
  expect(seen.made).toBeLessThan(10)
  await reader?.cancel()
  expect(seen.isEnded).toBe(true)
  expect(seen.made).toBeLessThan(10)
})

test('other calls have their turn between the pieces', async () => {
  const response = await answered({ list: Array.from({ length: 2_000 }, () => ITEM) })
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  await response.text()
  clearInterval(timer)
  expect(turns).toBeGreaterThan(3)
})

test('other calls have their turn before the next answer of the same caller, unless it was short', async () => {
  const app = new Hono()
  const others: boolean[] = []
  app.get('/:items', async (c) => {
    let isOthersTurn = false
    setImmediate(() => {
      isOthersTurn = true
    })
    const list = Array.from({ length: Number(c.req.param('items')) }, () => ITEM)
    return answerJson(c, { list }, { onEnd: () => void others.push(isOthersTurn) })
  })
  await app.request('/0')
  await app.request('/1')
  expect(others).toEqual([false, true])
})

test('an answer ends once its last piece is taken, or its reader is gone', async () => {
  const ended: string[] = []
  const large = { list: Array.from({ length: 500 }, () => ITEM) }
  const app = new Hono()
  app.get('/:name', async (c) => {
    const name = c.req.param('name')
    return answerJson(c, name === 'small' ? {} : large, { onEnd: () => void ended.push(name) })
  })
  await app.request('/small')
  expect(ended).toEqual(['small'])
  const read = await app.request('/read')
  expect(ended).toEqual(['small'])
  await read.text()
  const left = await app.request('/left')
  expect(ended).toEqual(['small', 'read'])
  await left.body?.cancel()
  expect(ended).toEqual(['small', 'read', 'left'])
})

test('an answer of which nothing is taken is cut off', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let ended = 0
    const { seen, list } = countedParts(100)
    const app = new Hono()
    app.get('/', async (c) => answerJson(c, { list }, { onEnd: () => void (ended += 1) }))
    const reader = (await app.request('/')).body?.getReader()
    await reader?.read()
    await vi.advanceTimersByTimeAsync(ANSWER_STALLED_MAX_MS)
    await expect(reader?.read()).rejects.toThrow('took nothing')
    expect(seen.isEnded).toBe(true)
    expect(ended).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

test('the pace is asked before each further piece, and hears how long each was', async () => {
  let reads = 0
  let written = 0
  const sending = {
    awaitPace: async () => void (reads += 1),
    onWritten: (chars: number) => void (written += chars),
  }
  const large = { list: Array.from({ length: 500 }, () => ITEM) }
  const app = new Hono()
  app.get('/:name', async (c) =>
    answerJson(c, c.req.param('name') === 'small' ? { list: ['a'] } : large, sending),
  )
  const small = await (await app.request('/small')).text()
  expect({ reads, written }).toEqual({ reads: 0, written: small.length })
  written = 0
  const text = await (await app.request('/large')).text()
  expect(reads).toBeGreaterThan(5)
  expect(written).toBe(text.length)
})
