import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { NodeExchange } from '../../contract/oauth.ts'
import { networkOf } from '../../lib/network-of.ts'

/**
 * Serves a request of an address, as limits count it, by a library that speaks to Node's server. Returns its answer as a response
 * like any other of this surface.
 */
export async function answerByNode(
  c: Context,
  address: string,
  work: (exchange: NodeExchange) => Promise<void>,
): Promise<Response> {
  const pieces: Buffer[] = []
  const exchange = exchangeOf(c, address)
  const outgoing = new Captured(exchange.incoming as unknown as IncomingMessage, pieces)
  await work({ ...exchange, outgoing })
  const headers = new Headers()
  for (const [name, value] of Object.entries(outgoing.getHeaders())) {
    for (const one of [value ?? []].flat()) headers.append(name, String(one))
  }
  const status = outgoing.statusCode
  const body = status === 204 || status === 304 ? null : Buffer.concat(pieces)
  return new Response(body, { status, headers })
}

/** Request and response of Node's server, and the address of who sent it, as limits count it. */
export function exchangeOf(c: Context, address: string): NodeExchange {
  const { incoming, outgoing } = c.env
  return { from: { address, network: networkOf(address) }, incoming, outgoing }
}

/** A response that goes nowhere. */
class Captured extends ServerResponse {
  readonly #pieces: Buffer[]

  constructor(incoming: IncomingMessage, pieces: Buffer[]) {
    super(incoming)
    this.#pieces = pieces
  }

  override write(piece: string | Uint8Array): boolean {
    this.#pieces.push(Buffer.from(piece as string))
    return true
  }

  override end(piece?: unknown): this {
    if (typeof piece === 'string' || piece instanceof Uint8Array) this.write(piece)
    return this
  }
}
