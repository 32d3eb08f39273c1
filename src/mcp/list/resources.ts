import { ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { errorTable } from '../../contract/errors.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { routeOf } from '../../core/run/agent-form.ts'
import { HOUR_MS } from '../../lib/durations.ts'
import { toolSchemas } from '../schema.ts'
import type { ServerDeps } from '../server-parts.ts'
import { findTool } from '../tool-names.ts'
import type { ToolScope } from './tool.ts'

const JSON_TYPE = 'application/json'

/** Address of the resource that describes this instance. */
export const ABOUT_URI = 'bellhop://about'

/** Registers `bellhop://about` and `bellhop://operation/{name}`. */
export function registerResources({ server, deps, client, names }: ToolScope): void {
  const { operations, finder } = client
  server.registerResource(
    'about',
    ABOUT_URI,
    {
      title: 'About this Bellhop',
      description: 'Version, toolsets, prices and limits of this instance.',
      mimeType: JSON_TYPE,
      cacheHint: { ttlMs: HOUR_MS },
    },
    async (uri) => json(uri, await about(deps, operations)),
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

async function about(
  { info, gate }: Pick<ServerDeps, 'info' | 'gate'>,
  operations: readonly AnyOperation[],
) {
  const toolsets = Object.groupBy(operations, ({ toolset }) => toolset)
  return {
    name: 'bellhop',
    version: info.version,
    toolsets: Object.fromEntries(
      Object.entries(toolsets).map(([toolset, list]) => [toolset, list.map(({ name }) => name)]),
    ),
    prices: {
      charged: info.charged,
      currency: 'USD',
      perCall: Object.fromEntries(
        operations.map(({ name, price }) => [
          name,
          (gate ? gate.prices.get(name)?.offer.price : price) ?? null,
        ]),
      ),
    },
    limits: await info.limits(),
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
