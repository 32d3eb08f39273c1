import { describe, expect, test } from 'vitest'
import { changeUser } from '../../../../src/chat/users/accounts/change-user.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('takes an account into use again, for administrators', async () => {
  const reactivate = async (who: Person) => who.post(`/users/${alice.id}/reactivate`)
  expect(await reactivate(world.owner)).toMatchObject({ ...refused, msg: 'User is already active' })
  ok(await world.owner.delete(`/users/${alice.id}`))
  const queue = await bob.register()
  expect(await reactivate(bob)).toMatchObject({ ...refused, msg: 'Insufficient permission' })
  ok(await reactivate(world.owner))
  expect(await bob.events(queue)).toMatchObject([
    { type: 'realm_user', op: 'update', person: { user_id: alice.id, is_active: true } },
    { type: 'subscription', op: 'peer_add', stream_ids: [1], user_ids: [alice.id] },
  ])
  ok(await alice.get('/users/me'))
})

test('owners are taken into use again by owners', async () => {
  const administrator = await world.add('Ada', { role: 200 })
  const other = await world.add('Olga', { role: 100 })
  ok(await world.owner.delete(`/users/${other.id}`))
  const ownersOnly = { status: 400, msg: 'Must be an organization owner' }
  expect(await administrator.post(`/users/${other.id}/reactivate`)).toMatchObject(ownersOnly)
  ok(await world.owner.post(`/users/${other.id}/reactivate`))
  expect(await administrator.delete(`/users/${other.id}`)).toMatchObject(ownersOnly)
})

describe('a bot', () => {
  const kinds = { generic: {}, incoming: { bot_type: 2 }, outgoing: { bot_type: 3 } }
  type Way = (bot: { id: number; email: string }) => Promise<unknown>
  const closings: Record<string, Way> = {
    'by its owner': async ({ id }) => ok(await alice.delete(`/users/${id}`)),
    'by an administrator': async ({ id }) => ok(await world.owner.delete(`/users/${id}`)),
    'by the operator': async ({ email }) => changeUser(world.chat, email, { is_active: false }),
    'with its owner': async () => ok(await world.owner.delete(`/users/${alice.id}`)),
    'with its owner, who left': async () => ok(await alice.delete('/users/me')),
    'with its owner, by the operator': async () =>
      changeUser(world.chat, alice.email, { is_active: false }),
  }
  const openings: Record<string, Way> = {
    'its owner': async ({ id }) => ok(await alice.post(`/users/${id}/reactivate`)),
    'an administrator': async ({ id }) => ok(await world.owner.post(`/users/${id}/reactivate`)),
    'the operator': async ({ email }) => changeUser(world.chat, email, { is_active: true }),
  }

  /** A bot of Alice with all the keys that it can have. */
  async function makeBot(kind: keyof typeof kinds) {
    const service = kind === 'outgoing' ? { payload_url: 'https://bot.example.com/' } : {}
    const wish = { full_name: 'Robot', short_name: 'robot', ...kinds[kind], ...service }
    const { user_id: id, api_key } = ok(await alice.post('/bots', wish))
    const { api_key: further } = ok(await alice.get(`/bots/${id}/api_key`))
    return {
      id: Number(id),
      email: 'robot-bot@chat.test',
      keys: [String(api_key), String(further)],
    }
  }

  /** What the server says to a key: an unknown one, and one of a closed account, are no way in. */
  async function codeOf(key: string): Promise<string> {
    const headers = { authorization: `Basic ${btoa(`robot-bot@chat.test:${key}`)}` }
    const answer: unknown = await (await world.request('/users/me', { headers })).json()
    const { code = 'SUCCESS', msg } = answer as { code?: string; msg: string }
    return msg.includes('incoming webhook') ? 'SUCCESS' : code
  }

  const names = ['generic', 'incoming', 'outgoing'] as const
  const ways = Object.keys(closings).flatMap((closing, at) =>
    Object.keys(openings).map((opening, by) => [closing, opening, names[(at + by) % 3]!] as const),
  )

  test.each(ways)(
    'closed %s and opened by %s (%s): no key of before is one again',
    async (closing, opening, kind) => {
      const bot = await makeBot(kind)
      expect(await Promise.all(bot.keys.map(codeOf))).toEqual(['SUCCESS', 'SUCCESS'])
      await closings[closing]?.(bot)
      expect(await codeOf(bot.keys[0] ?? '')).toBe('USER_DEACTIVATED')
      await world.owner.post(`/users/${alice.id}/reactivate`)
      // Whoever may has a key made while it is closed, in the hope that it outlives that.
      const { api_key: meanwhile } = ok(await alice.get(`/bots/${bot.id}/api_key`))
      await openings[opening]?.(bot)
      const old = [...bot.keys, String(meanwhile)]
      expect(await Promise.all(old.map(codeOf))).toEqual(old.map(() => 'UNAUTHORIZED'))
      const { api_key: fresh } = ok(await alice.get(`/bots/${bot.id}/api_key`))
      expect(await codeOf(String(fresh))).toBe('SUCCESS')
    },
  )

  test.each(Object.keys(closings).filter((closing) => closing.startsWith('with')))(
    'closed %s stays closed while its owner is',
    async (closing) => {
      const bot = await makeBot('generic')
      await closings[closing]?.(bot)
      const msg = 'The owner of this bot is deactivated; reactivate the owner first.'
      const response = await world.owner.post(`/users/${bot.id}/reactivate`)
      expect(response).toMatchObject({ ...refused, msg })
      await expect(openings['the operator']?.(bot)).rejects.toThrow(msg)
      expect(await codeOf(bot.keys[0] ?? '')).toBe('USER_DEACTIVATED')
    },
  )

  test('that belongs to nobody is opened by administrators', async () => {
    const bot = await world.add('Robot', { bot_type: 1 })
    ok(await world.owner.delete(`/users/${bot.id}`))
    ok(await world.owner.post(`/users/${bot.id}/reactivate`))
    expect(await bot.get('/users/me')).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
  })
})
