import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchingInner } from '../../src/app/compose/compose-files.ts'
import {
  type AnyOperation,
  here,
  type Progress,
  type Services,
} from '../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL, type Principal } from '../../src/contract/principal.ts'
import { runOperation } from '../../src/core/run/run.ts'
import { createLog } from '../../src/lib/log.ts'
import { pagesOnDemand } from '../../src/net/cache/open.ts'
import { DEFAULT_FETCH_LIMITS, FetchTurns } from '../../src/net/fetch/fetch-turns.ts'
import { createFileReader } from '../../src/net/fetch/file-reader.ts'
import { createGuardedFetch } from '../../src/net/fetch/guarded-fetch.ts'
import { createVetAddress } from '../../src/net/guard/vet-address.ts'
import { createOperatorFetch } from '../../src/net/operator/operator-fetch.ts'
import type { OnChainSettings } from '../../src/onchain/engine.ts'
import { onChainOnDemand } from '../../src/onchain/open.ts'
import { createSandbox, type SandboxOptions } from '../../src/sandbox/sandbox.ts'
import { childProgram } from './child-program.ts'
import { PATIENCE_MS, PATIENT_JOBS } from './patience.ts'

/** The time at which all calls of a test happen, unless it moves the clock. */
export const TEST_TIME = new Date('2026-01-02T03:04:05.678Z')

/** What a test may say about one call. */
export interface CallOptions {
  signal?: AbortSignal
  /** Name of the caller's key. */
  caller?: string
  /** Default: the person at this machine. */
  principal?: Principal
  progress?: (step: Progress) => void
}

/** Real services for the tests of operations, and how to call an operation with them. */
export interface Caller extends AsyncDisposable {
  services: Services
  /** Runs an operation the way every surface does. */
  call(
    operation: AnyOperation,
    input: unknown,
    options?: CallOptions,
  ): Promise<Record<string, unknown>>
  /** Sets the clock that operations read. */
  setTime(time: Date): void
  close(): Promise<void>
}

/** Builds real services: the guarded fetch, which may reach `allowHosts` only, a real sandbox, a fixed clock. */
export function callWith({
  allowHosts = ['127.0.0.1'],
  onChain = {},
  parsing = {},
}: {
  allowHosts?: readonly string[]
  onChain?: Partial<OnChainSettings>
  parsing?: Partial<SandboxOptions>
} = {}): Caller {
  const log = createLog('silent')
  const entry = parsing.entry ?? childProgram('src/app/sandbox-child.ts')
  const limits = { ...PATIENT_JOBS, ...parsing.limits }
  const sandbox = createSandbox({ log, ...parsing, limits, entry })
  let time = TEST_TIME
  const pages = pagesOnDemand({ now: () => time.getTime(), log })
  const folder = join(tmpdir(), `bellhop-spool-${randomUUID()}`)
  const bodies = { folder }
  const fetch = fetchingInner(
    createGuardedFetch({ allowHosts, userAgent: 'Bellhop/test', log, pages, bodies }),
    {
      sandbox,
      readFile: createFileReader({ turns: new FetchTurns(DEFAULT_FETCH_LIMITS), bodies, log }),
    },
  )
  const services: Services = {
    instance: {},
    fetch,
    onchain: onChainOnDemand({
      endpoints: {},
      priceSources: {},
      priceKeys: {},
      operatorFetch: createOperatorFetch({ userAgent: 'Bellhop/test' }),
      guardedFetch: fetch,
      allowPlainGateways: true,
      now: () => time,
      log,
      ...onChain,
    }),
    vetAddress: createVetAddress({ allowHosts }),
    sandbox,
    requireStore: async () => {
      throw new Error('These services have no store.')
    },
    chat: async () => {
      throw new Error('These services have no chat.')
    },
    accounts: {
      callerOf: async () => undefined,
      actorOf: async () => undefined,
      isAccount: () => false,
      endSession: async () => {},
    },
    watchChat: async () => () => {},
    files: {
      names: () => false,
      open: async () => {
        throw new Error('These services have no chat.')
      },
    },
    place: here,
    now: () => time,
    log,
    observeCall: () => {},
  }
  const close = async (): Promise<void> => {
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  }
  return {
    services,
    call: async (
      operation,
      input,
      { signal, progress, caller, principal = LOCAL_PRINCIPAL } = {},
    ) =>
      runOperation(operation, input, {
        services,
        caller,
        principal,
        signal: signal ?? AbortSignal.timeout(PATIENCE_MS),
        progress: progress ?? (() => {}),
      }),
    setTime(next) {
      time = next
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
