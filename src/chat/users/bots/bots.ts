import { badRequest } from '../../kernel/failures.ts'
import { isAdministrator, isGuest, loadMember } from '../../kernel/requester.ts'
import type { Reader, User } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import { writeDirectory } from '../../organization/directory-space.ts'
import { JSON_WEBHOOK, WEBHOOKS } from '../../organization/webhook-record.ts'
import { loadServices, requireCallable, storeService } from '../../outgoing/bot-service.ts'
import { OUTGOING_BOT, SERVICE_FORMATS } from '../../outgoing/port.ts'
import { addUser } from '../accounts/add-user.ts'
import { changeAccount } from '../accounts/change-account.ts'
import { type BotOptions, GENERIC_BOT, storeOptions, WEBHOOK_BOT } from '../bot-options.ts'
import { findById } from '../find-users.ts'

/** A requested bot. */
export interface BotWish {
  full_name: string
  short_name: string
  bot_type: number
  service_name?: string | undefined
  config_data: BotOptions
  /** Address of the service, for a bot that hands messages on to one. */
  payload_url?: string | undefined
  interface_type?: number | undefined
}

/**
 * Adds a bot owned by the caller, who must be a person with permission and no guest. Returns it with its key, which is shown only
 * once.
 */
export async function createBot(
  chat: Chat,
  actor: Actor,
  { full_name, short_name, bot_type, service_name = JSON_WEBHOOK, config_data, ...wish }: BotWish,
): Promise<{ user: User; key: string }> {
  if (!/^[a-z0-9][a-z0-9._-]{0,59}$/i.test(short_name)) throw badRequest('Bad name or username')
  const isWebhook = bot_type === WEBHOOK_BOT
  const isOutgoing = bot_type === OUTGOING_BOT
  if (!isWebhook && !isOutgoing && bot_type !== GENERIC_BOT) throw badRequest('Invalid bot type')
  const { payload_url = '', interface_type = SERVICE_FORMATS.generic } = wish
  if (isWebhook && !WEBHOOKS.some(({ name }) => name === service_name)) {
    throw badRequest(`Invalid integration '${service_name}'.`)
  }
  if (!isWebhook && Object.keys(config_data).length > 0) {
    throw badRequest('Only incoming webhooks are configured')
  }
  if (isOutgoing) {
    await requireBotMaker(chat, reader(chat), actor)
    await requireCallable(chat, payload_url)
  }
  return writeDirectory(chat, actor, async (unit) => {
    const user = await requireBotMaker(chat, unit.tx, actor)
    const email = `${short_name.toLowerCase()}-bot@${chat.realmHost}`
    const added = await addUser(chat, unit, { email, full_name, bot_type, bot_owner_id: user.id })
    await storeOptions(unit.tx, added.user.id, config_data)
    if (isOutgoing) await storeService(unit.tx, added.user.id, { payload_url, interface_type })
    return added
  })
}

/** The caller, who must be a person with the permission, and no guest. */
async function requireBotMaker(chat: Chat, db: Reader, actor: Actor): Promise<User> {
  const member = await loadMember(db, actor, chat.now().getTime())
  const { user, groups, realm } = member
  const mayMake = groups.has(realm.can_create_bots_group)
  if (user.is_bot || isGuest(member) || !mayMake) throw badRequest('Insufficient permission')
  return user
}

/** Changes to a bot; absent fields stay. */
export interface BotChange {
  full_name?: string | undefined
  config_data?: BotOptions | undefined
  /** Address of the service, for a bot that hands messages on to one. */
  service_payload_url?: string | undefined
  service_interface?: number | undefined
}

/** Changes a bot. For its owner and administrators; others do not learn whether it exists. */
export async function updateBot(
  chat: Chat,
  actor: Actor,
  botId: number,
  { full_name, config_data, service_payload_url, service_interface }: BotChange,
): Promise<void> {
  if (service_payload_url !== undefined) {
    await requireManaged(chat, reader(chat), actor, botId)
    await requireCallable(chat, service_payload_url)
  }
  await writeChat(chat, async (unit) => {
    const { member, bot } = await requireManaged(chat, unit.tx, actor, botId)
    if (full_name !== undefined) await changeAccount(chat, unit, member, bot, { full_name })
    if (service_payload_url !== undefined || service_interface !== undefined) {
      const service = (await loadServices(unit.tx, [bot.id])).get(bot.id)
      if (!service) throw badRequest('Only outgoing webhooks have a service')
      await storeService(unit.tx, bot.id, {
        payload_url: service_payload_url ?? service.url,
        interface_type: service_interface ?? service.interface,
      })
    }
    if (config_data === undefined) return
    if (bot.bot_type !== WEBHOOK_BOT) throw badRequest('Only incoming webhooks are configured')
    await storeOptions(unit.tx, bot.id, config_data)
  })
}

/** The bot, for its owner and administrators. Throws for everybody else as if there were none. */
async function requireManaged(chat: Chat, db: Reader, actor: Actor, botId: number) {
  const member = await loadMember(db, actor, chat.now().getTime())
  const bot = await findById(db, botId)
  const isMine = bot?.bot_owner_id === member.user.id
  if (!bot?.is_bot || !(isMine || isAdministrator(member))) throw badRequest('No such bot')
  return { member, bot }
}
