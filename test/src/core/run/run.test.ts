import { expect, test } from 'vitest'
import { OperationError, errorTable, toOperationError } from '../../../../src/contract/errors.ts'
import type { AnyOperation, Call, Services } from '../../../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../../../src/contract/principal.ts'
import { observeRun, runOperation } from '../../../../src/core/run/run.ts'
import { ByteBudget } from '../../../../src/lib/byte-budget.ts'
import { QR_JOB } from '../../../../src/qr/jobs.ts'
import { echo, failing, testServices } from '../../../support/operations.ts'

const services = testServices()
const call = {
  services,
  caller: undefined,
  principal: LOCAL_PRINCIPAL,
  signal: new AbortController().signal,
  progress: () => {},
}

test('validates, fills in defaults, runs', async () => {
  await expect(runOperation(echo, { text: 'a' }, call)).resolves.toEqual({
    text: 'a',
    caller: null,
  })
})

test('names every wrong field of an invalid input', async () => {
  await expect(runOperation(echo, { text: 1, times: 9 }, call)).rejects.toMatchObject({
    code: 'invalid_input',
    status: 400,
    fields: { problems: { text: [expect.any(String)], times: [expect.any(String)] } },
  })
})

test('a result that breaks its own schema never reaches the caller', async () => {
  await expect(runOperation(failing, { how: 'bad output' }, call)).rejects.toThrow(/text/)
})

test('an aborted call does not start', async () => {
  const signal = AbortSignal.abort()
  const run = runOperation(echo, { text: 'a' }, { ...call, signal })
  await expect(run).rejects.toMatchObject({ code: 'cancelled' })
})

test('what was thrown untyped is an internal error whose text stays inside', () => {
  const error = toOperationError(new Error('secret'))
  expect(error.code).toBe('internal')
  expect(`${error.message} ${error.hint}`).not.toContain('secret')
})

test('the error table has one status per code and only the documented retryable ones', () => {
  expect(errorTable.filter(({ retryable }) => retryable).map(({ code }) => code)).toEqual([
    'rate_limited',
    'upstream_failed',
    'providers_disagree',
    'unavailable',
    'settlement_pending',
    'upstream_timeout',
  ])
})

test('calls are observed with their outcome', async () => {
  const seen: unknown[] = []
  const watching = {
    ...services,
    observeCall: (...[surface, operation, outcome]: [string, string, string, number]) =>
      void seen.push([surface, operation, outcome]),
  }
  const { signal } = new AbortController()
  await observeRun(watching, { surface: 'mcp', signal }, echo, async () => 1)
  const fail = async () => {
    throw new OperationError('too_large', 'x')
  }
  await observeRun(watching, { surface: 'http', signal }, echo, fail).catch(() => {})
  expect(seen).toEqual([
    ['mcp', 'echo', 'ok'],
    ['http', 'echo', 'too_large'],
  ])
})

test('what parsers return takes room of the principal until the call has run', async () => {
  const room = new ByteBudget({ maxBytes: 100, shareMaxBytes: 100, waitMaxMs: 0 })
  const seen: (number | boolean | undefined)[] = []
  const reading: AnyOperation = {
    ...echo,
    run: async ({ services: { sandbox }, signal }: Call<unknown>) => {
      await sandbox.run(QR_JOB, { text: 'a' } as never, { signal })
      return { text: 'read', caller: null }
    },
  }
  const charged: Services = {
    ...services,
    sandbox: {
      ...services.sandbox,
      leaseResults: (owner) => room.lease(owner),
      run: async (_, __, { results }) => {
        seen.push(results?.tryGrow(60), room.usedBytes)
        return undefined as never
      },
    },
  }
  await runOperation(reading, { text: 'a' }, { ...call, services: charged })
  expect(seen).toEqual([true, 60])
  expect(room.usedBytes).toBe(0)
  using results = room.lease('ann')
  await runOperation(reading, { text: 'a' }, { ...call, services: charged, results })
  expect(room.usedBytes).toBe(60)
})
