import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { convertArchive } from '../../../../src/chat/moving/convert/convert-archive.ts'
import { importChat } from '../../../../src/chat/moving/import/import-chat.ts'
import { SLACK as FORMAT } from '../../../../src/chat/moving/slack/read-slack.ts'
import { unpackArchive } from '../../../../src/files/archive/unpack.ts'
import { DiskSpace } from '../../../../src/lib/disk-space.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { zipOf } from '../../../support/zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-slack-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const sandbox = { run: async () => Promise.reject(new Error('no pictures')) }

const message = (ts: string, text: string, fields: object = {}) => ({
  type: 'message',
  user: 'U1',
  ts,
  text,
  ...fields,
})

/** A small export with everything that is read of one. */
const SLACK = {
  'users.json': [
    {
      id: 'U1',
      name: 'ann',
      is_owner: true,
      tz: 'Europe/Vienna',
      profile: { real_name: 'Ann Lee', email: 'ann@example.com' },
    },
    { id: 'U2', name: 'bob', profile: { display_name: 'Bob', email: 'bob@example.com' } },
    {
      id: 'U3',
      name: 'eve',
      deleted: true,
      is_restricted: true,
      profile: { real_name: 'Eve', email: 'eve@example.com' },
    },
  ],
  'channels.json': [
    {
      id: 'C1',
      name: 'town',
      created: 1_700_000_000,
      is_general: true,
      members: ['U1', 'U2'],
      purpose: { value: 'Everything' },
    },
  ],
  'groups.json': [{ id: 'G1', name: 'secret', created: 1_700_000_000, members: ['U1'] }],
  'mpims.json': [{ id: 'M1', name: 'mpdm-1', members: ['U1', 'U2', 'U3'] }],
  'dms.json': [{ id: 'D1', members: ['U1', 'U2'] }],
  'integration_logs.json': [],
  'town/2024-01-01.json': [
    {
      type: 'message',
      subtype: 'channel_join',
      user: 'U2',
      ts: '1704100000.000100',
      text: 'joined',
    },
    message(
      '1704100001.000100',
      '*Hello* <@U2>, see _this_ <https://example.com/a|page> in <#C1|town> &amp; `a*b*c`',
      {
        thread_ts: '1704100001.000100',
        reply_count: 1,
        reactions: [
          { name: 'tada', users: ['U2', 'U9'] },
          { name: 'thumbsup::skin-tone-3', users: ['U1'] },
          { name: 'partyparrot', users: ['U1'] },
        ],
      },
    ),
    message('1704100002.000100', 'a reply', {
      user: 'U2',
      thread_ts: '1704100001.000100',
      edited: { user: 'U2', ts: '1704100009.0' },
    }),
    message('1704100003.000100', 'built', {
      user: undefined,
      subtype: 'bot_message',
      bot_id: 'B1',
      username: 'Builder',
      attachments: [{ title: 'Job', text: '~old~', fields: [{ title: 'State', value: 'green' }] }],
    }),
  ],
  'town/2023-12-31.json': [
    message('1704000000.000100', '<!here> waves', { subtype: 'me_message' }),
  ],
  'secret/2024-01-01.json': [
    message('1704100001.500000', 'hush', {
      files: [{ id: 'F1', name: 'a.pdf', url_private: 'https://files.slack.com/a.pdf' }],
    }),
  ],
  'mpdm-1/2024-01-01.json': [message('1704100004.0', 'three of us')],
  'D1/2024-01-01.json': [message('1704100005.0', 'two of us', { user: 'U2' })],
}

test('a Slack export comes with people, places, threads, markup, reactions and what was left out', async () => {
  await using world = await startChatWorld()
  const zip = join(folder, 'slack.zip')
  writeFileSync(
    zip,
    zipOf(
      Object.fromEntries(
        Object.entries(SLACK).map(([name, value]) => [name, JSON.stringify(value)]),
      ),
    ),
  )
  const unpacked = join(folder, 'unpacked')
  await unpackArchive(zip, unpacked, new DiskSpace({ folder, reserveBytes: 0 }))
  const converted = await convertArchive(FORMAT, unpacked, join(folder, 'converted'))
  const parts = { chat: world.chat, sandbox, folder: converted, fingerprint: 'slack' }
  const report = await importChat(parts)
  expect(report).toMatchObject({
    brought: { people: 3, bots: 1, channels: 2, messages: 7, reactions: 2 },
    leftOut: {
      'reactions of unknown people or with unknown emoji': 2,
      'notices of who came and went, and of changes of channels': 1,
    },
  })
  const { chat } = world
  const rows = await chat.store.db
    .selectFrom('chat_message')
    .selectAll()
    .orderBy('sent_at')
    .execute()
  expect(rows.map(({ topic, content }) => [topic, content])).toEqual([
    ['imported from Slack', '/me @**all** waves'],
    [
      '2024-01-01 Hello @Bob, see this page in #town & abc',
      '**Hello** @**Bob|4**, see *this* [page](https://example.com/a) in #**town** & `a*b*c`',
    ],
    ['imported from Slack', 'hush\n[a.pdf](https://files.slack.com/a.pdf)'],
    ['2024-01-01 Hello @Bob, see this page in #town & abc', 'a reply'],
    ['imported from Slack', 'built\n**Job**\n~~old~~\n**State**: green'],
    ['', 'three of us'],
    ['', 'two of us'],
  ])
  const bob = await chat.store.db
    .selectFrom('chat_user')
    .selectAll()
    .where('email', '=', 'bob@example.com')
    .executeTakeFirst()
  const outsider = await world.add('Outsider')
  const seen = ok(
    await outsider.get('/messages', {
      message_ids: rows.map(({ id }) => id),
      apply_markdown: true,
    }),
  )
  const contents = (seen['messages'] as { content: string }[]).map(({ content }) => content)
  expect(contents).toHaveLength(4)
  expect(contents[1]).toContain(`data-user-id="${bob?.id}"`)
})
