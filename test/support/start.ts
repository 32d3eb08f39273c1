import { join } from 'node:path'

/** To be preloaded into a process whose loading is looked at. */
export const PRELOAD = join(import.meta.dirname, 'loaded-modules.mjs')

/** Names of what a process with the preload has loaded, in order. */
export function loadedBy(stderr: string): string[] {
  return [...stderr.matchAll(/^loaded (.+)$/gm)].map(([, name = '']) => name)
}

/** Input of a stdio session that ends after it has listed the tools. */
export const LISTING: string = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list', params: {} },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('')
