import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentBounds } from '../../../../src/app/compose/agent-bounds.ts'
import { endKey, listKeys } from '../../../../src/chat/users/sign-in/list-keys.ts'
import type { Right } from '../../../../src/contract/right.ts'
import { type ChatWorld, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
beforeAll(async () => {
  world = await startChatWorld()
})
afterAll(async () => world[Symbol.asyncDispose]())

/** A bot, what it is let in by, and what it may pay as of a transaction. */
async function openBot(name: string) {
  const { chat, owner } = world
  const made = await owner.post('/bots', { full_name: name, short_name: name.toLowerCase() })
  const id = Number(made['user_id'])
  const right: Right = await chat.signIn({ email: undefined, key: String(made['api_key']) }, 'test')
  const bounds = agentBounds(() => chat.now().getTime())
  const readBounds = async () => chat.store.write(async (tx) => bounds(tx, right))
  return { id, right, readBounds }
}

test('an agent without a limit of its own has none but those of the wallet', async () => {
  const { readBounds } = await openBot('Free')
  expect(await readBounds()).toEqual({})
})

test('a limit counts from the next transaction on, and one that cannot be read lets nothing pass', async () => {
  const { id, readBounds } = await openBot('Limited')
  for (const [words, units] of [
    ['usd-per-day=0.50', 500_000],
    ['calls-per-day=3 usd-per-day=0', 0],
    ['words of a later version', 0],
  ] as const) {
    await world.chat.store.write(async (tx) => {
      await tx.deleteFrom('key_plan').execute()
      await tx
        .insertInto('key_plan')
        .values({ key_name: `chat user ${id}`, words })
        .execute()
    })
    expect(await readBounds()).toEqual({ unitsPerDay: units })
  }
})

test('who is paused pays nothing, with a right from before not even after its return', async () => {
  const { id, readBounds } = await openBot('Paused')
  await world.owner.delete(`/users/${id}`)
  await expect(readBounds()).rejects.toMatchObject({ code: 'unauthorized' })
  await world.owner.post(`/users/${id}/reactivate`)
  await expect(readBounds()).rejects.toMatchObject({ code: 'unauthorized' })
})

test('whose key has ended pays nothing', async () => {
  const { id, readBounds } = await openBot('Keyless')
  expect(await readBounds()).toEqual({})
  const [key] = await listKeys(world.chat, id)
  expect(await endKey(world.chat, id, key?.id ?? '')).toBe(true)
  await expect(readBounds()).rejects.toMatchObject({ code: 'unauthorized' })
})
