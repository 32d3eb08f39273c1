import type { Chat, User } from '../port.ts'
import type { ChatWork } from '../write.ts'
import { userRecord } from './user-record.ts'
import { SYSTEM_GROUPS } from '../groups/system-groups.ts'
import { REALM_DEFAULTS } from '../realm/settings.ts'
import type { Viewer } from '../viewer.ts'

/** Events hold what nobody may see more than; whoever may see an address gets it when he fetches. */
function anybody(user: User): Viewer {
  const groups = new Set([SYSTEM_GROUPS.internet])
  return { user: { ...user, id: 0, role: Number.MAX_SAFE_INTEGER }, groups, realm: REALM_DEFAULTS }
}

/** Tells everybody of a new account. */
export function tellUserAdded(chat: Chat, { emit }: ChatWork, user: User): void {
  const person = {
    ...userRecord(chat, anybody(user), user, { clientExtavatar: false }),
    ...(user.is_bot ? {} : { profile_data: {} }),
  }
  emit({ payload: { type: 'realm_user', op: 'add', person }, to: 'all' })
}

/** Tells everybody what has changed about an account. */
export function tellUserChanged(
  { emit }: ChatWork,
  userId: number,
  change: Readonly<Record<string, unknown>>,
): void {
  const person = { user_id: userId, ...change }
  emit({ payload: { type: 'realm_user', op: 'update', person }, to: 'all' })
}
