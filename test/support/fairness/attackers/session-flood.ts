import type { Answered, Caller } from '../caller.ts'
import { type Attack, repeat, sumOf } from './attack.ts'

const WITH_KEY_AT_ONCE = 20
const WITHOUT_AT_ONCE = 10

const MESSAGE = Buffer.from(
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'flood', version: '1' },
    },
  }),
)

/** Opens MCP sessions without end and leaves them, with a key and without. */
export const start: Attack = async (target, signal) =>
  sumOf(
    await Promise.all([
      repeat(target, signal, WITH_KEY_AT_ONCE, async (caller) =>
        initialize(caller, caller.bearer, signal),
      ),
      repeat(target, signal, WITHOUT_AT_ONCE, async (caller) => initialize(caller, {}, signal)),
    ]),
  )

async function initialize(
  caller: Caller,
  who: Record<string, string>,
  signal: AbortSignal,
): Promise<Answered> {
  const accept = 'application/json, text/event-stream'
  const headers = { ...who, accept, 'content-type': 'application/json' }
  return caller.send('/mcp', { headers, body: MESSAGE, signal })
}
