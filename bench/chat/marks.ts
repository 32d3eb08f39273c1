import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { addChannel } from '../../src/chat/channels/add-channel.ts'
import type { Actor, Chat } from '../../src/chat/kernel/types.ts'
import { reader, writeChat } from '../../src/chat/kernel/unit-of-work.ts'
import { markAllRead } from '../../src/chat/messages/marking/mark-many-read.ts'
import { send as sendMessage } from '../../src/chat/messages/send/send-message.ts'
import { quantile, table } from './table.ts'
import { addAccounts, openBenchChat, subscribeAll } from './world.ts'

const FEW = 9_000
const MANY = 90_000
/** Messages of one topic: one long topic, usual ones, and topics of hardly anything. */
const TOPIC_SIZES = [MANY, 100, 3]
/** Sends of the bystander while nothing else happens. */
const IDLE_SENDS = 400

/** How long "mark all as read" takes with few and with many unread messages, and what a bystander's sends take meanwhile; a Markdown table. */
export async function measureMarks(): Promise<string> {
  const rows: string[][] = []
  for (const size of TOPIC_SIZES) {
    const few = await measure(FEW, size)
    const many = await measure(MANY, size)
    rows.push([
      String(size),
      few.ms.toFixed(0),
      many.ms.toFixed(0),
      (many.ms / few.ms).toFixed(1),
      few.idleMs.toFixed(1),
      many.meanwhileMs.toFixed(1),
      (many.meanwhileMs / many.idleMs).toFixed(1),
    ])
  }
  return table(
    [
      'messages of a topic',
      `${FEW} unread, ms`,
      `${MANY} unread, ms`,
      'times',
      'send p99, idle, ms',
      'send p99 meanwhile, ms',
      'times',
    ],
    rows,
  )
}

async function measure(
  count: number,
  topicSize: number,
): Promise<{ ms: number; idleMs: number; meanwhileMs: number }> {
  await using world = await openBenchChat()
  const { chat, owner } = world
  const [readerId = 0] = await addAccounts(chat, 1)
  const { id: channelId } = await writeChat(chat, async (unit) =>
    addChannel(
      chat,
      { ...unit, emit() {} },
      {
        name: 'busy',
        description: '',
        creator: owner.user,
        subscribers: [owner.user],
      },
    ),
  )
  await subscribeAll(chat, channelId, [readerId])
  await fill(chat, owner, { channelId, count, topicSize })
  const user = await reader(chat)
    .selectFrom('chat_user')
    .selectAll()
    .where('id', '=', readerId)
    .executeTakeFirstOrThrow()
  const idle: number[] = []
  while (idle.length < IDLE_SENDS) idle.push(await send(chat, owner))
  const meanwhile: number[] = []
  const startedAt = performance.now()
  const through = new AbortController()
  const marking = (async () => {
    while (!(await markAllRead(chat, { ...owner, user }))) await turn()
    through.abort()
    return performance.now() - startedAt
  })()
  while (!through.signal.aborted) meanwhile.push(await send(chat, owner))
  return {
    ms: await marking,
    idleMs: quantile(idle, 0.99),
    meanwhileMs: quantile(meanwhile, 0.99),
  }
}

async function send(chat: Chat, actor: Actor): Promise<number> {
  await turn()
  const startedAt = performance.now()
  await sendMessage(chat, actor, { to: { channel: 'general', topic: 't' }, content: 'x' })
  return performance.now() - startedAt
}

/** Messages that nobody but their sender has read. */
async function fill(
  chat: Chat,
  { user }: Actor,
  { channelId, count, topicSize }: { channelId: number; count: number; topicSize: number },
): Promise<void> {
  await writeChat(chat, async ({ tx }) => {
    const first = await tx
      .selectFrom('chat_thread')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirst()
    const base = (first?.id ?? 0) + 1
    const numbers = (max: number) =>
      sql`with recursive n(n) as (select 0 union all select n + 1 from n where n + 1 < ${max})`
    await sql`insert into chat_thread (id, channel_id, topic_key)
      ${numbers(Math.ceil(count / topicSize))}
      select ${base} + n, ${channelId}, 'topic ' || n from n`.execute(tx)
    await sql`insert into chat_message (sender_id, channel_id, topic, topic_key, thread_id, sent_channel_id,
        content, rendered, sent_at, client, is_read_by_sender, is_me_message, mentions_channel,
        has_attachment, has_image, has_link)
      ${numbers(count)}
      select ${user.id}, ${channelId}, 'topic ' || (n % threads), 'topic ' || (n % threads),
        ${base} + (n % threads), ${channelId}, 'x', '<p>x</p>', ${Date.now()}, 'website', 1, 0, 0, 0, 0, 0
      from n, (select ${Math.ceil(count / topicSize)} as threads)`.execute(tx)
  })
}
