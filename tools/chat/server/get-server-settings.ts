import { z } from 'zod'
import { defineOpenChatOperation } from '../../../src/chat/chat-operation.ts'
import { loadRealm } from '../../../src/chat/realm/settings.ts'
import { serverVersions } from '../../../src/chat/realm/versions.ts'
import { reader } from '../../../src/chat/write.ts'

/** Operation `get_server_settings`: what a client needs to know before it signs in. */
export const getServerSettings = defineOpenChatOperation({
  name: 'get_server_settings',
  title: 'Get server settings',
  description: 'Get the versions of this chat server and how one may sign in. Needs no account.',
  http: { method: 'GET', path: '/server_settings' },
  effects: { readOnly: true, destructive: false, idempotent: true },
  input: z.object({}),
  output: z.looseObject({ service_feature_level: z.int(), realm_url: z.string() }),
  async run({ chat }) {
    const realm = await loadRealm(reader(chat))
    const versions = serverVersions()
    return {
      ...versions,
      service_feature_level: Number(versions['zulip_feature_level']),
      authentication_methods: { password: true, dev: false, email: true, ldap: false },
      external_authentication_methods: [],
      email_auth_enabled: true,
      require_email_format_usernames: true,
      push_notifications_enabled: false,
      is_incompatible: false,
      realm_url: chat.url,
      realm_uri: chat.url,
      realm_name: realm.name,
      realm_icon: `${chat.url}/static/realm-icon.png`,
      realm_description: realm.description,
      realm_web_public_access_enabled: true,
    }
  },
})
