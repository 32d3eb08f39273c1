import { type ChatWorld, ok, type Person } from './chat-world.ts'

/** A channel `den` of Alice with protected history, and Bob, who is not in it yet. */
export interface ProtectedChannel {
  alice: Person
  bob: Person
  /** Alice subscribes Bob. */
  admitBob(): Promise<void>
}

/** Creates a private channel whose subscribers see only what was sent while they were in it. */
export async function openProtectedChannel(world: ChatWorld): Promise<ProtectedChannel> {
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const den = { name: 'den', invite_only: true, subscribers: [alice.id] }
  ok(await alice.post('/channels/create', den))
  return {
    alice,
    bob,
    async admitBob() {
      const invite = { subscriptions: [{ name: 'den' }], principals: [bob.id] }
      const quietly = { send_new_subscription_messages: false }
      ok(await alice.post('/users/me/subscriptions', { ...invite, ...quietly }))
    },
  }
}
