/** A value that should be a text; empty where it is none. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
