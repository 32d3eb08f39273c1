import type { User } from '../kernel/rows.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { dropDrafts } from './change-drafts.ts'
import { settingsOf, type UserSetting, type UserSettings } from './user-settings.ts'

/** Names of the settings that a user has changed personally. */
export async function loadOwnSettings(
  { tx }: ChatWork,
  userId: number,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('chat_own_setting')
    .select('name')
    .where('user_id', '=', userId)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/** Records which settings a user has changed personally. */
export async function recordOwnSettings(
  { tx }: ChatWork,
  user_id: number,
  names: readonly string[],
): Promise<void> {
  for (const name of names) {
    await tx
      .insertInto('chat_own_setting')
      .values({ user_id, name })
      .onConflict((conflict) => conflict.columns(['user_id', 'name']).doNothing())
      .execute()
  }
}

/** Changes settings of a user, notifies the user's clients, and applies dependent changes. */
export async function changeSettings(
  unit: ChatWork,
  user: User,
  changes: { readonly [Name in UserSetting]?: UserSettings[Name] | undefined },
): Promise<void> {
  const before = settingsOf(user)
  const requested = Object.entries(changes) as [
    UserSetting,
    UserSettings[UserSetting] | undefined,
  ][]
  const changed = requested.filter(
    (entry): entry is [UserSetting, UserSettings[UserSetting]] =>
      entry[1] !== undefined && before[entry[0]] !== entry[1],
  )
  if (changed.length === 0) return
  const stored = JSON.parse(user.settings) as Record<string, unknown>
  const settings = JSON.stringify({ ...stored, ...Object.fromEntries(changed) })
  await unit.tx.updateTable('chat_user').set({ settings }).where('id', '=', user.id).execute()
  for (const [property, value] of changed) {
    const language = property === 'default_language' ? { language_name: nameOf(String(value)) } : {}
    unit.emit({
      payload: { type: 'user_settings', op: 'update', property, value, ...language },
      to: { users: [user.id] },
    })
    if (property === 'presence_enabled') {
      unit.emit({
        payload: { type: 'user_status', user_id: user.id, away: value === false },
        to: 'all',
      })
    }
    if (property === 'enable_drafts_synchronization' && value === false) {
      await dropAllDrafts(unit, user.id)
    }
  }
}

function nameOf(language: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language
}

async function dropAllDrafts(unit: ChatWork, userId: number): Promise<void> {
  const rows = await unit.tx
    .selectFrom('chat_draft')
    .select('id')
    .where('user_id', '=', userId)
    .execute()
  await dropDrafts(
    unit,
    userId,
    rows.map(({ id }) => id),
  )
}
