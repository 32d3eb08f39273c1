/** A process of its own that has a busy page in a browser: for tests of what stays when it ends. Its argument is the page's address. */
import { LOCAL_PRINCIPAL } from '../../src/contract/principal.ts'
import { openTestBrowser } from './browser-world.ts'
import { PROXIED } from './hostile-rendering-ways.ts'

const [url = '', way = ''] = process.argv.slice(2)
const browser = openTestBrowser({
  allowHosts: [new URL(url).host],
  ...(way === 'proxied' ? { launch: { ways: PROXIED } } : {}),
})
const { signal } = new AbortController()
const { product } = await browser.inspect()
const page = browser.render(url, { signal, principal: LOCAL_PRINCIPAL })
process.stdout.write(`${JSON.stringify({ product, pid: browser.pid })}\n`)
await page.catch(() => {})
setInterval(() => {}, 1_000)
