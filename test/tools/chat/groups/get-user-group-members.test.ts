import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('lists members, those of subgroups and roles included unless told not to', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob', { role: 300 })]
  const { group_id } = ok(
    await alice.post('/user_groups/create', {
      name: 'g',
      description: '',
      members: [alice.id],
      subgroups: [5],
    }),
  )
  const members = async (fields: object = {}) =>
    ok(await alice.get(`/user_groups/${group_id}/members`, { ...fields }))['members']
  expect(await members()).toEqual([1, alice.id, bob.id])
  expect(await members({ direct_member_only: true })).toEqual([alice.id])
  expect(await alice.get('/user_groups/99/members')).toMatchObject({
    status: 400,
    msg: 'Invalid user group',
  })
})

test('tells guests who see only whom they have to do with of nobody else, in lists, settings and events', async () => {
  await using world = await startChatWorld()
  const [peer, stranger] = [await world.add('Peer'), await world.add('Stranger')]
  const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: stranger.id })
  const guest = await world.add('Guest', { role: 600 })
  ok(await world.owner.patch('/realm', { can_access_all_users_group: 3 }))
  await peer.whisper('hello', guest)
  const queues = [await guest.register(), await peer.register()]
  const everybody = [peer.id, stranger.id, bot.id]
  const wish = { name: 'crew', description: '', members: everybody }
  const can_join_group = { direct_members: [peer.id, stranger.id], direct_subgroups: [] }
  const { group_id } = ok(
    await world.owner.post('/user_groups/create', { ...wish, can_join_group }),
  )
  const path = `/user_groups/${group_id}/members`
  const seen = [peer.id, bot.id]
  for (const [who, members, joiners] of [
    [guest, seen, [peer.id]],
    [peer, everybody, [peer.id, stranger.id]],
  ] as const) {
    expect(ok(await who.get(path))['members']).toEqual(members)
    expect(ok(await who.get(path, { direct_member_only: true }))['members']).toEqual(members)
    const record = { members, can_join_group: { direct_members: joiners } }
    expect(ok(await who.get('/user_groups'))['user_groups'].at(-1)).toMatchObject(record)
    expect((await who.register())['realm_user_groups'].at(-1)).toMatchObject(record)
  }
  ok(await world.owner.post(path, { delete: [stranger.id] }))
  ok(await world.owner.post(path, { add: [stranger.id, world.owner.id], delete: [peer.id] }))
  ok(await world.owner.post(path, { add: [peer.id] }))
  const heard = await Promise.all(
    [guest, peer].map(async (who, index) =>
      (await who.events(queues[index]!))
        .filter(({ type }) => type === 'user_group')
        .map(({ op, group, user_ids }) => [op, user_ids ?? group.members]),
    ),
  )
  expect(heard).toEqual([
    [
      ['add', seen],
      ['remove_members', [peer.id]],
      ['add_members', [peer.id]],
    ],
    [
      ['add', everybody],
      ['remove_members', [stranger.id]],
      ['remove_members', [peer.id]],
      ['add_members', [stranger.id, world.owner.id]],
      ['add_members', [peer.id]],
    ],
  ])
})
