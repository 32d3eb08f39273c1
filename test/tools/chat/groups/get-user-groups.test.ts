import { expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('lists system groups by role, each within the next wider one, and those that were made', async () => {
  verifies('chat:9:303')
  await using world = await startChatWorld()
  const [alice, guest] = [await world.add('Alice'), await world.add('Guest', { role: 600 })]
  const gone = await world.add('Gone')
  await world.chat.store.write(async (tx) =>
    tx.updateTable('chat_user').set({ is_active: 0 }).where('id', '=', gone.id).execute(),
  )
  const { user_groups } = ok(await guest.get('/user_groups'))
  const listed = user_groups.map((group: Record<string, unknown>) => [
    group['name'],
    group['members'],
    group['direct_subgroup_ids'],
    group['is_system_group'],
  ])
  const bot = 2
  expect(listed).toEqual([
    ['role:internet', [], [2], true],
    ['role:everyone', [guest.id], [3], true],
    ['role:members', [bot, alice.id], [4], true],
    ['role:fullmembers', [bot, alice.id], [5], true],
    ['role:moderators', [], [6], true],
    ['role:administrators', [], [7], true],
    ['role:owners', [1], [], true],
    ['role:nobody', [], [], true],
  ])
})

test('leaves deactivated groups out unless asked', async () => {
  await using world = await startChatWorld()
  const { group_id } = ok(
    await world.owner.post('/user_groups/create', { name: 'g', description: 'd' }),
  )
  const last = async (fields: object = {}) =>
    ok(await world.owner.get('/user_groups', { ...fields }))['user_groups'].at(-1)
  expect(await last()).toMatchObject({
    id: group_id,
    description: 'd',
    creator_id: 1,
    date_created: 1_767_323_045,
    deactivated: false,
    can_manage_group: { direct_members: [1], direct_subgroups: [] },
    can_mention_group: 2,
  })
  await world.chat.store.write(async (tx) =>
    tx.updateTable('chat_group').set({ is_deactivated: 1 }).where('id', '=', group_id).execute(),
  )
  expect(await last()).toMatchObject({ name: 'role:nobody' })
  expect(await last({ include_deactivated_groups: true })).toMatchObject({ deactivated: true })
})
