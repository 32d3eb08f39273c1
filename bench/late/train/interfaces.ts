import type { DetectingPage, Interface } from '../page.ts'
import { quoted } from '../serve.ts'
import { pageOf, paragraphOf } from './markup.ts'

const onNavigator = (name: string, use: string, isOfWorkers = false): Interface => ({
  owner: 'navigator',
  name,
  use,
  prototype: 'Navigator',
  isOfWorkers,
})
const onWindow = (name: string, use: string, isOfWorkers = false): Interface => ({
  owner: '',
  name,
  use,
  isOfWorkers,
})

/** Interfaces that are withheld or rare, which builders may look at. */
export const TRAIN_INTERFACES: readonly Interface[] = [
  onNavigator('serviceWorker', `it.register('none.js').catch(() => it.controller)`),
  onWindow('Notification', `it.permission.length && void it.requestPermission(() => 0)`),
  onWindow(
    'PaymentRequest',
    `void new it([{ supportedMethods: 'https://pay.example/' }], { total: { label: 'a', amount: { currency: 'EUR', value: '1.00' } } }).canMakePayment().catch(() => 0)`,
  ),
  onWindow('SharedWorker', `new it('none.js').port.start()`),
  onWindow('RTCPeerConnection', `new it({ iceServers: [] }).close()`),
  onWindow(
    'WebTransport',
    `((way) => { way.ready.catch(() => 0); way.closed.catch(() => 0); way.close() })(new it('https://127.0.0.1:9/'))`,
    true,
  ),
  onWindow('PushManager', `it.prototype.subscribe.call`),
  onNavigator('permissions', `it.query({ name: 'notifications' }).then((p) => p.state.length)`),
  onNavigator('geolocation', `new Promise((done) => it.getCurrentPosition(done, done))`),
  onNavigator('storage', `it.estimate().then(({ quota }) => quota.toFixed())`, true),
  onNavigator('credentials', `it.get({ password: true, mediation: 'silent' }).catch(() => 0)`),
  onNavigator(
    'mediaDevices',
    `it.getUserMedia({ audio: true }).catch(() => it.enumerateDevices())`,
  ),
  onNavigator('clipboard', `it.readText().catch(() => 0)`),
  onNavigator('bluetooth', `it.getAvailability()`),
  onNavigator('usb', `it.getDevices().catch(() => 0)`),
  onWindow('caches', `it.keys()`, true),
  onWindow(
    'indexedDB',
    `new Promise((done) => { const r = it.open('a'); r.onsuccess = r.onerror = done })`,
    true,
  ),
  onWindow('localStorage', `it.setItem('a', 'b')`),
  onWindow('WebGLRenderingContext', `document.createElement('canvas').getContext('webgl')`),
  onWindow('speechSynthesis', `it.getVoices().length.toFixed()`),
  onWindow('BroadcastChannel', `new it('a').close()`, true),
]

const detecting = (name: string, topic: string, script: string): DetectingPage => ({
  name,
  sentence: `The clerks copy ${topic} by hand into a second book`,
  served: {
    files: {
      'index.html': pageOf(
        `<div id="root"></div><script>
          function render() { root.innerHTML = '<main><h1>Ready</h1>' + ${quoted(paragraphOf(topic))} + '</main>' }
          ${script}
        </script>`,
      ),
    },
  },
})

/** Pages with usual feature detection that builders may look at. */
export const TRAIN_DETECTING: readonly DetectingPage[] = [
  detecting(
    'registration of a service worker',
    'swmarks',
    `if ('serviceWorker' in navigator) { addEventListener('load', () => navigator.serviceWorker.register('sw.js').catch(console.error)); navigator.serviceWorker.addEventListener('message', console.log) }
    render()`,
  ),
  detecting(
    'permission of notifications',
    'notemarks',
    `if ('Notification' in window && Notification.permission !== 'denied') Notification.requestPermission().then(console.log)
    render()`,
  ),
  detecting(
    'button of payment',
    'paymarks',
    `const ways = [{ supportedMethods: 'https://pay.example/' }]
    if (typeof PaymentRequest !== 'undefined') { const asked = new PaymentRequest(ways, { total: { label: 'a', amount: { currency: 'EUR', value: '1.00' } } }); asked.canMakePayment().then(console.log, console.error) }
    if (window.ApplePaySession && ApplePaySession.canMakePayments()) console.log('there')
    render()`,
  ),
  detecting(
    'adapter of calls',
    'callmarks',
    `const Peer = window.RTCPeerConnection || window.webkitRTCPeerConnection
    if (window.RTCPeerConnection) { const add = RTCPeerConnection.prototype.addTrack; RTCPeerConnection.prototype.addTrack = function () { return add.apply(this, arguments) } }
    window.isCalling = !!Peer && 'setConfiguration' in Peer.prototype
    render()`,
  ),
  detecting(
    'shared worker, or one of its own',
    'sharedmarks',
    `const source = URL.createObjectURL(new Blob(['onconnect = (e) => e.ports[0].postMessage(1); postMessage(1)']))
    if ('SharedWorker' in self) { const shared = new SharedWorker(source); shared.port.onmessage = render; shared.port.start() }
    else new Worker(source).onmessage = render`,
  ),
  detecting(
    'check for WebGL',
    'glmarks',
    `let isDrawing = false
    try { const canvas = document.createElement('canvas'); isDrawing = !!(window.WebGLRenderingContext && (canvas.getContext('webgl') || canvas.getContext('experimental-webgl'))) } catch {}
    render()`,
  ),
  detecting(
    'room for storage',
    'roommarks',
    `async function start() { if (navigator.storage && navigator.storage.estimate) { const { quota, usage } = await navigator.storage.estimate(); console.log(usage / quota) } if (navigator.storage?.persist) await navigator.storage.persist(); render() }
    start()`,
  ),
]
