import type { Control, Files } from '../page.ts'
import { openStream } from '../serve.ts'
import { proseOf, saysOf, sheet } from './markup.ts'

const restless = (name: string, thing: string, rest: string, files: Files = {}): Control => ({
  name,
  kind: 'never rests',
  sentence: saysOf(thing),
  served: {
    files: {
      'index.html': sheet(
        `<main><h1>Day book</h1>${proseOf(thing)}${proseOf(`${thing} of old`)}</main>${rest}`,
      ),
      ...files,
    },
  },
})

const speaking = (name: string, sentence: string, html = `<p>${sentence}</p>`): Control => ({
  name,
  kind: 'speaks of loading',
  sentence,
  served: { files: { 'index.html': sheet(`<main>${html}</main>`) } },
})

/** Complete at once. */
export const HELD_OUT_CONTROLS: readonly Control[] = [
  restless(
    'advertisements in turn',
    'rye flour',
    `<aside><div id="ad"></div></aside><script>const ads = ['Buy the new sieve of Orm and sons today', 'Three nights at the inn for the price of two', 'Ropes']; let at = 0; setInterval(() => { ad.innerHTML = '<b>' + ads[at++ % 3] + '</b>'.repeat(at % 4) }, 400)</script>`,
  ),
  restless(
    'countdown',
    'barley meal',
    `<p>Market in <span id="left"></span></p><script>const end = Date.now() + 9e6; setInterval(() => { left.textContent = Math.floor((end - Date.now()) / 10) / 100 + ' s' }, 50)</script>`,
  ),
  restless(
    'chat that goes on',
    'oat bran',
    `<ul id="talk"></ul><script>setInterval(() => { talk.insertAdjacentHTML('beforeend', '<li>Guest ' + Math.random() + ' says good day</li>'); if (talk.children.length > 8) talk.firstChild.remove() }, 350)</script>`,
  ),
  restless(
    'stream of events',
    'spelt grist',
    `<footer id="seen"></footer><script>new EventSource('beat').onmessage = (e) => { seen.textContent = e.data }</script>`,
    {
      beat: openStream(
        Array.from({ length: 40 }, (_, at) => ({ atMs: at * 300, text: `data: beat ${at}\n\n` })),
      ),
    },
  ),
  restless(
    'canvas and marquee',
    'millet dust',
    `<div style="overflow:hidden"><div style="width:300px;animation:go 3s linear infinite">Carts come and go</div></div><style>@keyframes go{from{transform:translateX(900px)}to{transform:translateX(-300px)}}</style><canvas id="c"></canvas><script>const x = c.getContext('2d'); (function draw() { x.fillStyle = 'hsl(' + performance.now() % 360 + ' 80% 50%)'; x.fillRect(Math.random() * 300, Math.random() * 150, 20, 20); requestAnimationFrame(draw) })()</script>`,
  ),
  restless(
    'long poll that never ends',
    'wheat germ',
    `<script>(function ask() { fetch('hold').then(ask, () => {}) })()</script>`,
    { hold: (response) => response.flushHeaders() },
  ),
  restless(
    'typed words in turn',
    'pea meal',
    `<h2>We grind <span id="typed"></span></h2><script>const words = ['wheat', 'rye', 'barley', 'spelt']; let n = 0; setInterval(() => { const word = words[Math.floor(n / 10) % 4]; typed.textContent = word.slice(0, n++ % 10) }, 90)</script>`,
  ),
  speaking('loading bay', 'Loading bay B is closed on Mondays.'),
  speaking('waiting', 'Please wait here until a clerk calls your number.'),
  speaking('German, charging', 'Laden geöffnet von acht bis zwölf Uhr.'),
  speaking('French', 'Chargement des camions: quai numéro deux, tous les matins.'),
  speaking(
    'about spinners',
    'A spinner is whoever spins wool into yarn.',
    '<h1>Spinner</h1><p class="spinner">A spinner is whoever spins wool into yarn.</p>',
  ),
  speaking('table of loads', 'Loading: 40 sacks. Waiting: 3 carts.'),
]
