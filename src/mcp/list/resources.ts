import { ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { errorTable } from '../../contract/errors.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { routeOf } from '../../core/run/agent-form.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { toolSchemas } from '../schema.ts'
import type { ServerDeps } from '../server-parts.ts'
import { findTool } from '../tool-names.ts'
import { PAYMENTS_URI } from './payments-resource.ts'
import type { ToolScope } from './tool.ts'

const JSON_TYPE = 'application/json'

/** Address of the resource that describes this instance. */
export const ABOUT_URI = 'bellhop://about'

/** Address of the resource with the limits in force. */
const LIMITS_URI = 'bellhop://limits'

/** Registers `bellhop://about`, `bellhop://limits` and `bellhop://operation/{name}`. */
export function registerResources({ server, deps, client, names }: ToolScope): void {
  const { operations, finder } = client
  server.registerResource(
    'about',
    ABOUT_URI,
    {
      title: 'About this Bellhop',
      description:
        'Version and toolsets of this instance, whether calls cost money, and where more is told.',
      mimeType: JSON_TYPE,
      cacheHint: { ttlMs: HOUR_MS },
    },
    (uri) => json(uri, about(deps, operations)),
  )
  server.registerResource(
    'limits',
    LIMITS_URI,
    {
      title: 'Limits',
      description: 'Limits in force that a caller may meet.',
      mimeType: JSON_TYPE,
      cacheHint: { ttlMs: HOUR_MS },
    },
    async (uri) => json(uri, await deps.info.limits()),
  )
  const known = operations.map(({ name }) => name)
  server.registerResource(
    'operation',
    new ResourceTemplate('bellhop://operation/{name}', {
      // Pages about tools would bury the few things that there are to read; `bellhop://about` and completion name them.
      list: undefined,
      complete: { name: (typed) => known.filter((name) => name.startsWith(typed)) },
    }),
    {
      title: 'One operation in full',
      description: 'Schemas, HTTP route, price, effects and errors of an operation.',
      mimeType: JSON_TYPE,
      cacheHint: { ttlMs: HOUR_MS },
    },
    async (uri, { name }) => {
      const toolName = String(name)
      const operation =
        findTool(operations, toolName, names) ??
        (finder && findTool(await finder.tools(), toolName, names))
      if (!operation) throw new ResourceNotFoundError(uri.href)
      return json(uri, describe(operation))
    },
  )
}

/** What there is, in few words: whoever wants to know more of something finds its address here. */
function about({ info }: Pick<ServerDeps, 'info'>, operations: readonly AnyOperation[]) {
  const toolsets = Object.groupBy(operations, ({ toolset }) => toolset)
  return {
    name: 'bellhop',
    version: info.version,
    charged: info.charged,
    tools: Object.fromEntries(
      Object.entries(toolsets).map(([toolset, list]) => [toolset, list.length]),
    ),
    more: {
      prices: PAYMENTS_URI,
      limits: LIMITS_URI,
      operation: 'bellhop://operation/{name}',
    },
  }
}

function describe(operation: AnyOperation) {
  const { name, title, description, toolset, http, toolOnly, price, effects } = operation
  const route = routeOf(operation)
  return {
    name,
    title,
    description,
    toolset,
    http: toolOnly ? null : http,
    price: price ?? null,
    effects,
    ...toolSchemas(operation),
    // For tools with a separate form, this is the input of `options` and of the route.
    ...(route === operation ? {} : { route: toolSchemas(route) }),
    errors: errorTable,
  }
}

function json(uri: URL, value: unknown) {
  return {
    contents: [{ uri: uri.href, mimeType: JSON_TYPE, text: JSON.stringify(value, null, 2) }],
  }
}
