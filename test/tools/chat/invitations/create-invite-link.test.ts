import { expect, test } from 'vitest'
import { inviteLink, invitesOf } from '../../../support/chat-invitations.ts'
import { alice, owner, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok } from '../../../support/chat-world.ts'

startChatForEach('Alice')

test('makes a link that is shown again, for administrators', async () => {
  const link = await inviteLink(owner, { max_uses: 3, invite_expires_in_minutes: null })
  expect(await invitesOf(owner)).toMatchObject([
    { is_multiuse: true, link_url: link, expiry_date: null, times_used: 0, max_uses: 3 },
  ])
  expect(await alice.post('/invites/multiuse')).toMatchObject({ msg: 'Insufficient permission' })
})

test('a link that makes owners is shown to owners only', async () => {
  const admin = await world.add('Admin', { role: 200 })
  await inviteLink(owner, { invite_as: 100 })
  expect(await invitesOf(admin)).toEqual([])
  expect(await invitesOf(owner)).toHaveLength(1)
  expect(await admin.delete('/invites/multiuse/1')).toMatchObject({
    msg: 'Must be an organization owner',
  })
})

test('groups and channels that the caller may not add others to are refused', async () => {
  const closed = { name: 'closed', description: '', members: [], can_manage_group: 8 }
  const group = ok(await alice.post('/user_groups/create', closed))['group_id']
  ok(await owner.patch('/realm', { can_manage_all_groups: 8 }))
  expect(await owner.post('/invites/multiuse', { group_ids: [group] })).toMatchObject({
    msg: 'Insufficient permission',
  })
  expect(await owner.post('/invites/multiuse', { stream_ids: [99] })).toMatchObject({
    msg: 'Invalid channel ID 99. No invites were sent.',
  })
})
