import { beforeEach } from 'vitest'
import { type ChatWorld, type Person, startChatWorld } from './chat-world.ts'

/** The chat of the test that runs, once `startChatForEach` was called. */
export let world: ChatWorld
/** The owner of the chat. */
export let owner: Person
/** A member, like Bob. */
export let alice: Person
/** A member, like Alice. */
export let bob: Person
/** An account with the role of guests. */
export let guest: Person
/** A bot of the owner. */
export let robot: Person

const ADD = {
  Alice: async () => {
    alice = await world.add('Alice')
  },
  Bob: async () => {
    bob = await world.add('Bob')
  },
  Guest: async () => {
    guest = await world.add('Guest', { role: 600 })
  },
  Robot: async () => {
    robot = await world.add('Robot', { bot_type: 1, bot_owner_id: world.owner.id })
  },
}

/** Starts a chat with these accounts, added in this order, before each test of a file; ends it after the test. */
export function startChatForEach(...names: readonly (keyof typeof ADD)[]): void {
  beforeEach(async () => {
    world = await startChatWorld()
    owner = world.owner
    for (const name of names) await ADD[name]()
    return async () => world[Symbol.asyncDispose]()
  })
}
