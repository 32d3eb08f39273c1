import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { canaries } from '../../../support/canaries.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const set = async (fields: object, who = alice) => who.patch('/settings', { ...fields })

const settings = async (who = alice) =>
  (await who.register({ fetch_event_types: ['user_settings'] }))['user_settings']

test('edits the settings of the caller, and notifies their clients', async () => {
  verifies('chat:4.4:settings:own', 'chat:4.4:settings:response', 'chat:6:kind:user_settings')
  const [own, others] = [await alice.register(), await bob.register()]
  expect(await set({ twenty_four_hour_time: true, default_language: 'de' })).toEqual({
    result: 'success',
    msg: '',
    status: 200,
  })
  expect(await alice.events(own)).toMatchObject([
    { type: 'user_settings', op: 'update', property: 'default_language', value: 'de' },
    { type: 'user_settings', op: 'update', property: 'twenty_four_hour_time', value: true },
  ])
  expect(await bob.events(others)).toEqual([])
  expect(await settings()).toMatchObject({ twenty_four_hour_time: true, default_language: 'de' })
  expect(await settings(bob)).toMatchObject({ twenty_four_hour_time: false })
})

test.each([
  ['twenty_four_hour_time', [true, false], ['x', 1]],
  ['web_channel_default_view', [1, 2, 3, 4], [0, 5, '1x']],
  ['starred_message_counts', [false, true], [1]],
  ['receives_typing_notifications', [false, true], [1]],
  ['web_suggest_update_timezone', [false, true], [1]],
  ['fluid_layout_width', [true, false], [1]],
  ['high_contrast_mode', [true, false], [1]],
  ['web_font_size_px', [14, 20], [0, 1_000, 1.5]],
  ['web_line_height_percent', [120, 150], [0, 1_000]],
  ['color_scheme', [2, 3, 1], [0, 4]],
  ['enable_drafts_synchronization', [false, true], [1]],
  ['translate_emoticons', [true, false], [1]],
  ['display_emoji_reaction_users', [false, true], [1]],
  ['default_language', ['de', 'zh-hans', 'en'], ['xx', '']],
  ['web_home_view', ['recent', 'all_messages', 'inbox'], ['recent_topics']],
  ['web_escape_navigates_to_home_view', [false, true], [1]],
  ['left_side_userlist', [true, false], [1]],
  ['emojiset', ['text', 'twitter', 'google'], ['apple']],
  ['demote_inactive_streams', [2, 3, 1], [0, 4]],
  ['user_list_style', [1, 3, 2], [0, 4]],
  ['web_animate_image_previews', ['always', 'never', 'on_hover'], ['sometimes']],
  ['web_stream_unreads_count_display_policy', [1, 3, 2], [0, 4]],
])('takes the values of %s and no others', async (name, good, bad) => {
  verifies('chat:4.4:settings:twenty_four_hour_time', 'chat:4.4:settings:web_channel_default_view')
  verifies(
    'chat:4.4:settings:starred_message_counts',
    'chat:4.4:settings:receives_typing_notifications',
  )
  verifies('chat:4.4:settings:web_suggest_update_timezone', 'chat:4.4:settings:fluid_layout_width')
  verifies('chat:4.4:settings:high_contrast_mode', 'chat:4.4:settings:web_font_size_px')
  verifies('chat:4.4:settings:web_line_height_percent', 'chat:4.4:settings:color_scheme')
  verifies(
    'chat:4.4:settings:translate_emoticons',
    'chat:4.4:settings:display_emoji_reaction_users',
  )
  verifies('chat:4.4:settings:default_language', 'chat:4.4:settings:web_home_view')
  verifies('chat:4.4:settings:web_escape_navigates_to_home_view')
  verifies('chat:4.4:settings:left_side_userlist', 'chat:4.4:settings:emojiset')
  verifies('chat:4.4:settings:demote_inactive_streams', 'chat:4.4:settings:user_list_style')
  verifies('chat:4.4:settings:web_animate_image_previews')
  verifies('chat:4.4:settings:web_stream_unreads_count_display_policy')
  verifies('chat:9:454', 'chat:9:401', 'chat:9:383', 'chat:9:275', 'chat:9:269', 'chat:9:253')
  verifies('chat:9:219')
  for (const value of good) {
    ok(await set({ [name]: value }))
    expect((await settings())[name]).toBe(value)
  }
  for (const value of bad) expect(await set({ [name]: value })).toMatchObject(refused)
  expect((await settings())[name]).toBe(good.at(-1))
})

test('knows no dense mode, and typing is heard of until that is turned off', async () => {
  verifies('chat:9:364', 'chat:4.4:settings:receives_typing_notifications:default')
  const answer = ok(await set({ dense_mode: true }))
  expect(answer['ignored_parameters_unsupported']).toEqual(['dense_mode'])
  expect(await settings()).toMatchObject({ receives_typing_notifications: true })
  expect(await settings()).not.toHaveProperty('dense_mode')
})

test('deletes all drafts when they are not to be synchronized', async () => {
  verifies('chat:4.4:settings:enable_drafts_synchronization')
  const draft = { type: '', to: [], topic: '', content: 'x' }
  ok(await alice.post('/drafts', { drafts: [draft, draft] }))
  const queue = await alice.register()
  ok(await set({ enable_drafts_synchronization: false }))
  const events = await alice.events(queue)
  expect(events.filter(({ type }) => type === 'drafts')).toMatchObject([
    { op: 'remove', draft_id: 1 },
    { op: 'remove', draft_id: 2 },
  ])
  const msg = 'User has disabled synchronizing drafts.'
  expect(await alice.get('/drafts')).toMatchObject({ ...refused, msg })
  expect(await alice.post('/drafts', { drafts: [draft] })).toMatchObject({ ...refused, msg })
  ok(await set({ enable_drafts_synchronization: true }))
  expect(ok(await alice.get('/drafts'))['drafts']).toEqual([])
})

test('changes the name unless the organization fixes names', async () => {
  verifies('chat:4.4:settings:full_name')
  const queue = await bob.register()
  ok(await set({ full_name: ' Alice Munro ' }))
  expect(await bob.events(queue)).toMatchObject([
    {
      type: 'realm_user',
      op: 'update',
      person: { user_id: alice.id, full_name: 'Alice Munro' },
    },
  ])
  expect(await set({ full_name: '@x' })).toMatchObject(refused)
  ok(await world.owner.patch('/realm', { name_changes_disabled: true }))
  expect(await set({ full_name: 'Other' })).toMatchObject({
    ...refused,
    msg: 'Name changes are disabled in this organization.',
  })
  ok(await set({ full_name: 'Boss' }, world.owner))
})

test('changes the password given the old one, and ends all other sign-ins', async () => {
  verifies('chat:4.4:settings:old_password', 'chat:4.4:settings:new_password')
  const { password: old_password } = canaries()
  const email = 'carol@example.com'
  ok(await world.owner.post('/users', { email, password: old_password, full_name: 'Carol' }))
  const fetchKey = async (password: string) =>
    world.anybody.post('/fetch_api_key', { username: email, password })
  const keys = [ok(await fetchKey(old_password)), ok(await fetchKey(old_password))]
  const request = async (key: number, fields: Record<string, string>) =>
    world.request('/settings', {
      method: 'PATCH',
      headers: { authorization: `Basic ${btoa(`${email}:${keys[key]?.['api_key']}`)}` },
      body: new URLSearchParams(fields),
    })
  const new_password = `another ${old_password}`
  for (const [fields, msg] of [
    [{ new_password }, 'old_password is required with new_password'],
    [{ old_password: 'x', new_password }, 'Wrong password!'],
    [{ old_password, new_password: 'short' }, /too weak/],
    [{ old_password, new_password: email }, /guessed/],
  ] as const) {
    const answer = (await (await request(0, fields)).json()) as { msg: string; code: string }
    expect(answer.code).toBe('BAD_REQUEST')
    expect(answer.msg).toMatch(msg)
  }
  const answer = await request(0, { old_password, new_password })
  expect(await answer.json()).toEqual({ result: 'success', msg: '' })
  expect((await request(0, { color_scheme: '2' })).status).toBe(200)
  expect((await request(1, { color_scheme: '2' })).status).toBe(401)
  expect(await fetchKey(old_password)).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  ok(await fetchKey(new_password))
  // Who has no password cannot get one this way, and nobody gives it to others.
  const none = { old_password: '', new_password }
  expect(await set(none)).toMatchObject({ ...refused, msg: 'Wrong password!' })
  const others = { old_password, new_password, target_users: { user_ids: [bob.id] } }
  expect(await set(others, world.owner)).toMatchObject({
    ...refused,
    msg: 'old_password cannot be changed with target_users',
  })
})

test('changes time zone, and who sees the address', async () => {
  const queue = await bob.register()
  const own = await alice.register({ event_types: ['user_settings'] })
  ok(await set({ timezone: 'Europe/Zurich' }))
  expect(await set({ timezone: 'Mars/Crater' })).toMatchObject({
    ...refused,
    msg: 'Invalid timezone',
  })
  ok(await set({ email_address_visibility: 3 }))
  const person = ok(await bob.get(`/users/${alice.id}`))['user']
  expect(person).toMatchObject({ timezone: 'Europe/Zurich', delivery_email: null })
  const events = await bob.events(queue)
  expect(JSON.stringify(events.slice(1))).not.toContain(alice.email)
  expect(events.map((one) => one['person'])).toMatchObject([
    { timezone: 'Europe/Zurich' },
    { new_email: `user${alice.id}@chat.test` },
    { delivery_email: null },
  ])
  expect(await alice.events(own)).toMatchObject([
    { op: 'update', property: 'email_address_visibility', value: 3 },
  ])
})

test('tells others when presence is turned off', async () => {
  const queue = await bob.register()
  ok(await set({ presence_enabled: false }))
  expect(await bob.events(queue)).toMatchObject([
    { type: 'user_status', user_id: alice.id, away: true },
  ])
  expect(ok(await bob.get(`/users/${alice.id}/status`))['status']).toEqual({ away: true })
})

test('lets administrators edit the settings of others in bulk', async () => {
  verifies('chat:4.4:settings:target_users', 'chat:4.4:settings:target_users:user_ids')
  verifies('chat:4.4:settings:target_users:group_ids', 'chat:5:5:target_users', 'chat:9:444')
  const [carol, dan] = [await world.add('Carol'), await world.add('Dan')]
  const group = { name: 'g', description: '', members: [bob.id, carol.id] }
  const { group_id } = ok(await world.owner.post('/user_groups/create', group))
  const queue = await bob.register()
  const change = { user_ids: [alice.id], group_ids: [group_id] }
  const fields = { color_scheme: 2, target_users: change }
  expect(await set(fields)).toMatchObject({
    ...refused,
    msg: 'Must be an organization administrator',
  })
  ok(await set(fields, await world.add('Ada', { role: 200 })))
  for (const who of [alice, bob, carol])
    expect(await settings(who)).toMatchObject({ color_scheme: 2 })
  for (const who of [dan, world.owner])
    expect(await settings(who)).toMatchObject({ color_scheme: 1 })
  expect((await bob.events(queue)).filter(({ type }) => type === 'user_settings')).toMatchObject([
    { property: 'color_scheme', value: 2 },
  ])
  const unknown = { color_scheme: 3, target_users: { user_ids: [99] } }
  expect(await set(unknown, world.owner)).toMatchObject({ ...refused, msg: 'Invalid user ID: 99' })
  const personal = { full_name: 'x', target_users: { user_ids: [alice.id] } }
  expect(await set(personal, world.owner)).toMatchObject({
    ...refused,
    msg: 'full_name cannot be changed with target_users',
  })
})

test('leaves alone what users have set themselves, where asked', async () => {
  verifies('chat:4.4:settings:target_users:skip_if_already_edited')
  ok(await set({ color_scheme: 3 }))
  ok(await set({ emojiset: 'google' }, bob))
  const bulk = async (skip_if_already_edited: boolean) => {
    const target_users = { user_ids: [alice.id, bob.id], skip_if_already_edited }
    ok(await set({ color_scheme: 2, emojiset: 'text', target_users }, world.owner))
  }
  await bulk(true)
  expect(await settings()).toMatchObject({ color_scheme: 3, emojiset: 'text' })
  expect(await settings(bob)).toMatchObject({ color_scheme: 2, emojiset: 'google' })
  await bulk(false)
  expect(await settings()).toMatchObject({ color_scheme: 2, emojiset: 'text' })
})
