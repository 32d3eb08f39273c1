import { expect, test } from 'vitest'
import { postgresFault } from '../../../src/store/faults.ts'

/** An error of Node's own, as a socket throws it. */
function systemError(code: string): Error {
  return Object.assign(new Error(`write ${code}`), { code, errno: -32, syscall: 'write' })
}

test.each(['EPIPE', 'ECONNRESET', 'ETIMEDOUT'])(
  'a broken connection (%s) makes the database unavailable, whatever its code looks like',
  (code) => {
    expect(postgresFault(systemError(code))).toMatchObject({ code: 'unavailable' })
  },
)

test('an error of a statement stays what it is', () => {
  const duplicate = Object.assign(new Error('duplicate key'), { code: '23505', severity: 'ERROR' })
  expect(postgresFault(duplicate)).toBe(duplicate)
})
