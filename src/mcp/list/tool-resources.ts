import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
  type Variables,
} from '@modelcontextprotocol/server'
import { toOperationError } from '../../contract/errors.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import type { ToolResource } from '../../contract/result-view.ts'
import { loadAnswers, type ServerScope, callOwnTool, makeCompleter } from '../calls/call-tool.ts'
import { UNTRUSTED_META_KEY } from '../calls/result.ts'

const TEXT_TYPE = 'text/plain'

/** Registers the resources of the client's tools; anonymous clients have none, but for those of an open server. */
export function registerToolResources(scope: ServerScope): void {
  const { caller, isLocal = false, operations, readable = operations } = scope.client
  if (caller === undefined && !isLocal && !scope.deps.isOpen) return
  for (const tool of readable) {
    for (const resource of tool.resources ?? []) registerOne(scope, tool, resource)
  }
}

function registerOne(scope: ServerScope, tool: AnyOperation, resource: ToolResource): void {
  const { name, uri, title, description, list, complete = {} } = resource
  const metadata = { title, description, mimeType: TEXT_TYPE }
  const { server } = scope
  if (!uri.includes('{')) {
    server.registerResource(name, uri, metadata, async (at, context) =>
      readResource(scope, tool, resource, at, {}, context),
    )
    return
  }
  const template = new ResourceTemplate(uri, {
    list: list
      ? async () => {
          const resources = await loadAnswers(scope, list)
          return { resources: resources.map((one) => ({ ...one, mimeType: TEXT_TYPE })) }
        }
      : undefined,
    complete: Object.fromEntries(
      Object.entries(complete).map(([variable, question]) => [
        variable,
        makeCompleter(scope, question),
      ]),
    ),
  })
  server.registerResource(name, template, metadata, async (at, variables, context) =>
    readResource(scope, tool, resource, at, variables, context),
  )
}

async function readResource(
  scope: ServerScope,
  tool: AnyOperation,
  resource: ToolResource,
  at: URL,
  variables: Variables,
  context: ServerContext,
) {
  try {
    const output = await callOwnTool(scope, tool, resource.input(decoded(variables)), context)
    const text = tool.agent?.text?.(output) ?? JSON.stringify(output)
    return {
      contents: [
        { uri: at.href, mimeType: TEXT_TYPE, text, _meta: { [UNTRUSTED_META_KEY]: true } },
      ],
    }
  } catch (thrown) {
    throw readFailure(at.href, thrown)
  }
}

function readFailure(uri: string, thrown: unknown): Error {
  const { code, message, hint } = toOperationError(thrown)
  if (code === 'not_found' || code === 'invalid_input') return new ResourceNotFoundError(uri)
  const isOurs = code === 'internal'
  return new ProtocolError(
    isOurs ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams,
    [`${code}: ${message}`, hint].filter(Boolean).join(' '),
  )
}

/** Variables as one text each; the SDK hands them over as they stand in the address. */
function decoded(variables: Variables): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, [value].flat().map(plain).join(',')]),
  )
}

function plain(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
