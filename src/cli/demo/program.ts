import type { Readable } from 'node:stream'
import { Client } from '@modelcontextprotocol/client'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { VERSION } from '../../lib/version.ts'

/** Longest start of a server, and longest call. */
const CALL_MAX_MS = 60_000

/** Characters of a server's log that are kept, in case it does not start. */
const LOG_MAX_CHARS = 2_000

/** The revision that most hosts speak, and the one without sessions. */
export type Revision = 'legacy' | '2026-07-28'

/** An MCP client of the official SDK, with a Bellhop that it has started. */
export interface Agent extends AsyncDisposable {
  client: Client
  /** Calls a tool, and returns its result. */
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<CallResult>
}

/** The result of a tool, as models get it. */
export interface CallResult {
  text: string
  isError: boolean
  /** Bytes of the first picture. */
  picture: Buffer | undefined
  meta: Readonly<Record<string, unknown>>
}

/** Starts this very program as a host does: over stdio, without the settings of whoever started the demo. */
export async function startAgent(
  name: string,
  args: readonly string[],
  { revision = 'legacy', env = {} }: { revision?: Revision; env?: Record<string, string> } = {},
): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [process.argv[1] ?? '', ...args],
    env: { ...getDefaultEnvironment(), ...env },
    stderr: 'pipe',
  })
  let log = ''
  const stderr = transport.stderr as Readable
  stderr.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-LOG_MAX_CHARS)
  })
  const mode = revision === 'legacy' ? revision : { pin: revision }
  const client = new Client({ name, version: VERSION }, { versionNegotiation: { mode } })
  try {
    await client.connect(transport, { timeout: CALL_MAX_MS })
  } catch (cause) {
    await client.close()
    throw new Error(log.trim() || 'The server did not start.', { cause })
  }
  return {
    client,
    async call(tool, input) {
      const result = await client.callTool(
        { name: tool, arguments: input },
        { timeout: CALL_MAX_MS },
      )
      const { content, isError = false, _meta: meta = {} } = result
      const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
      const image = content.find((part) => part.type === 'image')
      return {
        text: texts.join('\n').trim(),
        isError,
        picture: image && Buffer.from(image.data, 'base64'),
        meta,
      }
    },
    [Symbol.asyncDispose]: async () => client.close(),
  }
}
