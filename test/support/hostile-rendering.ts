import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { PageBrowserSettings } from '../../src/browser/page-browser.ts'
import { LOCAL_PRINCIPAL } from '../../src/contract/principal.ts'
import { isPublicAddress } from '../../src/net/guard/address.ts'
import { openTestBrowser } from './browser-world.ts'
import { resolveHostile, startHostileSite } from './hostile-site.ts'
import { interceptDials } from './net-dials.ts'

/** The flags that hold the network, which a browser without a guard has none of. */
export const NETWORK_FLAGS = [
  '--proxy-server',
  '--proxy-bypass-list',
  '--host-resolver-rules',
  '--webrtc-ip-handling-policy',
  '--force-webrtc-ip-handling-policy',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--disable-features',
  '--block-new-web-contents',
]

/** As much as the hostile page asks for, on a crowded machine too: what ends here, ends for the guard. */
const ALL = {
  deadlineMs: 60_000,
  requestsMaxCount: 5_000,
  connectionsMaxCount: 2_000,
  attemptsMaxCount: 10_000,
}

/** Time for what the page has begun to arrive. */
const AFTERWARDS_MS = 1_200

/** Renders the hostile page: its words come back, and of all that it tries nothing arrives. */
export async function expectNothingReached(
  scheme: 'http' | 'https',
  launch: NonNullable<PageBrowserSettings['launch']>,
  paths: readonly string[] = ['/', '/scripts'],
): Promise<void> {
  await using site = await startHostileSite()
  await using browser = openTestBrowser({
    resolve: resolveHostile(),
    launch: { ...launch, moreFlags: ['--ignore-certificate-errors'] },
    limits: ALL,
  })
  using dials = interceptDials({ port: (port) => (port === 443 ? site.tlsPort : site.port) })
  const { signal } = new AbortController()
  const options = { signal, principal: LOCAL_PRINCIPAL }
  for (const path of paths) {
    const page = await browser.render(`${scheme}://belltest.com${path}`, options)
    expect(page.html).toContain('Readable words of the hostile page.')
    expect(page.html).not.toContain('root:x:0')
  }
  await delay(AFTERWARDS_MS)
  // All has been tried.
  expect(site.requests).toContain('belltest.com/ran')
  expect(site.hits).toEqual([])
  expect(dials.addresses.filter((address) => !isPublicAddress(address))).toEqual([])
  expect(dials.unvetted).toEqual([])
}
