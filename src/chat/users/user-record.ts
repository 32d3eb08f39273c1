import { createHash } from 'node:crypto'
import { ROLES } from '../groups/system-groups.ts'
import type { Requester } from '../kernel/requester.ts'
import type { User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { AVATAR_EDGES_PX, AVATAR_ENDINGS, patternPath } from './avatar-address.ts'
import type { UserRecord } from './user-schema.ts'

/** Format options of user records. */
export interface UserRecordOptions {
  /** The client computes the addresses of external avatars itself, so they are left out. */
  clientExtavatar: boolean
}

/** Who may see a user's real address, by its visibility setting. */
const VISIBILITY_MAX_ROLE: Readonly<Record<number, number>> = {
  2: ROLES.member,
  3: ROLES.administrator,
  5: ROLES.moderator,
}

/** Everyone, the visibility with which the API address is the real one. */
export const VISIBLE_TO_EVERYONE = 1

/** The user as a requester may see it. */
export function userRecord(
  chat: Chat,
  requester: Requester,
  user: User,
  { clientExtavatar }: UserRecordOptions,
): UserRecord {
  const canSee = canSeeEmail(requester, user)
  return {
    user_id: user.id,
    delivery_email: canSee ? user.email : null,
    email: apiEmail(chat, user),
    full_name: user.full_name,
    date_joined: new Date(user.joined_at).toISOString(),
    is_active: user.is_active === 1,
    is_owner: user.role === ROLES.owner,
    is_admin: user.role <= ROLES.administrator,
    is_guest: user.role === ROLES.guest,
    is_bot: user.is_bot === 1,
    bot_type: user.bot_type,
    bot_owner_id: user.bot_owner_id,
    role: user.role,
    timezone: user.timezone,
    avatar_url: canSee && clientExtavatar && isExternal(chat, user) ? null : avatarUrl(chat, user),
    avatar_version: user.avatar_version,
    is_imported_stub: user.is_imported_stub === 1,
    ...(user.is_deleted ? { is_deleted: true } : {}),
  }
}

/** Whether the requester may see the real address of a user. */
export function canSeeEmail({ user: requester }: Requester, user: User): boolean {
  if (user.is_bot || user.email_visibility === VISIBLE_TO_EVERYONE) return true
  if (requester === undefined) return false
  if (requester.id === user.id) return true
  return requester.role <= (VISIBILITY_MAX_ROLE[user.email_visibility] ?? 0)
}

/** The address that stands for a user in the API: the real one, or a placeholder where that is hidden. */
export function apiEmail(chat: Pick<Chat, 'realmHost'>, user: User): string {
  if (user.is_bot || user.email_visibility === VISIBLE_TO_EVERYONE) return user.email
  return placeholderEmail(chat, user.id)
}

/** The address of the form `user<id>@<host>`, which works for every user (spec 4.4). */
export function placeholderEmail({ realmHost }: Pick<Chat, 'realmHost'>, userId: number): string {
  return `user${userId}@${realmHost}`
}

/** The user id of a placeholder address of this server; undefined for any other address. */
export function placeholderId(
  { realmHost }: Pick<Chat, 'realmHost'>,
  email: string,
): number | undefined {
  const [, id, host] = /^user(\d{1,15})@(.+)$/i.exec(email) ?? []
  return id !== undefined && host?.toLowerCase() === realmHost ? Number(id) : undefined
}

/** What addresses of pictures follow from. */
type Place = Pick<Chat, 'realmHost' | 'usesGravatar'>

/** Address of the picture of an account, versioned by `?v=`; a path of this server unless it is one of Gravatar. */
export function avatarUrl(
  chat: Place,
  user: User,
  size: keyof typeof AVATAR_EDGES_PX = 'small',
): string {
  const { avatar_path: own, avatar_version: version } = user
  if (isExternal(chat, user)) {
    const digest = createHash('sha256').update(apiEmail(chat, user).toLowerCase()).digest('hex')
    const edge = size === 'small' ? '' : `&s=${AVATAR_EDGES_PX[size]}`
    return `https://secure.gravatar.com/avatar/${digest}?v=${version}&d=identicon${edge}`
  }
  return `${own ?? patternPath(user.id)}${AVATAR_ENDINGS[size]}?v=${version}`
}

/** Whether the picture of an account is at another server, where clients find it by themselves. */
export function isExternal({ usesGravatar = false }: Place, { avatar_path }: User): boolean {
  return avatar_path === null && usesGravatar
}

/** Where a picture comes from, as clients know it: uploaded, Gravatar, or drawn. */
export function avatarSource(chat: Place, user: User): 'U' | 'G' | 'J' {
  if (user.avatar_path !== null) return 'U'
  return isExternal(chat, user) ? 'G' : 'J'
}

/** What tells everybody of the picture of an account. */
export function avatarFields(chat: Place, user: User) {
  return {
    avatar_source: avatarSource(chat, user),
    avatar_url: avatarUrl(chat, user),
    avatar_url_medium: avatarUrl(chat, user, 'medium'),
    avatar_version: user.avatar_version,
  }
}
