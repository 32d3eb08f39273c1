import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('puts an emoji under a message, once, for everybody to see', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const id = await alice.say('done')
  const queue = await world.owner.register()
  const react = (fields: object) => alice.post(`/messages/${id}/reactions`, { ...fields })
  ok(await react({ emoji_name: '+1' }))
  expect(await react({ emoji_name: 'thumbs_up' })).toMatchObject({
    status: 400,
    code: 'REACTION_ALREADY_EXISTS',
  })
  const reaction = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }
  expect(await world.owner.events(queue)).toEqual([
    {
      type: 'reaction',
      op: 'add',
      id: expect.any(Number),
      message_id: id,
      user_id: alice.id,
      user: {
        user_id: alice.id,
        email: alice.email,
        full_name: 'Alice',
        is_mirror_dummy: false,
      },
      ...reaction,
    },
  ])
  ok(await world.owner.post(`/messages/${id}/reactions`, { emoji_name: 'thumbsup' }))
  const { message } = ok(await alice.get(`/messages/${id}`))
  expect(message.reactions).toEqual([
    { ...reaction, user_id: alice.id },
    { ...reaction, user_id: world.owner.id },
  ])
})

test('refuses what is no emoji, and messages that one may not read', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const id = await alice.whisper('x', world.owner)
  const bob = await world.add('Bob')
  const react = (fields: object) => alice.post(`/messages/${id}/reactions`, { ...fields })
  expect(await react({ emoji_name: 'nonesuch' })).toMatchObject({ status: 400 })
  expect(await react({ emoji_name: 'tada', emoji_code: 'zzz' })).toMatchObject({ status: 400 })
  expect(await react({})).toMatchObject({ status: 400 })
  expect(await bob.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })).toMatchObject({
    status: 400,
    msg: 'Invalid message(s)',
  })
})

test('an emoji is shown by its usual name, whatever name it was given by', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const samples = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../fixtures/chat-emoji.json'), 'utf8'),
  ) as [name: string, code: string, usual: string][]
  // Every fourth: all names are held where they are read.
  for (const [name, emoji_code, usual] of samples.filter((_, at) => at % 4 === 0)) {
    const id = await alice.say('x')
    const reaction = { emoji_name: usual, emoji_code, reaction_type: 'unicode_emoji' }
    const sent = usual === name ? { emoji_name: name } : { ...reaction, emoji_name: name }
    ok(await alice.post(`/messages/${id}/reactions`, sent))
    expect(ok(await alice.get(`/messages/${id}`))['message'].reactions).toEqual([
      { ...reaction, user_id: alice.id },
    ])
    ok(await alice.delete(`/messages/${id}/reactions`, { emoji_name: name, emoji_code }))
    ok(await alice.post('/users/me/status', sent))
    expect(ok(await alice.get(`/users/${alice.id}/status`))['status']).toEqual(reaction)
  }
})

/** For what cannot be a name, for a name of none, and for a character that no text may hold. */
const REFUSED =
  /^(Invalid emoji name\.|Emoji '\w+' does not exist|Argument "emoji_name" must not contain .*)$/

test.each([
  '__proto__',
  'constructor',
  ' tada',
  'tada\n',
  'TADA',
  ':tada:',
  '👍',
  '<b>x</b>',
  'ta\u0000da',
  'x'.repeat(101),
  '\u{E0061}'.repeat(50),
  "tada' OR 1=1--",
])('%j is refused', async (emoji_name) => {
  await using world = await startChatWorld()
  const id = await world.owner.say('x')
  for (const path of [`/messages/${id}/reactions`, '/users/me/status']) {
    for (const code of [{}, { emoji_code: '1f389', reaction_type: 'unicode_emoji' }]) {
      const answer = await world.owner.post(path, { emoji_name, ...code })
      expect(answer).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
      expect(answer.msg).toMatch(REFUSED)
    }
  }
})
