import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Pages that take all they can, by what they take. `marker` words must be in what is read of them, if anything is. */
export const BOMBS: Readonly<Record<string, string>> = {
  loop: '<p>before the loop<script>for(;;);</script>',
  'late-loop': '<p>marker text<script>setTimeout(()=>{for(;;);},300)</script>',
  regex: '<p>a<script>setTimeout(()=>/^(a+)+$/.test("a".repeat(40)+"b"),100)</script>',
  workers:
    '<p>marker text<script>for(let i=0;i<16;i++)new Worker(URL.createObjectURL(new Blob(["for(;;);"])))</script>',
  heap: '<p>h<script>const a=[];setInterval(()=>{for(let i=0;i<2e5;i++)a.push({i,s:"x"+Math.random()})},1)</script>',
  buffers:
    '<p>h<script>const a=[];setInterval(()=>{const b=new Uint8Array(64<<20);b.fill(1);a.push(b)},10)</script>',
  'buffers-at-once':
    '<p>h<script>const a=[];for(;;){const b=new Uint8Array(256<<20);b.fill(1);a.push(b)}</script>',
  wasm: '<p>w<script>const a=[];setInterval(()=>{const m=new WebAssembly.Memory({initial:8192});new Uint8Array(m.buffer).fill(1);a.push(m)},20)</script>',
  elements:
    '<p>d<main id=m></main><script>for(let i=0;i<1e6;i++){const p=document.createElement("p");p.textContent="node "+i;m.append(p)}</script>',
  deep: '<p>d<script>let e=document.body;for(let i=0;i<50000;i++){const d=document.createElement("div");e.append(d);e=d}e.textContent="deep"</script>',
  alerts: '<p>al<script>for(let i=0;i<1000;i++)alert(i)</script>',
  popups: '<p>p<script>for(let i=0;i<500;i++)open("/ok")</script>',
  frames:
    '<p>f<script>for(let i=0;i<500;i++){const f=document.createElement("iframe");f.src="/nested?"+i;document.body.append(f)}</script>',
  nested: '<p>g<iframe src="/nested?x"></iframe><iframe src="/nested?y"></iframe>',
  fetches:
    '<p>f<script>setInterval(()=>{for(let i=0;i<50;i++)fetch("/ok?"+Math.random())},5)</script>',
  poll: '<p>steady marker<script>setInterval(()=>fetch("/ok?"+Math.random()),300)</script>',
  ticker:
    '<p>clock marker <b id=c></b><script>setInterval(()=>c.textContent=Math.random(),50)</script>',
  reload: '<p>r<script>location.reload()</script>',
  history:
    '<p>r<script>for(let i=0;i<1e5;i++)try{history.pushState(0,"","#"+i)}catch{break}</script>',
  upload:
    '<p>u<script>const b=new Blob(["x".repeat(50<<20)]);for(let i=0;i<5;i++)fetch("/ok",{method:"POST",body:b})</script>',
  download: '<p>u<script>fetch("/endless")</script>',
  css: `<style>${Array.from({ length: 3000 }, (_, i) => `body:has(p:nth-child(${i}n+1):not(:has(b))) p{margin:${i}px}`).join('')}</style><p>css${'<p>x'.repeat(3000)}`,
  canvas:
    '<p>c<script>const a=[];for(let i=0;i<60;i++){const c=document.createElement("canvas");c.width=c.height=8000;c.getContext("2d").fillRect(0,0,9,9);a.push(c);document.body.append(c)}</script>',
  prototypes:
    '<p>marker real text<script>Element.prototype.checkVisibility=()=>{for(;;);};Array.prototype.push=()=>{throw 1};Object.defineProperty(Node.prototype,"childNodes",{get(){return[]}});document.querySelectorAll=null;JSON.stringify=()=>"x"</script>',
  mutations:
    '<p>m<div id=d></div><script>setInterval(()=>{d.innerHTML="<b>"+"y".repeat(Math.random()*1e5)+"</b>"},10)</script>',
  database:
    '<p>i<script>const o=indexedDB.open("x");o.onupgradeneeded=()=>o.result.createObjectStore("s",{autoIncrement:true});o.onsuccess=()=>{const t=()=>{const s=o.result.transaction("s","readwrite").objectStore("s");for(let i=0;i<10;i++)s.add(new Uint8Array(5<<20));setTimeout(t,10)};t()}</script>',
  files:
    '<p>i<script>navigator.storage.getDirectory().then(async d=>{const f=await d.getFileHandle("a",{create:true});const w=await f.createWritable();for(;;)await w.write(new Uint8Array(16<<20))}).catch(e=>document.body.append(e))</script>',
  sockets:
    '<p>s<script>for(let i=0;i<500;i++)new WebSocket("ws://"+location.host+"/ws"+i)</script>',
  drip: '',
  endless: '',
  'slow-head': '',
}

const MEGABYTE = 'x'.repeat(1 << 20)

/** Serves them at a port of loopback, and a harmless page at `/ok`. */
export async function startBombs(): Promise<{ origin: string; host: string } & AsyncDisposable> {
  const server = createServer(answer)
  server.on('upgrade', (_request, socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    host,
    origin: `http://${host}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const name = new URL(request.url ?? '/', 'http://x').pathname.slice(1)
  request.resume()
  if (name === 'slow-head') return
  response.writeHead(200, {
    'content-type': 'text/html',
    'cross-origin-opener-policy': 'same-origin',
  })
  response.on('error', () => {})
  if (name === 'drip') {
    response.write('<p>drip marker')
    const timer = setInterval(() => response.write(' '), 100)
    response.once('close', () => clearInterval(timer))
  } else if (name === 'endless') {
    const fill = (): void => {
      while (response.write(MEGABYTE));
      response.once('drain', fill)
    }
    fill()
  } else response.end(BOMBS[name] ?? '<p>a harmless page')
}
