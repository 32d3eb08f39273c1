import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineChatOperation } from '../../../../src/chat/chat-operation.ts'
import { LOCAL_PRINCIPAL } from '../../../../src/contract/principal.ts'
import { asTool } from '../../../../src/core/run/agent-form.ts'
import { runOperation } from '../../../../src/core/run/run.ts'
import { toolSchemas } from '../../../../src/mcp/schema.ts'
import { type ChatWorld, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { testServices } from '../../../support/operations.ts'

let world: ChatWorld
let ada: Person

beforeAll(async () => {
  world = await startChatWorld()
  ada = await world.add('Ada')
})
afterAll(async () => world[Symbol.asyncDispose]())

const options = Object.fromEntries(
  ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => [name, z.int().optional()]),
)

/** Returns its input and a list. */
const operation = defineChatOperation({
  name: 'tell',
  title: 'Tell',
  description: 'Tell what the call was.',
  http: { method: 'GET', path: '/tell' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  agent: { names: { helpers: 'user' }, fixed: { secret: 7 }, keeps: ['helpers'] },
  input: z.object({
    stream_id: z.int(),
    user_id: z.int().optional(),
    helpers: z.array(z.int()).optional(),
    apply_markdown: z.boolean().default(true),
    secret: z.int().default(1),
    items: z.array(z.string()).default([]),
    ...options,
  }),
  output: z.object({ list: z.array(z.string()), saw: z.record(z.string(), z.unknown()) }),
  run: async ({ input }) => {
    const { items, ...saw } = input
    return { list: items, saw }
  },
})
const tool = asTool(operation)

/** The same route as a tool that differs from it. */
const short = defineChatOperation({
  name: 'tell_shortly',
  title: 'Tell shortly',
  description: 'Tell what the call was.',
  http: { method: 'GET', path: '/tell_shortly' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: operation.input,
  output: operation.output,
  run: async ({ input: { items, ...saw } }) => ({ list: items, saw }),
  agent: {
    description: 'Tell it in short.',
    input: ({ stream_id, items }) => ({
      stream_id,
      topics: items.describe('Topics.'),
      limit: z.int().default(1),
    }),
    output: z.object({ listed: z.array(z.string()), channel: z.unknown() }),
    text: ({ listed }) => listed.join(', '),
    async run({ input: { stream_id, topics, limit } }, route) {
      const { list, saw } = await route({ stream_id, items: topics })
      return { listed: list.slice(0, limit), channel: saw['stream_id'] }
    },
  },
})

async function call(input: Record<string, unknown>, called = tool) {
  const services = { ...testServices(), chat: async () => world.chat }
  const actor = { user: ada.user, client: 'test' }
  const signal = new AbortController().signal
  return runOperation(called, input, {
    services,
    actor,
    caller: undefined,
    principal: LOCAL_PRINCIPAL,
    signal,
    progress: () => {},
  })
}

test('a model names things, and sees few fields', async () => {
  const { properties, required } = toolSchemas(tool).input as Record<string, object>
  expect(Object.keys(properties ?? {})).toEqual(['channel', 'helpers', 'options', 'from'])
  expect(required).toEqual(['channel'])
  const { saw } = await call({ channel: '#General', helpers: ['ada', world.owner.id] })
  const { id } = await world.chat.store.db
    .selectFrom('chat_channel')
    .select('id')
    .where('name', '=', 'general')
    .executeTakeFirstOrThrow()
  expect(saw).toEqual({
    stream_id: id,
    helpers: [ada.id, world.owner.id],
    apply_markdown: false,
    secret: 7,
  })
})

test('a tool says only how it differs: the rest is as the route has it', async () => {
  const shortTool = asTool(short)
  expect(toolSchemas(shortTool).input).toEqual({
    ...toolSchemas(shortTool).input,
    properties: {
      channel: { type: 'string', description: 'Name or id.' },
      topics: { description: 'Topics.', type: 'array', items: { type: 'string' } },
      limit: expect.objectContaining({ default: 1, type: 'integer' }),
    },
    required: ['channel'],
  })
  const result = await call({ channel: 'general', topics: ['a', 'b'] }, shortTool)
  const { saw } = await call({ channel: 'general' })
  expect(result).toEqual({ listed: ['a'], channel: (saw as Record<string, unknown>)['stream_id'] })
  expect(shortTool.agent?.text?.(result)).toBe('a')
  expect(shortTool).toMatchObject({ description: 'Tell it in short.', title: 'Tell shortly' })
})

test('options are checked by name, and by the operation', async () => {
  expect((await call({ channel: 'general', options: { three: 3 } }))['saw']).toMatchObject({
    three: 3,
  })
  await expect(call({ channel: 'general', options: { seven: 7 } })).rejects.toMatchObject({
    code: 'invalid_input',
    hint: expect.stringContaining('user_id, items, one, two'),
  })
  await expect(call({ channel: 'general', options: { secret: 1 } })).rejects.toThrow('no option')
  await expect(call({ channel: 'general', options: { one: 'x' } })).rejects.toThrow('one')
})

test('a long list comes in parts that lose nothing, without what nobody sees', async () => {
  const items = Array.from({ length: 30 }, (_, at) => `${at} ${'x'.repeat(1_500)}\u{E0041}`)
  const seen: string[] = []
  let next: unknown = 0
  for (let parts = 0; next !== undefined; parts++) {
    expect(parts).toBeLessThan(5)
    const part = await call({ channel: 'general', options: { items }, from: next })
    seen.push(...(part['list'] as string[]))
    next = part['next']
    expect(part['left']).toBe(next === undefined ? undefined : items.length - seen.length)
    expect(JSON.stringify(part).length).toBeLessThan(25_000)
  }
  expect(seen).toEqual(items.map((item) => item.replaceAll('\u{E0041}', '')))
})
