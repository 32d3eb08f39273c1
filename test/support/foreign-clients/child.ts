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
export type Asked =
  | { id: number; open: { library: string; folder: string; target: ForeignTarget } }
  | { id: number; call: { name: string; input: Record<string, unknown> } }
  | { id: number; close: true }

/** What it is told. */
export interface Told {
  id: number
  value?: unknown
  /** Message of what the library threw. */
  thrown?: string
}

let client: ForeignClient | undefined

async function answer(asked: Asked): Promise<unknown> {
  if ('open' in asked) {
    const { library, folder, target } = asked.open
    const loader = (await import(pathToFileURL(join(folder, 'load.mjs')).href)) as { load: Load }
    client = await OPENERS[library]!(loader.load, target)
    return client.tools
  }
  if ('call' in asked) return client?.call(asked.call.name, asked.call.input)
  await client?.close()
  return undefined
}

process.on('message', (asked: Asked) => {
  const { id } = asked
  answer(asked).then(
    (value) => process.send?.({ id, value } satisfies Told),
    (thrown: unknown) => process.send?.({ id, thrown: String(thrown) } satisfies Told),
  )
})
