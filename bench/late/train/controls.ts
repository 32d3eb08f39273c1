import type { Control } from '../page.ts'
import { quoted } from '../serve.ts'
import { pageOf, paragraphOf } from './markup.ts'

const restless = (
  name: string,
  topic: string,
  rest: string,
  sockets?: Control['served']['sockets'],
): Control => ({
  name,
  kind: 'never rests',
  sentence: `The harbour office keeps a ledger of ${topic}`,
  served: {
    files: {
      'index.html': pageOf(
        `<main><h1>Ledger</h1>${paragraphOf(topic)}${paragraphOf(`the older ${topic}`)}</main>${rest}`,
      ),
      'tick.json': '{}',
    },
    ...(sockets ? { sockets } : {}),
  },
})

const short = (name: string, sentence: string, html = `<p>${sentence}</p>`): Control => ({
  name,
  kind: 'speaks of loading',
  sentence,
  served: { files: { 'index.html': pageOf(`<main><h1>Notice</h1>${html}</main>`) } },
})

/** Complete at once. */
export const TRAIN_CONTROLS: readonly Control[] = [
  restless(
    'clock',
    'clockmarks',
    `<footer id="now"></footer><script>setInterval(() => { now.textContent = new Date().toISOString() }, 100)</script>`,
  ),
  restless(
    'ticker',
    'tickermarks',
    `<div id="tape" style="white-space:nowrap;overflow:hidden"></div><script>let at = 0; const words = ${quoted('WHEAT 211 up RYE 98 down OATS 104 up ')}; setInterval(() => { at += 1; tape.textContent = words.slice(at % words.length) + words }, 60)</script>`,
  ),
  restless(
    'polling',
    'pollmarks',
    `<script>setInterval(() => fetch('tick.json').then((r) => r.json()), 300)</script>`,
  ),
  restless(
    'socket that stays silent',
    'socketmarks',
    `<script>new WebSocket(location.href.replace('http', 'ws') + 'calls').onmessage = console.log</script>`,
    { calls: () => {} },
  ),
  short('loading dock', 'The loading dock is open from six to ten.'),
  short('waiting room', 'Please wait for your turn at the blue line.'),
]
