import { expect, test } from 'vitest'
import { SUPPORTED_SETTINGS } from '../../../src/chat/groups/supported-settings.ts'
import { SYSTEM_GROUPS } from '../../../src/chat/groups/system-groups.ts'
import { alice, owner, startChatForEach } from '../../support/chat-people.ts'
import { ok } from '../../support/chat-world.ts'

startChatForEach('Alice')

test('every setting that is a group refuses the groups that the snapshot says it does not take', async () => {
  const { server_supported_permission_settings: settings } = await alice.register()
  expect(settings).toEqual(SUPPORTED_SETTINGS)
  const refusals: string[] = []
  for (const [name, setting] of Object.entries(SUPPORTED_SETTINGS.realm)) {
    for (const [group, isAllowed] of [
      [SYSTEM_GROUPS.internet, setting.allow_internet_group],
      [SYSTEM_GROUPS.everyone, setting.allow_everyone_group],
      [SYSTEM_GROUPS.nobody, setting.allow_nobody_group],
    ] as const) {
      const isOnly = setting.allowed_system_groups.length > 0 && group !== SYSTEM_GROUPS.everyone
      const { status } = await owner.patch('/realm', { [name]: { new: group } })
      if ((status === 200) !== (isAllowed && !isOnly)) refusals.push(`${name} ${group}: ${status}`)
    }
  }
  expect(refusals).toEqual([])
})

test('guests cannot be given what only members may do in a channel', async () => {
  const change = { can_subscribe_group: { new: SYSTEM_GROUPS.everyone } }
  expect(await owner.patch('/streams/1', change)).toMatchObject({
    status: 400,
    msg: "'can_subscribe_group' setting cannot be set to 'role:everyone' group.",
  })
})

test('video calls are links to the server that the organization names', async () => {
  expect(await alice.register()).toMatchObject({
    realm_video_chat_provider: 1,
    realm_jitsi_server_url: null,
    jitsi_server_url: 'https://meet.jit.si',
  })
  ok(await owner.patch('/realm', { jitsi_server_url: 'https://calls.example.com' }))
  expect(await alice.register()).toMatchObject({
    realm_jitsi_server_url: 'https://calls.example.com',
    jitsi_server_url: 'https://calls.example.com',
  })
  ok(await owner.patch('/realm', { jitsi_server_url: 'default', video_chat_provider: 0 }))
  expect(await alice.register()).toMatchObject({
    realm_video_chat_provider: 0,
    realm_jitsi_server_url: null,
  })
  const bad = await owner.patch('/realm', { jitsi_server_url: 'javascript:alert(1)' })
  expect(bad.status).toBe(400)
})
