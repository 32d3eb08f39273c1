import type { Result } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { ViewName } from '../../contract/result-view.ts'
import { showsViews, VIEW_TYPE } from '../calls/client-capabilities.ts'
import type { ToolScope } from '../list/tool.ts'
import { handlersOf } from '../request-handlers.ts'

const PREFIX = 'ui://bellhop/'

const listed = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) })

const readRequest = z.object({ uri: z.string() })

/**
 * Offers pages for results of tools (MCP Apps, SEP-1865). Only a list for a client that declares the extension names them;
 * lists of resources do not, as the extension allows.
 */
export function registerViews(scope: ToolScope): void {
  const { server, client, names } = scope
  const viewOf = new Map(
    client.operations.flatMap(({ name, view }) => (view ? [[names.listed(name), view.name]] : [])),
  )
  if (viewOf.size === 0) return
  const handlers = handlersOf(server.server)
  const [list, read] = [handlers.get('tools/list'), handlers.get('resources/read')]
  if (!list || !read) throw new Error('The server has no tools or resources.')
  handlers.set('tools/list', async (request, context) => {
    const answer = await list(request, context)
    return showsViews(server, context) ? withViews(answer, viewOf) : answer
  })
  handlers.set('resources/read', async (request, context) => {
    const { data } = readRequest.safeParse(request.params)
    const name = data?.uri.startsWith(PREFIX) ? data.uri.slice(PREFIX.length) : undefined
    const page = name === undefined ? undefined : await findPage(name, scope)
    return data && page !== undefined ? pageResult(data.uri, page) : read(request, context)
  })
}

function withViews(answer: Result, viewOf: ReadonlyMap<string, ViewName>): Result {
  const { tools, ...rest } = listed.parse(answer)
  return {
    ...rest,
    tools: tools.map((tool) => {
      const view = viewOf.get(tool.name)
      if (view === undefined) return tool
      const meta = tool['_meta'] as object | undefined
      return { ...tool, _meta: { ...meta, ui: { resourceUri: `${PREFIX}${view}` } } }
    }),
  }
}

/** The page of a view; undefined where there is none of that name. It is told which tools of its client it may call, by their names. */
async function findPage(name: string, { client, names }: ToolScope): Promise<string | undefined> {
  const { default: pages } = await import('./pages.json', { with: { type: 'json' } })
  if (!Object.hasOwn(pages, name)) return undefined
  const tools = client.operations.map((tool) => `${tool.name}=${names.listed(tool.name)}`)
  return pages[name as ViewName].replace('<html', `<html data-tools="${tools.join(' ')}"`)
}

function pageResult(uri: string, text: string): Result {
  return { contents: [{ uri, mimeType: VIEW_TYPE, text, _meta: { ui: { prefersBorder: true } } }] }
}
