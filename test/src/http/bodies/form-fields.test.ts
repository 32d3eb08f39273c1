import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineOperation } from '../../../../src/contract/operation.ts'
import { decodeForm } from '../../../../src/http/bodies/form-fields.ts'
import { seeds } from '../../../support/full.ts'

const operation = defineOperation({
  name: 'sample',
  title: 'Sample',
  description: 'A field that may be anything.',
  toolset: 'chat',
  http: { method: 'POST', path: '/sample', dialect: 'form' },
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: z.object({ to: z.union([z.int(), z.array(z.int()), z.string()]) }),
  output: z.object({}),
  run: async () => ({}),
})

/** What a parser of JSON makes of a text: a number or a list; anything else is text. */
function asJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'number' || typeof value === 'string' || Array.isArray(value)
      ? value
      : text
  } catch {
    return text
  }
}

const TEXT = fc.oneof(
  fc.json(),
  fc.constantFrom('general', '"general"', ' [1] ', '\t7\n', '-1', 'true', 'nullable', 'true1', '{'),
  fc
    .tuple(fc.constantFrom(' ', '\r\n', '\u00A0', '[', '-', 't', 'n', 'f', ''), fc.string())
    .map((parts) => parts.join('')),
)

test('a field of several types is read as JSON exactly where it is JSON', () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      fc.pre(!text.includes('\0') && !text.includes('\\u0000'))
      expect(decodeForm(operation, new Map([['to', text]]), {}).input).toEqual({ to: asJson(text) })
    }),
    { numRuns: seeds(100, 2_000) },
  )
})

test('a field of text or nothing is nothing where it says null, and otherwise as it was sent', () => {
  const input = z.object({ note: z.string().nullable().optional() })
  const noting = { ...operation, input }
  const decode = (text: string) => decodeForm(noting, new Map([['note', text]]), {}).input
  expect(decode('null')).toEqual({ note: null })
  expect(decode('[1]')).toEqual({ note: '[1]' })
  expect(decode('7')).toEqual({ note: '7' })
})
