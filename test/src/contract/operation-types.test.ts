import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { type ErrorCode, OperationError } from '../../../src/contract/errors.ts'
import {
  type AgentFacet,
  type Call,
  defineOperation,
  type Effects,
  type Operation,
  type Services,
} from '../../../src/contract/operation.ts'
import { definePrompt, type PromptInput } from '../../../src/contract/prompt.ts'
import type { Job, Sandbox } from '../../../src/contract/sandbox.ts'

// What the compiler says of definitions is tested by `npm run check`, which refuses an expected error that does not come.

const input = z.object({ text: z.string(), times: z.int().default(1), mark: z.string().optional() })
const output = z.object({ said: z.string(), length: z.int().default(0) })
type Input = z.output<typeof input>

const effects = { readOnly: true, destructive: false, idempotent: true, openWorld: false }
const parts = {
  name: 'shout',
  title: 'Shout',
  description: 'Say a text loudly.',
  toolset: 'text',
  http: { method: 'POST', path: '/shout' },
  input,
  output,
} as const
const run = async () => ({ said: 'HO' })

test('a handler gets the input as its schema leaves it: defaults filled in, the rest optional', () => {
  const operation = defineOperation({
    ...parts,
    effects,
    async run(call) {
      expectTypeOf(call.input).toEqualTypeOf<Input>()
      expectTypeOf(call.input.times).toEqualTypeOf<number>()
      expectTypeOf(call.input.mark).toEqualTypeOf<string | undefined>()
      // @ts-expect-error -- a field that the schema does not have
      return { said: String(call.input.txt) }
    },
  })
  expect(operation.input).toBe(input)
})

test('a handler returns what the output schema takes, in which defaults may be left out', () => {
  type Returned = Awaited<ReturnType<Operation<typeof input, typeof output>['run']>>
  expectTypeOf<Returned>().toEqualTypeOf<{ said: string; length?: number | undefined }>()
  expect(defineOperation({ ...parts, effects, run })).toMatchObject({ name: 'shout' })
})

test('a handler that returns another shape is refused', () => {
  const another = async () => ({ sayd: 'HO' })
  // @ts-expect-error -- a misspelt field
  expect(defineOperation({ ...parts, effects, run: another })).toBeDefined()
  const typed = async () => ({ said: 7 })
  // @ts-expect-error -- a value of another type
  expect(defineOperation({ ...parts, effects, run: typed })).toBeDefined()
  const nothing = async () => {}
  // @ts-expect-error -- nothing at all
  expect(defineOperation({ ...parts, effects, run: nothing })).toBeDefined()
  const atOnce = () => ({ said: 'HO' })
  // @ts-expect-error -- no promise
  expect(defineOperation({ ...parts, effects, run: atOnce })).toBeDefined()
})

test('effects are said, all four of them', () => {
  expectTypeOf<Effects>().toEqualTypeOf<typeof effects>()
  // @ts-expect-error -- no effects
  expect(defineOperation({ ...parts, run })).toBeDefined()
  const { openWorld: _openWorld, ...three } = effects
  // @ts-expect-error -- one of them is missing
  expect(defineOperation({ ...parts, effects: three, run })).toBeDefined()
})

test('toolset, tier and audience are of the known ones, and a price is a text', () => {
  const whole = { ...parts, effects, run }
  expect(defineOperation({ ...whole, tier: 'more', price: '0.001' })).toBeDefined()
  // @ts-expect-error -- a toolset that there is not
  expect(defineOperation({ ...whole, toolset: 'words' })).toBeDefined()
  // @ts-expect-error -- a tier that there is not
  expect(defineOperation({ ...whole, tier: 'extra' })).toBeDefined()
  // @ts-expect-error -- an audience that there is not
  expect(defineOperation({ ...whole, audience: 'everybody' })).toBeDefined()
  // @ts-expect-error -- a number, which would be rounded
  expect(defineOperation({ ...whole, price: 0.001 })).toBeDefined()
})

test('a route has a known method and a path from the root', () => {
  const whole = { ...parts, effects, run }
  // @ts-expect-error -- a method that no route takes
  expect(defineOperation({ ...whole, http: { method: 'HEAD', path: '/shout' } })).toBeDefined()
  // @ts-expect-error -- a path without a slash
  expect(defineOperation({ ...whole, http: { method: 'POST', path: 'shout' } })).toBeDefined()
})

test('what models see is made of the fields of the operation', () => {
  type Facet = AgentFacet<z.input<typeof input>, z.output<typeof output>>
  const facet: Facet = { seldom: ['mark'], defaults: { times: 2 }, text: ({ said }) => said }
  // @ts-expect-error -- a field that the input does not have
  const seldom: Facet = { seldom: ['loud'] }
  // @ts-expect-error -- a default of another type
  const defaults: Facet = { defaults: { times: '2' } }
  // @ts-expect-error -- a field that the output does not have
  const text: Facet = { text: ({ words }) => words }
  expect([facet, seldom, defaults, text]).toHaveLength(4)
})

test('an error has a code of the table, and statuses follow from it', () => {
  const error = new OperationError('too_large', 'Too much.', { hint: 'Send less.' })
  expectTypeOf(error.code).toEqualTypeOf<ErrorCode>()
  expectTypeOf<'invalid_input'>().toExtend<ErrorCode>()
  expectTypeOf<string>().not.toExtend<ErrorCode>()
  expect(error.status).toBe(413)
  // @ts-expect-error -- a code that there is not
  expect(() => new OperationError('too_big', 'Too much.').status).toThrow(TypeError)
  // @ts-expect-error -- no message
  expect(new OperationError('too_large').message).toBe('')
})

test('a handler reaches what it is given and closes none of it; what may be absent is asked for', () => {
  expectTypeOf<Call<Input>['services']>().toEqualTypeOf<Services>()
  expectTypeOf<Services['sandbox']>().toHaveProperty('run')
  expectTypeOf<Services['sandbox']>().not.toHaveProperty('close')
  expectTypeOf<undefined>().toExtend<Services['browser']>()
  expectTypeOf<undefined>().toExtend<Call<Input>['actor']>()
  expectTypeOf<undefined>().not.toExtend<Services['fetch']>()
  const pay = (services: Services) => {
    // @ts-expect-error -- there may be no wallet
    return services.spending.status
  }
  expect(pay).toBeTypeOf('function')
})

test('a job of the sandbox takes its input and gives its result; a prompt knows its arguments', async () => {
  const job: Job<{ page: Uint8Array }, { words: number }> = { name: 'count' }
  const count = async (sandbox: Sandbox, options: Parameters<Sandbox['run']>[2]) => {
    // @ts-expect-error -- a text where the job takes bytes
    await sandbox.run(job, { page: 'text' }, options)
    const result = await sandbox.run(job, { page: new Uint8Array() }, options)
    expectTypeOf(result).toEqualTypeOf<{ words: number }>()
  }
  expect(count).toBeTypeOf('function')
  type Given = PromptInput<{
    url: { description: string }
    goal: { description: string; isOptional: true }
  }>
  expectTypeOf<Given>().toEqualTypeOf<{ readonly url: string; readonly goal: string | undefined }>()
  const about = { name: 'read', title: 'Read', description: 'Read a page.', tools: ['read'] }
  const prompt = definePrompt({
    ...about,
    arguments: {
      url: { description: 'Of a page.' },
      goal: { description: 'Why.', isOptional: true },
    },
    lines: ({ url, goal }) => {
      expectTypeOf(goal).toEqualTypeOf<string | undefined>()
      return [url]
    },
  })
  expect(prompt.lines({ url: 'https://a.example/', goal: undefined })).toEqual([
    'https://a.example/',
  ])
})
