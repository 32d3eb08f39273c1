import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { Cdp, type CdpFields } from '../../../src/browser/cdp.ts'
import { testEndpoint } from '../../../src/browser/self-test.ts'

const HOST = '127.0.0.1'

/** What these browsers do, they have done by then. */
const TRIAL_MS = 300

/** A browser of somebody that answers every command, and connects to what `dials` makes of its proxy and the script of the trial. */
function browserThat(dials: (proxyPort: number, canaryPort: number) => readonly number[]): Cdp {
  let proxyPort = 0
  const cdp: Cdp = new Cdp((text) => {
    const { id, method, params } = JSON.parse(text) as {
      id: number
      method: string
      params: CdpFields
    }
    if (method === 'Target.createBrowserContext') {
      proxyPort = Number(/:(\d+)$/.exec(String(params['proxyServer']))?.[1])
    }
    const canaryPort = /const at = "127\.0\.0\.1:(\d+)"/.exec(String(params['expression']))?.[1]
    if (canaryPort !== undefined) {
      for (const port of dials(proxyPort, Number(canaryPort))) {
        connect(port, HOST).on('error', () => {})
      }
    }
    queueMicrotask(() =>
      cdp.receive(JSON.stringify({ id, result: { targetId: 'T', sessionId: 'S' } })),
    )
  })
  return cdp
}

test('a browser that sends everything to the proxy of its page is used', async () => {
  await expect(
    testEndpoint({ cdp: browserThat((proxy) => [proxy, proxy]) }, HOST, TRIAL_MS),
  ).resolves.toBeUndefined()
})

test('one that goes out beside it is not', async () => {
  const cdp = browserThat((proxy, canary) => [proxy, canary])
  await expect(testEndpoint({ cdp }, HOST, TRIAL_MS)).rejects.toThrow('goes out beside the proxy')
})

test('nor one that does not reach it', async () => {
  await expect(testEndpoint({ cdp: browserThat(() => []) }, HOST, TRIAL_MS)).rejects.toThrow(
    'does not reach its proxy',
  )
})
