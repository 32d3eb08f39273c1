import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../fixtures/rendered')

/** A page of a kind that needs a browser, or of one that does not, and what a reader sees of it. */
export interface RenderedPageCase {
  /** With a fragment, where a view is named by it. */
  path: string
  kind: 'needs' | 'static'
  texts: readonly string[]
  /** What nobody sees. */
  unseen: readonly string[]
}

/** The pages that `bench/render/build-pages.js` made, by name. */
export const renderedPages = JSON.parse(
  readFileSync(join(FOLDER, 'expected.json'), 'utf8'),
) as Readonly<Record<string, RenderedPageCase>>

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.md': 'text/markdown; charset=utf-8',
}

/** Serves them on a port of loopback. */
export async function startRenderedPages(): Promise<
  { origin: string; allowHosts: readonly string[] } & AsyncDisposable
> {
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://x').pathname.slice(1)
    const plain = join(FOLDER, name)
    const isKnown = /^(?!.*\.\.)[\w./-]+$/.test(name)
    const packed = `${plain}.gz`
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    if (isKnown && existsSync(packed)) {
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' })
      response.end(readFileSync(packed))
    } else if (isKnown && existsSync(plain)) {
      response.writeHead(200, { 'content-type': type }).end(readFileSync(plain))
    } else response.writeHead(404).end('no such page')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    allowHosts: [`127.0.0.1:${port}`, `localhost:${port}`],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The part of the words of some texts that a Markdown has, each as often as it comes in them; 1 is all. */
export function shareFound(texts: readonly string[], markdown: string): number {
  const left = new Map<string, number>()
  for (const word of wordsOf(markdown)) left.set(word, (left.get(word) ?? 0) + 1)
  let found = 0
  const expectedWords = wordsOf(texts.join(' '))
  for (const word of expectedWords) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    found += 1
  }
  return found / expectedWords.length
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
