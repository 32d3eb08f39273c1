import { expect, test } from 'vitest'
import { composeBrowser } from '../../../../src/app/compose/compose-browser.ts'
import { loadConfig } from '../../../../src/app/config/config.ts'
import type { OperationError } from '../../../../src/contract/errors.ts'
import { LOCAL_PRINCIPAL, STRANGER } from '../../../../src/contract/principal.ts'
import { createLog } from '../../../../src/lib/log.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'

const KEY = { id: 'key a', weight: 4, reachesAllowedHosts: false }
const OPEN_SERVER = { id: 'address 127.0.0.1', weight: 4, reachesAllowedHosts: true }

function compose(flags: Record<string, string | boolean>) {
  const config = loadConfig({ flags, env: { PATH: '' } })
  const unused = async () => {
    throw new Error('nothing is asked')
  }
  return composeBrowser(config, {
    vetAddress: unused,
    operatorFetch: unused,
    userAgent: 'Bellhop/test',
    log: createLog('silent'),
  })
}

test.each([
  [{}, [true, false, false, false]],
  [{ render: 'off' }, [false, false, false, false]],
  [{ render: 'known' }, [true, true, true, false]],
  [{ render: 'all' }, [true, true, true, true]],
] as const)('with %o pages are rendered for those that it says', (flags, expected) => {
  const browser = compose(flags)
  const who = [LOCAL_PRINCIPAL, KEY, OPEN_SERVER, STRANGER]
  expect(who.map((principal) => browser.opensTo(principal, 'reading'))).toEqual(expected)
  expect(who.map((principal) => browser.opensTo(principal, 'rendering'))).toEqual(expected)
})

test('where calls are sold, only what is about rendering renders, for who pays or is known', () => {
  const browser = compose({ paid: true, render: 'all' })
  expect(browser.isSold).toBe(true)
  const payer = { id: 'payer 0x1', weight: 4, reachesAllowedHosts: false }
  for (const principal of [LOCAL_PRINCIPAL, KEY, payer, STRANGER]) {
    expect(browser.opensTo(principal, 'reading')).toBe(false)
  }
  expect(browser.opensTo(payer, 'rendering')).toBe(true)
  expect(compose({ paid: true }).opensTo(STRANGER, 'rendering')).toBe(false)
})

test.each([{ browser: 'off' }, { render: 'off' }])('with %o there is no browser', async (flags) => {
  const browser = compose(flags)
  expect(await browser.isThere()).toBe(false)
  expect(await browser.inspect()).toEqual({ browser: undefined })
  const rendering = browser.render('https://example.com/', {
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  expect(await rendering.catch((error: OperationError) => error.code)).toBe('unavailable')
  expect(browser.load()).toEqual({ running: 0, waiting: 0, refused: 0 })
  await browser.close()
})

test('a browser that is not there is told with what would help', async () => {
  const browser = compose({ browser: '/nonexistent/chrome' })
  expect(await browser.isThere()).toBe(true)
  expect(await browser.inspect()).toMatchObject({
    browser: '/nonexistent/chrome',
    failure: expect.stringContaining('ENOENT') as string,
  })
  await browser.close()
})

test('an address where no browser answers is told', async () => {
  const browser = compose({ browser: 'ws://127.0.0.1:9/' })
  expect(await browser.inspect()).toMatchObject({ failure: 'There is no browser at this address.' })
  await browser.close()
})
