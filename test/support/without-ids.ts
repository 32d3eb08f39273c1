/** A value without the ids that are new each time: those of requests, and those of faults of ours. */
export function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4,12}){1,4}/g, 'id'))
}
