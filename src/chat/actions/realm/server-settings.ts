import { REALM_ICON_PATH } from '../../files/public-files.ts'
import type { Chat } from '../../port.ts'
import { loadRealm } from '../../realm/store-realm.ts'
import { serverVersions } from '../../realm/versions.ts'
import { reader } from '../../write.ts'

/** What a client must know before anybody signs in. */
export async function serverSettings(chat: Chat) {
  const realm = await loadRealm(reader(chat))
  const versions = serverVersions()
  return {
    ...versions,
    service_feature_level: Number(versions['zulip_feature_level']),
    authentication_methods: { password: true, dev: false, email: true, ldap: false },
    external_authentication_methods: [],
    email_auth_enabled: true,
    require_email_format_usernames: true,
    push_notifications_enabled: chat.relay !== undefined,
    is_incompatible: false,
    realm_url: chat.url,
    realm_uri: chat.url,
    realm_name: realm.name,
    realm_icon: `${chat.url}${REALM_ICON_PATH}`,
    realm_description: realm.description,
    realm_web_public_access_enabled: true,
  }
}
