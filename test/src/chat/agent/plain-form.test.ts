import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { asTool } from '../../../../src/core/agent-form.ts'
import { defineChatOperation } from '../../../../src/chat/chat-operation.ts'
import { toolSchemas } from '../../../../src/mcp/schema.ts'
import { runOperation } from '../../../../src/core/run.ts'
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
const tell = defineChatOperation({
  name: 'tell',
  title: 'Tell',
  description: 'Tell what the call was.',
  http: { method: 'GET', path: '/tell' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  facet: { names: { helpers: 'user' }, fixed: { secret: 7 }, keeps: ['helpers'] },
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
const tool = asTool(tell)

async function call(input: Record<string, unknown>) {
  const services = { ...testServices(), chat: async () => world.chat }
  const actor = { user: ada.user, client: 'test' }
  const signal = new AbortController().signal
  return runOperation(tool, input, {
    services,
    actor,
    caller: undefined,
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
    expect(JSON.stringify(part).length).toBeLessThan(25_000)
  }
  expect(seen).toEqual(items.map((item) => item.replaceAll('\u{E0041}', '')))
})
