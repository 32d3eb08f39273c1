/** What may be a query parameter on both databases. */
export type Bindable = null | number | bigint | string | Uint8Array

/**
 * Turns a query parameter into a value that both databases store alike: booleans become 0 or 1.
 * Throws a TypeError for anything one of them would bind by name, convert in its own way or lose
 * (objects, dates, undefined).
 */
export function bindable(value: unknown): Bindable {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Uint8Array) return value
  throw new TypeError(`A query parameter cannot be of type ${typeof value}.`)
}
