/** An object of the protocol. */
export type Json = Record<string, unknown>

type Waiting = { resolve(result: Json): void; reject(error: Error): void }

const waiting = new Map<unknown, Waiting>()
const listeners = new Map<string, (params: Json) => void>()
let lastId = 0
let isOver = false

function post(message: Json): void {
  // A proxy of unknown origin stands between the host and its pages; nothing secret is sent.
  if (!isOver) window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
}

/** Asks the host; rejects with its message where it refuses. */
export async function request(method: string, params: Json = {}): Promise<Json> {
  const id = ++lastId
  const answer = new Promise<Json>((resolve, reject) => waiting.set(id, { resolve, reject }))
  post({ id, method, params })
  return answer
}

/** Tells the host something. */
export function notify(method: string, params: Json = {}): void {
  post({ method, params })
}

/** Calls `listener` with what the host tells by a method. */
export function on(method: string, listener: (params: Json) => void): void {
  listeners.set(method, listener)
}

function settle({ id, result = {}, error }: { id?: unknown; result?: Json; error?: Json }): void {
  const one = waiting.get(id)
  waiting.delete(id)
  if (error) one?.reject(new Error(String(error['message'])))
  else one?.resolve(result)
}

/** Begins to listen to the host (MCP Apps 2026-01-26), introduces the page, and returns what the host says of itself. */
export async function connect(name: string): Promise<Json> {
  addEventListener('message', ({ source, data }: MessageEvent<Json | null>) => {
    if (source !== window.parent || data?.['jsonrpc'] !== '2.0') return
    const { id, method, params = {} } = data
    if (typeof method !== 'string') return settle(data)
    listeners.get(method)?.(params as Json)
    const isKnown = method === 'ui/resource-teardown' || method === 'ping'
    if (id !== undefined)
      post({ id, ...(isKnown ? { result: {} } : { error: { code: -32601, message: method } }) })
    isOver ||= method === 'ui/resource-teardown'
  })
  const appInfo = { name: `bellhop-${name}`, version: '1' }
  const appCapabilities = { availableDisplayModes: ['inline', 'fullscreen'] }
  return request('ui/initialize', { protocolVersion: '2026-01-26', appInfo, appCapabilities })
}
