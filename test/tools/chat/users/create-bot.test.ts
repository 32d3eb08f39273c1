import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

const wish = { full_name: 'Builds', short_name: 'Builds' }
const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('makes a bot of the caller, with an address and a key of its own', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const { user_id, email, api_key } = ok(await alice.post('/bots', wish))
  expect(email).toBe('builds-bot@chat.test')
  expect(ok(await alice.get(`/users/${user_id}`))['user']).toMatchObject({
    full_name: 'Builds',
    is_bot: true,
    bot_type: 1,
    bot_owner_id: alice.id,
    role: 400,
  })
  const headers = { authorization: `Basic ${btoa(`${email}:${api_key}`)}` }
  expect(await (await world.request('/users/me', { headers })).json()).toMatchObject({ user_id })
  const { realm_bots } = await alice.register({ fetch_event_types: ['realm_bot'] })
  expect(realm_bots).toMatchObject([{ user_id, owner_id: alice.id, services: [] }])
})

test('is for people who are no guests, and takes what there is', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const guest = await world.add('Guest', { role: 600 })
  const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
  for (const who of [guest, bot]) {
    const msg = 'Insufficient permission'
    expect(await who.post('/bots', wish)).toMatchObject({ ...refused, msg })
  }
  ok(await world.owner.patch('/realm', { can_create_bots_group: 6 }))
  expect(await alice.post('/bots', wish)).toMatchObject(refused)
  const guests = { direct_members: [guest.id], direct_subgroups: [3] }
  ok(await world.owner.patch('/realm', { can_create_bots_group: { new: guests } }))
  expect(await guest.post('/bots', wish)).toMatchObject(refused)
  for (const [change, msg] of [
    [{ short_name: '' }, 'Bad name or username'],
    [{ short_name: 'a b' }, 'Bad name or username'],
    [{ short_name: 'a@b' }, 'Bad name or username'],
    [{ short_name: 'x'.repeat(61) }, 'Bad name or username'],
    [{ full_name: ' ' }, 'Name too short!'],
    [{ bot_type: 3 }, 'payload_url is not a URL'],
    [{ bot_type: 2, service_name: 'nothing' }, "Invalid integration 'nothing'."],
    [{ config_data: { webhook_secret: 'x'.repeat(16) } }, 'Only incoming webhooks are configured'],
    [
      { bot_type: 2, config_data: { secret: 'x'.repeat(16) } },
      "Invalid configuration data: no option 'secret'",
    ],
    [
      { bot_type: 2, config_data: { webhook_secret: 'x'.repeat(15) } },
      "Invalid configuration data: 'webhook_secret' takes 16 to 256 characters",
    ],
    [
      { bot_type: 2, config_data: { webhook_secret: 'x'.repeat(257) } },
      "Invalid configuration data: 'webhook_secret' takes 16 to 256 characters",
    ],
  ] as const) {
    expect(await alice.post('/bots', { ...wish, ...change }), msg).toMatchObject({
      ...refused,
      msg,
    })
  }
  // A refused bot is not there without its configuration.
  ok(await alice.post('/bots', wish))
  const again = await alice.post('/bots', { ...wish, short_name: 'BUILDS' })
  expect(again['msg']).toBe("Email 'builds-bot@chat.test' already in use")
})
