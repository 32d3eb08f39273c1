import { expect, test } from 'vitest'
import { writeChat } from '../../../../src/chat/kernel/unit-of-work.ts'
import { addKey } from '../../../../src/chat/users/sign-in/api-keys.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

test('without an id, programs that signed in are signed out too, of the caller only', async () => {
  const further = async (userId: number) =>
    writeChat(world.chat, async ({ tx }) => addKey(tx, userId, world.chat.now().getTime()))
  const [mine, theirs] = [await further(alice.id), await further(bob.id)]
  ok(await alice.delete('/users/me/sessions'))
  const works = async (email: string, key: string) => {
    const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}` }
    return (await world.request('/users/me', { headers })).status === 200
  }
  expect([await works(alice.email, mine), await works(bob.email, theirs)]).toEqual([false, true])
  expect(await works(alice.email, alice.key)).toBe(true)
})
