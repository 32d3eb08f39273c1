import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('tells versions and ways to sign in without an account', async () => {
  await using world = await startChatWorld()
  expect(ok(await world.anybody.get('/server_settings'))).toMatchObject({
    service_feature_level: 496,
    zulip_feature_level: 496,
    zulip_version: '12.0',
    realm_url: 'http://chat.test',
    realm_uri: 'http://chat.test',
    email_auth_enabled: true,
    require_email_format_usernames: true,
    authentication_methods: { password: true },
  })
})
