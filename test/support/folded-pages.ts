import { readFileSync } from 'node:fs'

/** A page with folded parts, and the texts that it has once somebody opens them. */
export interface FoldedPage {
  html: string
  texts: readonly string[]
  /** Requests that it makes when it is opened, beside that for the page. */
  requests?: readonly string[]
}

export const ANSWER = 'An answer that stands in no document before somebody asks for it.'
const PARTS = ['The first of the parts.', 'The second of the parts.', 'The third of the parts.']
const ROWS = Array.from({ length: 40 }, (_, at) => `Row ${at} of`)
const row = (css: string): string => `'<li style="${css}">Row '+n+++' of the log</li>'`
const adding = (css: string, list = 'l'): string =>
  `let n=0;const add=()=>{for(let i=0;i<10&&n<40;i++)${list}.insertAdjacentHTML('beforeend',${row(css)})}`
const script = (source: string): string => `<script>${source}</script>`
const library = (path: string, how = ''): string => `<script ${how} src=/lib/${path}></script>`
const ANSWERS = JSON.stringify(PARTS)

/** Folds of several makes, of which no text is in the document. */
const FOLDS: Readonly<Record<string, FoldedPage>> = {
  fold: {
    html: `<div><button aria-expanded="false" onclick="f.innerHTML='<p>${ANSWER}</p>'">When?</button><section id=f></section></div>`,
    texts: [ANSWER],
  },
  lateFold: {
    html: `<div><button aria-expanded="false" onclick="setTimeout(()=>{f.innerHTML='<p>${ANSWER}</p>'},300)">When?</button><section id=f></section></div>`,
    texts: [ANSWER],
  },
  fetchedFold: {
    html: `<div><button aria-expanded="false" onclick="fetch('/answer').then((one)=>one.text()).then((html)=>{f.innerHTML=html})">When?</button><section id=f></section></div>`,
    texts: [ANSWER],
    requests: ['GET answer'],
  },
  details: {
    html: `<details><summary>When?</summary><p>${ANSWER}</p></details>`,
    texts: [ANSWER],
  },
  lazyDetails: {
    html: `<details ontoggle="if(this.open&&this.childElementCount<2)this.insertAdjacentHTML('beforeend','<p>${ANSWER}</p>')"><summary>When?</summary></details>`,
    texts: [ANSWER],
  },
  nested: {
    html: `<div><button aria-expanded="false" onclick="this.setAttribute('aria-expanded',true);f.innerHTML=g.innerHTML">When?</button><section id=f></section></div>
      <template id=g><p>The outer one.</p><div><button aria-expanded="false" onclick="this.setAttribute('aria-expanded',true);this.nextElementSibling.innerHTML='<p>${ANSWER}</p>'">Why?</button><section></section></div></template>`,
    texts: ['The outer one.', ANSWER],
  },
  exclusive: {
    html: `<div id=a></div>${script(`const parts=${ANSWERS};let at=-1;const draw=()=>{a.innerHTML=parts.map((part,i)=>'<h3><button aria-expanded='+(i===at)+' onclick="at='+i+';draw()">Part '+i+'</button></h3>'+(i===at?'<div><p>'+part+'</p></div>':'')).join('')};draw()`)}`,
    texts: PARTS,
  },
  vueAccordion: {
    html: `<div id=a><section v-for="(part, i) in parts"><h3><button :aria-expanded="i === at" @click="at = i === at ? -1 : i">Part {{ i }}</button></h3><div v-if="i === at"><p>{{ part }}</p></div></section></div>${library('vue/dist/vue.global.prod.js')}${script(`Vue.createApp({data:()=>({at:-1,parts:${ANSWERS}})}).mount('#a')`)}`,
    texts: PARTS,
  },
  alpineTabs: {
    html: `<div x-data="{at:0,parts:${ANSWERS.replaceAll('"', "'")}}"><div role=tablist><template x-for="(part,i) in parts"><button role=tab :aria-selected="i===at" aria-controls=p @click="at=i" x-text="'Part '+i"></button></template></div><div role=tabpanel id=p x-text="parts[at]"></div></div>${library('alpinejs/dist/cdn.min.js', 'defer')}`,
    texts: PARTS,
  },
  petite: {
    html: `<div v-scope="{open:false}"><button :aria-expanded="String(open)" @click="open=!open">When?</button><p v-if="open">${ANSWER}</p></div>${library('petite-vue/dist/petite-vue.iife.js', 'defer init')}`,
    texts: [ANSWER],
  },
  jquery: {
    html: `<div><a href="#" role=button aria-expanded=false id=q>When?</a></div>${library('jquery/dist/jquery.min.js')}${script(`$('#q').on('click',(event)=>{event.preventDefault();$('<p>').text('${ANSWER}').hide().insertAfter('#q').slideDown(300)})`)}`,
    texts: [ANSWER],
  },
  component: {
    html: `<log-fold></log-fold>${script(`customElements.define('log-fold',class extends HTMLElement{connectedCallback(){const root=this.attachShadow({mode:'closed'});root.innerHTML='<button aria-expanded=false>When?</button><div></div>';root.firstChild.onclick=(e)=>{e.target.setAttribute('aria-expanded',true);root.lastChild.innerHTML='<p>${ANSWER}</p>'}}})`)}`,
    texts: [ANSWER],
  },
  tabs: {
    html: `<div role=tablist><button role=tab aria-selected=true>A</button><button role=tab aria-selected=false onclick="p.innerHTML='<p>${ANSWER}</p>'">B</button><button role=tab aria-selected=false onclick="p.innerHTML='<p>The third of the panels.</p>'">C</button></div><div role=tabpanel id=p><p>The first of the panels.</p></div>`,
    texts: [ANSWER, 'The first of the panels', 'The third of the panels'],
  },
  addressedTabs: {
    html: `<div role=tablist><button role=tab aria-selected=true>A</button><button role=tab aria-selected=false onclick="history.pushState(null,'','?tab=2');p.innerHTML='<p>${ANSWER}</p>'">B</button></div><div role=tabpanel id=p><p>The first of the panels.</p></div>`,
    texts: [ANSWER, 'The first of the panels'],
  },
  readMore: {
    html: `<p id=t>The beginning of a text …</p><button onclick="t.textContent='${ANSWER}';this.remove()">Read more</button>`,
    texts: [ANSWER],
  },
  carousel: {
    html: `<section aria-roledescription=carousel id=c><div id=s></div><button aria-label="Next slide" onclick="at=(at+1)%3;draw()">›</button></section>${script(`const parts=${ANSWERS};let at=0;const draw=()=>{s.innerHTML='<p>'+parts[at]+'</p>'};draw()`)}`,
    texts: PARTS,
  },
}

/** Lists that go on. */
const LISTS: Readonly<Record<string, FoldedPage>> = {
  more: {
    html: `<ul id=l></ul><button onclick="add();n<40||this.remove()">Load more</button>${script(`${adding('')};add()`)}`,
    texts: ROWS,
  },
  replies: {
    html: `<p>A comment.</p><ul id=l></ul><button onclick="add();n<40||this.remove()">View 40 replies</button>${script(adding(''))}`,
    texts: ROWS,
  },
  htmxMore: {
    html: `<ul id=l><li>The first row</li></ul><button hx-get="/rows" hx-target="#l" hx-swap="beforeend">Show 40 more rows</button>${library('htmx.org/dist/htmx.min.js')}`,
    texts: ['The first row', ...ROWS],
    requests: ['GET rows'],
  },
  box: {
    html: `<div id=b style="height:300px;overflow:auto"><ul id=l></ul></div>${script(`${adding('height:60px')};add();b.onscroll=()=>{if(b.scrollTop+b.clientHeight>b.scrollHeight-50)add()}`)}`,
    texts: ROWS,
  },
  observedBox: {
    html: `<div id=b style="height:300px;overflow:auto"><ul id=l></ul><i id=e>&nbsp;</i></div>${script(`${adding('height:60px')};add();new IntersectionObserver((all)=>{if(all[0].isIntersecting)setTimeout(add,250)},{root:b}).observe(e)`)}`,
    texts: ROWS,
  },
  virtual: {
    html: `<div id=b style="height:300px;overflow:auto"><ul id=l style="position:relative;height:2400px;margin:0"></ul></div>${script(`const show=()=>{const from=Math.floor(b.scrollTop/60);let h='';for(let i=from;i<Math.min(40,from+7);i++)h+='<li style="position:absolute;top:'+i*60+'px;height:60px">Row '+i+' of the log</li>';l.innerHTML=h};show();b.onscroll=show`)}`,
    texts: ROWS,
  },
  virtualTable: {
    html: `<div id=b style="height:300px;overflow:auto"><table><thead><tr><th>Row</th><th>Draught</th></tr></thead><tbody id=l></tbody></table></div>${script(`const show=()=>{const from=Math.max(0,Math.floor(b.scrollTop/60)-1),to=Math.min(40,from+8);let h='<tr style="height:'+from*60+'px"></tr>';for(let i=from;i<to;i++)h+='<tr style="height:60px"><td>Row '+i+' of the log</td><td>'+i+'.5 m</td></tr>';l.innerHTML=h+'<tr style="height:'+(40-to)*60+'px"></tr>'};show();b.onscroll=show`)}`,
    texts: ROWS.map((words, at) => `| ${words} the log | ${at}.5 m |`),
  },
  virtualWindow: {
    html: `<ul id=l style="position:relative;height:60000px;margin:0"></ul>${script(`const show=()=>{const top=l.getBoundingClientRect().top,from=Math.max(0,Math.floor(-top/1500)-1);let h='';for(let i=from;i<Math.min(40,from+3+innerHeight/1500);i++)h+='<li style="position:absolute;top:'+i*1500+'px;height:1500px">Row '+i+' of the log</li>';l.innerHTML=h};show();onscroll=show;onresize=show`)}`,
    texts: ROWS,
  },
  window: {
    html: `<ul id=l></ul>${script(`${adding('height:200px')};add();onscroll=()=>{if(innerHeight+scrollY>document.body.offsetHeight-300)add()}`)}`,
    texts: ROWS,
  },
  observedWindow: {
    html: `<ul id=l></ul><i id=e>&nbsp;</i>${script(`${adding('height:200px')};add();new IntersectionObserver((all)=>{if(all[0].isIntersecting)setTimeout(add,150)}).observe(e)`)}`,
    texts: ROWS,
  },
}

/** Pages of which most is there once it is opened, by name. */
export const FOLDED_PAGES: Readonly<Record<string, FoldedPage>> = { ...FOLDS, ...LISTS }

/** What looks like a fold, and would send something or lead elsewhere. */
export const TRAPS = `<form action="/sent" method="post"><input name=a value=1><button aria-expanded="false">More of the form</button><button>Load more</button></form>
<a href="/left" aria-expanded="false" role="button">Elsewhere</a>
<button aria-expanded="false" onclick="location.href='/left'">Somewhere</button>
<button aria-expanded="false" onclick="document.forms[0].submit()">Somehow</button>
<button aria-expanded="false" onclick="document.forms[0].requestSubmit()">Anyhow</button>
<button aria-expanded="false" onclick="window.open('/left')">A window</button>
<button aria-expanded="false" form=none formaction="/sent">A button</button>
<button aria-expanded="false"><a href="/left">A link in it</a></button>
<details><summary><a href="/left">A link that folds</a></summary></details>
<button aria-expanded="false" onclick="fetch('/sent',{method:'POST'})">Delete it</button>
<button aria-haspopup=menu aria-expanded="false" onclick="fetch('/sent')">Share</button>
<nav><button aria-expanded="false" onclick="fetch('/sent')">Places</button></nav>
<a href="/left">Read more</a><a href="javascript:location='/left'" role=button aria-expanded="false">By script</a>`

const FILES = [
  'vue/dist/vue.global.prod.js',
  'alpinejs/dist/cdn.min.js',
  'petite-vue/dist/petite-vue.iife.js',
  'jquery/dist/jquery.min.js',
  'htmx.org/dist/htmx.min.js',
]

/** What the pages load: libraries, and answers. */
export function foldedFiles(): Readonly<Record<string, string>> {
  const root = new URL('../../node_modules/', import.meta.url)
  return {
    answer: `<p>${ANSWER}</p>`,
    rows: ROWS.map((words) => `<li>${words} the log</li>`).join(''),
    ...Object.fromEntries(
      FILES.map((path) => [`lib/${path}`, readFileSync(new URL(path, root), 'utf8')]),
    ),
  }
}
