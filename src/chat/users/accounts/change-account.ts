import { badRequest } from '../../kernel/failures.ts'
import { isAdministrator, type Member } from '../../kernel/requester.ts'
import type { User } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import type { ChatWork } from '../../kernel/unit-of-work.ts'
import type { AccountWish } from '../../personal/setting-inputs.ts'
import { apiEmail, VISIBLE_TO_EVERYONE } from '../user-record.ts'
import { requireFullName } from './add-user.ts'
import { emitUserChanged } from './change-user.ts'
import { isFreeName, makeWayFor } from './free-name.ts'

/** Changes name, time zone or e-mail visibility of an account, and notifies everybody. */
export async function changeAccount(
  chat: Chat,
  unit: ChatWork,
  member: Member,
  user: User,
  wish: AccountWish,
): Promise<void> {
  const { timezone, email_address_visibility: visibility } = wish
  const full_name = wish.full_name === undefined ? user.full_name : requireFullName(wish.full_name)
  if (full_name !== user.full_name) {
    if (member.realm.name_changes_disabled && !isAdministrator(member)) {
      throw badRequest('Name changes are disabled in this organization.')
    }
    // Whoever reads an agent must not take it for somebody else.
    if (
      member.user.id === user.id &&
      user.is_bot &&
      !(await isFreeName(unit.tx, full_name, user.id))
    ) {
      throw badRequest('Name is already in use.')
    }
    await store(unit, user, { full_name })
    emitUserChanged(unit, user.id, { full_name })
    await makeWayFor(unit, { ...user, full_name })
  }
  if (timezone !== undefined && timezone !== user.timezone) {
    if (timezone !== '' && !isTimeZone(timezone)) throw badRequest('Invalid timezone')
    await store(unit, user, { timezone })
    emitUserChanged(unit, user.id, { email: apiEmail(chat, user), timezone })
  }
  if (visibility !== undefined && visibility !== user.email_visibility) {
    await store(unit, user, { email_visibility: visibility })
    unit.emit({
      payload: {
        type: 'user_settings',
        op: 'update',
        property: 'email_address_visibility',
        value: visibility,
      },
      to: { users: [user.id] },
    })
    const changed = { ...user, email_visibility: visibility }
    emitUserChanged(unit, user.id, { new_email: apiEmail(chat, changed) })
    const isShown = visibility === VISIBLE_TO_EVERYONE
    emitUserChanged(unit, user.id, { delivery_email: isShown ? user.email : null })
  }
}

async function store({ tx }: ChatWork, user: User, columns: Partial<User>): Promise<void> {
  await tx.updateTable('chat_user').set(columns).where('id', '=', user.id).execute()
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
