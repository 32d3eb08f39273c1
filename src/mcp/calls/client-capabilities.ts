import type { ClientCapabilities, McpServer, ServerContext } from '@modelcontextprotocol/server'

/** The SDK types the envelope of a 2026-07-28 request as an empty object. */
interface RequestEnvelope {
  'io.modelcontextprotocol/clientCapabilities'?: ClientCapabilities
}

/** Identifier of the extension MCP Apps (SEP-1865). */
const VIEWS_EXTENSION = 'io.modelcontextprotocol/ui'

/** Type of the pages that hosts show. */
export const VIEW_TYPE = 'text/html;profile=mcp-app'

/** Whether the user behind a client can be asked by a form. */
export function canAskUser(server: McpServer, { mcpReq }: ServerContext): boolean {
  return findCanAsk(mcpReq.envelope) ?? takesForms(server.server.getClientCapabilities())
}

/** Whether the `_meta` of a request says that its user can be asked by a form; undefined where it says nothing of the client. */
export function findCanAsk(meta: object | undefined): boolean | undefined {
  const envelope: RequestEnvelope | undefined = meta
  const capabilities = envelope?.['io.modelcontextprotocol/clientCapabilities']
  return capabilities && takesForms(capabilities)
}

function takesForms({ elicitation }: ClientCapabilities = {}): boolean {
  // An empty object means forms, as in the first revision with elicitation.
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation))
}

/** Whether the client of a request opens addresses for its user, once they agree. */
export function canOpenPages(server: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: RequestEnvelope | undefined = mcpReq.envelope
  const { elicitation } =
    envelope?.['io.modelcontextprotocol/clientCapabilities'] ??
    server.server.getClientCapabilities() ??
    {}
  return elicitation?.url !== undefined
}

/** Whether the client of a request shows results of tools in pages of ours. */
export function showsViews(server: McpServer, { mcpReq }: ServerContext): boolean {
  const envelope: RequestEnvelope | undefined = mcpReq.envelope
  const { extensions } =
    envelope?.['io.modelcontextprotocol/clientCapabilities'] ??
    server.server.getClientCapabilities() ??
    {}
  const types: unknown = extensions?.[VIEWS_EXTENSION]?.['mimeTypes']
  return Array.isArray(types) && types.includes(VIEW_TYPE)
}
