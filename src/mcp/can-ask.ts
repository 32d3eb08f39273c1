import type { ClientCapabilities, McpServer, ServerContext } from '@modelcontextprotocol/server'

/** The SDK types the envelope of a 2026-07-28 request as an empty object. */
interface RequestEnvelope {
  'io.modelcontextprotocol/clientCapabilities'?: ClientCapabilities
}

/** Whether the user behind a client can be asked by a form. */
export function canAskUser(server: McpServer, { mcpReq }: ServerContext): boolean {
  return canAskBy(mcpReq.envelope) ?? takesForms(server.server.getClientCapabilities())
}

/** The same by the `_meta` of a request; undefined where that says nothing of the client. */
export function canAskBy(meta: object | undefined): boolean | undefined {
  const envelope: RequestEnvelope | undefined = meta
  const capabilities = envelope?.['io.modelcontextprotocol/clientCapabilities']
  return capabilities && takesForms(capabilities)
}

function takesForms({ elicitation }: ClientCapabilities = {}): boolean {
  // An empty object means forms, as in the first revision with elicitation.
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation))
}
