import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hex } from './chain.ts'

/** One JSON-RPC request that arrived. */
export interface SeenRequest {
  method: string
  params: unknown[]
}

/** An endpoint of a chain that records requests and misbehaves on demand. */
export interface RpcProxy extends AsyncDisposable {
  url: string
  /** Every request but the question for the chain id, which comes once per endpoint. */
  requests: SeenRequest[]
  /** Requests for the chain id. */
  probes: number
  close(): Promise<void>
}

/** What an endpoint does instead of answering; false lets the request through. */
export type Fault = (request: SeenRequest & { id: number }, response: ServerResponse) => boolean

/** Starts an endpoint that forwards to a node, on a free port of loopback. */
export async function startRpcProxy(target: string, fault: Fault = () => false): Promise<RpcProxy> {
  const requests: SeenRequest[] = []
  const proxy = { requests, probes: 0 }
  const server = createServer((request, response) => {
    void serve(request, response)
  })
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { id, method, params } = JSON.parse(body.toString()) as SeenRequest & { id: number }
    if (method === 'eth_chainId') proxy.probes += 1
    else requests.push({ method, params })
    if (fault({ id, method, params }, response)) return
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => {
      server.close(resolve)
    })
    server.closeAllConnections()
    await closed
  }
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close,
    [Symbol.asyncDispose]: close,
  })
}

/** Responds to a request with a result given by the test. */
export function reply(response: ServerResponse, id: unknown, result: Hex | object | null): true {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  return true
}

/** Responds to a request with a JSON-RPC error. */
export function refuse(
  response: ServerResponse,
  id: unknown,
  error: { code: number; message: string; data?: unknown },
): true {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id, error }))
  return true
}
