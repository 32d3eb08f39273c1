import { sql } from 'kysely'
import { countChars, firstChars } from '../../../lib/text.ts'
import { ROLES } from '../../groups/system-groups.ts'
import type { Tx } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import { USER_NAME_MAX_CHARS } from '../../limits.ts'
import { findNoticeBot } from '../../organization/bootstrap.ts'
import { USER_SETTING_DEFAULTS, type UserSetting } from '../../personal/user-settings.ts'
import { requireAddress } from '../../users/accounts/email-address.ts'
import { findByEmail } from '../../users/find-users.ts'
import type { ExportRow } from '../rows.ts'
import { freeId } from './free-id.ts'
import { type Importing, type ImportUnit, importRows } from './progress.ts'
import { flagIn, idIn, intIn, msIn, textIn } from './values.ts'

/** Tables that hold accounts, with whether they are ordinary ones. */
const ACCOUNT_TABLES = [
  'zerver_userprofile',
  'zerver_userprofile_mirrordummy',
  'zerver_userprofile_crossrealm',
] as const

const ROLE_IDS: ReadonlySet<number> = new Set(Object.values(ROLES))

/**
 * Brings accounts, without passwords and keys. Whoever has an account of the same address keeps it as it is, with its role; the
 * bots of the system become our own.
 */
export async function importAccounts(importing: Importing): Promise<void> {
  const { chat, source } = importing
  for (const table of ACCOUNT_TABLES) {
    const isSystem = table === 'zerver_userprofile_crossrealm'
    await importRows(importing, table, source.rows(table), async (unit, row) => {
      const old = idIn(row, 'id')
      if (old === undefined) return unit.leaveOut('accounts without an id', [row])
      if (unit.idOf('user', old) !== undefined) return undefined
      const known = await findKnown(chat, unit.tx, row, isSystem)
      if (known) {
        unit.setId('user', old, known.id)
        return unit.brought('accounts that were here already')
      }
      const id = await freeId(unit.tx, chat.store.kind, 'chat_user', old)
      await unit.tx
        .insertInto('chat_user')
        .values({ id, ...accountOf(chat, row, id), read_up_to: unit.state.lastId })
        .execute()
      unit.setId('user', old, id)
      unit.setId('newcomer', old, id)
      if (countChars(textIn(row, 'full_name').trim()) > USER_NAME_MAX_CHARS) {
        unit.leaveOut('ends of names and descriptions that were too long', [row])
      }
      return unit.brought(flagIn(row, 'is_bot') ? 'bots' : 'people')
    })
  }
  await importRows(importing, 'bot owners', source.rows('zerver_userprofile'), nameOwner)
}

async function findKnown(chat: Chat, tx: Tx, row: ExportRow, isSystem: boolean) {
  const email = textIn(row, 'delivery_email') || textIn(row, 'email')
  if (isSystem || email.startsWith('notification-bot@')) {
    const bot = email.startsWith('notification-bot@') ? await findNoticeBot(chat, tx) : undefined
    if (bot) return bot
  }
  return findByEmail(chat, tx, email)
}

async function nameOwner(unit: ImportUnit, row: ExportRow): Promise<void> {
  const bot = unit.idOf('user', idIn(row, 'id'))
  const owner = unit.idOf('user', idIn(row, 'bot_owner'))
  if (bot === undefined || owner === undefined) return
  await unit.tx
    .updateTable('chat_user')
    .set({ bot_owner_id: owner })
    .where('id', '=', bot)
    .where('is_bot', '=', 1)
    .where('bot_owner_id', 'is', null)
    .where('key_hash', 'is', null)
    .execute()
}

function accountOf(chat: Chat, row: ExportRow, id: number) {
  const email = addressOf(chat, row, id)
  const role = intIn(row, 'role')
  const isBot = flagIn(row, 'is_bot')
  const visibility = intIn(row, 'email_address_visibility', 1)
  const botType = intIn(row, 'bot_type', 1)
  return {
    email,
    email_key: email.toLowerCase(),
    full_name: nameOf(row, id),
    role: ROLE_IDS.has(role) ? role : ROLES.member,
    is_active: flagIn(row, 'is_active'),
    is_deleted: 0,
    is_imported_stub: flagIn(row, 'is_mirror_dummy'),
    is_bot: isBot,
    bot_type: isBot ? Math.min(Math.max(botType, 1), 4) : null,
    bot_owner_id: null,
    joined_at: msIn(row, 'date_joined') ?? chat.now().getTime(),
    joins_at_sign_in: 0,
    timezone: firstChars(textIn(row, 'timezone'), 50),
    avatar_version: Math.max(1, intIn(row, 'avatar_version', 1)),
    avatar_path: null,
    email_visibility: visibility >= 1 && visibility <= 5 ? visibility : 1,
    key_hash: null,
    password_hash: null,
    settings: JSON.stringify(settingsIn(row)),
  }
}

function addressOf(chat: Chat, row: ExportRow, id: number): string {
  try {
    return requireAddress(chat, textIn(row, 'delivery_email') || textIn(row, 'email'))
  } catch {
    return `imported-${id}@${chat.realmHost}`
  }
}

function nameOf(row: ExportRow, id: number): string {
  const name = textIn(row, 'full_name')
    .replaceAll(/[*`\\>"@|\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return firstChars(name, USER_NAME_MAX_CHARS) || `User ${id}`
}

/** The settings that are known here and differ from those of a new account. */
function settingsIn(row: ExportRow): Record<string, unknown> {
  const known = Object.entries(USER_SETTING_DEFAULTS) as [UserSetting, unknown][]
  return Object.fromEntries(
    known
      .map(([name, standard]) => [name, standard, row[name]] as const)
      .filter(([, standard, value]) => typeof value === typeof standard && value !== standard)
      .filter(([, , value]) => typeof value !== 'string' || value.length <= 100)
      .map(([name, , value]) => [name, value]),
  )
}

/** How many accounts have nobody's key or password: they sign in once an administrator gave them one. */
export async function countWithoutKey(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from chat_user
    where key_hash is null and password_hash is null and is_active = 1 and is_bot = 0`.execute(tx)
  return rows[0]?.count ?? 0
}
