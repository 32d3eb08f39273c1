import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

startChatForEach('Alice')

const set = (fields: object, who = world.owner, id = alice.id) =>
  who.post(`/users/${id}/status`, { ...fields })
const status = async () => ok(await alice.get(`/users/${alice.id}/status`))['status']

test('sets and clears the status of another user', async () => {
  verifies('chat:4.3:set-status:status_text', 'chat:4.3:set-status:emoji_name')
  verifies('chat:4.3:set-status:emoji_code', 'chat:4.3:set-status:reaction_type')
  verifies('chat:4.3:set-status:response', 'chat:9:407')
  const emoji = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }
  const answer = ok(await set({ status_text: 'Away', ...emoji }))
  expect(answer).toEqual({ result: 'success', msg: '', status: 200 })
  expect(await status()).toEqual({ status_text: 'Away', ...emoji })
  ok(await set({ status_text: '' }))
  expect(await status()).toEqual(emoji)
  const extra = { emoji_name: 'service', reaction_type: 'service_extra_emoji' }
  ok(await set(extra))
  expect(await status()).toEqual({ ...extra, emoji_code: 'service' })
})

test('takes 60 code points and no more', async () => {
  verifies('chat:8:status_text', 'chat:4.3:set-status:error:too-long')
  verifies('chat:7:msg:status-too-long')
  ok(await set({ status_text: '😀'.repeat(60) }))
  expect(await set({ status_text: '😀'.repeat(61) })).toMatchObject({
    ...refused,
    msg: 'status_text is too long (limit: 60 characters)',
  })
})

test('is for administrators, on any user but bots', async () => {
  verifies('chat:4.3:set-status:error:permission', 'chat:5:5:status', 'chat:9:473')
  const fields = { status_text: 'x' }
  const permission = { ...refused, msg: 'Insufficient permission' }
  const bob = await world.add('Bob')
  expect(await set(fields, bob)).toMatchObject(permission)
  expect(await set(fields, await world.add('Mo', { role: 300 }))).toMatchObject(permission)
  ok(await set(fields, await world.add('Ada', { role: 200 })))
  const bot = await world.add('Robot', { bot_type: 1 })
  expect(await set(fields, world.owner, bot.id)).toMatchObject(permission)
  expect(await set(fields, world.owner, 99)).toMatchObject({ ...refused, msg: 'No such user' })
})

test.each([
  ['nothing new', {}, 'Client did not pass any new values.'],
  [
    'a code without a name',
    { emoji_code: '1f389' },
    'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
  ],
  [
    'a type without a name',
    { reaction_type: 'unicode_emoji' },
    'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
  ],
  ['a name that does not exist', { emoji_name: 'nonesuch' }, "Emoji 'nonesuch' does not exist"],
  ['a name of another emoji', { emoji_name: 'tada', emoji_code: '1f44d' }, 'Invalid emoji name.'],
  ['a name that is none', { emoji_name: 'a b' }, 'Invalid emoji name.'],
  [
    'a custom emoji that does not exist',
    { emoji_name: 'x', emoji_code: '1', reaction_type: 'realm_emoji' },
    'Invalid custom emoji.',
  ],
  ['another type', { emoji_name: 'tada', reaction_type: 'other' }, 'Invalid emoji type.'],
])('refuses %s', async (_, fields, msg) => {
  verifies('chat:4.3:set-status:error:nothing-new', 'chat:7:msg:nothing-new')
  verifies('chat:4.3:set-status:error:name-missing', 'chat:4.3:set-status:error:name-unknown')
  verifies('chat:4.3:set-status:error:name-invalid', 'chat:4.3:set-status:error:custom-invalid')
  expect(await set(fields)).toMatchObject({ ...refused, msg })
})
