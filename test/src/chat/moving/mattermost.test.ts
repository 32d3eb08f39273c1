import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importArchive } from '../../../../src/chat/moving/import-archive.ts'
import { DiskSpace } from '../../../../src/lib/disk-space.ts'
import { openSqlite } from '../../../../src/store/sqlite/sqlite.ts'
import { tempDir } from '../../../support/bellhop.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { quietLog } from '../../../support/store-backend.ts'
import { zipOf } from '../../../support/zip.ts'

const sandbox = { run: async () => Promise.reject(new Error('no pictures')) }

const line = (type: string, value: unknown) => JSON.stringify({ type, [type]: value })

const user = (username: string, fields: object = {}) =>
  line('user', {
    username,
    email: `${username}@example.com`,
    first_name: username.toUpperCase(),
    last_name: 'Lee',
    roles: 'system_user',
    teams: [
      {
        name: 'shop',
        roles: 'team_user',
        channels: [
          { name: 'town-square', favorite: username === 'bob' },
          ...(username === 'eve' ? [] : [{ name: 'secret' }]),
        ],
      },
    ],
    ...fields,
  })

const AT = 1_704_100_000_000
const post = (seconds: number, fields: object) =>
  line('post', {
    team: 'shop',
    channel: 'town-square',
    user: 'ann',
    create_at: AT + seconds * 1_000,
    ...fields,
  })
const direct = (seconds: number, channel_members: string[], fields: object) =>
  line('direct_post', { channel_members, create_at: AT + seconds * 1_000, ...fields })

/** A small export with everything that is read of one; posts stand in no order. */
const LINES = [
  '{"type":"version","version":1,"info":{"generator":"mattermost-server"}}',
  line('team', { name: 'shop', display_name: 'The shop', type: 'O' }),
  line('channel', {
    team: 'shop',
    name: 'town-square',
    display_name: 'Town Square',
    type: 'O',
    header: 'read the [rules](https://example.com)',
    purpose: 'Everything',
  }),
  line('channel', { team: 'shop', name: 'secret', display_name: 'Secret', type: 'P' }),
  user('ann', { roles: 'system_admin system_user', password: 'hunter2', theme: 'dark' }),
  user('bob'),
  user('eve', { delete_at: AT }),
  line('bot', { username: 'builder', owner: 'ann', display_name: 'Builder' }),
  post(9, { user: 'builder', message: 'built', props: { attachments: [{ title: 'Job' }] } }),
  post(2, {
    message: 'Hello @bob, see ~secret. `@bob` :slightly_smiling_face:',
    is_pinned: true,
    flagged_by: ['eve'],
    reactions: [
      { user: 'bob', emoji_name: 'thumbsup' },
      { user: 'bob', emoji_name: 'nowhere' },
    ],
    replies: [
      { user: 'bob', create_at: AT + 5_000, edit_at: AT + 6_000, message: 'a reply' },
      { user: 'ann', create_at: AT + 7_000, type: 'system_join_channel', message: 'joined' },
    ],
  }),
  post(1, {
    message: 'Hello @bob, see ~secret. `@bob` :slightly_smiling_face:',
    replies: [{ user: 'ann', create_at: AT + 8_000, message: 'other thread' }],
  }),
  post(3, {
    channel: 'secret',
    message: 'hush',
    attachments: [{ path: '2024/x/plan (1).txt' }, { path: 'gone.png' }],
  }),
  post(4, { user: 'zoe', message: 'who am I, @here', type: 'me' }),
  post(10, { message: 'deployed', props: { from_webhook: 'true', override_username: 'Deploys' } }),
  line('direct_channel', { members: ['ann', 'bob'], header: '' }),
  direct(11, ['bob', 'ann'], {
    user: 'bob',
    message: 'two of us',
    replies: [{ user: 'ann', create_at: AT + 13_000, message: 'still two' }],
  }),
  direct(12, ['ann', 'ann'], { user: 'ann', message: 'a note' }),
  direct(14, ['ann', 'bob', 'eve'], { user: 'eve', message: 'three of us' }),
]

test('a bulk export of Mattermost comes with people, places, threads, files and what was left out', async () => {
  await using world = await startChatWorld()
  using dir = tempDir()
  const { chat } = world
  const path = join(dir.path, 'archive.zip')
  writeFileSync(
    path,
    zipOf({ 'import.jsonl': LINES.join('\n'), 'data/2024/x/plan (1).txt': 'the plan' }),
  )
  const report = await importArchive({
    chat,
    sandbox,
    path,
    folder: dir.path,
    disk: new DiskSpace({ folder: dir.path, reserveBytes: 0 }),
    openStore: async (at) => openSqlite({ path: at, log: quietLog }),
    isTrial: false,
  })
  expect(report).toMatchObject({
    source: 'Mattermost',
    messagesFound: 13,
    messagesLeftOut: 1,
    brought: { people: 4, bots: 2, channels: 2, messages: 12, reactions: 1, uploads: 1 },
    leftOut: {
      'notices of who came and went, and of changes of channels': 1,
      'pins of messages': 1,
      'files and pictures that the archive does not hold': 1,
      'reactions of unknown people or with unknown emoji': 1,
      'settings and positions of people': 1,
    },
  })
  const leftOut = readFileSync(report.leftOutPath ?? '', 'utf8')
  expect(leftOut).toContain('gone.png')
  expect(leftOut).not.toContain('hunter2')
  const rows = await chat.store.db
    .selectFrom('chat_message')
    .innerJoin('chat_user', 'chat_user.id', 'chat_message.sender_id')
    .select(['chat_user.full_name', 'topic', 'content', 'chat_message.id'])
    .orderBy('chat_message.id')
    .execute()
  const bob = await chat.store.db
    .selectFrom('chat_user')
    .select('id')
    .where('email', '=', 'bob@example.com')
    .executeTakeFirst()
  const hello = `Hello @**BOB Lee|${bob?.id}**, see #**Secret**. \`@bob\` :slight_smile:`
  const topic = '2024-01-01 Hello @BOB Lee, see #Secret. @bob :sligh'
  expect(rows.map((row) => [row.full_name, row.topic, row.content])).toEqual([
    ['ANN Lee', topic, hello],
    ['ANN Lee', `${topic} (2)`, hello],
    [
      'ANN Lee',
      'imported from Mattermost',
      expect.stringMatching(
        /^hush\ngone\.png\n\[plan \(1\)\.txt\]\(\/user_uploads\/1\/[0-9a-f]+\/plan-1\.txt\)$/,
      ) as string,
    ],
    ['zoe', 'imported from Mattermost', '/me who am I, @**all**'],
    ['BOB Lee', `${topic} (2)`, 'a reply'],
    ['ANN Lee', topic, 'other thread'],
    ['Builder', 'imported from Mattermost', 'built\n**Job**'],
    ['Deploys', 'imported from Mattermost', 'deployed'],
    ['BOB Lee', '', 'two of us'],
    ['ANN Lee', '', 'a note'],
    ['ANN Lee', '', 'still two'],
    ['EVE Lee', '', 'three of us'],
  ])
  const outsider = await world.add('Outsider')
  const seen = ok(await outsider.get('/messages', { message_ids: rows.map(({ id }) => id) }))
  const contents = (seen['messages'] as { content: string }[]).map(({ content }) => content)
  expect(contents.join('\n')).toContain(`data-user-id="${bob?.id}"`)
  expect(contents.join('\n')).not.toMatch(/hush|two of us|a note/)
})

test('the lines alone, without an archive around them, are read too', async () => {
  await using world = await startChatWorld()
  using dir = tempDir()
  mkdirSync(join(dir.path, 'in'))
  const path = join(dir.path, 'in', 'bulk.json')
  writeFileSync(path, LINES.join('\n'))
  const report = await importArchive({
    chat: world.chat,
    sandbox,
    path,
    folder: dir.path,
    disk: new DiskSpace({ folder: dir.path, reserveBytes: 0 }),
    openStore: async (at) => openSqlite({ path: at, log: quietLog }),
    isTrial: false,
  })
  expect(report).toMatchObject({
    messagesFound: 13,
    brought: { messages: 12 },
    leftOut: { 'files and pictures that the archive does not hold': 2 },
  })
})
