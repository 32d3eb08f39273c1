import type { ServerResponse } from 'node:http'
import { type OddSeller, startOddSeller } from './odd-seller.ts'

/** A call of a tool as a seller of this file sees it. */
export interface ToolCallSeen {
  name: string
  arguments: Record<string, unknown>
  meta: Record<string, unknown>
  id: unknown
}

/** What a call is answered: the result, or that the test writes the whole answer by itself. */
export type ToolReply = { result: object } | { error: object } | 'written'

/** How such a seller differs from the usual one. */
export interface OddMcpSeller {
  tools?: readonly object[]
  answer(call: ToolCallSeen, response: ServerResponse): Promise<ToolReply> | ToolReply
  /** Whether it answers as a stream of events, with a note before the answer. */
  streams?: boolean
  /** Session that it opens next; another one is not known. */
  session?: () => string
}

/** An MCP server over streamable HTTP, written from the protocol, that does what a test says. */
export async function startOddMcpSeller(parts: OddMcpSeller): Promise<OddSeller> {
  const { tools = [], answer, streams = false, session = () => 'one' } = parts
  return startOddSeller(async ({ body, request }, response) => {
    const { id, method, params } = JSON.parse(body) as {
      id?: number
      method: string
      params?: { name: string; arguments?: Record<string, unknown>; _meta?: object }
    }
    const head = { 'content-type': 'application/json', 'mcp-session-id': session() }
    if (method !== 'initialize' && request.headers['mcp-session-id'] !== session()) {
      response.writeHead(404, head).end('{}')
      return
    }
    if (id === undefined) {
      response.writeHead(202, head).end()
      return
    }
    const reply = await replyTo()
    if (reply === 'written') return
    const message = JSON.stringify({ jsonrpc: '2.0', id, ...reply })
    if (!streams) {
      response.writeHead(200, head).end(message)
      return
    }
    const note = '{"jsonrpc":"2.0","method":"notifications/message","params":{}}'
    response
      .writeHead(200, { ...head, 'content-type': 'text/event-stream' })
      .end(`: hello\n\nevent: message\ndata: ${note}\n\nid: 2\ndata: ${message}\n\n`)

    async function replyTo(): Promise<ToolReply> {
      if (method === 'initialize') {
        return {
          result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'odd' } },
        }
      }
      if (method === 'tools/list') return { result: { tools } }
      const { name = '', arguments: args = {}, _meta: meta = {} } = params ?? {}
      return answer({ name, arguments: args, meta: { ...meta }, id }, response)
    }
  })
}

/** The challenge of a tool, as the transport has it. */
export function toolChallenge(accepts: readonly object[]): ToolReply {
  const message = { x402Version: 2, resource: { url: 'mcp://tool/odd' }, accepts }
  const content = [{ type: 'text', text: JSON.stringify(message) }]
  return { result: { isError: true, structuredContent: message, content } }
}

/** A result of one text, with a settlement where one is given. */
export function toolText(text: string, settlement?: object): ToolReply {
  const receipt = settlement ? { _meta: { 'x402/payment-response': settlement } } : {}
  return { result: { content: [{ type: 'text', text }], ...receipt } }
}
