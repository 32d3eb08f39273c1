import type { Way } from '../../src/browser/launch/ways.ts'

/** Without a network of its own. */
export const PROXIED: readonly Way[] = [{ mode: 'proxied', prefix: [], browserPrefix: [] }]
