import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extract } from '../../../tools/web/extract.ts'
import { chromiumProgram, openTestBrowser } from '../../support/browser-world.ts'
import { callWith } from '../../support/call.ts'

chromiumProgram()

const BODY =
  '<p>The harbour office keeps a ledger of every boat that enters between October and March, with its draught and the weather at the bar.</p>'.repeat(
    3,
  )
const ANSWER = '<p>An answer that stands in no document before somebody asks for it.</p>'
const TRAPS = `<form action="/sent" method="post"><input name=a value=1><button aria-expanded="false">More of the form</button></form>
<a href="/left" aria-expanded="false" role="button">Elsewhere</a>
<button aria-expanded="false" onclick="location.href='/left'">Somewhere</button>
<button aria-expanded="false" onclick="document.forms[0].submit()">Somehow</button>
<button aria-expanded="false" onclick="fetch('/sent',{method:'POST'})">Delete it</button>`

const PAGES: Readonly<Record<string, string>> = {
  fold: `<div><button aria-expanded="false" onclick="f.innerHTML='${ANSWER}'">When?</button><section id=f></section></div>`,
  lateFold: `<div><button aria-expanded="false" onclick="setTimeout(()=>{f.innerHTML='${ANSWER}'},300)">When?</button><section id=f></section></div>`,
  details: `<details><summary>When?</summary>${ANSWER}</details>`,
  tabs: `<div role=tablist><button role=tab aria-selected=true>A</button><button role=tab aria-selected=false onclick="p.innerHTML='${ANSWER}'">B</button><button role=tab aria-selected=false onclick="p.innerHTML='<p>The third of the panels.</p>'">C</button></div><div role=tabpanel id=p><p>The first of the panels.</p></div>`,
  more: `<ul id=l></ul><button onclick="add()">Load more</button><script>let n=0;const add=()=>{for(let i=0;i<10;i++)l.insertAdjacentHTML('beforeend','<li>Row '+n+++' of the log</li>');if(n>=40)document.querySelector('button').remove()};add()</script>`,
  box: `<div id=b style="height:300px;overflow:auto"><ul id=l></ul></div><script>let n=0;const add=()=>{for(let i=0;i<10&&n<40;i++)l.insertAdjacentHTML('beforeend','<li style="height:60px">Row '+n+++' of the log</li>')};add();b.onscroll=()=>{if(b.scrollTop+b.clientHeight>b.scrollHeight-50)add()}</script>`,
  virtual: `<div id=b style="height:300px;overflow:auto"><ul id=l style="position:relative;height:2400px;margin:0"></ul></div><script>const show=()=>{const from=Math.floor(b.scrollTop/60);let h='';for(let i=from;i<Math.min(40,from+7);i++)h+='<li style="position:absolute;top:'+i*60+'px;height:60px">Row '+i+' of the log</li>';l.innerHTML=h};show();b.onscroll=show</script>`,
  window: `<ul id=l></ul><script>let n=0;const add=()=>{for(let i=0;i<10&&n<40;i++)l.insertAdjacentHTML('beforeend','<li style="height:200px">Row '+n+++' of the log</li>')};add();onscroll=()=>{if(innerHeight+scrollY>document.body.offsetHeight-300)add()}</script>`,
}
const LISTS = new Set(['more', 'box', 'virtual', 'window'])

const requests: string[] = []
const server = createServer((request, response) => {
  const name = (request.url ?? '/').slice(1)
  requests.push(`${request.method} ${name}`)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<main><h1>Log</h1>${BODY}${PAGES[name] ?? ''}${TRAPS}</main>`)
})

let origin = ''
let allowHosts: readonly string[] = []
let browser: ReturnType<typeof openTestBrowser>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
  allowHosts = [`127.0.0.1:${port}`]
  browser = openTestBrowser({ allowHosts })
})
afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
})

describe('open: true opens what only shows more, sends nothing and stays', () => {
  test.each(Object.keys(PAGES))('%s', async (name) => {
    await using caller = callWith({ allowHosts })
    const opened = { isSold: false, opensTo: () => true, isThere: async () => true }
    Object.assign(caller.services, { browser: { ...opened, render: browser.render.bind(browser) } })
    requests.length = 0
    const input = { url: `${origin}/${name}`, open: true, maxChars: 50_000 }
    const article = await caller.call(extract, input, { signal: AbortSignal.timeout(60_000) })
    const { markdown, url } = article as { markdown: string; url: string }
    expect(url).toBe(`${origin}/${name}`)
    expect(requests.filter((line) => line !== 'GET favicon.ico')).toEqual([`GET ${name}`])
    const rows = Array.from({ length: 40 }, (_, at) => `Row ${at} of`)
    const panels = ['The first of the panels', 'The third of the panels']
    const expected = LISTS.has(name) ? rows : ['An answer that stands in no document']
    if (name === 'tabs') expected.push(...panels)
    expect(expected.filter((words) => !markdown.includes(words))).toEqual([])
  })
})
