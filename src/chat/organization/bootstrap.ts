import { addChannel } from '../channels/add-channel.ts'
import { SYSTEM_GROUPS, ROLES } from '../groups/system-groups.ts'
import type { Reader, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { addUser } from '../users/accounts/add-user.ts'
import { findByEmail } from '../users/find-users.ts'

/** The first account, and its key, which the store has as a digest only. */
export interface FirstOwner {
  email: string
  key: string
}

/** Bot that posts notices of the server: moved topics, reports, messages that could not be sent. */
const NOTICE_BOT = { localPart: 'notification-bot', full_name: 'Notification Bot' } as const

/** The account of the bot; undefined when it was removed. */
export async function findNoticeBot(chat: Chat, db: Reader): Promise<User | undefined> {
  return findByEmail(chat, db, `${NOTICE_BOT.localPart}@${chat.realmHost}`)
}

/** Creates owner, system bot and first channel of a chat without accounts; returns undefined otherwise. */
export async function bootstrap(chat: Chat): Promise<FirstOwner | undefined> {
  // Programs that start together would queue for the right to write, each for nothing.
  if (await hasAccounts(reader(chat))) return undefined
  return writeChat(chat, async (unit) => {
    if (await hasAccounts(unit.tx)) return undefined
    const email = `owner@${chat.realmHost}`
    const { user, key } = await addUser(chat, unit, {
      email,
      full_name: 'Owner',
      role: ROLES.owner,
    })
    await addUser(chat, unit, {
      email: `${NOTICE_BOT.localPart}@${chat.realmHost}`,
      full_name: NOTICE_BOT.full_name,
      bot_type: 1,
    })
    await addChannel(chat, unit, {
      name: 'general',
      description: 'Everybody is here.',
      creator: user,
      is_default: true,
      subscribers: [user],
      groups: { can_administer_channel_group: SYSTEM_GROUPS.administrators },
    })
    return { email, key }
  })
}

async function hasAccounts(db: Reader): Promise<boolean> {
  return (await db.selectFrom('chat_user').select('id').limit(1).execute()).length > 0
}
