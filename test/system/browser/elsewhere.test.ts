import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { chromiumProgram, openTestBrowser } from '../../support/browser-world.ts'
import { type Page, type PageServer, startPageServer } from '../../support/page-server.ts'

chromiumProgram()

/** How pages ask, before they write their text, for what a browser here withholds. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'service worker by in': `if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js')`,
  'service worker by its own property': `if (Object.hasOwn(Navigator.prototype, 'serviceWorker')) navigator.serviceWorker.addEventListener('message', () => {})`,
  'service worker by what it answers': `navigator.serviceWorker && navigator.serviceWorker.ready.then(() => {})`,
  'service worker that controls': `if ('serviceWorker' in navigator && navigator.serviceWorker.controller === null) navigator.serviceWorker.getRegistrations()`,
  'notifications by in': `if ('Notification' in window && Notification.permission === 'default') Notification.requestPermission()`,
  'notifications by typeof': `if (typeof Notification !== 'undefined') Notification.permission.length`,
  'notifications by property': `if (window.hasOwnProperty('Notification')) new Notification('x')`,
  'payments by in': `if ('PaymentRequest' in window) new PaymentRequest([{ supportedMethods: 'basic-card' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } })`,
  'payments by itself': `if (self.PaymentRequest) PaymentRequest.prototype.show.name`,
  'shared workers': `if ('SharedWorker' in window) new SharedWorker('/shared.js').port.start()`,
  'shared workers by typeof': `if (typeof SharedWorker === 'function') new SharedWorker('/shared.js').port.start()`,
  'peer connections': `if ('RTCPeerConnection' in window) new RTCPeerConnection().createDataChannel('x')`,
  'peer connections of a vendor': `const Peer = window.RTCPeerConnection || window.webkitRTCPeerConnection; if (Peer) new Peer().close()`,
  'peer connections by their prototype': `if ('RTCPeerConnection' in globalThis && 'addTransceiver' in RTCPeerConnection.prototype) new RTCPeerConnection()`,
  'web transport': `if ('WebTransport' in self) new WebTransport('https://127.0.0.1:1/').closed.catch(() => {})`,
  'push messages': `if ('PushManager' in window && 'serviceWorker' in navigator) PushManager.supportedContentEncodings.length`,
  'a library that keeps what there is': `const kept = Object.fromEntries(['Notification', 'SharedWorker', 'WebTransport', 'PaymentRequest'].filter((name) => name in window).map((name) => [name, window[name].prototype]))`,
  'a library that asks in a frame': `const frame = document.body.appendChild(document.createElement('iframe')); if ('Notification' in frame.contentWindow) frame.contentWindow.Notification.requestPermission()`,
}

/** Names of all that no page may find, whichever way it asks. */
const WITHHELD =
  'RTCPeerConnection webkitRTCPeerConnection RTCDataChannel RTCSessionDescription WebTransport SharedWorker ' +
  'PaymentRequest Notification ServiceWorker ServiceWorkerContainer ServiceWorkerRegistration PushManager'

const TEXT =
  'The harbour office keeps a ledger of every boat that enters between October and March.'

const FOUND = `
  const found = []
  const frame = document.body.appendChild(document.createElement('iframe'))
  for (const [where, scope] of [['page', window], ['frame', frame.contentWindow]]) {
    for (const name of ${JSON.stringify(WITHHELD.split(' '))}) {
      if (name in scope || Object.getOwnPropertyNames(scope).includes(name)) found.push(where + ' ' + name)
    }
    for (let at = scope.navigator; at; at = Object.getPrototypeOf(at)) {
      if ('serviceWorker' in at) found.push(where + ' navigator.serviceWorker')
    }
  }
  root.textContent = 'found: ' + found.join() + '.'`

function scripted(script: string): Page {
  return {
    body: `<!doctype html><title>Harbour</title><main id=root></main><script>${script}</script>`,
  }
}

/** A page whose strip runs from red, at its left end, to blue, at its right one. */
function strip(direction: string, heightPx: number, more = '', stripCss = ''): Page {
  return {
    body: `<!doctype html><html ${direction}><meta charset=utf-8><title>الميناء</title><body style="margin:0">
      <div style="background:linear-gradient(90deg,#f00,#00f);height:40px;${stripCss}"></div>
      <div style="height:${heightPx - 40}px;background:#fff"></div>${more}`,
  }
}

const MARK = '<p id=mark style="background:#0f0;width:120px;height:20px;margin:0"></p>'

const PICTURED: Readonly<Record<string, Page>> = {
  '/short': strip('dir=rtl lang=ar', 300),
  '/long': strip('dir=rtl lang=he', 2_900, MARK),
  '/body': {
    body: `<!doctype html><title>x</title><body dir=rtl style="margin:0"><div style="background:linear-gradient(90deg,#f00,#00f);height:700px">نص</div>`,
  },
  '/left': strip('lang=en', 2_900, MARK),
}

/** Pages of which more lies to the left of the window than in it, and a mark at their left end. */
const OVERFLOWING: Readonly<Record<string, Page>> = {
  '/wide': strip(
    'dir=rtl lang=ar',
    300,
    '<p style="position:absolute;left:-1500px;top:60px;margin:0;width:120px;height:20px;background:#0f0" id=mark></p>',
    'width:3000px',
  ),
  '/scrolled': {
    body: `<!doctype html><title>x</title><body style="margin:0"><div style="height:2000px;background:#f00"></div>
      <div style="height:2000px;background:#00f"></div><script>scrollTo(0, 2100)</script>`,
  },
}

let site: PageServer
let browser: ReturnType<typeof openTestBrowser>
const options = { signal: new AbortController().signal, principal: LOCAL_PRINCIPAL }

beforeAll(async () => {
  const asking = Object.entries(QUESTIONS).map(([, question], at) => [
    `/asks-${at}`,
    scripted(`${question}\nroot.textContent = ${JSON.stringify(TEXT)}`),
  ])
  site = await startPageServer({
    ...(Object.fromEntries(asking) as Record<string, Page>),
    '/found': scripted(FOUND),
    ...PICTURED,
    ...OVERFLOWING,
  })
  browser = openTestBrowser({ allowHosts: [site.host, `${site.host}:${site.port}`] })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

describe('what a browser withholds', () => {
  test.each(Object.keys(QUESTIONS).map((name, at) => [name, at] as const))(
    'does not break a page that asks for it: %s',
    async (_name, at) => {
      const { html } = await browser.render(`${site.origin}/asks-${at}`, options)
      expect(html).toContain(TEXT)
    },
  )

  test('is absent, in the page and in a frame that it has just made', async () => {
    const { html } = await browser.render(`${site.origin}/found`, options)
    expect(html).toContain('found: .')
  })
})

/** A picture, with the colour at a place of it. */
async function shoot(
  path: string,
  width: number,
  more: { fullPage?: boolean; selector?: string } = {},
) {
  const shot = await browser.shoot(site.origin + path, {
    ...options,
    width,
    height: 600,
    fullPage: false,
    format: 'png',
    ...more,
  })
  const { data, width: across, height } = PNG.sync.read(Buffer.from(shot.bytes))
  const colourAt = (x: number, y: number): string => {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * across + x) * 4)
    if (green > 200) return red > 200 ? 'white' : 'green'
    return red > blue ? 'red' : 'blue'
  }
  return { across, height, colourAt }
}

describe('a picture', () => {
  const widths = [320, 800, 1_280]
  test.each(
    Object.keys(PICTURED).flatMap((path) =>
      widths.flatMap((width) => [[path, width, false] as const, [path, width, true] as const]),
    ),
  )(
    'of %s, %d px wide, shows it from end to end (whole page: %s)',
    async (path, width, fullPage) => {
      const { across, height, colourAt } = await shoot(path, width, { fullPage })
      expect([across, height > 600]).toEqual([width, fullPage && path !== '/short'])
      expect([
        colourAt(0, 10),
        colourAt(3, 10),
        colourAt(width - 4, 10),
        colourAt(width - 1, 10),
      ]).toEqual(['red', 'red', 'blue', 'blue'])
    },
  )

  test.each(['/long', '/left', '/wide'])('of an element of %s shows all of it', async (path) => {
    for (const width of widths) {
      const { across, height, colourAt } = await shoot(path, width, { selector: '#mark' })
      expect([across, height]).toEqual([120, 20])
      expect([colourAt(0, 0), colourAt(119, 19)]).toEqual(['green', 'green'])
    }
  })

  test('of a page that goes on to the left shows where it begins', async () => {
    for (const width of widths) {
      for (const fullPage of [false, true]) {
        const { colourAt } = await shoot('/wide', width, { fullPage })
        expect(colourAt(width - 1, 10), `${width} ${fullPage}`).toBe('blue')
      }
    }
  })

  test('of a page that scrolls itself shows what stands in its window', async () => {
    const { colourAt, height } = await shoot('/scrolled', 800)
    expect([height, colourAt(10, 10), colourAt(10, 590)]).toEqual([600, 'blue', 'blue'])
  })
})
