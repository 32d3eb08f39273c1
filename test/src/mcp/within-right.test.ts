import { afterAll, beforeAll, expect, test } from 'vitest'
import { OperationError } from '../../../src/contract/errors.ts'
import { serveVisit } from '../../../src/mcp/visit.ts'
import { withinRight } from '../../../src/mcp/within-right.ts'
import { type ChatWorld, ok, startChatWorld } from '../../support/chat-world.ts'

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

test('a call that its client gives up is cancelled', async () => {
  const { email, key } = await world.add('Ben')
  const right = await world.chat.signIn({ email, key }, 'test')
  const call = serveVisit({ peer: undefined, right }, async () =>
    withinRight(world.services, AbortSignal.timeout(1), endless),
  )
  await expect(call).rejects.toMatchObject({ code: 'cancelled' })
})
