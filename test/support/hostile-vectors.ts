import { hostname } from 'node:os'

/** Ways to write hosts that no page may reach, and names that lead to them. */
export const HOST_SPELLINGS = [
  '127.0.0.1',
  '[::1]',
  '0.0.0.0',
  '[::ffff:127.0.0.1]',
  '[::]',
  'localhost',
  'foo.localhost',
  '2130706433',
  '0x7f000001',
  '127.1',
  '0177.0.0.1',
  '127.0.0.1.nip.io',
  '169.254.169.254',
  'private.belltest.com',
  'mixed.belltest.com',
  'v6.belltest.com',
  hostname(),
  'metadata.google.internal',
]

/** Mark-up that makes a browser ask for `@`, by what it is. */
export const MARKUP_VECTORS: Readonly<Record<string, string>> = {
  'dns-prefetch': '<link rel=dns-prefetch href="//@">',
  preconnect: '<link rel=preconnect href="http://@/">',
  prefetch: '<link rel=prefetch href="http://@/prefetch">',
  preload: '<link rel=preload as=image href="http://@/preload">',
  modulepreload: '<link rel=modulepreload href="http://@/module">',
  stylesheet: '<link rel=stylesheet href="http://@/css">',
  icon: '<link rel=icon href="http://@/icon">',
  'touch-icon': '<link rel=apple-touch-icon href="http://@/icon">',
  image: '<img src="http://@/img">',
  srcset: '<img srcset="http://@/set 1x">',
  picture: '<picture><source srcset="http://@/source"><img></picture>',
  'image-button': '<input type=image src="http://@/button">',
  frame: '<iframe src="http://@/frame"></iframe>',
  script: '<script src="http://@/js"></script>',
  'module-script': '<script type=module src="http://@/mjs"></script>',
  video: '<video src="http://@/v" poster="http://@/poster" autoplay muted></video>',
  audio: '<audio src="http://@/a" preload=auto></audio>',
  track: '<video src="data:video/mp4,"><track default src="http://@/track"></video>',
  embed: '<embed src="http://@/embed">',
  object: '<object data="http://@/object"></object>',
  'svg-image': '<svg><image href="http://@/svg"/></svg>',
  'svg-use': '<svg><use href="http://@/use#x"/></svg>',
  background: '<table background="http://@/table"><tr><td>x</table>',
  'css-background': '<div style="background:url(http://@/bg)">x</div>',
  'css-list': '<ul style="list-style-image:url(http://@/list)"><li>x</ul>',
  'css-cursor': '<div style="cursor:url(http://@/cursor),auto">x</div>',
  'css-border': '<div style="border-image:url(http://@/border) 1">x</div>',
  'css-mask': '<div style="mask-image:url(http://@/mask)">x</div>',
  'css-shape': '<div style="float:left;shape-outside:url(http://@/shape)">x</div>',
  'css-import': '<style>@import url("http://@/import");</style>',
  'css-font':
    '<style>@font-face{font-family:f;src:url(http://@/font)}b{font-family:f}</style><b>x</b>',
  'speculation-prefetch':
    '<script type=speculationrules>{"prefetch":[{"source":"list","urls":["http://@/spec"],"eagerness":"immediate"}]}</script>',
  'speculation-prerender':
    '<script type=speculationrules>{"prerender":[{"source":"list","urls":["http://@/prerender"],"eagerness":"immediate"}]}</script>',
  srcdoc: '<iframe srcdoc="<img src=http://@/srcdoc>"></iframe>',
  'data-frame': '<iframe src="data:text/html,<img src=http://@/data>"></iframe>',
  sandboxed:
    '<iframe sandbox=allow-scripts srcdoc="<script>fetch(\'http://@/s\')</script>"></iframe>',
  ftp: '<iframe src="ftp://@/"></iframe>',
}

/** Scripts that do the same, `at` being the host and port. */
export const SCRIPT_VECTORS: Readonly<Record<string, string>> = {
  fetch: "fetch('http://' + at + '/fetch', { mode: 'no-cors' })",
  post: "fetch('http://' + at + '/post', { mode: 'no-cors', method: 'POST', body: 'x' })",
  keepalive: "fetch('http://' + at + '/k', { keepalive: true, method: 'POST', mode: 'no-cors' })",
  'local-network':
    "fetch('http://' + at + '/lna', { mode: 'no-cors', targetAddressSpace: 'loopback' })",
  tls: "fetch('https://' + at + '/tls', { mode: 'no-cors' })",
  later: "fetchLater('http://' + at + '/later', { activateAfter: 0 })",
  xhr: "const x = new XMLHttpRequest(); x.open('GET', 'http://' + at + '/xhr'); x.send()",
  socket: "new WebSocket('ws://' + at + '/ws')",
  'tls-socket': "new WebSocket('wss://' + at + '/wss')",
  'socket-stream': "new WebSocketStream('ws://' + at + '/wss')",
  events: "new EventSource('http://' + at + '/es')",
  beacon: "navigator.sendBeacon('http://' + at + '/beacon', 'x')",
  'new-image': "new Image().src = 'http://' + at + '/image'",
  'new-audio': "new Audio('http://' + at + '/audio').load()",
  import: "import('http://' + at + '/import')",
  'font-face': "new FontFace('g', 'url(http://' + at + '/face)').load()",
  worker:
    'new Worker(URL.createObjectURL(new Blob(["fetch(\'http://" + at + "/w\',{mode:\'no-cors\'}).catch(()=>{});new WebSocket(\'ws://" + at + "/ww\')"])))',
  'worker-import':
    'new Worker(URL.createObjectURL(new Blob(["importScripts(\'http://" + at + "/wi\')"])))',
  'shared-worker':
    'new SharedWorker(URL.createObjectURL(new Blob(["fetch(\'http://" + at + "/sw\')"])))',
  'blob-frame':
    "const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob(['<img src=http://' + at + '/blob>'], { type: 'text/html' })); document.body.append(f)",
  popup: "window.open('http://' + at + '/popup')",
  ping: "const a = document.createElement('a'); a.href = '#x'; a.ping = 'http://' + at + '/ping'; document.body.append(a); a.click()",
  form: "const f = document.createElement('form'); f.method = 'post'; f.target = 'sink'; f.action = 'http://' + at + '/form'; document.body.append(f); f.submit()",
  webrtc:
    "const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:' + at.replace(/:\\d+$/, '') + ':' + UDP }, { urls: 'turn:' + at + '?transport=tcp', username: 'a', credential: 'b' }], iceCandidatePoolSize: 2 }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))",
  'webrtc-frame':
    "const f = document.createElement('iframe'); document.body.append(f); const R = f.contentWindow.RTCPeerConnection; const p = new R({ iceServers: [{ urls: 'stun:' + at.replace(/:\\d+$/, '') + ':' + UDP }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))",
  webtransport: "new WebTransport('https://' + at + '/')",
  fedcm:
    "navigator.credentials.get({ identity: { providers: [{ configURL: 'http://' + at + '/fedcm', clientId: '1' }] } })",
  manifest:
    "const l = document.createElement('link'); l.rel = 'manifest'; l.href = 'http://' + at + '/manifest'; document.head.append(l)",
  'csp-report':
    "const m = document.createElement('meta'); m.httpEquiv = 'Content-Security-Policy'; m.content = \"connect-src *; report-uri http://\" + at + '/csp'; document.head.append(m)",
  'paint-worklet': "CSS.paintWorklet.addModule('http://' + at + '/paint')",
  'audio-worklet': "new AudioContext().audioWorklet.addModule('http://' + at + '/audio')",
  cache:
    "caches.open('c').then((c) => c.add(new Request('http://' + at + '/cache', { mode: 'no-cors' })))",
  'service-worker': "navigator.serviceWorker.register('/worker.js?' + at)",
  video: "const v = document.createElement('video'); v.src = 'http://' + at + '/v'; v.load()",
}

const WORDS = '<main><h1>Hostile page</h1><p>Readable words of the hostile page.</p></main>'

const head = '<!doctype html><html><head><title>Hostile</title></head><body>'

function targetsAt(canaryPort: number): readonly string[] {
  return HOST_SPELLINGS.map((host) => `${host}:${canaryPort}`)
}

/** The page of mark-up: every such vector with every spelling, and things that need no host. */
export function hostileMarkup(canaryPort: number): string {
  const markup = targetsAt(canaryPort)
    .map((at) => Object.values(MARKUP_VECTORS).join('\n').replaceAll('@', at))
    .join('\n')
  const to = `http://127.0.0.1:${canaryPort}`
  return `${head}${WORDS}
<iframe src="file:///etc/passwd"></iframe><iframe src="view-source:http://belltest.com/"></iframe>
<iframe src="chrome://version"></iframe><img src="/redirect?to=${to}/r">
<iframe src="/redirect?to=${to}/rf"></iframe><img src="/redirect?to=file:///etc/passwd">
<iframe src="http://rebind.belltest.com/one"></iframe><iframe src="/refresh"></iframe>
${markup}</body></html>`
}

/** The page of scripts: every such vector with every spelling; it asks for `/ran` once it has tried all. */
export function hostileScripts(canaryPort: number, udpPort: number): string {
  const scripts = Object.values(SCRIPT_VECTORS).map((body) => `(at) => { ${body} }`)
  return `${head}${WORDS}
<iframe name=sink></iframe>
<script>
const UDP = ${udpPort}
for (const vector of [${scripts.join(',\n')}]) for (const at of ${JSON.stringify(targetsAt(canaryPort))}) {
  try { Promise.resolve(vector(at)).catch(() => {}) } catch {}
}
void (async () => { for (let i = 0; i < 3; i++) { await fetch('http://rebind.belltest.com/r' + i, { mode: 'no-cors' }).catch(() => {}); await new Promise((r) => setTimeout(r, 150)) } })()
fetch('file:///etc/passwd').catch(() => {})
try { navigator.geolocation.getCurrentPosition(() => {}) } catch {}
onbeforeunload = () => 'stay'
fetch('/ran').catch(() => {})
try { alert(1); confirm(2); prompt(3); print() } catch {}
</script></body></html>`
}

/** Vectors in all, each tried with each spelling. */
export const VECTORS_COUNT = Object.keys(MARKUP_VECTORS).length + Object.keys(SCRIPT_VECTORS).length
