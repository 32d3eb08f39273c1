import { badRequest } from '../../kernel/failures.ts'
import { isAdministrator, loadMember } from '../../kernel/requester.ts'
import type { User } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import { findById } from '../find-users.ts'
import { addKey } from '../sign-in/api-keys.ts'
import { replaceKey } from '../sign-in/fetch-key.ts'
import { apiEmail, avatarUrl } from '../user-record.ts'

/** A further API key of a bot, for its owner: keys are kept as digests, so that no earlier one can be shown. */
export async function addBotKey(chat: Chat, actor: Actor, botId: number): Promise<string> {
  const bot = await requireKeyedBot(chat, actor, botId)
  return writeChat(chat, async ({ tx }) => addKey(tx, bot.id, chat.now().getTime()))
}

/** A new API key of a bot; earlier ones stop working. For its owner and administrators. */
export async function replaceBotKey(chat: Chat, actor: Actor, botId: number): Promise<string> {
  return replaceKey(chat, (await requireKeyedBot(chat, actor, botId)).id)
}

/** The bot, for its owner and administrators; everybody else learns nothing. */
async function requireKeyedBot(chat: Chat, actor: Actor, botId: number): Promise<User> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const bot = await findById(db, botId)
  const isMine = bot?.bot_owner_id === actor.user.id
  // Nobody speaks as a bot of the server itself, which has no owner.
  const isOwned = bot?.is_bot === 1 && bot.bot_owner_id !== null
  if (!isOwned || !(isMine || isAdministrator(member))) throw badRequest('No such bot')
  return bot
}

/** The active bots of the caller, in the order in which they were made. */
export async function listBots(chat: Chat, actor: Actor) {
  const bots = await reader(chat)
    .selectFrom('chat_user')
    .selectAll()
    .where('bot_owner_id', '=', actor.user.id)
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute()
  return bots.map((bot) => ({
    user_id: bot.id,
    username: apiEmail(chat, bot),
    full_name: bot.full_name,
    avatar_url: avatarUrl(chat, bot),
    bot_type: bot.bot_type ?? 1,
    is_active: true,
    default_sending_stream: null,
    default_events_register_stream: null,
    default_all_public_streams: false,
  }))
}
