/** Part of the web that callers of the load scenario read, in a process of its own. Sends its address to its parent. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostilePages, makeBodies } from './hostile-pages.ts'
import { articleOf } from './pages.ts'

const goodPages: RequestListener = ({ url = '/' }, response) => {
  const name = new URL(url, 'http://origin').searchParams.get('name') ?? ''
  response.setHeader('content-type', 'text/html; charset=utf-8').end(articleOf(name))
}

const [kind, ...prefixes] = process.argv.slice(2)
for (const prefix of prefixes) makeBodies(prefix)
const server = createServer(kind === 'hostile' ? hostilePages : goodPages)
await once(server.listen(0, '127.0.0.1'), 'listening')
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
process.on('disconnect', () => process.exit())
