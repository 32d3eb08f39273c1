/** What a header Retry-After asks for, in seconds or as a date; undefined where it says nothing that can be read. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - nowMs
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0)
}
