import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { compose, type Composed } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/app/config/config.ts'
import type { AnyOperation } from '../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../src/contract/principal.ts'
import { runOperation } from '../../src/core/run/run.ts'
import { operations } from '../../tools/index.ts'
import { tempDir } from './bellhop.ts'
import type { Hex } from './chain.ts'
import { PATIENCE_MS } from './patience.ts'

/** An instance with a wallet and another instance to buy from, composed as the command line does it. */
export interface WalletInstance extends AsyncDisposable {
  composed: Composed
  call(operation: AnyOperation, input: unknown): Promise<Record<string, unknown>>
}

/** Composes it from flags; the key comes as a desktop host hands it over. */
export function instanceWith(
  flags: Readonly<Record<string, string>>,
  key?: Hex,
  catalogue: readonly AnyOperation[] = operations,
): WalletInstance {
  const dir = tempDir()
  const env = key === undefined ? {} : { BELLHOP_WALLET_KEY: key }
  const dataDir = join(dir.path, randomUUID())
  const config = loadConfig({ flags: { 'data-dir': dataDir, ...flags }, env })
  const composed = compose(config, 'silent', catalogue)
  return {
    composed,
    call: async (operation, input) =>
      runOperation(operation, input, {
        services: composed.services,
        caller: undefined,
        principal: LOCAL_PRINCIPAL,
        signal: AbortSignal.timeout(PATIENCE_MS),
        progress: () => {},
      }),
    async [Symbol.asyncDispose]() {
      await composed.close()
      dir[Symbol.dispose]()
    },
  }
}
