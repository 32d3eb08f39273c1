import { ALWAYS, FEW, main, RENDERED, type UnshownPage, WORDS } from './unshown-kinds.ts'
import { ENDED, FOLDED, REFUSED } from './unshown-lists.ts'

/** Components, whose text no server sends (with a browser there, nothing asked for). */
const COMPONENTS: Readonly<Record<string, UnshownPage>> = {
  element: {
    html: `${main('<harbour-log></harbour-log>')}<script>customElements.define('harbour-log',class extends HTMLElement{connectedCallback(){this.attachShadow({mode:'closed'}).innerHTML=\`LEDGER\`}})</script>`,
    texts: WORDS,
    says: RENDERED,
  },
  elementBesideText: {
    html: `${main(`${FEW}<berth-table src="/rows.json"></berth-table>`)}<script>customElements.define('berth-table',class extends HTMLElement{connectedCallback(){setTimeout(()=>{this.innerHTML='<ul>ROWS</ul>'},200)}})</script>`,
    texts: ['Row 11 of the log'],
    says: RENDERED,
  },
  htmx: {
    html: `<script src=/lib/htmx.org/dist/htmx.min.js></script>${main(`${FEW}<div hx-get="/part" hx-trigger="load">…</div>`)}`,
    texts: WORDS,
    says: RENDERED,
  },
  alpine: {
    html: `<script defer src=/lib/alpinejs/dist/cdn.min.js></script>${main(`${FEW}<ul x-data="{rows:[...Array(12).keys()]}"><template x-for="row in rows"><li x-text="'Row '+row+' of the log'"></li></template></ul>`)}`,
    texts: ['Row 11 of the log'],
    says: RENDERED,
  },
  petite: {
    html: `<script src=/lib/petite-vue/dist/petite-vue.iife.js defer init></script>${main(`${FEW}<ul v-scope="{rows:[...Array(12).keys()]}"><li v-for="row in rows">Row {{ row }} of the log</li></ul>`)}`,
    texts: ['Row 11 of the log'],
    says: RENDERED,
  },
  turboFrame: {
    html: `<script src=/lib/@hotwired/turbo/dist/turbo.es2017-umd.js></script>${main(`${FEW}<turbo-frame id=ledger src="/turbo"></turbo-frame>`)}`,
    texts: WORDS,
    says: RENDERED,
  },
  template: {
    html: `${main(`${FEW}<ul id=list></ul><template id=row><li></li></template>`)}<script>for(let i=0;i<12;i++){const one=row.content.cloneNode(true);one.firstChild.textContent='Row '+i+' of the log';list.append(one)}</script>`,
    texts: ['Row 11 of the log'],
    says: RENDERED,
  },
  frameBesideText: {
    html: main(`${FEW}<iframe src="/inner" width=1000 height=800></iframe>`),
    texts: WORDS,
    says: RENDERED,
  },
  declared: {
    html: main(
      `<harbour-log><template shadowrootmode=open>LEDGER</template></harbour-log>`,
      'Ledger',
    ),
    texts: WORDS,
  },
}

/** Frames, and documents in pages. */
const HELD: Readonly<Record<string, UnshownPage>> = {
  frame: {
    html: '<title>Frame</title><iframe src="/inner" width=1000 height=800></iframe>',
    texts: WORDS,
    says: RENDERED,
  },
  frameUnread: {
    html: '<title>Frame</title><iframe src="/inner" width=1000 height=800></iframe>',
    hasBrowser: false,
    texts: ['ORIGIN/inner'],
  },
  frameAside: {
    html: main(`LEDGER<iframe src="/inner?aside" width=1000 height=800></iframe>`),
    input: { render: 'never' },
    texts: WORDS,
    notShown: ['frame: /inner?aside'],
  },
  frameset: {
    html: '<html><head><title>Set</title></head><frameset cols="30%,70%"><frame src="/menu"><frame src="/inner"></frameset></html>',
    texts: [...WORDS, 'Words of the menu'],
    says: RENDERED,
  },
  framesetUnread: {
    html: '<html><head><title>Set</title></head><frameset cols="30%,70%"><frame src="/menu"><frame src="/inner"></frameset></html>',
    hasBrowser: false,
    texts: ['ORIGIN/inner', 'ORIGIN/menu'],
  },
  framesetNested: {
    html: '<html><head><title>Set</title></head><frameset rows="20%,*"><frame src="/menu"><frameset cols="30%,70%"><frame src="/menu?2"><frame src="/inner"></frameset></frameset></html>',
    texts: [...WORDS, 'Words of the menu'],
    says: RENDERED,
  },
  frameForeign: {
    html: main(`${FEW}<iframe src="FOREIGN/inner" width=1000 height=800></iframe>`),
    texts: WORDS,
    says: RENDERED,
  },
  frameRefused: {
    html: main(`LEDGER<iframe src="FOREIGN/denied" width=1000 height=800></iframe>`),
    input: ALWAYS,
    texts: WORDS,
    notShown: ['frame: FOREIGN/denied'],
    says: RENDERED,
  },
  embed: {
    html: main(
      'LEDGER<embed src="/report.pdf" type="application/pdf" width=800 height=600>',
      'Report',
    ),
    texts: WORDS,
    notShown: ['document: /report.pdf'],
  },
  embedShown: {
    html: main(
      'LEDGER<embed src="/report.pdf" type="application/pdf" width=800 height=600>',
      'Report',
    ),
    input: ALWAYS,
    texts: WORDS,
    notShown: ['document: /report.pdf'],
    says: RENDERED,
  },
  embedAlone: {
    html: '<title>Report</title><embed src="/report.pdf" type="application/pdf" width="100%" height="900">',
    texts: ['ORIGIN/report.pdf'],
    notShown: ['document: /report.pdf'],
  },
  embedByScript: {
    html: `${main('LEDGER<div id=v></div>', 'Report')}<script>v.innerHTML='<iframe src="/report.pdf" width=800 height=600></iframe>'</script>`,
    input: ALWAYS,
    texts: WORDS,
    notShown: ['document: /report.pdf'],
    says: RENDERED,
  },
  object: {
    html: main('LEDGER<object data="/minutes.docx" width=800 height=600></object>', 'Report'),
    input: ALWAYS,
    texts: WORDS,
    notShown: ['document: /minutes.docx'],
    says: RENDERED,
  },
  viewer: {
    html: main(
      'LEDGER<iframe src="/viewer.html?file=/plan.pdf" width=800 height=600></iframe>',
      'Report',
    ),
    texts: WORDS,
    notShown: ['document: /plan.pdf'],
  },
  officeViewer: {
    html: main(
      'LEDGER<iframe src="https://view.officeapps.live.com/op/embed.aspx?src=https%3A%2F%2Fharbour.example%2Fplan.pptx" width=800 height=600></iframe>',
      'Report',
    ),
    texts: WORDS,
    notShown: ['document: https://harbour.example/plan.pptx'],
  },
  film: {
    html: main(
      'LEDGER<iframe src="https://www.youtube.com/embed/x" width=800 height=600></iframe>',
    ),
    texts: WORDS,
  },
}

/** Files that a page begins to load. */
const DOWNLOADS: Readonly<Record<string, UnshownPage>> = {
  download: {
    html: '<div id=r></div><script>r.innerHTML=`<main><h1>Thanks</h1>LEDGER</main>`;location.href="/file.zip"</script>',
    input: ALWAYS,
    texts: WORDS,
    notShown: ['download: /file.zip'],
    says: RENDERED,
  },
  downloadLate: {
    html: `${main('LEDGER', 'Thanks')}<script>setTimeout(()=>{location.assign('/file.zip')},300)</script>`,
    input: ALWAYS,
    texts: WORDS,
    notShown: ['download: /file.zip'],
    says: RENDERED,
  },
  downloadClicked: {
    html: `${main('LEDGER<a id=a href="/table.csv" download>The table</a>', 'Thanks')}<script>a.click()</script>`,
    input: ALWAYS,
    texts: WORDS,
    notShown: ['download: /table.csv'],
    says: RENDERED,
  },
  downloadFramed: {
    html: `${main('LEDGER', 'Thanks')}<script>const f=document.createElement('iframe');f.hidden=true;f.src='/file.zip';document.body.append(f)</script>`,
    input: ALWAYS,
    texts: WORDS,
    notShown: ['download: /file.zip'],
    says: RENDERED,
  },
  downloadAnnounced: {
    html: `<meta http-equiv=refresh content="1;url=/file.zip">${main('LEDGER', 'Thanks')}`,
    input: ALWAYS,
    texts: WORDS,
    notShown: ['download: /file.zip'],
    says: RENDERED,
  },
}

/** Pages by name; those of `FOLDED` and `ENDED` are read in a browser. */
export const UNSHOWN_PAGES: Readonly<Record<string, UnshownPage>> = {
  ...COMPONENTS,
  ...HELD,
  ...DOWNLOADS,
  ...inBrowser(FOLDED),
  ...inBrowser(ENDED),
  ...REFUSED,
}

function inBrowser(pages: Readonly<Record<string, UnshownPage>>) {
  const shown = Object.entries(pages).map(([name, { input = ALWAYS, says = {}, ...page }]) => [
    name,
    { ...page, input, says: { ...RENDERED, ...says } },
  ])
  return Object.fromEntries(shown) as Record<string, UnshownPage>
}
