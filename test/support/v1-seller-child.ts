import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// A process with the stock seller of x402 version 1 in it, which tells its parent where it listens.

type Load = (name: string) => Promise<Record<string, unknown>>
type Handler = (...request: readonly unknown[]) => unknown

/** As much of express as is used. */
interface App {
  use(...handlers: Handler[]): void
  all(path: string, handler: (request: { body: unknown }, response: Answer) => void): void
  listen(port: number, host: string, listening: () => void): Server
}

interface Answer {
  status(code: number): Answer
  json(body: object): void
}

const [folder = '', payTo = '', facilitator = ''] = process.argv.slice(2)
const { load } = (await import(pathToFileURL(join(folder, 'load.mjs')).href)) as { load: Load }
const { default: express } = (await load('express')) as {
  default: { (): App; text(options: { type: string }): Handler }
}
const { paymentMiddleware } = (await load('x402-express')) as {
  paymentMiddleware(payTo: string, routes: object, facilitator: object): Handler
}

const sold = { price: '$0.002', network: 'base', config: { description: 'Echo' } }
const app = express()
app.use(express.text({ type: '*/*' }))
app.use(paymentMiddleware(payTo, { '/a': sold, '/broken': sold }, { url: facilitator }))
app.all('/a', ({ body }, response) => response.json({ echo: body }))
app.all('/broken', (_, response) => response.status(500).json({ error: 'broken' }))
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
