import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { type Browser, type Frame, type Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { ROOT } from './bellhop.ts'
import { launchBrowser } from './launch-browser.ts'

/** What hosts put around pages that name no other origins: the default of the extension. */
const HOST_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'none'; connect-src 'none'"

const PROXY = `<!doctype html><html lang="en"><title>proxy</title><style>body{margin:0}iframe{border:0;width:100%;height:100vh;display:block}</style>
<body><script>
const inner = document.createElement('iframe')
inner.setAttribute('sandbox', 'allow-scripts')
inner.title = 'view'
document.body.append(inner)
addEventListener('message', ({ source, data }) => {
  if (source === inner.contentWindow) return parent.postMessage(data, '*')
  if (data?.method === 'ui/notifications/sandbox-resource-ready') inner.srcdoc = data.params.html
  else inner.contentWindow.postMessage(data, '*')
})
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*')
</script></body></html>`

const HOST =
  '<!doctype html><html lang="en"><title>host</title><style>body{margin:0}iframe{border:0;width:100%}</style><body><script type="module" src="/host.js"></script></body></html>'

/** What the page asked of its host. */
export interface Seen {
  messages: string[]
  links: string[]
  contexts: string[]
  sizes: number[]
}

/** A page of a tool, shown by the host. */
export interface ShownView {
  frame: Frame
  page: Page
  /** Hands over the result of the call that was begun, or one that is given. */
  finish(result?: object): Promise<void>
  cancel(): Promise<void>
  context(context: object): Promise<void>
  /** Ends the page as hosts do, and takes it away. */
  teardown(): Promise<void>
  seen(): Promise<Seen>
  /** What the browser complained of, and requests that it made besides those of the host itself. */
  complaints: string[]
}

/** A browser with a host of pages for tools (MCP Apps): `AppBridge` of the extension, and pages that may run scripts and nothing else. */
export interface ViewHost extends AsyncDisposable {
  browser: Browser
  /** Calls a tool and shows its page, up to the point where the call is answered. */
  show(client: Client, tool: string, args: object, context?: object): Promise<ShownView>
}

/** Opens it. */
export async function openViewHost(): Promise<ViewHost> {
  const script = await bundleHost()
  const host = await listen((path) => (path === '/host.js' ? script : HOST))
  const proxy = await listen(() => PROXY, HOST_POLICY)
  const browser = await launchBrowser()
  const [hostUrl, proxyUrl] = [`http://127.0.0.1:${host.port}/`, `http://localhost:${proxy.port}/`]
  return {
    browser,
    async show(client, tool, args, context = {}) {
      const { tools } = await client.listTools()
      const ui = tools.find(({ name }) => name === tool)?._meta?.['ui']
      const { contents } = await client.readResource(asUri(ui))
      const page = await browser.newPage({ viewport: { width: 720, height: 800 } })
      const complaints: string[] = []
      page.on('console', (line) => {
        if (line.type() === 'error' || line.type() === 'warning') complaints.push(line.text())
      })
      page.on('request', (request) => {
        const isOwn = [hostUrl, proxyUrl].some((url) => request.url().startsWith(url))
        if (!isOwn && !/^(?:about|data):/.test(request.url())) complaints.push(request.url())
      })
      await page.exposeFunction('callTool', async (params: { name: string }) =>
        client.callTool(params),
      )
      await page.goto(hostUrl)
      await page.waitForFunction('globalThis.host')
      const html = JSON.stringify((contents[0] as { text: string }).text)
      const run = async (expression: string) => page.evaluate(expression)
      await run(`host.open(${html}, ${JSON.stringify(proxyUrl)}, ${JSON.stringify(context)})`)
      await run(`host.input(${JSON.stringify(args)})`)
      const frame = page.frames().at(-1)
      if (!frame) throw new Error('There is no page.')
      return {
        frame,
        page,
        complaints,
        async finish(result) {
          const answer = result ?? (await client.callTool({ name: tool, arguments: { ...args } }))
          await run(`host.result(${JSON.stringify(answer)})`)
        },
        cancel: async () => void (await run('host.cancel()')),
        context: async (changed) => void (await run(`host.context(${JSON.stringify(changed)})`)),
        teardown: async () => void (await run('host.teardown()')),
        seen: async () => (await run('host.seen')) as Seen,
      }
    },
    async [Symbol.asyncDispose]() {
      await browser.close()
      for (const { server } of [host, proxy]) server.close()
    },
  }
}

function asUri(ui: unknown): { uri: string } {
  const { resourceUri } = ui as { resourceUri: string }
  return { uri: resourceUri }
}

async function bundleHost(): Promise<string> {
  await using built = await rolldown({
    input: join(ROOT, 'test/support/view-host-page.mjs'),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await built.generate({ format: 'esm', codeSplitting: false })
  return output[0].code
}

async function listen(
  answer: (path: string) => string,
  policy?: string,
): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html'
    const headers = policy === undefined ? {} : { 'content-security-policy': policy }
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, ...headers })
    response.end(answer(path))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}
