import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { ownIdOf } from '../../../src/chat/agent/names.ts'
import { defineChatOperation, defineOpenChatOperation } from '../../../src/chat/chat-operation.ts'
import type { Actor, Chat, ChatServices } from '../../../src/chat/kernel/types.ts'
import type { Call, Services } from '../../../src/contract/operation.ts'

// What the compiler says of definitions is tested by `npm run check`, which refuses an expected error that does not come.

const parts = {
  name: 'greet',
  title: 'Greet',
  description: 'Greet everybody.',
  http: { method: 'POST', path: '/greet' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({ loudly: z.boolean().default(false) }),
  output: z.object({}),
} as const

test('an operation of the chat gets the chat and the account; an open one is told where there is none', () => {
  const closed = defineChatOperation({
    ...parts,
    async run({ chat, actor, input }) {
      expectTypeOf(chat).toEqualTypeOf<Chat>()
      expectTypeOf(actor).toEqualTypeOf<Actor>()
      expectTypeOf(input.loudly).toEqualTypeOf<boolean>()
      return {}
    },
  })
  const open = defineOpenChatOperation({
    ...parts,
    async run({ actor }) {
      expectTypeOf(actor).toEqualTypeOf<Actor | undefined>()
      return {}
    },
  })
  expect([closed.http.anonymous, open.http.anonymous]).toEqual([undefined, true])
})

test('what only the chat knows is reached from its own calls, and an instance is composed of it', () => {
  expectTypeOf<Services>().not.toExtend<ChatServices>()
  defineChatOperation({
    ...parts,
    run: async () => ({}),
    agent: {
      async run(call) {
        expectTypeOf(call.services).toEqualTypeOf<ChatServices>()
        await ownIdOf(call)
        return {}
      },
    },
  })
  // @ts-expect-error -- a call of any operation, whose account may be anybody's
  const read = async (call: Call<unknown>) => ownIdOf(call)
  expect(read).toBeTypeOf('function')
})
