import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_PRINCIPAL } from '../../../src/contract/principal.ts'
import { chromiumProgram, openTestBrowser } from '../../support/browser-world.ts'
import { type Page, type PageServer, startPageServer } from '../../support/page-server.ts'

chromiumProgram()

const TEXT =
  'The harbour office keeps a ledger of every boat that enters between October and March. The clerks copy it by hand into a second book, which is kept in the tower and shown to visitors.'

/** What pages do to what scripts that look at them may use; `root` is written by means that were kept before. */
const TAMPERINGS: Readonly<Record<string, string>> = {
  'a clock that stands': 'Date.now = () => 0; performance.now = () => 0; Date = class {}',
  'sums that fail':
    'for (const name of Object.getOwnPropertyNames(Math)) Math[name] = () => { throw 1 }',
  'JSON that says nothing': "JSON.stringify = () => ''; JSON.parse = () => ({})",
  'lists that cannot be walked':
    "Array.prototype[Symbol.iterator] = () => { throw 1 }; for (const name of ['push', 'map', 'filter', 'some', 'slice']) Array.prototype[name] = () => { throw 1 }",
  'fields that every object has':
    "for (const name of ['value', 'get', 'set', 'then', 'apply', 'construct', 'result', 'writable']) Object.defineProperty(Object.prototype, name, { get() { throw 1 }, set() {}, configurable: true })",
  'functions that cannot be called':
    "for (const name of ['call', 'apply', 'bind', 'toString']) Function.prototype[name] = () => { throw 1 }",
  'no proxies': 'delete globalThis.Proxy; delete globalThis.Reflect; delete globalThis.WeakMap',
  'observers that are not':
    'MutationObserver = IntersectionObserver = ResizeObserver = class { observe() { throw 1 } }',
  'elements that are never seen':
    'Element.prototype.checkVisibility = () => false; Element.prototype.getBoundingClientRect = () => ({ width: 0, height: 0 }); getComputedStyle = () => { throw 1 }',
  'texts that cannot be read':
    "for (const [owner, name] of [[Node.prototype, 'textContent'], [CharacterData.prototype, 'data'], [Node.prototype, 'nodeType'], [Element.prototype, 'localName']]) Object.defineProperty(owner, name, { get() { throw 1 } })",
  'a document without a body':
    "for (const name of ['body', 'documentElement', 'querySelector', 'querySelectorAll', 'title', 'readyState']) Object.defineProperty(document, name, { get() { throw 1 } })",
  'timers of its own': 'setTimeout = setInterval = requestAnimationFrame = () => 0',
  'timers that are ended':
    'for (let id = 1_000; id < 3_000; id += 1) { clearTimeout(id); clearInterval(id) }',
  'timers that cannot be asked':
    'later.call(window, () => {}, { valueOf() { throw 1 } }); later.call(window, () => {}, Symbol.iterator.description)',
  'promises that fail': 'Promise.prototype.then = () => { throw 1 }; Promise = class {}',
  'what is kept of it':
    'for (const name of Object.getOwnPropertyNames(window)) if (/^_[0-9a-f]{16}$/.test(name)) { try { window[name]() } catch {} try { window[name] = () => [0, false, 0, false] } catch {} delete window[name] }',
  'workers that seem to have spoken':
    "const made = new Worker(URL.createObjectURL(new Blob(['onmessage = () => 0']))); made.dispatchEvent(new MessageEvent('message', { data: 1 }))",
  'scripts that are gone':
    'for (const script of [...document.scripts]) script.remove(); performance.clearResourceTimings()',
}

/** What pages name so that a document, or a form, has it in place of what it has by itself. */
const NAMES: Readonly<Record<string, string>> = {
  'a document with names of its own':
    '<form name=body></form><img name=querySelectorAll><img name=querySelector><form name=documentElement></form><embed name=getAnimations><form name=styleSheets></form><img name=getElementsByTagName>',
  'a form for guests':
    '<form><select name=children><option>1</select><input name=attributes><input name=localName><input name=nodeType><input name=textContent><input name=childNodes><input name=lastChild><input name=checkVisibility><input name=getAttribute><input name=id></form>',
}

const page = (markup: string, script: string): Page => ({
  body: `<!doctype html><title>Harbour</title><p>Berths of the old basin</p>${markup}<main id=root>Loading…</main><script>
    const later = setTimeout, write = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML').set.bind(root)
    const { removeAttribute } = Element.prototype
    ${script}
  </script>`,
})
const comes = (tampering: string): string =>
  `later(() => { write(${JSON.stringify(`<p>${TEXT}</p>`)}) }, 1500); ${tampering}`

const cases = [
  ...Object.entries(TAMPERINGS).map(([name, script]) => ({ name, markup: '', script })),
  ...Object.entries(NAMES).map(([name, markup]) => ({ name, markup, script: '' })),
]

let site: PageServer
let browser: ReturnType<typeof openTestBrowser>
const options = { signal: new AbortController().signal, principal: LOCAL_PRINCIPAL }

beforeAll(async () => {
  const pages = cases.flatMap(({ markup, script }, at) => [
    [`/comes-${at}`, page(markup, comes(script))],
    [`/stays-${at}`, page(markup, `later(() => {}, 100); ${script}`)],
  ])
  site = await startPageServer(Object.fromEntries(pages) as Record<string, Page>)
  browser = openTestBrowser({ allowHosts: [site.host, `${site.host}:${site.port}`] })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

describe('a page that tampers with what looks at it', () => {
  test.each(cases.map(({ name }, at) => [name, at] as const))(
    '%s: its text is read, and what stands for it is never given as the text',
    async (_, at) => {
      const [come, stays] = await Promise.all(
        ['comes', 'stays'].map(async (path) =>
          browser.render(`${site.origin}/${path}-${at}`, options),
        ),
      )
      expect(come!.html).toContain(TEXT)
      expect(come!.unfinished).toBeUndefined()
      expect(stays!.html).toContain('Loading…')
      // On a busy machine it may be stopped before it has been looked at, which is said as well.
      expect(stays!.unfinished ?? stays!.truncated).toBe(true)
    },
  )
})
