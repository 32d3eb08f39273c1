import type { LateWay } from '../page.ts'
import { after, lateJson, quoted } from '../serve.ts'
import { sheet } from './markup.ts'

/** Ways to be late by what browsers have that nothing is tuned on. */
export const HELD_OUT_BROWSERS: readonly LateWay[] = [
  {
    name: 'meta refresh',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': sheet(
          placeholder.html,
          `<meta http-equiv="refresh" content="${Math.round(ms / 1000)};url=there.html">`,
        ),
        'there.html': sheet(`<main><h1>New address</h1><p>${sentence}</p></main>`),
      },
    }),
  },
  {
    name: 'document written anew',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': sheet(
          `${placeholder.html}<script>
            window.addEventListener('load', () => setTimeout(() => { document.open(); document.write('<h1>Written</h1><p>' + ${quoted(sentence)} + '</p>'); document.close() }, ${ms}))
          </script>`,
        ),
      },
    }),
  },
  {
    name: 'message of a frame',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': sheet(
          `<div id="out">${placeholder.html}</div><iframe src="teller.html" width="1" height="1" style="position:absolute;left:-99px"></iframe><script>
            window.addEventListener('message', (event) => { if (event.data.line) document.getElementById('out').innerHTML = '<p>' + event.data.line + '</p>' })
          </script>`,
        ),
        'teller.html': `<!doctype html><script>setTimeout(() => parent.postMessage({ line: ${quoted(sentence)} }, '*'), ${ms})</script>`,
      },
    }),
  },
  {
    name: 'chain of idle callbacks',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': sheet(
          `<div id="out">${placeholder.html}</div><script>
            const began = Date.now()
            requestIdleCallback(function work() {
              if (Date.now() - began < ${ms}) return setTimeout(() => requestIdleCallback(work), 40)
              out.innerHTML = '<p>' + ${quoted(sentence)} + '</p>'
            })
          </script>`,
        ),
      },
    }),
  },
  {
    name: 'IndexedDB, written by a worker',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': sheet(
          `<div id="out">${placeholder.html}</div><script>
            const worker = new Worker('keeper.js')
            const opened = indexedDB.open(location.pathname, 1)
            opened.onupgradeneeded = () => opened.result.createObjectStore('lots')
            opened.onsuccess = () => {
              worker.postMessage('open')
              const timer = setInterval(() => {
                const got = opened.result.transaction('lots').objectStore('lots').get('line')
                got.onsuccess = () => { if (got.result) { clearInterval(timer); out.innerHTML = '<p>' + got.result + '</p>' } }
              }, 200)
            }
          </script>`,
        ),
        'keeper.js': `onmessage = () => { const opened = indexedDB.open(location.pathname.replace('keeper.js', ''), 1); opened.onsuccess = () => setTimeout(() => opened.result.transaction('lots', 'readwrite').objectStore('lots').put(${quoted(sentence)}, 'line'), ${ms}) }`,
      },
    }),
  },
  {
    name: 'chain of observers of mutations',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': sheet(
          `<div id="out">${placeholder.html}</div><i id="step" hidden></i><script>
            const began = Date.now()
            new MutationObserver((_, observer) => {
              if (Date.now() - began >= ${ms}) { observer.disconnect(); out.innerHTML = '<p>' + ${quoted(sentence)} + '</p>' }
              else setTimeout(() => { step.dataset.n = Date.now() }, 100)
            }).observe(step, { attributes: true })
            step.dataset.n = 0
          </script>`,
        ),
      },
    }),
  },
  {
    name: 'worker that fetches, over a channel',
    make: (wait) => ({
      files: {
        'index.html': sheet(
          `<div id="out">${wait.placeholder.html}</div><script>
            const channel = new MessageChannel()
            channel.port1.onmessage = ({ data }) => { out.innerHTML = '<p>' + data + '</p>' }
            new Worker('carrier.js', { type: 'module' }).postMessage('go', [channel.port2])
          </script>`,
        ),
        'carrier.js': `onmessage = async (event) => { event.ports[0].postMessage((await (await fetch('lot.json')).json()).text) }`,
        'lot.json': lateJson(wait),
      },
    }),
  },
  {
    name: 'script that is added',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': sheet(
          `<div id="out">${placeholder.html}</div><script>
            window.tell = (line) => { document.getElementById('out').innerHTML = '<p>' + line + '</p>' }
            const script = document.createElement('script'); script.src = 'jsonp.js'; document.head.append(script)
          </script>`,
        ),
        'jsonp.js': after(ms, 'text/javascript', `tell(${quoted(sentence)})`),
      },
    }),
  },
  {
    name: 'WebSocket that greets before it tells',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': sheet(
          `<div id="out">${placeholder.html}</div><script>
            const line = new WebSocket('ws://' + location.host + location.pathname + 'line')
            line.addEventListener('message', ({ data }) => { const said = JSON.parse(data); if (said.kind === 'lot') out.innerHTML = '<p>' + said.text + '</p>' })
          </script>`,
        ),
      },
      sockets: {
        line: (send) => {
          send('{"kind":"hello"}')
          setTimeout(() => send(JSON.stringify({ kind: 'lot', text: sentence })), ms)
        },
      },
    }),
  },
  {
    name: 'click on a link by script',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': sheet(
          `${placeholder.html}<p><a id="on" href="gate.html">Continue to the store</a></p><script>setTimeout(() => document.getElementById('on').click(), ${ms})</script>`,
        ),
        'gate.html': sheet(`<main><h1>Store</h1><p>${sentence}</p></main>`),
      },
    }),
  },
  {
    name: 'answer that says to ask again',
    make: ({ ms, sentence, placeholder }) => {
      let beganAt = 0
      return {
        files: {
          'index.html': sheet(
            `<div id="out">${placeholder.html}</div><script>
              async function ask() {
                const answer = await fetch('job')
                if (answer.status === 202) return setTimeout(ask, 500)
                out.innerHTML = '<p>' + await answer.text() + '</p>'
              }
              ask()
            </script>`,
          ),
          job: (response) => {
            beganAt ||= Date.now()
            const isDone = Date.now() - beganAt >= ms
            response.writeHead(isDone ? 200 : 202, { 'content-type': 'text/plain' })
            response.end(isDone ? sentence : '')
          },
        },
      }
    },
  },
]
