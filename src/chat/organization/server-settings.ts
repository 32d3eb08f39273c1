import { VERSION } from '../../lib/version.ts'
import type { Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { FEATURE_LEVEL } from './limits.ts'
import { pictureOf } from './realm-pictures.ts'
import { loadRealm } from './store-realm.ts'

/** The release of the public API whose behaviour this server follows, for version checks of clients. */
const PUBLIC_API_VERSION = '12.0'

/** Versions under the names that clients of the public API look for. */
export function serverVersions(): Record<string, unknown> {
  return {
    zulip_version: PUBLIC_API_VERSION,
    zulip_merge_base: PUBLIC_API_VERSION,
    zulip_feature_level: FEATURE_LEVEL,
    bellhop_version: VERSION,
  }
}

/** Returns what a client must know before sign-in. */
export async function loadServerSettings(chat: Chat) {
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
    // Ours: without mail, no page promises a link by it.
    bellhop_sends_mail: chat.mail !== undefined,
    is_incompatible: false,
    realm_url: chat.url,
    realm_uri: chat.url,
    realm_name: realm.name,
    realm_icon: pictureOf(chat, realm, 'icon').url,
    realm_description: realm.description,
    realm_web_public_access_enabled: true,
  }
}
