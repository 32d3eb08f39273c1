import { dropDrafts } from './change-drafts.ts'
import type { User } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { settingsOf } from './user-settings.ts'

/** Names of the settings that a user has changed personally. */
export async function ownSettings({ tx }: ChatWork, userId: number): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('chat_own_setting')
    .select('name')
    .where('user_id', '=', userId)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

/** Records which settings a user has changed personally. */
export async function noteOwnSettings(
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
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const before = settingsOf(user) as Record<string, unknown>
  const changed = Object.entries(changes).filter(([name, value]) => before[name] !== value)
  if (changed.length === 0) return
  const stored = JSON.parse(user.settings) as Record<string, unknown>
  const settings = JSON.stringify({ ...stored, ...Object.fromEntries(changed) })
  await unit.tx.updateTable('chat_user').set({ settings }).where('id', '=', user.id).execute()
  for (const [property, value] of changed) {
    const language = property === 'default_language' ? { language_name: nameOf(String(value)) } : {}
    const payload = { type: 'user_settings', op: 'update', property, value, ...language }
    unit.emit({ payload, to: { users: [user.id] } })
    if (property === 'presence_enabled') {
      const status = { type: 'user_status', user_id: user.id, away: value === false }
      unit.emit({ payload: status, to: 'all' })
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
