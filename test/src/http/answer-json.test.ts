import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { answerJson } from '../../../src/http/answer-json.ts'
import { ANSWER_STALLED_MAX_MS } from '../../../src/http/limits.ts'
import { LazyList } from '../../../src/lib/lazy-list.ts'

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
  let asked = 0
  let written = 0
  const sending = {
    awaitPace: async () => void (asked += 1),
    onWritten: (chars: number) => void (written += chars),
  }
  const large = { list: Array.from({ length: 500 }, () => ITEM) }
  const app = new Hono()
  app.get('/:name', async (c) =>
    answerJson(c, c.req.param('name') === 'small' ? { list: ['a'] } : large, sending),
  )
  const small = await (await app.request('/small')).text()
  expect({ asked, written }).toEqual({ asked: 0, written: small.length })
  written = 0
  const text = await (await app.request('/large')).text()
  expect(asked).toBeGreaterThan(5)
  expect(written).toBe(text.length)
})
