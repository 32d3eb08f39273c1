import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openAiSdk } from './ai-sdk.ts'
import { openLangChain } from './langchain.ts'
import type { ForeignClient, ForeignTarget, Load, OpenForeign } from './library.ts'
import { openMastra } from './mastra.ts'
import { openMcpUse } from './mcp-use.ts'
import { openOpenAiAgents } from './openai-agents.ts'

// A process with one foreign library in it, which calls tools as its parent asks.

const OPENERS: Readonly<Record<string, OpenForeign>> = {
  '@ai-sdk/mcp': openAiSdk,
  '@langchain/mcp-adapters': openLangChain,
  '@mastra/mcp': openMastra,
  'mcp-use': openMcpUse,
  '@openai/agents': openOpenAiAgents,
}

/** What the parent asks. */
export type ChildRequest =
  | { id: number; open: { library: string; folder: string; target: ForeignTarget } }
  | { id: number; call: { name: string; input: Record<string, unknown> } }
  | { id: number; close: true }

/** What it is told. */
export interface ChildResponse {
  id: number
  value?: unknown
  /** Message of what the library threw. */
  thrown?: string
}

let client: ForeignClient | undefined

async function answer(request: ChildRequest): Promise<unknown> {
  if ('open' in request) {
    const { library, folder, target } = request.open
    const loader = (await import(pathToFileURL(join(folder, 'load.mjs')).href)) as { load: Load }
    client = await OPENERS[library]!(loader.load, target)
    return client.tools
  }
  if ('call' in request) return client?.call(request.call.name, request.call.input)
  await client?.close()
  return undefined
}

process.on('message', (request: ChildRequest) => {
  const { id } = request
  answer(request).then(
    (value) => process.send?.({ id, value } satisfies ChildResponse),
    (thrown: unknown) => process.send?.({ id, thrown: String(thrown) } satisfies ChildResponse),
  )
})
