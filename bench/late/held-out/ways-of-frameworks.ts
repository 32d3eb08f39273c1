import { bundleSvelte } from '../libraries.ts'
import type { Answer, LateWay, Wait } from '../page.ts'
import { after, inParts, lateJson, openStream, quoted } from '../serve.ts'
import { sheet } from './markup.ts'

/** A placeholder in the template of a framework that takes no styles. */
const bare = ({ placeholder }: Wait): string =>
  placeholder.html.replaceAll(/<style>.*?<\/style>/g, '')
const stylesOf = ({ placeholder }: Wait): string =>
  placeholder.html.match(/<style>.*?<\/style>/g)?.join('') ?? ''

/** Sends what a promise gives. */
function whenMade(type: string, made: Promise<string>): Answer {
  return (response) => {
    void made.then((text) => response.writeHead(200, { 'content-type': type }).end(text))
  }
}

/** Ways to be late by frameworks that nothing is tuned on. */
export const HELD_OUT_FRAMEWORKS: readonly LateWay[] = [
  {
    name: 'Preact, EventSource',
    make: (wait) => ({
      files: {
        'index.html': sheet(
          `<div id="mount"></div><script type="module">
            import { h, render, useState, useEffect } from '/lib/preact.js'
            const Prices = () => {
              const [line, setLine] = useState(null)
              useEffect(() => { const source = new EventSource('prices'); source.onmessage = (e) => setLine(e.data); return () => source.close() }, [])
              return line === null ? h('section', { dangerouslySetInnerHTML: { __html: ${quoted(wait.placeholder.html)} } }) : h('article', null, h('h2', null, 'Prices'), h('p', null, line))
            }
            render(h(Prices), document.getElementById('mount'))
          </script>`,
        ),
        prices: openStream([
          { atMs: 0, text: ': open\n\n' },
          { atMs: wait.ms, text: `data: ${wait.sentence}\n\n` },
        ]),
      },
    }),
  },
  {
    name: 'Lit, chain of animation frames',
    make: (wait) => ({
      files: {
        'index.html': sheet(
          `<mill-notes></mill-notes><script type="module">
            import { LitElement, html, unsafeCSS } from '/lib/lit.js'
            customElements.define('mill-notes', class extends LitElement {
              static properties = { line: { state: true } }
              firstUpdated() {
                this.renderRoot.querySelector('#wait').innerHTML = ${quoted(wait.placeholder.html)}
                const began = performance.now()
                const step = (now) => { if (now - began < ${wait.ms}) requestAnimationFrame(step); else this.line = ${quoted(wait.sentence)} }
                requestAnimationFrame(step)
              }
              render() { return this.line ? html\`<p>\${this.line}</p>\` : html\`<div id="wait"></div>\` }
            })
          </script>`,
        ),
      },
    }),
  },
  {
    name: 'Vue, streamed fetch',
    make: (wait) => ({
      files: {
        'index.html': sheet(
          `${stylesOf(wait)}<div id="mill"></div><script src="/lib/vue.js"></script><script>
            Vue.createApp({
              data: () => ({ lines: [] }),
              async mounted() {
                const reader = (await fetch('lines.ndjson')).body.pipeThrough(new TextDecoderStream()).getReader()
                for (;;) { const { done, value } = await reader.read(); if (done) break; for (const line of value.trim().split('\\n')) if (line) this.lines.push(JSON.parse(line)) }
              },
              template: ${quoted(`<section><h2>Day book</h2><p v-for="line in lines.filter(l => l.text)">{{ line.text }}</p><div v-if="!lines.some(l => l.text)">${bare(wait)}</div></section>`)},
            }).mount('#mill')
          </script>`,
        ),
        'lines.ndjson': inParts('application/x-ndjson', [
          { atMs: 0, text: '{"state":"begun"}\n' },
          { atMs: wait.ms / 2, text: '{"state":"half"}\n' },
          { atMs: wait.ms, text: `${JSON.stringify({ text: wait.sentence })}\n` },
        ]),
      },
    }),
  },
  {
    name: 'React, lazy part behind Suspense, in place of a skeleton that was sent',
    make: (wait) => ({
      files: {
        'index.html': sheet(
          `<div id="__app"><main><h1>Grain store</h1><div>${bare(wait)}</div></main></div><script type="module">
            import { React, createRoot } from '/lib/react.js'
            const h = React.createElement
            const Part = React.lazy(() => import('./part.js').then((m) => ({ default: () => h('p', null, m.line) })))
            const box = document.getElementById('__app')
            const before = box.querySelector('div').innerHTML
            createRoot(box).render(h('main', null, h('h1', null, 'Grain store'), h(React.Suspense, { fallback: h('div', { dangerouslySetInnerHTML: { __html: before } }) }, h(Part))))
          </script>`,
          stylesOf(wait),
        ),
        'part.js': after(
          wait.ms,
          'text/javascript',
          `export const line = ${quoted(wait.sentence)}`,
        ),
      },
    }),
  },
  {
    name: 'htmx, on load',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': sheet(
          `<main hx-get="slow-part" hx-trigger="load" hx-swap="innerHTML">${placeholder.html}</main><script src="/lib/htmx.js"></script>`,
        ),
        'slow-part': after(ms, 'text/html; charset=utf-8', `<h2>Part</h2><p>${sentence}</p>`),
      },
    }),
  },
  {
    name: 'Svelte, await',
    make: (wait) => ({
      files: {
        'index.html': sheet(
          `${stylesOf(wait)}<div id="app"></div><script type="module" src="app.js"></script>`,
        ),
        'app.js': whenMade(
          'text/javascript',
          bundleSvelte(
            `<script>const asked = fetch('lot.json').then((r) => r.json()); const before = ${quoted(bare(wait))}</script>{#await asked}{@html before}{:then lot}<h2>Lot</h2><p>{lot.text}</p>{/await}`,
          ),
        ),
        'lot.json': lateJson(wait),
      },
    }),
  },
  {
    name: 'Mithril, request',
    make: (wait) => ({
      files: {
        'index.html': sheet(
          `<div id="view"></div><script src="/lib/mithril.js"></script><script>
            let lot
            m.request('lot.json').then((given) => { lot = given })
            m.mount(view, { view: () => lot ? m('article', m('h2', 'Lot'), m('p', lot.text)) : m('div', m.trust(${quoted(wait.placeholder.html)})) })
          </script>`,
        ),
        'lot.json': lateJson(wait),
      },
    }),
  },
  {
    name: 'petite-vue, three requests, one after another',
    make: (wait) => ({
      files: {
        'index.html': sheet(
          `<main v-scope="store()" @vue:mounted="start()"><div v-if="!line">${wait.placeholder.html.replaceAll(/<style>.*?<\/style>/g, '')}</div><p v-if="line">{{ line }}</p></main><script src="/lib/petite-vue.js"></script><script>
            function store() { return { line: '', async start() { await fetch('one.json'); await fetch('two.json'); this.line = (await (await fetch('three.json')).json()).text } } }
            PetiteVue.createApp({ store }).mount()
          </script>`,
          stylesOf(wait),
        ),
        'one.json': after(wait.ms / 3, 'application/json', '{}'),
        'two.json': after(wait.ms / 3, 'application/json', '{}'),
        'three.json': lateJson({ ...wait, ms: wait.ms / 3 }),
      },
    }),
  },
  {
    name: 'Stimulus, percentages before the text',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': sheet(
          `<main data-controller="lot"><output data-lot-target="state"></output><div data-lot-target="out">${placeholder.html}</div></main><script type="module">
            import { Application, Controller } from '/lib/stimulus.js'
            Application.start().register('lot', class extends Controller {
              static targets = ['state', 'out']
              connect() {
                let share = 0
                const timer = setInterval(() => {
                  share += 10
                  this.stateTarget.textContent = share + ' %'
                  if (share < 100) return
                  clearInterval(timer)
                  this.stateTarget.remove()
                  this.outTarget.innerHTML = '<p>' + ${quoted(sentence)} + '</p>'
                }, ${ms / 10})
              }
            })
          </script>`,
        ),
      },
    }),
  },
  {
    name: 'Turbo, frame with an address',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': sheet(
          `<turbo-frame id="lot" src="lot.html">${placeholder.html}</turbo-frame><script type="module" src="/lib/turbo.js"></script>`,
        ),
        'lot.html': after(
          ms,
          'text/html; charset=utf-8',
          sheet(`<turbo-frame id="lot"><h2>Lot</h2><p>${sentence}</p></turbo-frame>`),
        ),
      },
    }),
  },
  {
    name: 'jQuery, timer after an answer',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': sheet(
          `<section id="out">${placeholder.html}</section><script src="/lib/jquery.js"></script><script>
            $.get('begun.json').done(() => { setTimeout(() => $('#out').html($('<p>').text(${quoted(sentence)})), ${ms}) })
          </script>`,
        ),
        'begun.json': '{}',
      },
    }),
  },
]
