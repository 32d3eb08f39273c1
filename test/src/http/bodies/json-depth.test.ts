import { expect, test } from 'vitest'
import { z } from 'zod'
import { decodeJsonObject } from '../../../../src/http/bodies/decode.ts'
import { decodeForm, readFields } from '../../../../src/http/bodies/form-fields.ts'
import { REQUEST_JSON_MAX_DEPTH } from '../../../../src/http/limits.ts'
import { ByteBudget } from '../../../../src/lib/byte-budget.ts'
import { sold } from '../../../support/operations.ts'

const room = new ByteBudget({ maxBytes: 1_000_000, shareMaxBytes: 1_000_000, waitMaxMs: 1_000 })

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const post = (body: string) =>
  new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
const deepest = `{"a":${nested(REQUEST_JSON_MAX_DEPTH - 1)}}`
const tooDeep = `{"a":${nested(REQUEST_JSON_MAX_DEPTH)}}`

test('a JSON body may be nested as deep as the limit, and no deeper', async () => {
  expect(await decodeJsonObject(post(deepest), room.lease('ann'))).toMatchObject({ empty: false })
  await expect(decodeJsonObject(post(tooDeep), room.lease('ann'))).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'The request body is nested too deep.',
  })
})

test('so may one with fields of the chat', async () => {
  expect([...(await readFields(post(deepest), room.lease('ann'))).keys()]).toEqual(['a'])
  await expect(readFields(post(tooDeep), room.lease('ann'))).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('JSON in a form field that is nested deeper is no JSON', () => {
  const input = z.object({ to: z.union([z.array(z.unknown()), z.string()]) })
  const read = (to: string) => decodeForm({ ...sold, input }, new Map([['to', to]]), {}).input['to']
  expect(read(nested(REQUEST_JSON_MAX_DEPTH))).toBeInstanceOf(Array)
  expect(read(nested(REQUEST_JSON_MAX_DEPTH + 1))).toBeTypeOf('string')
})
