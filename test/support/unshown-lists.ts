import { main, RENDERED, rows, type UnshownPage, WORDS, ALWAYS } from './unshown-kinds.ts'

const GOES_ON = 'rows: a list goes on, which open: true reads'

/** What waits for somebody to open it, or to scroll. */
export const FOLDED: Readonly<Record<string, UnshownPage>> = {
  fold: {
    html: main(
      `LEDGER<div><button aria-expanded=false onclick="f.innerHTML='<p>Answer</p>'">When?</button><div id=f></div></div>`,
    ),
    notShown: ['folds: 1, which open: true opens'],
  },
  folds: {
    html: main(
      `LEDGER${[1, 2, 3].map((at) => `<h3><button aria-expanded=false aria-controls=p${at}>Question ${at}</button></h3><div id=p${at} role=region></div>`).join('')}`,
    ),
    notShown: ['folds: 3, which open: true opens'],
  },
  tabs: {
    html: main(
      'LEDGER<div role=tablist><button role=tab aria-selected=true>Tides</button><button role=tab aria-selected=false>Winds</button></div><div role=tabpanel id=p>The tides.</div>',
    ),
    notShown: ['folds: 1, which open: true opens'],
  },
  details: {
    html: main('LEDGER<details><summary>When?</summary><p>In the first week.</p></details>'),
    texts: ['In the first week.'],
  },
  detailsLazy: {
    html: main(
      `LEDGER<details ontoggle="this.open&&fetch('/part')"><summary>When?</summary></details>`,
    ),
    notShown: ['folds: 1, which open: true opens'],
  },
  panelThere: {
    html: main(
      'LEDGER<button aria-expanded=false aria-controls=p>When?</button><div id=p hidden><p>In the first week.</p></div>',
    ),
    texts: ['In the first week.'],
  },
  menus: {
    html: `<nav><button aria-expanded=false>Places</button></nav>${main('LEDGER<button aria-haspopup=menu aria-expanded=false>Share</button>')}`,
  },
  virtual: {
    html: `${main(`<div style="height:400px;overflow:auto"><ul style="height:40000px;margin:0">${rows(12, ' style="height:40px"')}</ul></div>`)}<script>1</script>`,
    texts: ['Row 11 of the log'],
    notShown: [GOES_ON],
  },
  box: {
    html: `${main('<div id=b style="height:300px;overflow:auto"><ul id=l></ul></div>')}<script>let n=0;const add=()=>{for(let i=0;i<10&&n<60;i++)l.insertAdjacentHTML('beforeend','<li style="height:60px">Row '+n+++' of the log</li>')};add();b.onscroll=()=>{if(b.scrollTop+b.clientHeight>b.scrollHeight-50)add()}</script>`,
    texts: ['Row 9 of the log'],
    notShown: [GOES_ON],
    says: { truncated: true },
  },
  boxWhole: {
    html: `${main(`<div style="height:300px;overflow:auto"><ul>${rows(60, ' style="height:60px"')}</ul></div>`)}<script>1</script>`,
    texts: ['Row 59 of the log'],
  },
  windowEnding: {
    html: `${main('<ul id=l></ul>')}<script>let n=0;const add=()=>{for(let i=0;i<10&&n<60;i++)l.insertAdjacentHTML('beforeend','<li style="height:100px">Row '+n+++' of the log</li>')};add();onscroll=()=>{if(innerHeight+scrollY>document.body.offsetHeight-300)add()}</script>`,
    texts: ['Row 9 of the log'],
    notShown: [GOES_ON],
    says: { truncated: true },
  },
  windowEndless: {
    html: `${main('<ul id=l></ul><i id=end></i>')}<script>let n=0;const add=()=>{for(let i=0;i<10;i++)l.insertAdjacentHTML('beforeend','<li style="height:300px">Row '+n+++' of the log</li>')};add();new IntersectionObserver((e)=>e[0].isIntersecting&&setTimeout(add,20),{rootMargin:'900px'}).observe(end)</script>`,
    texts: ['Row 19 of the log'],
    notShown: [GOES_ON],
    says: { truncated: true },
  },
  counted: {
    html: main(
      `<table role=grid aria-rowcount=900>${'<tr><td>A boat that entered</td></tr>'.repeat(9)}</table>`,
    ),
    notShown: ['rows: 9 of 900 are there'],
  },
  setSize: {
    html: main(
      `<ul>${Array.from({ length: 9 }, (_, at) => `<li aria-setsize=40 aria-posinset=${at + 1}>Row ${at} of the log</li>`).join('')}</ul>`,
    ),
    notShown: ['rows: 9 of 40 are there'],
  },
  more: {
    html: main(`<ul>${rows(12)}</ul><button>Load more</button>`),
    notShown: [GOES_ON],
  },
  moreForeign: {
    html: main(`<ul>${rows(12)}</ul><a href="#" role=button>Weitere 20 anzeigen</a>`),
    notShown: [GOES_ON],
  },
}

/** Pages that are stopped, cut, waited for in vain, or not done. */
export const ENDED: Readonly<Record<string, UnshownPage>> = {
  waitUnmet: {
    html: main('LEDGER'),
    input: { waitFor: '.price' },
    texts: WORDS,
    notShown: ['waitFor: it did not come in time'],
    says: RENDERED,
  },
  waitMet: {
    html: `${main('LEDGER')}<script>setTimeout(()=>{document.body.insertAdjacentHTML('beforeend','<p class=price>Price 12</p>')},900)</script>`,
    input: { waitFor: '.price' },
    texts: [...WORDS, 'Price 12'],
    says: RENDERED,
  },
  busy: {
    html: `${main('LEDGER')}<script>setTimeout(()=>{for(;;);},50)</script>`,
    texts: WORDS,
    notShown: ['limit: the page was stopped (time)'],
    says: { truncated: true },
  },
  requests: {
    html: `${main('LEDGER')}<script>let n=0;setInterval(()=>{for(let i=0;i<20;i++)fetch('/menu?'+n++)},10)</script>`,
    texts: WORDS,
    notShown: ['limit: the page was stopped (requests)'],
    says: { truncated: true },
  },
  heavy: {
    html: `${main('LEDGER')}<script>for(let i=0;i<20;i++)fetch('/blob?'+i).then((answer)=>answer.text())</script>`,
    texts: WORDS,
    notShown: ['limit: the page was stopped (bytes)'],
    says: { truncated: true },
  },
  dialogs: {
    html: `${main('LEDGER')}<script>setTimeout(()=>{for(let i=0;i<40;i++)alert(i)},100)</script>`,
    texts: WORDS,
    notShown: ['limit: the page was stopped (dialogs)'],
    says: { truncated: true },
  },
  nothing: {
    html: `<div id=root></div><script>let n=0;setInterval(()=>{for(let i=0;i<20;i++)fetch('/menu?'+n++)},10)</script>`,
    error: ['unparsable', 'before its time or another limit'],
  },
  cut: {
    html: `${main('LEDGER<ul id=l></ul>')}<script>l.innerHTML=('<li>'+'Row of the log. '.repeat(12)).repeat(30000)</script>`,
    texts: WORDS,
    notShown: ['cut: the page is larger than what is read'],
  },
  loading: {
    html: `${main('<p>Loading…</p>', 'Orders')}<script>setInterval(()=>{},1000)</script>`,
    error: ['unparsable', 'before its time'],
  },
  orders: {
    html: `${main('LEDGER<p>Loading orders…</p>', 'Orders')}<script>setInterval(()=>{},1000)</script>`,
    texts: WORDS,
    notShown: ['text that was still to come: use waitFor'],
    says: { unfinished: true },
  },
  plain: { html: main('LEDGER', 'Plain'), texts: WORDS },
}

const APPLICATION =
  '<div id=root></div><script>root.innerHTML=`<main><h1>Berths</h1>LEDGER</main>`</script>'
const NOTICE =
  '<title>404</title><h1>Page not found</h1><p>There is nothing here. Try the search, or go back to the page where you came from.</p>'

/** Pages served with the status of an error. */
export const REFUSED: Readonly<Record<string, UnshownPage>> = {
  application: {
    html: APPLICATION,
    status: 404,
    texts: WORDS,
    says: { status: 404, rendered: true },
  },
  application403: {
    html: APPLICATION,
    status: 403,
    texts: WORDS,
    says: { status: 403, rendered: true },
  },
  applicationUnread: {
    html: APPLICATION,
    status: 404,
    hasBrowser: false,
    error: ['upstream_refused', 'HTTP status 404'],
  },
  application500: {
    html: APPLICATION,
    status: 500,
    error: ['upstream_failed', 'HTTP status 500'],
  },
  notice: { html: NOTICE, status: 404, error: ['upstream_refused', 'HTTP status 404'] },
  noticeShown: {
    html: NOTICE,
    status: 404,
    input: ALWAYS,
    error: ['upstream_refused', 'HTTP status 404'],
  },
  noticeByScript: {
    html: `<div id=root></div><script>root.innerHTML=\`${NOTICE}\`</script>`,
    status: 404,
    error: ['upstream_refused', 'HTTP status 404'],
  },
}
