import { join } from 'node:path'
import { vi } from 'vitest'
import { serveBellhop, type Served } from './bellhop.ts'

const PRELOAD = join(import.meta.dirname, 'report-memory.mjs')

/** The environment of a server that reports what it holds. */
export const REPORTS_MEMORY = { NODE_OPTIONS: `--import ${PRELOAD}` }

/** What a server holds after its garbage was collected. */
export interface Memory {
  heapUsed: number
  rss: number
}

/** Starts `bellhop serve` with room for so many sessions of one caller. */
export async function serveSessions(count: number): Promise<Served> {
  return serveBellhop(
    ['--mcp-sessions', String(count), '--mcp-sessions-per-caller', String(count)],
    REPORTS_MEMORY,
  )
}

/** Collects the garbage of a server and reads what is left. */
export async function memoryOf({ process: child, stderr }: Served): Promise<Memory> {
  const before = stderr().length
  child.kill('SIGUSR2')
  return vi.waitFor(() => {
    const report = /^memory (.+)$/m.exec(stderr().slice(before))?.[1]
    if (report === undefined) throw new Error('no report yet')
    return JSON.parse(report) as Memory
  })
}

/** Opens a session as clients of 2025 do: `initialize`, `initialized`, and the list of tools. Returns its headers. */
export async function openSession(mcpUrl: string): Promise<Record<string, string>> {
  const send = async (message: object, headers: Record<string, string> = {}) => {
    const response = await fetch(mcpUrl, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status}: ${text}`)
    return { response, text }
  }
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: {} },
    clientInfo: { name: 'crowd', version: '1' },
  }
  const { response } = await send({ id: 1, method: 'initialize', params })
  const session = {
    'mcp-session-id': response.headers.get('mcp-session-id') ?? '',
    'mcp-protocol-version': '2025-11-25',
  }
  await send({ method: 'notifications/initialized' }, session)
  const { text } = await send({ id: 2, method: 'tools/list', params: {} }, session)
  if (!text.includes('"extract"')) throw new Error(`no tools: ${text.slice(0, 200)}`)
  return session
}

/** Opens the stream of a session on which it is told of changes; it stays open until the signal. */
export async function listen(
  mcpUrl: string,
  session: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const headers = { accept: 'text/event-stream', ...session }
  const response = await fetch(mcpUrl, { headers, signal })
  if (!response.ok) throw new Error(`no stream: ${response.status}`)
}
