import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy that hands each request to the next of several servers. */
export interface RoundRobin extends AsyncDisposable {
  url: string
  /** Requests that each server got. */
  counts: number[]
}

/** Starts a proxy before servers; one of them that does not answer is an error of the proxy (502). */
export async function startRoundRobin(urls: () => readonly string[]): Promise<RoundRobin> {
  const counts: number[] = []
  let turn = 0
  const proxy = createServer((request, response) => {
    const all = urls()
    const at = (turn += 1) % all.length
    counts[at] = (counts[at] ?? 0) + 1
    const { method = 'GET', headers, url = '/' } = request
    const onward = ask(new URL(url, all[at]), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      response.flushHeaders()
      answer.pipe(response)
      answer.once('error', () => response.destroy())
    })
    onward.once('error', () => {
      if (response.headersSent) response.destroy()
      else response.writeHead(502).end()
    })
    response.once('close', () => onward.destroy())
    request.pipe(onward)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
