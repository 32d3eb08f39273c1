import { countChars } from '../../lib/text.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Reader, Tx } from '../kernel/rows.ts'
import { SECRET_OPTION, WEBHOOKS } from '../organization/webhook-record.ts'
import { WEBHOOK_SECRET_MAX_CHARS, WEBHOOK_SECRET_MIN_CHARS } from '../outgoing/limits.ts'

/** `bot_type` of a generic bot (spec 2.1). */
export const GENERIC_BOT = 1

/** `bot_type` of a bot that only posts what another service sends to its webhook (spec 2.1). */
export const WEBHOOK_BOT = 2

/** Values of the options of a bot by their keys; an empty one removes the option. */
export type BotOptions = Readonly<Record<string, string>>

/**
 * Changes options of a webhook bot; what is absent stays. They are kept as they are given, since a signature can
 * only be checked with the secret itself. Throws for an option that its integration does not have.
 */
export async function storeOptions(tx: Tx, botId: number, options: BotOptions): Promise<void> {
  const known = new Set(
    WEBHOOKS.flatMap(({ config_options }) => config_options.map(({ key }) => key)),
  )
  for (const [name, value] of Object.entries(options)) {
    if (!known.has(name)) throw badRequest(`Invalid configuration data: no option '${name}'`)
    await tx
      .deleteFrom('chat_bot_option')
      .where('user_id', '=', botId)
      .where('name', '=', name)
      .execute()
    if (value === '') continue
    if (name === SECRET_OPTION) requireSecret(value)
    await tx.insertInto('chat_bot_option').values({ user_id: botId, name, value }).execute()
  }
}

/** A short secret could be found by trying, with one signed event in hand. */
function requireSecret(value: string): void {
  const chars = countChars(value)
  if (chars < WEBHOOK_SECRET_MIN_CHARS || chars > WEBHOOK_SECRET_MAX_CHARS) {
    throw badRequest(
      `Invalid configuration data: '${SECRET_OPTION}' takes ${WEBHOOK_SECRET_MIN_CHARS} to ${WEBHOOK_SECRET_MAX_CHARS} characters`,
    )
  }
}

/** What the events of a bot's webhook must be signed with; undefined where they need no signature. */
export async function findWebhookSecret(db: Reader, botId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('chat_bot_option')
    .select('value')
    .where('user_id', '=', botId)
    .where('name', '=', SECRET_OPTION)
    .executeTakeFirst()
  return row?.value
}
