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
import {
  authenticateClient,
  callOwnTool,
  loadAnswers,
  makeCompleter,
  principalOfClient,
  programOf,
  type ServerScope,
} from '../calls/call-tool.ts'
import { UNTRUSTED_META_KEY } from '../calls/result.ts'
import { FILE_RESOURCE_MAX_BYTES } from '../limits.ts'

const TEXT_TYPE = 'text/plain'

/** Registers the resources of the client's tools; anonymous clients have none, but for those of an open server. */
export function registerToolResources(scope: ServerScope): void {
  const { caller, isLocal = false, operations, readable = operations } = scope.client
  const isStranger = caller === undefined && !isLocal && !scope.deps.isOpen
  const readers = readable.filter(({ usesAccount }) => !isStranger || !usesAccount)
  for (const tool of readers) {
    for (const resource of tool.resources ?? []) registerOne(scope, tool, resource)
  }
  if (readers.some(({ usesAccount }) => usesAccount)) registerFiles(scope)
}

/** Registers the files of the chat, which links in results name. */
function registerFiles(scope: ServerScope): void {
  const template = new ResourceTemplate('chat://file/{+path}', { list: undefined })
  const about = { title: 'A file of the chat', description: 'What somebody has uploaded.' }
  scope.server.registerResource('chat_file', template, about, async (at, _, context) => {
    try {
      return { contents: [await readFile(scope, at.href, context)] }
    } catch (thrown) {
      throw readFailure(at.href, thrown)
    }
  })
}

async function readFile(
  { server, deps, client }: ServerScope,
  uri: string,
  context: ServerContext,
) {
  const { sniffMedia, SNIFF_BYTES } = await import('../../files/sniff.ts')
  const { signal } = context.mcpReq
  const scope = { server, deps, client }
  const actor = await authenticateClient(scope, programOf(server, context))
  const file = await deps.services.files.open(uri, { actor, signal })
  const { body } = await file.read({
    signal,
    principal: principalOfClient(scope),
    maxBytes: FILE_RESOURCE_MAX_BYTES,
  })
  const mimeType = sniffMedia(body.subarray(0, SNIFF_BYTES)) ?? 'application/octet-stream'
  const blob = Buffer.from(body).toString('base64')
  return { uri, mimeType, blob, _meta: { [UNTRUSTED_META_KEY]: true } }
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
