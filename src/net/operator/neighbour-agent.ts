import type { Dispatcher } from 'undici'

/** Longest wait for a connection to another server. */
const CONNECT_MAX_MS = 3_000

/**
 * Opens connections to other servers of the same operator, at addresses from their common store. Streams there may be silent for
 * long: their client says when it has waited enough.
 */
export async function openNeighbourAgent(): Promise<Dispatcher> {
  // Loaded on first use: most servers are alone.
  const { Agent } = await import('undici')
  return new Agent({ connect: { timeout: CONNECT_MAX_MS }, headersTimeout: 0, bodyTimeout: 0 })
}
