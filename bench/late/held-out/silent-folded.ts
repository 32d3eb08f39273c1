import { FOLD, lackedOpenRows, lackedRows, lackedTexts, lackedUnlessSaid } from '../judge.ts'
import type { Files, Given, SilentPage } from '../page.ts'
import { after, quoted } from '../serve.ts'
import { proseOf, saysOf, sheet } from './markup.ts'

const SHOWN = { render: 'always' }
const OPENED = { render: 'always', open: true }

/** Where forms and links of a page lead that must not be used. */
const TRAPS = `<form method="post" action="trap/sign"><input type="hidden" name="all" value="1"><button type="submit">Load more</button></form><form action="trap/search"><input name="q"><button>Show all</button></form><p><a href="trap/page-two">Show more</a> <button type="button" onclick="location.href='trap/away'">More offers</button> <a href="trap/out" target="_blank" role="button" aria-expanded="false">Expand</a></p>`

interface Folded {
  name: string
  files: Files
  /** Read only when it is opened, or said to be folded. */
  things: readonly string[]
}

/** Folds, tabs and other parts that only reveal. */
const FOLDED: readonly Folded[] = [
  {
    name: 'details that load when they are opened',
    files: {
      'index.html': sheet(
        `<main>${proseOf('millstones')}<details id="d"><summary>Dressing</summary><div id="in"></div></details></main>${TRAPS}<script>d.addEventListener('toggle', async () => { if (d.open && !d.dataset.done) { d.dataset.done = 1; document.getElementById('in').innerHTML = await (await fetch('dressing')).text() } })</script>`,
      ),
      dressing: after(200, 'text/html; charset=utf-8', proseOf('burr stone')),
    },
    things: ['burr stone'],
  },
  {
    name: 'tabs of React, mounted when chosen',
    files: {
      'index.html': sheet(
        `<div id="root"></div>${TRAPS}<script type="module">
          import { React, createRoot } from '/lib/react.js'
          const h = React.createElement, texts = ${quoted(JSON.stringify({ Stones: proseOf('upper stone'), Wheels: proseOf('water wheel'), Gears: proseOf('pit gear') }))}
          const parts = JSON.parse(texts)
          function Tabs() {
            const [at, setAt] = React.useState('Stones')
            return h('main', null, h('div', { role: 'tablist' }, Object.keys(parts).map((name) => h('button', { key: name, role: 'tab', type: 'button', id: 't-' + name, 'aria-selected': at === name, onClick: () => setAt(name) }, name))), h('div', { role: 'tabpanel', 'aria-labelledby': 't-' + at, dangerouslySetInnerHTML: { __html: parts[at] } }))
          }
          createRoot(document.getElementById('root')).render(h(Tabs))
        </script>`,
      ),
    },
    things: ['upper stone', 'water wheel', 'pit gear'],
  },
  {
    name: 'accordion of Vue, one part at a time',
    files: {
      'index.html': sheet(
        `<div id="v"></div>${TRAPS}<script src="/lib/vue.js"></script><script>
          Vue.createApp({ data: () => ({ at: -1, parts: ${JSON.stringify([proseOf('sack hoist'), proseOf('flour chute')])} }), template: '<main><section v-for="(part, n) in parts"><h3><button type="button" :aria-expanded="String(at === n)" @click="at = at === n ? -1 : n">Part {{ n + 1 }}</button></h3><div v-if="at === n" v-html="part"></div></section></main>' }).mount('#v')
        </script>`,
      ),
    },
    things: ['sack hoist', 'flour chute'],
  },
  {
    name: 'text that a button makes longer',
    files: {
      'index.html': sheet(
        `<main>${proseOf('tail race')}<p id="short">The head race is longer than…</p><button type="button" id="b" aria-expanded="false">Read more</button></main>${TRAPS}<script>b.onclick = () => { document.getElementById('short').outerHTML = ${quoted(proseOf('head race'))}; b.remove() }</script>`,
      ),
    },
    things: ['head race'],
  },
  {
    name: 'disclosure by Alpine',
    files: {
      'index.html': sheet(
        `<main x-data="{ o: false, text: '' }">${proseOf('sluices')}<button type="button" :aria-expanded="o" aria-expanded="false" @click="o = !o; text = text || await (await fetch('eel')).text()">Eels</button><div x-show="o" x-html="text"></div></main>${TRAPS}<script defer src="/lib/alpine.js"></script>`,
      ),
      eel: after(150, 'text/html; charset=utf-8', proseOf('eel trap')),
    },
    things: ['eel trap'],
  },
]

interface Growing {
  name: string
  files: Files
  rows: number
}

const rowsFrom = (word: string): string =>
  `const make = (from, to) => { let out = ''; for (let at = from; at < to; at += 1) out += '<li style="height:60px">${word} ' + at + ' of the store</li>'; return out }`

/** Lists that show more when somebody scrolls or asks; their rows are `sack 0`, `sack 1`, … */
const GROWING: readonly Growing[] = [
  {
    name: 'end of a list that is watched',
    rows: 80,
    files: {
      'index.html': sheet(
        `<main>${proseOf('sacks')}<ol id="l"></ol><div id="end">·</div></main>${TRAPS}<script>${rowsFrom('sack')}; let n = 0; const add = () => { l.insertAdjacentHTML('beforeend', make(n, n += 20)) }; add(); new IntersectionObserver(([seen]) => { if (seen.isIntersecting && n < 80) setTimeout(add, 80) }).observe(document.getElementById('end')); setInterval(() => { if (n < 80 && document.getElementById('end').getBoundingClientRect().top < innerHeight) add() }, 400)</script>`,
      ),
    },
  },
  {
    name: 'inner box that fills by scrolling',
    rows: 60,
    files: {
      'index.html': sheet(
        `<main>${proseOf('boxes')}<div id="box" style="height:300px;overflow-y:auto"><ul id="l"></ul></div></main>${TRAPS}<script>${rowsFrom('sack')}; let n = 0; const add = () => { l.insertAdjacentHTML('beforeend', make(n, n += 12)) }; add(); box.addEventListener('scroll', () => { if (n < 60 && box.scrollTop + box.clientHeight > box.scrollHeight - 80) add() })</script>`,
      ),
    },
  },
  {
    name: 'virtual list in a box',
    rows: 120,
    files: {
      'index.html': sheet(
        `<main>${proseOf('shelves')}<div id="box" style="height:400px;overflow:auto"><div style="height:7200px;position:relative"><ul id="l" style="position:absolute;left:0;right:0;margin:0"></ul></div></div></main>${TRAPS}<script>${rowsFrom('sack')}; const draw = () => { const from = Math.max(0, Math.floor(box.scrollTop / 60) - 2); l.style.top = from * 60 + 'px'; l.innerHTML = make(from, Math.min(120, from + 11)) }; draw(); box.addEventListener('scroll', draw)</script>`,
      ),
    },
  },
  {
    name: 'virtual list of the window',
    rows: 150,
    files: {
      'index.html': sheet(
        `<main>${proseOf('lofts')}<div id="all" style="height:9000px;position:relative"><ul id="l" style="position:absolute;left:0;right:0;margin:0"></ul></div></main>${TRAPS}<script>${rowsFrom('sack')}; const draw = () => { const from = Math.max(0, Math.floor((scrollY - all.offsetTop) / 60) - 3); l.style.top = from * 60 + 'px'; l.innerHTML = make(from, Math.min(150, from + 22)) }; draw(); addEventListener('scroll', draw)</script>`,
      ),
    },
  },
  {
    name: 'German button for more, with answers',
    rows: 45,
    files: {
      'index.html': sheet(
        `<main lang="de">${proseOf('bins')}<ul id="l"></ul><button type="button" id="b">Mehr anzeigen</button></main>${TRAPS}<script>${rowsFrom('sack')}; let n = 0; const add = async () => { await fetch('rows?from=' + n).catch(() => 0); l.insertAdjacentHTML('beforeend', make(n, n += 15)); if (n >= 45) b.remove() }; add(); b.onclick = add</script>`,
      ),
    },
  },
  {
    name: 'button that shows all rows',
    rows: 48,
    files: {
      'index.html': sheet(
        `<main>${proseOf('tubs')}<ul id="l"></ul><div role="button" tabindex="0" id="b">Show all 48 rows</div></main>${TRAPS}<script>${rowsFrom('sack')}; l.innerHTML = make(0, 8); b.onclick = () => { l.innerHTML = make(0, 48); b.style.display = 'none' }</script>`,
      ),
    },
  },
]

/** Pages that fold and lists that grow, first as they are, then opened, that nothing is tuned on. */
export const HELD_OUT_FOLDED: readonly SilentPage[] = [
  ...FOLDED.flatMap(({ name, files, things }): SilentPage[] => {
    const texts = things.map(saysOf)
    return [
      {
        name,
        kind: 'folds',
        options: SHOWN,
        make: () => ({ files }),
        judge: (given: Given) => lackedUnlessSaid(given, texts, FOLD),
      },
      {
        name: `${name}, opened`,
        kind: 'open',
        options: OPENED,
        make: () => ({ files }),
        judge: (given: Given) => lackedTexts(given, texts),
      },
    ]
  }),
  ...GROWING.flatMap(({ name, files, rows }): SilentPage[] => [
    {
      name,
      kind: 'lists',
      options: SHOWN,
      make: () => ({ files }),
      judge: (given: Given) => lackedRows(given, 'sack', rows),
    },
    {
      name: `${name}, opened`,
      kind: 'open',
      options: OPENED,
      make: () => ({ files }),
      judge: (given: Given) => lackedOpenRows(given, 'sack', rows),
    },
  ]),
]
