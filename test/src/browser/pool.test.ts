import { expect, test } from 'vitest'
import { Cdp } from '../../../src/browser/cdp.ts'
import type { RunningBrowser } from '../../../src/browser/launch/launch.ts'
import { BrowserPool } from '../../../src/browser/pool.ts'
import { createLog } from '../../../src/lib/log.ts'

const log = createLog('silent')

/** Browsers that do nothing but be there, numbered, with those that were closed. */
function counted() {
  const closed: string[] = []
  const started: RunningBrowser[] = []
  const start = async (): Promise<RunningBrowser> => {
    const product = String(started.length + 1)
    const cdp = new Cdp(() => {})
    const browser: RunningBrowser = {
      cdp,
      product,
      userAgent: '',
      mode: 'proxied',
      hasSandbox: true,
      pid: undefined,
      usage: undefined,
      caught: 0,
      close: async () => {
        closed.push(product)
        cdp.shut('closed')
      },
    }
    started.push(browser)
    return browser
  }
  return { start, started, closed }
}

const name = async ({ product }: RunningBrowser): Promise<string> => product

test('nothing is started before the first page, and all pages have one browser', async () => {
  const { start, started, closed } = counted()
  const pool = new BrowserPool({ start, log })
  expect(started).toEqual([])
  expect(await Promise.all([pool.use(name), pool.use(name)])).toEqual(['1', '1'])
  expect(await pool.use(name)).toBe('1')
  await pool.close()
  expect(closed).toEqual(['1'])
})

test('a browser is replaced after some pages, and ends with its last one', async () => {
  const { start, closed } = counted()
  const pool = new BrowserPool({ start, log, pagesMaxCount: 2 })
  const page = Promise.withResolvers<void>()
  const first = pool.use(async ({ product }) => {
    await page.promise
    return product
  })
  expect(await pool.use(name)).toBe('1')
  expect(await pool.use(name)).toBe('2')
  expect(closed).toEqual([])
  page.resolve()
  expect(await first).toBe('1')
  expect(closed).toEqual(['1'])
  await pool.close()
})

test('a browser that is not as it was, or has gone, gets no further page', async () => {
  const { start, started, closed } = counted()
  const pool = new BrowserPool({ start, log })
  await pool.use(async (_browser, _watch, reportCost) => reportCost({ cpuMs: 1, taints: true }))
  expect(closed).toEqual(['1'])
  expect(await pool.use(name)).toBe('2')
  started[1]?.cdp.shut('crashed')
  await expect.poll(() => closed).toEqual(['1', '2'])
  expect(await pool.use(name)).toBe('3')
  await pool.close()
})

test('a browser without pages ends after a while', async () => {
  const { start, closed } = counted()
  const pool = new BrowserPool({ start, log, idleMs: 20 })
  await pool.use(name)
  await expect.poll(() => closed).toEqual(['1'])
  expect(await pool.use(name)).toBe('2')
  await pool.close()
})

test('after a start that failed the next page tries anew', async () => {
  const { start } = counted()
  let isBroken = true
  const pool = new BrowserPool({
    log,
    start: async () => {
      if (isBroken) throw new Error('broken')
      return start()
    },
  })
  await expect(pool.use(name)).rejects.toThrow('broken')
  isBroken = false
  expect(await pool.use(name)).toBe('1')
  await pool.close()
})
