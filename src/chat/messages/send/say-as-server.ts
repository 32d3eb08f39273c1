import type { Channel, Tx, User } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import type { ChatWork } from '../../kernel/unit-of-work.ts'
import { findNoticeBot } from '../../organization/bootstrap.ts'
import { renderMessage } from '../../rendering/render-message.ts'
import { deliver, type Destination } from './deliver.ts'

/**
 * Posts a notice of the server, by its bot, to a topic or to one user; returns its id, or undefined where the bot is gone.
 * Nobody is mentioned by it, whatever names it holds.
 */
export async function sayAsServer(
  chat: Chat,
  unit: ChatWork,
  where: { to: User } | { channel: Channel; topic: string },
  content: string,
): Promise<number | undefined> {
  const bot = await findNoticeBot(chat, unit.tx)
  if (!bot) return undefined
  const rendered = await renderMessage(unit.tx, content, { isNotice: true })
  const to: Destination =
    'channel' in where
      ? where
      : { users: [bot, where.to].toSorted((one, other) => one.id - other.id) }
  const { id } = await deliver(chat, unit, {
    sender: bot,
    client: 'Internal',
    to,
    content,
    rendered,
  })
  return id
}

/** The channel of a setting for announcements; undefined for none, and for one that is archived. */
export async function findAnnouncementChannel(tx: Tx, id: number): Promise<Channel | undefined> {
  if (id < 0) return undefined
  return tx
    .selectFrom('chat_channel')
    .selectAll()
    .where('id', '=', id)
    .where('is_archived', '=', 0)
    .executeTakeFirst()
}

/** Names a user in a notice, without telling them. */
export function mention({ full_name, id }: User): string {
  return `@_**${full_name}|${id}**`
}

/** A name as text of a notice: it must not become markup. */
export function plainName(name: string): string {
  return name.replaceAll(/[`*_~[\]<>\\@#]/g, '')
}
