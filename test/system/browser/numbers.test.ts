import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { chromiumProgram, openTestBrowser } from '../../support/browser-world.ts'
import { type Page, type PageServer, startPageServer } from '../../support/page-server.ts'

chromiumProgram()

const DIGITS = Array.from('0123456789')
  .map((digit) => `<div>${digit}</div>`)
  .join('')
const column = (digit: string): string =>
  `<div class=column><div class=roll style="top:-${digit}em">${DIGITS}</div></div>`
const ROLLED =
  '<style>.row{display:inline-flex;line-height:1}.column{height:1em;width:.7em;overflow:hidden;position:relative}.roll{position:absolute}</style>'
const PROPERTY =
  "<style>@property --n{syntax:'<integer>';initial-value:0;inherits:true}@keyframes up{from{--n:0}to{--n:48250}}</style>"

/** Numbers as pages show them, and the text in which they must be read, which nothing else of the page has. */
const NUMBERS: Readonly<Record<string, readonly [markup: string, text: string]>> = {
  'a style that counts while it moves': [
    `${PROPERTY}<style>.n{animation:up 2s forwards;counter-reset:n var(--n)}.n::after{content:counter(n)}</style><b class=n></b>`,
    '>48250</b>',
  ],
  'a style that moves by a transition, with a sign before and behind': [
    `${PROPERTY}<style>.n{--n:0;transition:--n 2s;counter-reset:n var(--n)}.n.on{--n:97}.n::before{content:"$" counter(n) " m"}</style><b class=n></b><script>setTimeout(() => document.querySelector('.n').classList.add('on'), 100)</script>`,
    '>$97 m</b>',
  ],
  'a style that a script counts up': [
    `<style>.n::after{counter-reset:n var(--n);content:counter(n) attr(data-unit)}</style><b class=n data-unit="%" style="--n:0"></b><script>let at = 0; const timer = setInterval(() => { at += 1; document.querySelector('.n').style.setProperty('--n', at); if (at === 84) clearInterval(timer) }, 20)</script>`,
    '>84%</b>',
  ],
  'a counter of what is around': [
    '<style>.n{counter-reset:n 731}.n b::after{content:counter(n, decimal-leading-zero)}</style><p class=n><i><b></b></i></p>',
    '>731</b>',
  ],
  'digits in boxes': [
    `<div style="display:flex">${Array.from('4,732')
      .map((sign) => `<div style="padding:2px">${sign}</div>`)
      .join('')}</div>`,
    '<span>4</span><span>,</span><span>7</span><span>3</span><span>2</span>',
  ],
  'digits that are rolled into place': [
    `${ROLLED}<div class=row>${Array.from('4732').map(column).join('')}</div>`,
    '<span>4</span></span></span><span><span><span>7</span></span></span><span><span><span>3</span></span></span><span><span><span>2</span>',
  ],
}

/** Markup whose counters number only items, or that nobody sees. */
const OTHERS: Readonly<Record<string, readonly [markup: string, text: RegExp]>> = {
  'items that a style numbers': [
    '<style>ol{counter-reset:n}li{counter-increment:n}li::before{content:counter(n)}</style><ol><li>x</li><li>y</li></ol>',
    />\d+<?/,
  ],
  'a number in the colour of its ground': [
    '<style>.n{counter-reset:n 731}.n::after{content:counter(n);color:#fff}</style><b class=n></b>',
    /731/,
  ],
  'a number of no size': [
    '<style>.n{counter-reset:n 731}.n::after{content:counter(n);font-size:0}</style><b class=n></b>',
    /731/,
  ],
  'days of a month': [
    `<div style="display:flex">${[1, 2, 3, 4].map((day) => `<div style="width:60px;text-align:center">${day}</div>`).join('')}</div>`,
    /<span>1/,
  ],
  'links to pages': [
    '<div style="display:flex"><div><a href=1>1</a></div><div><a href=2>2</a></div></div>',
    /<span/,
  ],
}

let site: PageServer
let browser: ReturnType<typeof openTestBrowser>
const options = { signal: new AbortController().signal, principal: LOCAL_PRINCIPAL }

beforeAll(async () => {
  const all = [...Object.values(NUMBERS), ...Object.values(OTHERS)]
  const pages = all.map(([markup], at): [string, Page] => [
    `/${at}`,
    { body: `<!doctype html><title>Harbour</title><main>Boats berthed: ${markup}</main>` },
  ])
  site = await startPageServer(Object.fromEntries(pages))
  browser = openTestBrowser({ allowHosts: [site.host, `${site.host}:${site.port}`] })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

async function render(at: number): Promise<string> {
  const { html, unfinished } = await browser.render(`${site.origin}/${at}`, options)
  expect(unfinished).toBeUndefined()
  const main = html.slice(html.indexOf('<main>'))
  return main.replaceAll(/ (?:class|style|data-unit)="[^"]*"/g, '').replaceAll('<span></span>', '')
}

describe('a number is read as it stands', () => {
  test.each(Object.entries(NUMBERS).map(([name, [, text]], at) => [name, text, at] as const))(
    '%s',
    async (_, text, at) => {
      const html = await render(at)
      expect(html).toContain(text)
    },
  )
})

describe('no number is made of', () => {
  const from = Object.keys(NUMBERS).length
  test.each(Object.entries(OTHERS).map(([name, [, text]], at) => [name, text, from + at] as const))(
    '%s',
    async (_, text, at) => {
      expect(await render(at)).not.toMatch(text)
    },
  )
})
