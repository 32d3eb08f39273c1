import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

const own = async (fields: object = {}) =>
  ok(await alice.get('/users/me/subscriptions', { ...fields }))['subscriptions']

test('lists subscribed channels with the fields of the channel and personal settings', async () => {
  verifies('chat:4.5:subscriptions:response', 'chat:2.3:channel-fields', 'chat:2.3:group-settings')
  verifies('chat:2.3:desktop_notifications', 'chat:2.3:email_notifications')
  verifies('chat:2.3:wildcard_mentions_notify', 'chat:2.3:push_notifications')
  verifies('chat:2.3:audible_notifications', 'chat:2.3:pin_to_top', 'chat:2.3:is_muted')
  verifies('chat:2.3:in_home_view', 'chat:2.3:color', 'chat:2.3:stream_weekly_traffic')
  ok(await world.owner.post('/channels/create', { name: 'other' }))
  const [only, ...more] = await own()
  expect(more).toEqual([])
  const [channel] = ok(await alice.get('/streams'))['streams']
  const { is_archived: _, ...shared } = channel
  expect(only).toMatchObject(shared)
  expect(only).toMatchObject({
    desktop_notifications: null,
    email_notifications: null,
    wildcard_mentions_notify: null,
    push_notifications: null,
    audible_notifications: null,
    pin_to_top: false,
    is_muted: false,
    in_home_view: true,
    color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    stream_weekly_traffic: null,
  })
  expect(only).not.toHaveProperty('subscribers')
})

test('adds all subscribers when asked, and none by default', async () => {
  verifies('chat:4.5:subscriptions:include_subscribers', 'chat:2.3:subscribers')
  verifies('chat:4.5:subscriptions:include_subscribers:default')
  const gone = await world.add('Gone')
  await world.chat.store.write(async (tx) =>
    tx.updateTable('chat_user').set({ is_active: 0 }).where('id', '=', gone.id).execute(),
  )
  expect((await own({ include_subscribers: 'true' }))[0].subscribers).toEqual([
    world.owner.id,
    alice.id,
  ])
  expect((await own({ include_subscribers: 'partial' }))[0].subscribers).toHaveLength(2)
  expect((await own({ include_subscribers: 'false' }))[0]).not.toHaveProperty('subscribers')
  expect(await alice.get('/users/me/subscriptions', { include_subscribers: 'some' })).toMatchObject(
    {
      status: 400,
      code: 'BAD_REQUEST',
    },
  )
})

test(
  'may shorten lists of 250 and more to bots and who was there in the last 14 days',
  { tags: 'full' },
  async () => {
    verifies('chat:4.5:subscriptions:partial', 'chat:4.5:subscriptions:partial:250', 'chat:9:412')
    verifies('chat:4.5:subscriptions:partial:active', 'chat:2.3:partial_subscribers')
    verifies('chat:8:subscribers')
    const bot = await world.add('Robot', { bot_type: 1 })
    ok(
      await world.owner.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'general' }],
        principals: [bot.id],
      }),
    )
    const early = await world.add('Early')
    for (let n = 4; n < 249; n++) await world.add(`Extra ${n}`)
    expect((await own({ include_subscribers: 'partial' }))[0].subscribers).toHaveLength(249)
    await world.add('One More')
    ok(await early.post('/users/me/presence', { status: 'active' }))
    world.pass(14 * 86_400)
    ok(await alice.post('/users/me/presence', { status: 'idle' }))
    const [partial] = await own({ include_subscribers: 'partial' })
    expect(partial).not.toHaveProperty('subscribers')
    expect(partial.partial_subscribers).toEqual([alice.id, bot.id])
    expect((await own({ include_subscribers: 'true' }))[0].subscribers).toHaveLength(250)
  },
)
