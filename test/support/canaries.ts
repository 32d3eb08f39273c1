import { inject } from 'vitest'
import type { Hex } from './chain.ts'

/** Secrets of the whole test run, which nothing may show (see canary-watch.ts). */
export interface Canaries {
  /** Key of the wallet that buys. */
  key: Hex
  /** Key of the account that pays the gas. */
  gasKey: Hex
  /** Password of encrypted wallets. */
  password: string
  /** API key of an account at a chat server. */
  chatKey: string
}

declare module 'vitest' {
  interface ProvidedContext {
    canaries: Canaries
  }
}

/** The secrets that a test gives to the product. */
export function canaries(): Canaries {
  return inject('canaries')
}
