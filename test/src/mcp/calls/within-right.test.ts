import { afterAll, beforeAll, expect, test } from 'vitest'
import { OperationError } from '../../../../src/contract/errors.ts'
import { serveVisit, withinRight } from '../../../../src/mcp/calls/visit.ts'
import { type ChatWorld, ok, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld

beforeAll(async () => {
  world = await startChatWorld({ rightsLookMs: 20 })
})
afterAll(async () => world[Symbol.asyncDispose]())

/** Work that goes on until it is told to end. */
async function endless(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new OperationError('cancelled', 'Enough.')))
  })
}

test('a call that delivers nothing ends with the right of its request, and says so', async () => {
  const { id, email, key } = await world.add('Ada')
  const right = await world.chat.signIn({ email, key }, 'test')
  const never = new AbortController().signal
  const call = serveVisit({ peer: undefined, right }, async () =>
    withinRight(world.services, never, endless),
  )
  ok(await world.owner.delete(`/users/${id}`))
  await expect(call).rejects.toMatchObject({ code: 'unauthorized', specCode: 'USER_DEACTIVATED' })
})

test('a call that fails because its right has ended says that it has, before anybody looks', async () => {
  await using slow = await startChatWorld({ rightsLookMs: 600_000 })
  const { id, email, key } = await slow.add('Ada')
  const right = await slow.chat.signIn({ email, key }, 'test')
  const never = new AbortController().signal
  const call = async (ends: boolean) =>
    serveVisit({ peer: undefined, right }, async () =>
      withinRight(slow.services, never, async () => {
        if (ends) ok(await slow.owner.delete(`/users/${id}`))
        throw new OperationError('invalid_input', 'The queue is gone.')
      }),
    )
  await expect(call(false)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(call(true)).rejects.toMatchObject({ specCode: 'USER_DEACTIVATED' })
})

test('a call that its client gives up is cancelled', async () => {
  const { email, key } = await world.add('Ben')
  const right = await world.chat.signIn({ email, key }, 'test')
  const call = serveVisit({ peer: undefined, right }, async () =>
    withinRight(world.services, AbortSignal.timeout(1), endless),
  )
  await expect(call).rejects.toMatchObject({ code: 'cancelled' })
})
