import { lackedTexts } from '../judge.ts'
import type { SilentPage } from '../page.ts'
import { after } from '../serve.ts'
import { proseOf, saysOf, sheet } from './markup.ts'

/** Pages whose parts are filled by components, read by `auto`, that nothing is tuned on. */
export const HELD_OUT_COMPONENTS: readonly SilentPage[] = [
  {
    name: 'template that a script clones',
    kind: 'components',
    make: () => ({
      files: {
        'index.html': sheet(
          `<main><h1>Stock</h1>${proseOf('measures')}<template id="row"><p></p></template><section id="rows"></section></main><script src="rows.js"></script>`,
        ),
        'rows.js': `fetch('rows.json').then((r) => r.json()).then((all) => all.forEach((text) => { const copy = row.content.cloneNode(true); copy.querySelector('p').textContent = text; rows.append(copy) }))`,
        'rows.json': JSON.stringify([saysOf('cloned barley')]),
      },
    }),
    judge: (given) => lackedTexts(given, [saysOf('cloned barley')]),
  },
  {
    name: 'custom element that reads what it shows',
    kind: 'components',
    make: () => ({
      files: {
        'index.html': sheet(
          `<main><h1>Stock</h1>${proseOf('bushels')}<stock-view src="stock.html"></stock-view></main><script type="module" src="stock.js"></script>`,
        ),
        'stock.js': `customElements.define('stock-view', class extends HTMLElement { async connectedCallback() { const root = this.attachShadow({ mode: 'open' }); root.innerHTML = await (await fetch(this.getAttribute('src'))).text() } })`,
        'stock.html': proseOf('shadow barley'),
      },
    }),
    judge: (given) => lackedTexts(given, [saysOf('shadow barley')]),
  },
  {
    name: 'data-hx-get with a delay',
    kind: 'components',
    make: () => ({
      files: {
        'index.html': sheet(
          `<main><h1>Stock</h1>${proseOf('pecks')}<div data-hx-get="part" data-hx-trigger="load delay:300ms"></div></main><script>window.htmx = { config: { prefix: 'data-hx-' } }</script><script src="/lib/htmx.js"></script><script>
            if (!document.querySelector('[data-hx-get]').textContent) setTimeout(async () => { document.querySelector('[data-hx-get]').innerHTML = await (await fetch('part')).text() }, 600)
          </script>`,
        ),
        part: after(50, 'text/html; charset=utf-8', proseOf('delayed barley')),
      },
    }),
    judge: (given) => lackedTexts(given, [saysOf('delayed barley')]),
  },
  {
    name: 'frame of Turbo with an address',
    kind: 'components',
    make: () => ({
      files: {
        'index.html': sheet(
          `<main><h1>Stock</h1>${proseOf('firkins')}<turbo-frame id="stock" src="stock.html"></turbo-frame></main><script type="module" src="/lib/turbo.js"></script>`,
        ),
        'stock.html': sheet(`<turbo-frame id="stock">${proseOf('framed barley')}</turbo-frame>`),
      },
    }),
    judge: (given) => lackedTexts(given, [saysOf('framed barley')]),
  },
  {
    name: 'Alpine, rows of a template',
    kind: 'components',
    make: () => ({
      files: {
        'index.html': sheet(
          `<main x-data="{ rows: [] }" x-init="rows = await (await fetch('rows.json')).json()"><h1>Stock</h1>${proseOf('hogsheads')}<template x-for="row in rows"><p x-text="row"></p></template></main><script defer src="/lib/alpine.js"></script>`,
        ),
        'rows.json': JSON.stringify([saysOf('alpine barley')]),
      },
    }),
    judge: (given) => lackedTexts(given, [saysOf('alpine barley')]),
  },
  {
    name: 'text in a frame beside forty words',
    kind: 'components',
    make: () => ({
      files: {
        'index.html': sheet(
          `<main><h1>Rules of the mill</h1><p>These are the rules that all who bring corn to the mill have to keep, as they were agreed in the great hall in the year of the flood; the clerk reads them aloud each Saturday before the gates are opened, and whoever is late has to ask.</p><iframe src="rules.html" width="900" height="900" style="border:0"></iframe></main>`,
        ),
        'rules.html': sheet(proseOf('ruled barley').repeat(2)),
      },
    }),
    judge: (given) => lackedTexts(given, [saysOf('ruled barley')]),
  },
]
