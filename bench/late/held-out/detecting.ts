import type { DetectingPage } from '../page.ts'
import { quoted } from '../serve.ts'
import { proseOf, saysOf, sheet } from './markup.ts'

const page = (name: string, thing: string, script: string): DetectingPage => ({
  name,
  sentence: saysOf(thing),
  served: {
    files: {
      'index.html': sheet(
        `<div id="app"></div><script>
          const mount = () => { document.getElementById('app').innerHTML = '<article><h2>Store</h2>' + ${quoted(proseOf(thing))} + '</article>' }
          ${script}
        </script>`,
      ),
    },
  },
})

/** Pages with usual feature detection that nothing is tuned on. */
export const HELD_OUT_DETECTING: readonly DetectingPage[] = [
  page(
    'whether messages are supported',
    'white rice',
    `const isSupported = () => typeof window !== 'undefined' && navigator.cookieEnabled && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && 'fetch' in window && ServiceWorkerRegistration.prototype.hasOwnProperty('showNotification') && PushSubscription.prototype.hasOwnProperty('getKey')
    if (isSupported()) { const { permission } = Notification; navigator.serviceWorker.getRegistrations().then((all) => console.log(permission.length + all.length)) }
    mount()`,
  ),
  page(
    'controller of a worker for pages without a network',
    'brown rice',
    `class Box { constructor() { this.current = navigator.serviceWorker && navigator.serviceWorker.controller; if ('serviceWorker' in navigator && window.isSecureContext) navigator.serviceWorker.addEventListener('controllerchange', () => location.reload()) } }
    new Box(); if ('serviceWorker' in navigator) navigator.serviceWorker.getRegistration().then((r) => r && r.unregister())
    mount()`,
  ),
  page(
    'mocked answers begin first',
    'black rice',
    `async function begin() {
      try { if (!('serviceWorker' in navigator)) throw new Error('not here'); await navigator.serviceWorker.register('mock.js'); } catch (error) { console.warn(error.message.length) }
      mount()
    }
    begin()`,
  ),
  page(
    'element for payment',
    'red lentils',
    `const ask = async () => { if (!window.PaymentRequest) return null; try { return await new window.PaymentRequest([{ supportedMethods: 'https://pay.example/' }], { total: { label: 'Flour', amount: { currency: 'USD', value: '3.00' } } }).canMakePayment() } catch { return null } }
    ask().then(mount)`,
  ),
  page(
    'finding a class for calls',
    'green lentils',
    `function find() { if (typeof globalThis === 'undefined') return null; const all = { Peer: globalThis.RTCPeerConnection || globalThis.mozRTCPeerConnection || globalThis.webkitRTCPeerConnection, Session: globalThis.RTCSessionDescription, Candidate: globalThis.RTCIceCandidate }; return all.Peer ? all : null }
    const found = find(); if (found) { new found.Peer().createDataChannel('a'); new found.Candidate({ candidate: '', sdpMid: '0' }) }
    mount()`,
  ),
  page(
    'patches of prototypes',
    'yellow peas',
    `for (const name of ['EventTarget', 'Node', 'Worker', 'SharedWorker', 'Notification', 'RTCDataChannel', 'RTCPeerConnection', 'MessagePort', 'IDBRequest', 'TextTrack', 'XMLHttpRequestUpload', 'ServiceWorker', 'ServiceWorkerContainer', 'ServiceWorkerRegistration', 'PaymentRequest']) {
      if (!(name in window)) continue
      const proto = window[name].prototype
      const own = Object.getOwnPropertyDescriptor(proto, 'addEventListener')
      if (own && own.value) proto.addEventListener = function (...given) { return own.value.apply(this, given) }
    }
    mount()`,
  ),
  page(
    'list of tests that set classes',
    'broad beans',
    `const tests = { serviceworker: () => 'serviceWorker' in navigator, notification: () => { if (!window.Notification || !window.Notification.requestPermission) return false; return window.Notification.permission === 'granted' }, peerconnection: () => !!window.RTCPeerConnection, datachannel: () => window.RTCPeerConnection && !!new RTCPeerConnection(null).createDataChannel, sharedworkers: () => 'SharedWorker' in window, webgl: () => !!document.createElement('canvas').getContext('webgl'), paymentrequest: () => 'PaymentRequest' in window, getusermedia: () => 'mediaDevices' in navigator && 'getUserMedia' in navigator.mediaDevices, battery: () => 'getBattery' in navigator, vibrate: () => !!navigator.vibrate }
    document.documentElement.className = Object.keys(tests).map((name) => (tests[name]() ? '' : 'no-') + name).join(' ')
    mount()`,
  ),
  page(
    'ways of a connection, best first',
    'kidney beans',
    `const ways = { webtransport: () => { const t = new WebTransport('https://' + location.host); t.closed.catch(() => {}); return t.ready }, websocket: () => Promise.reject(new Error('no')), polling: () => fetch('none').catch(() => 0) }
    const open = async () => { for (const name of ['webtransport', 'websocket', 'polling']) { if (name === 'webtransport' && typeof WebTransport === 'undefined') continue; try { return await ways[name]() } catch {} } }
    open().then(mount)`,
  ),
  page(
    'storage that is kept, before the store opens',
    'linseed oil',
    `(async () => { const kept = await (navigator.storage?.persisted?.() ?? false); if (!kept && navigator.storage && 'persist' in navigator.storage) await navigator.storage.persist(); const { usage = 0 } = await navigator.storage.estimate(); console.log(usage); mount() })()`,
  ),
  page(
    'sign-in that the browser offers',
    'walnut oil',
    `(async () => { if ('IdentityCredential' in window) navigator.credentials.get({ identity: { providers: [{ configURL: 'https://id.example/fed.json', clientId: 'a' }] } }).catch((error) => console.log(error.name.length)); mount() })()`,
  ),
  page(
    'passkeys',
    'hazel nuts',
    `const has = async () => { if (!window.PublicKeyCredential || !PublicKeyCredential.isConditionalMediationAvailable) return false; const all = await Promise.all([PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable(), PublicKeyCredential.isConditionalMediationAvailable()]); return all.every(Boolean) }
    has().then(mount)`,
  ),
  page(
    'driver of a store',
    'sweet almonds',
    `const drivers = [async () => { if (!('indexedDB' in self)) throw 0; await new Promise((done, fail) => { const r = indexedDB.open('store'); r.onsuccess = done; r.onerror = fail }) }, async () => { if (typeof openDatabase !== 'function') throw 0 }, async () => { localStorage.setItem('a', '1'); localStorage.removeItem('a') }]
    drivers.reduce((chain, driver) => chain.catch(driver), Promise.reject()).then(mount)`,
  ),
  page(
    'one page leads the others',
    'dried plums',
    `const lead = navigator.locks ? new Promise((done) => navigator.locks.request('leader', async () => { done() })) : Promise.resolve()
    const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('lots') : { close() {} }
    lead.then(() => { channel.close(); mount() })`,
  ),
  page(
    'permission before the map',
    'dried pears',
    `const state = navigator.permissions ? navigator.permissions.query({ name: 'geolocation' }).then((p) => p.state) : Promise.resolve('prompt')
    state.then((now) => now === 'granted' ? 0 : new Promise((done) => navigator.geolocation ? navigator.geolocation.getCurrentPosition(done, done, { timeout: 1000 }) : done())).then(mount)`,
  ),
  page(
    'scene that falls back to text',
    'oak charcoal',
    `function engine() { const canvas = document.createElement('canvas'); for (const kind of ['webgpu', 'webgl2', 'webgl', 'experimental-webgl']) { try { const context = canvas.getContext(kind); if (context) return context } catch {} } return null }
    const context = engine(); if (context && context.getExtension) { const info = context.getExtension('WEBGL_debug_renderer_info'); console.log(info && context.getParameter(info.UNMASKED_RENDERER_WEBGL)) }
    mount()`,
  ),
  page(
    'watching of faults and speed',
    'beech ash',
    `if ('ReportingObserver' in window) new ReportingObserver(() => {}, { buffered: true }).observe()
    if (window.PerformanceObserver && PerformanceObserver.supportedEntryTypes.includes('largest-contentful-paint')) new PerformanceObserver(() => {}).observe({ type: 'largest-contentful-paint', buffered: true })
    const { connection, deviceMemory, hardwareConcurrency } = navigator; console.log(connection && connection.effectiveType, deviceMemory, hardwareConcurrency.toFixed())
    if (navigator.userAgentData) navigator.userAgentData.getHighEntropyValues(['model']).then(console.log)
    addEventListener('visibilitychange', () => navigator.sendBeacon('beat'))
    mount()`,
  ),
]
