import { createSocket } from 'node:dgram'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type RunningBrowser, StartFailure } from './launch/launch.ts'
import { FIRST_SCRIPT } from './page/page-scripts.ts'

/** Milliseconds for a page to try everything. */
const TRIAL_MS = 1_500

/** Ways out of a page, each to a listener beside the proxy; names stand for hosts in the script. */
const trialScript = (host: string, port: number, udpPort: number): string => `(() => {
  const at = ${JSON.stringify(`${host.includes(':') ? `[${host}]` : host}:${port}`)}
  const tried = (attempt) => { try { const done = attempt(); if (done && done.catch) done.catch(() => {}) } catch {} }
  tried(() => fetch('http://' + at + '/fetch', { mode: 'no-cors' }))
  tried(() => { new Image().src = 'http://' + at + '/image' })
  tried(() => new WebSocket('ws://' + at + '/socket'))
  tried(() => new EventSource('http://' + at + '/events'))
  tried(() => navigator.sendBeacon('http://' + at + '/beacon', 'x'))
  for (const rel of ['preconnect', 'prefetch', 'stylesheet', 'modulepreload']) tried(() => {
    const link = document.createElement('link')
    link.rel = rel
    link.href = 'http://' + at + '/' + rel
    document.head.append(link)
  })
  tried(() => {
    const frame = document.createElement('iframe')
    frame.src = 'http://' + at + '/frame'
    document.body.append(frame)
  })
  tried(() => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}:${udpPort}' }] })
    peer.createDataChannel('x')
    return peer.createOffer().then((offer) => peer.setLocalDescription(offer))
  })
})()`

/**
 * Lets a page of a browser try its ways out, to listeners of ours: all of it must come to the proxy of the page, and nothing beside
 * it. Throws StartFailure.
 */
export async function testEndpoint(
  { cdp }: Pick<RunningBrowser, 'cdp'>,
  host: string,
  trialMs = TRIAL_MS,
): Promise<void> {
  let escaped = 0
  const canary = createServer((socket) => {
    escaped += 1
    socket.on('error', () => {})
    socket.destroy()
  })
  const udp = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  udp.on('message', () => (escaped += 1))
  udp.on('error', () => {})
  let caught = 0
  const proxy = createServer((socket) => {
    caught += 1
    socket.on('error', () => {})
    socket.destroy()
  })
  const listening = async (server: typeof canary): Promise<number> => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, host, resolve)
    })
    return (server.address() as AddressInfo).port
  }
  let browserContextId: unknown
  try {
    const [canaryPort, proxyPort] = [await listening(canary), await listening(proxy)]
    await new Promise<void>((resolve) => udp.bind(0, host, resolve))
    const context = await cdp.send('Target.createBrowserContext', {
      disposeOnDetach: true,
      proxyServer: `http://${host.includes(':') ? `[${host}]` : host}:${proxyPort}`,
      proxyBypassList: '<-loopback>',
    })
    ;({ browserContextId } = context)
    const { targetId } = await cdp.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
    })
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true })
    const session = String(sessionId)
    await cdp.send('Runtime.evaluate', { expression: FIRST_SCRIPT }, session)
    const expression = trialScript(host, canaryPort, udp.address().port)
    await cdp.send('Runtime.evaluate', { expression }, session)
    await delay(trialMs)
  } finally {
    if (browserContextId !== undefined) {
      cdp.send('Target.disposeBrowserContext', { browserContextId }).catch(() => {})
    }
    canary.close()
    proxy.close()
    udp.close()
  }
  if (escaped > 0) {
    throw new StartFailure('other', 'The browser at this address goes out beside the proxy.')
  }
  if (caught === 0) {
    throw new StartFailure('other', 'The browser at this address does not reach its proxy here.')
  }
}
