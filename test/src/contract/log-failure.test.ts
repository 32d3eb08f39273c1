import { expect, test } from 'vitest'
import { OperationError } from '../../../src/contract/errors.ts'
import { logFailure } from '../../../src/contract/log-failure.ts'
import type { Log } from '../../../src/lib/log.ts'

test.each([
  ['a fault of ours', new Error('broken'), ['error']],
  ['a refusal', new OperationError('not_found', 'There is none.'), ['info']],
  ['a caller over their share', new OperationError('rate_limited', 'Later.'), []],
])('%s is logged as it should be', (_, thrown, levels) => {
  const logged: string[] = []
  const log = Object.fromEntries(
    ['info', 'warn', 'error'].map((level) => [level, () => logged.push(level)]),
  ) as unknown as Log
  logFailure(log, thrown, { path: '/a' })
  expect(logged).toEqual(levels)
})
