import {
  FOLD,
  lackedAddresses,
  lackedOpenRows,
  lackedRows,
  lackedTexts,
  lackedUnlessSaid,
  saysUnfinished,
} from '../judge.ts'
import type { SilentPage } from '../page.ts'
import { pageOf, paragraphOf } from './markup.ts'

const ALWAYS = { render: 'always' }
const OPEN = { render: 'always', open: true }

/** Where forms and links of a page lead that must not be used. */
const TRAPS = `<form action="trap/form"><input name="q" value="a"><button>Show more</button></form><a href="trap/next">Load more</a>`

const FORTY = `[...Array(40)].map((_, at) => '<li>Boat pennant ' + at + '</li>')`
const growing = pageOf(
  `<main><h1>Boats</h1>${paragraphOf('boats')}<ul id="list"></ul></main><script>
    const all = ${FORTY}; let shown = 0
    function grow() { list.insertAdjacentHTML('beforeend', all.slice(shown, shown += 10).map((row) => row.replace('<li', '<li style="height:150px"')).join('')) }
    grow()
    addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 200) grow() })
  </script>`,
)
const more = pageOf(
  `<main><h1>Boats</h1>${paragraphOf('boats')}<ul id="list"></ul><button id="more" type="button">Load more</button></main>${TRAPS}<script>
    const all = ${FORTY}; let shown = 0
    more.onclick = () => { list.insertAdjacentHTML('beforeend', all.slice(shown, shown += 10).join('')); more.hidden = shown >= 40 }
    more.onclick()
  </script>`,
)
const tabs = pageOf(
  `<main><h1>Crews</h1><div role="tablist"><button role="tab" aria-selected="true" aria-controls="panel">Day</button><button role="tab" aria-selected="false" aria-controls="panel">Night</button></div><div role="tabpanel" id="panel"></div></main>${TRAPS}<script>
    const texts = { Day: ${JSON.stringify(paragraphOf('daymarks'))}, Night: ${JSON.stringify(paragraphOf('nightmarks'))} }
    panel.innerHTML = texts.Day
    document.querySelectorAll('[role=tab]').forEach((tab) => { tab.onclick = () => { panel.innerHTML = texts[tab.textContent] } })
  </script>`,
)
const folds = pageOf(
  `<main><h1>Rules</h1>${paragraphOf('rules')}<h2><button aria-expanded="false" aria-controls="a">Fees</button></h2><div id="a" hidden></div></main>${TRAPS}<script>
    document.querySelector('[aria-expanded]').onclick = async (event) => {
      a.innerHTML = await (await fetch('fees.html')).text(); a.hidden = false; event.target.setAttribute('aria-expanded', 'true')
    }
  </script>`,
)

/** Pages of which something could be missing without a word, that builders may look at. */
export const TRAIN_SILENT: readonly SilentPage[] = [
  {
    name: 'frame that refuses to be shown',
    kind: 'frames',
    options: ALWAYS,
    make: ({ other }) => ({
      files: {
        'index.html': pageOf(
          `<main><h1>Chart</h1>${paragraphOf('charts')}<iframe src="${other}chart-room" width="800" height="600"></iframe></main>`,
        ),
        'chart-room': (response) =>
          response
            .writeHead(200, { 'content-type': 'text/html', 'x-frame-options': 'DENY' })
            .end(pageOf(paragraphOf('frames'))),
      },
    }),
    judge: (given) => lackedAddresses(given, ['/chart-room']),
  },
  {
    name: 'frameset of two',
    kind: 'frames',
    options: ALWAYS,
    make: () => ({
      files: {
        'index.html':
          '<!doctype html><html><head><title>Port</title></head><frameset cols="20%,80%"><frame src="menu.html"><frame src="body.html"></frameset></html>',
        'menu.html': pageOf('<p><a href="x">Arrivals of the framesetmenu</a></p>'),
        'body.html': pageOf(paragraphOf('framesetmarks')),
      },
    }),
    judge: (given) =>
      lackedTexts(given, ['The clerks copy framesetmarks by hand into a second book']),
  },
  {
    name: 'embedded PDF',
    kind: 'documents',
    options: ALWAYS,
    make: () => ({
      files: {
        'index.html': pageOf(
          `<main><h1>Tables</h1>${paragraphOf('tables')}<embed src="tide-table.pdf" type="application/pdf" width="800" height="600"></main>`,
        ),
        'tide-table.pdf': '%PDF-1.4\n%%EOF\n',
      },
    }),
    judge: (given) => lackedAddresses(given, ['/tide-table.pdf']),
  },
  {
    name: 'tabs that load what they show',
    kind: 'folds',
    options: ALWAYS,
    make: () => ({ files: { 'index.html': tabs } }),
    judge: (given) => lackedUnlessSaid(given, ['The clerks copy nightmarks by hand'], FOLD),
  },
  {
    name: 'accordion that loads its part',
    kind: 'folds',
    options: ALWAYS,
    make: () => ({ files: { 'index.html': folds, 'fees.html': paragraphOf('feemarks') } }),
    judge: (given) => lackedUnlessSaid(given, ['The clerks copy feemarks by hand'], FOLD),
  },
  {
    name: 'list that grows by scrolling',
    kind: 'lists',
    options: ALWAYS,
    make: () => ({ files: { 'index.html': growing } }),
    judge: (given) => lackedRows(given, 'pennant', 40),
  },
  {
    name: 'list with a button for more',
    kind: 'lists',
    options: ALWAYS,
    make: () => ({ files: { 'index.html': more } }),
    judge: (given) => lackedRows(given, 'pennant', 40),
  },
  {
    name: 'tabs that load what they show, opened',
    kind: 'open',
    options: OPEN,
    make: () => ({ files: { 'index.html': tabs } }),
    judge: (given) =>
      lackedTexts(given, [
        'The clerks copy daymarks by hand',
        'The clerks copy nightmarks by hand',
      ]),
  },
  {
    name: 'accordion that loads its part, opened',
    kind: 'open',
    options: OPEN,
    make: () => ({ files: { 'index.html': folds, 'fees.html': paragraphOf('feemarks') } }),
    judge: (given) => lackedTexts(given, ['The clerks copy feemarks by hand']),
  },
  {
    name: 'list that grows by scrolling, opened',
    kind: 'open',
    options: OPEN,
    make: () => ({ files: { 'index.html': growing } }),
    judge: (given) => lackedOpenRows(given, 'pennant', 40),
  },
  {
    name: 'list with a button for more, opened',
    kind: 'open',
    options: OPEN,
    make: () => ({ files: { 'index.html': more } }),
    judge: (given) => lackedOpenRows(given, 'pennant', 40),
  },
  {
    name: 'download after the page is shown',
    kind: 'downloads',
    options: ALWAYS,
    make: () => ({
      files: {
        'index.html': pageOf(
          `<main><h1>Thanks</h1>${paragraphOf('thankmarks')}</main><script>setTimeout(() => { location.href = 'charts.zip' }, 200)</script>`,
        ),
        'charts.zip': (response) =>
          response.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
      },
    }),
    judge: (given) => lackedTexts(given, ['The clerks copy thankmarks by hand']),
  },
  {
    name: 'waitFor that never comes',
    kind: 'waitFor',
    options: { render: 'always', waitFor: '.berth-table' },
    make: () => ({ files: { 'index.html': pageOf(`<main>${paragraphOf('berths')}</main>`) } }),
    judge: (given) =>
      given.failed === '' && !saysUnfinished(given) ? ['no word of .berth-table'] : [],
  },
  {
    name: 'script that never ends',
    kind: 'limits',
    options: ALWAYS,
    make: () => ({
      files: {
        'index.html': pageOf(
          `<main><h1>Loop</h1>${paragraphOf('loopmarks')}</main><script>setTimeout(() => { for (;;); }, 300)</script>`,
        ),
      },
    }),
    judge: (given) => [
      ...lackedTexts(given, ['The clerks copy loopmarks by hand']),
      ...(given.failed === '' && !saysUnfinished(given) ? ['no word of the limit'] : []),
    ],
  },
  {
    name: 'application served with 404',
    kind: 'status',
    options: ALWAYS,
    make: () => ({
      status: 404,
      files: {
        'index.html': pageOf(
          `<div id="root"></div><script>root.innerHTML = '<main><h1>Berth 12</h1>' + ${JSON.stringify(paragraphOf('statusmarks'))} + '</main>'</script>`,
        ),
      },
    }),
    judge: (given) => [
      ...lackedTexts(given, ['The clerks copy statusmarks by hand']),
      ...(given.failed === '' && !/404|notFound/.test(given.besides) ? ['status'] : []),
    ],
  },
  {
    name: 'custom element that a module defines',
    kind: 'components',
    make: () => ({
      files: {
        'index.html': pageOf(
          `<main><h1>Cranes</h1>${paragraphOf('cranes')}<crane-list></crane-list></main><script type="module" src="cranes.js"></script>`,
        ),
        'cranes.js': `customElements.define('crane-list', class extends HTMLElement { connectedCallback() { this.innerHTML = ${JSON.stringify(paragraphOf('cranemarks'))} } })`,
      },
    }),
    judge: (given) => lackedTexts(given, ['The clerks copy cranemarks by hand']),
  },
  {
    name: 'hx-get on load',
    kind: 'components',
    make: () => ({
      files: {
        'index.html': pageOf(
          `<main><h1>Locks</h1>${paragraphOf('locks')}<div hx-get="part.html" hx-trigger="load"></div></main><script src="/lib/htmx.js"></script>`,
        ),
        'part.html': paragraphOf('lockmarks'),
      },
    }),
    judge: (given) => lackedTexts(given, ['The clerks copy lockmarks by hand']),
  },
]
