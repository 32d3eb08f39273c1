import { sql } from 'kysely'
import type { Actor, Chat } from '../../src/chat/kernel/types.ts'
import { writeChat } from '../../src/chat/kernel/unit-of-work.ts'
import { listConversations } from '../../src/chat/messages/conversations/list-conversations.ts'
import { fetchMessages } from '../../src/chat/messages/fetch/fetch-messages.ts'
import { table } from './table.ts'
import { addAccounts, openBenchChat } from './world.ts'

const TURNS = 40
const PAGE = 50

/** What a store holds: topics of people, and messages of one agent in one further topic. */
const SHAPES = [
  { topics: 50, ofAgent: 0 },
  { topics: 50, ofAgent: 20_000 },
  { topics: 10_000, ofAgent: 20_000 },
]

const QUERIES = {
  'newest 50': {},
  'not muted': { filters: ['unmuted'] },
  unread: { filters: ['unread'] },
  'of mine': { filters: ['participated'] },
  'with agents': { filters: ['bots'] },
  'of one channel': { channelId: 1 },
  'by words': { words: 'topic 4' },
} as const

/** How long lists of conversations take beside fetches of as many messages, by what the store holds; a Markdown table. */
export async function measureConversations(): Promise<string> {
  const rows: string[][] = []
  for (const shape of SHAPES) {
    await using world = await openBenchChat()
    const { chat, owner } = world
    await fill(chat, owner, shape)
    for (const [name, query] of Object.entries(QUERIES)) {
      const { listMs, fetchMs } = await compare(chat, owner, query)
      rows.push([
        String(shape.topics),
        String(shape.ofAgent),
        name,
        listMs.toFixed(2),
        fetchMs.toFixed(2),
        (listMs / fetchMs).toFixed(1),
      ])
    }
  }
  return table(
    ['topics', 'messages of an agent', 'list', 'list, ms', '50 messages, ms', 'times'],
    rows,
  )
}

async function compare(
  chat: Chat,
  actor: Actor,
  query: Omit<Parameters<typeof listConversations>[2], 'limit'>,
): Promise<{ listMs: number; fetchMs: number }> {
  const form = { applyMarkdown: true, clientExtavatar: true, allowEmptyTopicName: true }
  const window = { numBefore: PAGE, numAfter: 0, includeAnchor: true }
  const [lists, fetches]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < TURNS; turn += 1) {
    lists.push(await timed(async () => listConversations(chat, actor, { ...query, limit: PAGE })))
    fetches.push(
      await timed(async () =>
        fetchMessages(chat, actor, { terms: [], form, anchor: { anchor: 'newest' }, window }),
      ),
    )
  }
  return { listMs: Math.min(...lists), fetchMs: Math.min(...fetches) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

/** Stores topics of four messages each, all unread, and those of the agent, without going through the sending of each. */
async function fill(
  chat: Chat,
  owner: Actor,
  { topics, ofAgent }: (typeof SHAPES)[number],
): Promise<void> {
  const [ann = 0, ben = 0, agent = 0] = await addAccounts(chat, 3)
  await writeChat(chat, async ({ tx }) => {
    await sql`update chat_user set is_bot = 1 where id = ${agent}`.execute(tx)
    await sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${topics})
      insert into chat_thread (channel_id, topic_key)
      select 1, case when i = 0 then 'log' else 'topic ' || i end from n`.execute(tx)
    const rows = (senders: readonly number[], count: number, threads: string) => sql`
      with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})
      insert into chat_message (sender_id, channel_id, topic, topic_key, thread_id, sent_channel_id,
        content, rendered, sent_at, client, is_read_by_sender, is_me_message, mentions_channel,
        has_attachment, has_image, has_link)
      select case i % 2 when 0 then ${senders[0]} else ${senders[1]} end, 1, l.topic_key, l.topic_key,
        l.id, 1, 'x', '<p>x</p>', 0, 'bench', 0, 0, 0, 0, 0, 0
      from n join chat_thread l on l.topic_key = ${sql.raw(threads)}`
    await rows([ann, ben], topics * 4, `'topic ' || (i % ${topics} + 1)`).execute(tx)
    await rows([owner.user.id, ann], Math.ceil(topics / 10), `'topic ' || (i * 10 + 1)`).execute(tx)
    if (ofAgent > 0) await rows([agent, agent], ofAgent, `'log'`).execute(tx)
    await sql`insert into chat_thread_sender (thread_id, user_id, newest_id)
      select thread_id, sender_id, max(id) from chat_message
      where topic_key = 'log' or topic_key like 'topic %' group by thread_id, sender_id
      on conflict do nothing`.execute(tx)
    await sql`update chat_thread set newest_id = (select max(s.newest_id)
      from chat_thread_sender s where s.thread_id = chat_thread.id)`.execute(tx)
  })
}
