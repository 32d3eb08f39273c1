import { badRequest } from '../../failures.ts'
import { type BotOptions, storeOptions, WEBHOOK_BOT } from '../../people/bot-options.ts'
import { findById } from '../../people/find.ts'
import type { Actor, Chat } from '../../port.ts'
import { isAdministrator, loadMember } from '../../viewer.ts'
import { writeChat } from '../../write.ts'
import { changeAccount } from './change-account.ts'

/** Changes of a bot; what is absent stays. */
export interface BotChange {
  full_name?: string | undefined
  config_data?: BotOptions | undefined
}

/** Changes a bot, as its owner and administrators may. Others do not learn whether there is one. */
export async function updateBot(
  chat: Chat,
  actor: Actor,
  botId: number,
  { full_name, config_data }: BotChange,
): Promise<void> {
  await writeChat(chat, async (unit) => {
    const member = await loadMember(unit.tx, actor, chat.now().getTime())
    const bot = await findById(unit.tx, botId)
    const isMine = bot?.bot_owner_id === member.user.id
    if (!bot?.is_bot || !(isMine || isAdministrator(member))) throw badRequest('No such bot')
    if (full_name !== undefined) await changeAccount(chat, unit, member, bot, { full_name })
    if (config_data === undefined) return
    if (bot.bot_type !== WEBHOOK_BOT) throw badRequest('Only incoming webhooks are configured')
    await storeOptions(unit.tx, bot.id, config_data)
  })
}
