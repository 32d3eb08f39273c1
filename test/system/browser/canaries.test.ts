import { describe, expect, test } from 'vitest'
import { keeperEntry } from '../../../src/app/browser-keeper-entry.ts'
import { launchBrowser } from '../../../src/browser/launch/launch.ts'
import { chromiumProgram } from '../../support/browser-world.ts'
import { PROXIED } from '../../support/hostile-rendering-ways.ts'
import { expectNothingReached, NETWORK_FLAGS } from '../../support/hostile-rendering.ts'
import { type HostileSite, startHostileSite } from '../../support/hostile-site.ts'
import { HOST_SPELLINGS, VECTORS_COUNT } from '../../support/hostile-vectors.ts'

const program = chromiumProgram()

/** Opens the page in a browser that nothing holds; `intercepts`, but for the way that others do: requests are looked at one by one. */
async function openUnguarded(
  { port, hits }: HostileSite,
  path: string,
  intercepts: boolean,
  minHits: number,
): Promise<number> {
  const { cdp, close } = await launchBrowser({
    program,
    keeper: keeperEntry(),
    searchPath: process.env['PATH'] ?? '',
    withoutSandbox: false,
    ways: PROXIED,
    leaveOutFlags: NETWORK_FLAGS,
    moreFlags: [
      `--host-resolver-rules=MAP belltest.com:80 127.0.0.1:${port}, MAP *.belltest.com:80 127.0.0.1:${port}`,
      '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessForWorkers',
    ],
  })
  try {
    const { targetId } = await cdp.send('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true })
    const session = String(sessionId)
    await cdp.send('Page.enable', {}, session)
    cdp.on(session, 'Page.javascriptDialogOpening', () => {
      cdp.send('Page.handleJavaScriptDialog', { accept: true }, session).catch(() => {})
    })
    if (intercepts) {
      cdp.on(session, 'Fetch.requestPaused', ({ requestId, request }) => {
        const isOpen = /^(?:data|blob|about):|^https?:\/\/belltest\.com\//.test(request['url'])
        const [method, fields]: [string, object] = isOpen
          ? ['Fetch.continueRequest', { requestId }]
          : ['Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' }]
        cdp.send(method, fields, session).catch(() => {})
      })
      await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session)
    }
    await cdp.send('Page.navigate', { url: `http://belltest.com${path}` }, session)
    await expect
      .poll(() => hits.length, { timeout: 60_000, interval: 200 })
      .toBeGreaterThanOrEqual(minHits)
    return hits.length
  } finally {
    await close()
  }
}

describe('a hostile page', () => {
  test('tries at least sixty ways with eighteen spellings of hosts', () => {
    expect(VECTORS_COUNT).toBeGreaterThanOrEqual(60)
    expect(HOST_SPELLINGS.length).toBe(18)
  })

  test('reaches what it should not in a browser that nothing holds, and where requests are only intercepted', async () => {
    await using site = await startHostileSite()
    expect(await openUnguarded(site, '/scripts', false, 150)).toBeGreaterThanOrEqual(150)
    site.hits.length = 0
    expect(await openUnguarded(site, '/', false, 150)).toBeGreaterThanOrEqual(150)
    site.hits.length = 0
    expect(await openUnguarded(site, '/scripts', true, 1)).toBeGreaterThan(0)
  })

  test('reaches nothing from a browser held by its flags', async () => {
    await expectNothingReached('https', { ways: PROXIED })
  })

  test('reaches nothing from a browser in a network of its own, without any of the flags', async () => {
    await expectNothingReached('http', { leaveOutFlags: NETWORK_FLAGS }, ['/scripts'])
  })
})
