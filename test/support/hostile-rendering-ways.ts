import type { Way } from '../../src/browser/ways.ts'

/** Without a network of its own. */
export const PROXIED: readonly Way[] = [{ mode: 'proxied', prefix: [], browserPrefix: [] }]
