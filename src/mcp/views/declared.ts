import type { ClientCapabilities, McpServer, ServerContext } from '@modelcontextprotocol/server'

/** Identifier of the extension MCP Apps (SEP-1865). */
const VIEWS_EXTENSION = 'io.modelcontextprotocol/ui'

/** Type of the pages that hosts show. */
export const VIEW_TYPE = 'text/html;profile=mcp-app'

/** The SDK types the envelope of a 2026-07-28 request as an empty object. */
interface RequestEnvelope {
  'io.modelcontextprotocol/clientCapabilities'?: ClientCapabilities
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
