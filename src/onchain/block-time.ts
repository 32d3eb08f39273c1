/** Converts seconds since 1970 to ISO 8601 UTC. Throws on an invalid time. */
export function isoTime(seconds: bigint): string {
  return new Date(Number(seconds) * 1000).toISOString()
}
