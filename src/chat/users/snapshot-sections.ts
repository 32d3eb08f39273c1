import { DAY_MS } from '../../lib/durations.ts'
import type { SnapshotSection } from '../events/snapshot-section.ts'
import { groupRecords, loadNamedGroups } from '../groups/group-record.ts'
import { withoutHiddenUsers } from '../groups/group-record.ts'
import { ROLES } from '../groups/system-groups.ts'
import type { User } from '../kernel/rows.ts'
import { JSON_WEBHOOK } from '../organization/webhook-record.ts'
import { type BotService, loadServices } from '../outgoing/bot-service.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { presenceMap, loadPresentUsers } from '../presence/show-presence.ts'
import { loadStatuses } from '../presence/status.ts'
import { loadAccessibleIds, loadAccessibleUsers, loadUserVisibility } from './access.ts'
import { WEBHOOK_BOT } from './bot-options.ts'
import { loadProfiles } from './profile-fields.ts'
import { apiEmail, avatarFields, avatarUrl, userRecord } from './user-record.ts'

/** The requester and everybody they may see. */
const people: SnapshotSection = {
  kinds: ['realm_user'],
  async load({ chat, db, requester, clientExtavatar }) {
    if (!requester.user)
      return { realm_users: [], realm_non_active_users: [], cross_realm_bots: [] }
    const users = await loadAccessibleUsers(db, requester)
    const profiles = await loadProfiles(db)
    const records = users.map((user) => ({
      ...userRecord(chat, requester, user, { clientExtavatar }),
      ...(user.is_bot ? {} : { profile_data: profiles.get(user.id) ?? {} }),
    }))
    const { user } = requester
    return {
      realm_users: records.filter(({ is_active }) => is_active),
      realm_non_active_users: records.filter(({ is_active }) => !is_active),
      cross_realm_bots: [],
      user_id: user.id,
      email: apiEmail(chat, user),
      delivery_email: user.email,
      full_name: user.full_name,
      is_owner: user.role === ROLES.owner,
      is_admin: user.role <= ROLES.administrator,
      is_moderator: user.role <= ROLES.moderator,
      is_guest: user.role === ROLES.guest,
      ...avatarFields(chat, user),
      can_create_streams: requester.groups.has(requester.realm.can_create_public_channel_group),
      can_create_public_streams: requester.groups.has(
        requester.realm.can_create_public_channel_group,
      ),
      can_create_private_streams: requester.groups.has(
        requester.realm.can_create_private_channel_group,
      ),
      can_create_web_public_streams: requester.groups.has(
        requester.realm.can_create_web_public_channel_group,
      ),
      can_subscribe_other_users: requester.groups.has(requester.realm.can_add_subscribers_group),
      can_invite_others_to_realm: requester.groups.has(requester.realm.can_invite_users_group),
    }
  },
}

function servicesOf(bot: User, service: BotService | undefined): object[] {
  if (bot.bot_type === WEBHOOK_BOT) return [{ service_name: JSON_WEBHOOK, config_data: {} }]
  if (!service) return []
  return [{ base_url: service.url, interface: service.interface, token: service.token }]
}

/** Bots of the requester; all of them for administrators. */
const bots: SnapshotSection = {
  kinds: ['realm_bot'],
  async load({ chat, db, requester }) {
    const { user } = requester
    if (!user) return { realm_bots: [] }
    const query = db.selectFrom('chat_user').selectAll().where('is_bot', '=', 1).orderBy('id')
    const rows = await (
      user.role <= ROLES.administrator ? query : query.where('bot_owner_id', '=', user.id)
    ).execute()
    const services = await loadServices(
      db,
      rows.map(({ id }) => id),
    )
    const realm_bots = rows.map((bot) => ({
      user_id: bot.id,
      full_name: bot.full_name,
      email: bot.email,
      bot_type: bot.bot_type,
      is_active: bot.is_active === 1,
      owner_id: bot.bot_owner_id,
      avatar_url: avatarUrl(chat, bot),
      default_sending_stream: null,
      default_events_register_stream: null,
      default_all_public_streams: false,
      services: servicesOf(bot, services.get(bot.id)),
    }))
    return { realm_bots }
  },
}

/** The requester's own settings, also one by one at the top as older clients read them. */
const settings: SnapshotSection = {
  kinds: ['user_settings', 'update_display_settings', 'update_global_notifications'],
  async load({ requester }) {
    if (!requester.user) return {}
    const own = settingsOf(requester.user)
    const user_settings = {
      ...own,
      email_address_visibility: requester.user.email_visibility,
      timezone: requester.user.timezone,
      emojiset_choices: [
        { key: 'google', text: 'Google' },
        { key: 'twitter', text: 'Twitter' },
        { key: 'text', text: 'Plain text' },
      ],
      available_notification_sounds: ['zulip'],
    }
    return { ...own, timezone: requester.user.timezone, user_settings }
  },
}

/** Statuses of users. */
const status: SnapshotSection = {
  kinds: ['user_status'],
  async load({ db, requester }) {
    if (!requester.user) return { user_status: {} }
    const ids = await loadAccessibleIds(db, requester)
    return { user_status: await loadStatuses(db, ids && [...ids]) }
  },
}

/** Recent presence. */
const presence: SnapshotSection = {
  kinds: ['presence'],
  async load({ chat, db, requester, nowMs, slimPresence, presenceHistoryDays, capabilities }) {
    if (!requester.user) return { presences: {} }
    const isModern = slimPresence || (capabilities['simplified_presence_events'] ?? false)
    const sinceMs = Math.max(0, nowMs - presenceHistoryDays * DAY_MS)
    const userIds = requester.realm.limits_presence
      ? await loadAccessibleIds(db, requester)
      : undefined
    const { present, updateId } = await loadPresentUsers(db, { sinceMs, userIds })
    return {
      presences: presenceMap(chat, present, isModern),
      presence_last_update_id: updateId === 0 ? -1 : updateId,
      server_timestamp: nowMs / 1_000,
    }
  },
}

/** Named groups. */
const groups: SnapshotSection = {
  kinds: ['realm_user_groups'],
  async load({ db, requester, nowMs, capabilities }) {
    const named = await loadNamedGroups(db, capabilities['include_deactivated_groups'] ?? false)
    const waiting = requester.realm.waiting_period_threshold
    const records = await groupRecords(db, named, waiting, nowMs)
    // Visitors may not see group membership.
    const sees = requester.user ? await loadUserVisibility(db, requester) : () => false
    return { realm_user_groups: records.map((record) => withoutHiddenUsers(record, sees)) }
  },
}

/** Everything about people and groups. */
export const userSections: readonly SnapshotSection[] = [
  people,
  bots,
  settings,
  status,
  presence,
  groups,
]
