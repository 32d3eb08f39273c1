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
const report = await browser.inspect()
const page = browser.render(url, { signal, principal: LOCAL_PRINCIPAL })
const outcome = page.then(
  ({ html }) => ({ chars: html.length }),
  ({ code, hint }: { code?: string; hint?: string }) => ({ code, hint }),
)
process.stdout.write(`${JSON.stringify({ ...report, pid: browser.pid })}\n`)
process.stdout.write(`${JSON.stringify(await outcome)}\n`)
setInterval(() => {}, 1_000)
