import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { PRICE_SOURCE_NAMES } from '../../src/onchain/prices/names.ts'
import { type Page, type PageServer, startPageServer } from './page-server.ts'

const fixtures = join(import.meta.dirname, '../fixtures/prices')

/** The recorded body of a provider, e.g. `coinbase.eth-usd`. */
export function recorded(name: string): string {
  return readFileSync(join(fixtures, `${name}.json`), 'utf8')
}

/** How a provider answers one path: a recorded body, a body with its status, or by hand. */
export type Replay = string | Page

/** Local servers in the role of all providers, which answer by `<provider><path>`; 404 otherwise. */
export interface PriceProviders extends AsyncDisposable {
  server: PageServer
  /** The setting that leads every provider here. */
  priceSources: Readonly<Record<string, string>>
  /** Paths that were asked for, each with its provider in front. */
  requests(): readonly string[]
  close(): Promise<void>
}

/** Starts them. */
export async function startPriceProviders(
  answers: Readonly<Record<string, Replay>>,
): Promise<PriceProviders> {
  const pages = Object.fromEntries(
    Object.entries(answers).map(([path, answer]) => [
      `/${path}`,
      typeof answer === 'string'
        ? { headers: { 'content-type': 'application/json' }, body: answer }
        : answer,
    ]),
  )
  const server = await startPageServer(pages)
  const http = PRICE_SOURCE_NAMES.filter((name) => name !== 'chainlink')
  return {
    server,
    priceSources: Object.fromEntries(http.map((name) => [name, `${server.origin}/${name}`])),
    requests: () => server.requests.map(({ path }) => path.slice(1)),
    close: server.close,
    [Symbol.asyncDispose]: server.close,
  }
}

/** Never responds. */
export const HANGS: Page = { body: (_request, _response: ServerResponse) => {} }

/** Is limited, in HTML. */
export const LIMITED: Page = { status: 429, body: '<html><h1>Too many requests</h1></html>' }
