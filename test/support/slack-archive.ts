import type { MadeArchive } from './made-archive.ts'
import { seededRandom } from './seeded-random.ts'

/** Makes archives with rows of every kind that Slack writes, and with odd ones: a repeatable one for each seed. */
export function makeSlackArchive(seed: number): MadeArchive {
  const random = seededRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  const users = ['U1', 'U2', 'U3', 'B7'].map((id) => ({
    id,
    name: id.toLowerCase(),
    is_bot: id === 'B7',
    profile: { real_name: `Person ${id}`, ...(random() < 0.7 ? { email: `${id}@x.test` } : {}) },
  }))
  const files: Record<string, unknown> = {
    'users.json': users,
    'channels.json': [{ id: 'C1', name: 'town', members: ['U1', 'U2'], created: 1_700_000_000 }],
    'groups.json': [{ id: 'G1', name: 'den', members: ['U1', 'U9'], is_archived: random() < 0.3 }],
    'mpims.json': [{ id: 'M1', name: 'mpdm', members: ['U1', 'U2', 'U3'] }],
    'dms.json': [
      { id: 'D1', members: ['U1', 'U2'] },
      { id: 'D2', members: ['U1', 'UFOREIGN'] },
      { id: 'D3', members: [] },
    ],
  }
  const words: string[] = []
  let rowCount = 0
  /** A word that is in no other message. */
  const word = (): string => {
    words.push(`w${seed}x${words.length}q`)
    return words.at(-1) ?? ''
  }
  const sender = (): object =>
    pick([
      { user: pick(['U1', 'U2', 'U3']) },
      { user: 'W404', user_team: 'T9', user_profile: { real_name: 'Guest Star' } },
      { user: 'USLACKBOT' },
      { bot_id: 'B9', username: 'Deploy: live', subtype: 'bot_message' },
      { username: 'ghost é', subtype: 'bot_message' },
      {},
    ])
  const time = (at: number): object =>
    pick<object>([
      ...Array.from({ length: 6 }, () => ({ ts: `${at}.000${below(900) + 100}` })),
      { ts: at },
      { ts: 'soon' },
      { ts: null },
      {},
      { ts: '-5' },
    ])
  const rich = (text: string): object => ({
    text: '',
    blocks: [
      {
        type: 'rich_text',
        elements: [
          pick([
            {
              type: 'rich_text_section',
              elements: [{ type: 'text', text, style: { bold: true } }],
            },
            { type: 'rich_text_preformatted', elements: [{ type: 'text', text }] },
            { type: 'rich_text_quote', elements: [{ type: 'text', text: `a\n${text}` }] },
            {
              type: 'rich_text_list',
              style: pick(['bullet', 'ordered']),
              elements: [
                {
                  type: 'rich_text_section',
                  elements: [
                    { type: 'user', user_id: 'U1' },
                    { type: 'text', text: ` ${text}` },
                  ],
                },
              ],
            },
          ]),
        ],
      },
    ],
  })
  const kinds: readonly (() => object)[] = [
    () => ({ text: `plain ${word()} *b* <@U2> <@U404> &lt;tag&gt;` }),
    () => rich(word()),
    () => ({ blocks: [{ type: 'section', text: { type: 'mrkdwn', text: `*${word()}*` } }] }),
    () => ({ blocks: [{ type: 'header', text: { type: 'plain_text', text: word() } }] }),
    () => ({ blocks: [{ type: 'context', elements: [{ type: 'plain_text', text: word() }] }] }),
    () => ({ blocks: [{ type: 'image', image_url: 'https://x.test/a.png', alt_text: word() }] }),
    () => ({ files: [{ name: `${word()}.pdf`, url_private: 'https://x.test/f' }], text: '' }),
    () => ({ files: [{ name: 'a', initial_comment: { comment: word() } }] }),
    () => ({ subtype: 'file_comment', comment: { user: 'U2', comment: word() } }),
    () => ({ attachments: [{ title: word(), title_link: 'https://x.test/b' }] }),
    () => ({ attachments: [{ fallback: word() }] }),
    () => ({
      attachments: [{ blocks: [{ type: 'section', text: { type: 'mrkdwn', text: word() } }] }],
    }),
    () => ({ text: `${'long line of text. '.repeat(below(1_500))}${word()}` }),
    () => ({ subtype: 'me_message', text: word() }),
    () => ({ subtype: 'thread_broadcast', thread_ts: '1700000000.1', text: word() }),
    () => ({
      thread_ts: '1700000000.1',
      text: word(),
      reactions: [{ name: 'smile', users: ['U1'] }],
    }),
    () => ({ subtype: 'channel_join', text: 'joined' }),
    () => ({ subtype: 'pinned_item', text: 'pinned' }),
    () => ({ subtype: 'tombstone', text: 'This message was deleted.' }),
    () => ({ subtype: 'message_changed' }),
    () => ({ text: '   ' }),
    () => ({ type: 'reaction_added', text: 'x' }),
  ]
  for (const place of ['town', 'den', 'mpdm', 'D1', 'D2', 'nowhere']) {
    for (let day = 1; day <= 1 + below(3); day += 1) {
      const rows: unknown[] = []
      const count = below(9)
      for (let at = 0; at < count; at += 1) {
        if (random() < 0.04) rows.push(pick([null, 7, 'text', []]))
        else {
          const made = place === 'nowhere' ? { text: 'nobody may read this' } : pick(kinds)()
          const from = 'comment' in made ? {} : sender()
          rows.push({ type: 'message', ...from, ...time(1_704_100_000 + at), ...made })
        }
      }
      rowCount += rows.length
      files[`${place}/2024-01-0${day}.json`] = rows
    }
  }
  const written = Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)])
  return { files: Object.fromEntries(written), rowCount, words }
}
