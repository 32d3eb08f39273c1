/** Seconds since 1970, as blocks and quotes tell them, as ISO 8601 UTC. Throws on a time that is none. */
export function isoTime(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toISOString()
}
