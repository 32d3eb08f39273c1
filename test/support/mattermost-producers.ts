import type { MadeArchive } from './made-archive.ts'
import { seededRandom } from './seeded-random.ts'

const AT_MS = 1_553_166_512_493

/** What both producers need: chance, words, and how many rows there are. */
function begin(seed: number) {
  const random = seededRandom(seed * 7 + 1)
  const below = (count: number): number => Math.floor(random() * count)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  const words: string[] = []
  const word = (): string => {
    words.push(`v${seed}y${words.length}q`)
    return words.at(-1) ?? ''
  }
  const line = (type: string, value: unknown): string => JSON.stringify({ type, [type]: value })
  return { random, below, pick, words, word, line }
}

/**
 * Bulk exports as old servers wrote them: posts without types, bots among the users, notices as plain posts, pictures of emoji in a
 * folder beside the lines, files only by their paths, and messages of people who have left.
 */
export function makeOldServerArchive(seed: number): MadeArchive {
  const { random, below, pick, words, word, line } = begin(seed)
  let rowCount = 0
  const users = ['ron', 'harry', 'ginny', 'tom_r.', 'surveybot']
  const notify_props = { desktop: 'default', mobile: 'default', mark_unread: 'all' }
  const message = (): object => {
    rowCount += 1
    return {
      user: pick([...users, 'gone.away']),
      message: pick([
        () => `${word()} @harry: see https://x.test/@ron/~house_(1) and ~~struck~~`,
        () => `| a | b |\n|---|---|\n| ${word()} | @channel |`,
        () => `${pick(['ron', 'harry'])} joined the channel. ${word()}`,
        () => `\u0000\u0001${word()}\u0001`,
        () => `> quoted ~common-room\n\n${word()} :+1: :mattermost: 10:30:45`,
        () => `\`\`\`js\nconst a = '@ron ~house'\n\`\`\`\n${word()}`,
      ])(),
      create_at: AT_MS + below(1e8),
      reactions: pick<unknown>([
        null,
        [{ user: pick(users), create_at: AT_MS, emoji_name: pick(['tick', 'apple', 'rocket']) }],
      ]),
    }
  }
  const withReplies = (post: object): object => ({
    ...post,
    replies: random() < 0.5 ? null : Array.from({ length: 1 + below(3) }, message),
    ...(random() < 0.2
      ? { attachments: [{ path: '20210622/teams/noteam/x/this is a file' }] }
      : {}),
  })
  const team = 'gryffindor'
  const direct = [
    ['ron', 'harry'],
    ['harry', 'ron', 'ginny'],
    ['harry', 'tom_r.'],
    ['ron', 'ron'],
  ]
  const lines = [
    '{"type":"version","version":1}',
    line('team', { name: team, display_name: 'Gryffindor', type: 'O', description: '' }),
    ...['common-room', 'house'].map((name) =>
      line('channel', {
        team,
        name,
        display_name: `The ${name}`,
        type: 'O',
        header: '',
        purpose: 'p',
      }),
    ),
    ...users.map((username) =>
      line('user', {
        username,
        email: `${username}@x.test`,
        auth_service: '',
        nickname: '',
        first_name: '',
        last_name: '',
        position: '',
        roles: 'system_user',
        locale: 'en',
        teams:
          random() < 0.2
            ? null
            : [
                {
                  name: team,
                  roles: 'team_user',
                  channels: [
                    { name: 'common-room', roles: 'channel_user', notify_props, favorite: false },
                  ],
                },
              ],
        notify_props: { desktop: 'mention', mention_keys: `${username},@${username}` },
      }),
    ),
    ...Array.from({ length: 4 + below(12) }, () =>
      line('post', withReplies({ team, channel: pick(['common-room', 'house']), ...message() })),
    ),
    line('emoji', { name: 'tick', image: 'exported_emoji/7u7x8/image.png' }),
    ...direct.map((members) => line('direct_channel', { members, favorited_by: null, header: '' })),
    ...Array.from({ length: below(10) }, () =>
      line(
        'direct_post',
        withReplies({ channel_members: pick(direct), flagged_by: null, ...message() }),
      ),
    ),
  ]
  return {
    files: { 'bulk.json': `${lines.join('\n')}\n`, 'exported_emoji/7u7x8/image.png': 'png' },
    rowCount,
    words,
  }
}

/**
 * Lines as converters of other chats write them: emoji first, one team, files below `data/bulk-export-attachments`, posts in the
 * order of time within channels, posts cut in replies where they were long, and guests with two roles.
 */
export function makeConvertedArchive(seed: number): MadeArchive {
  const { random, below, pick, words, word, line } = begin(seed + 10_000)
  const files: Record<string, string> = {}
  let rowCount = 0
  let clock = AT_MS
  const users = ['u.one', 'u-two', 'slackbot', 'w01abc']
  const file = (): object => {
    const path = `bulk-export-attachments/F${below(1e9)}_Bericht ü (${below(9)}).txt`
    if (random() < 0.8) files[`data/${path}`] = 'bytes'
    return { path: pick([path, `data/${path}`]) }
  }
  const entry = (isReply: boolean): object => {
    rowCount += 1
    clock += pick([0, 1, 1_000, 86_400_000])
    return {
      user: pick(users),
      type: pick(['', null, 'slack_attachment']),
      message: `${pick(['', '*b* ', '# Head\n', '/me '])}${'x '.repeat(below(2) * 9_000)}${word()}`,
      props: pick<unknown>([
        null,
        {},
        { attachments: [{ pretext: 'p', footer: 'f' }] },
        { attachments: 5 },
      ]),
      create_at: clock,
      edit_at: pick([0, clock + 1]),
      attachments: pick<unknown>([null, [], [file()], [file(), file(), { path: null }]]),
      reactions: pick<unknown>([
        [],
        [
          {
            user: pick(users),
            emoji_name: pick(['+1', 'flag-de', 'custom-one']),
            create_at: clock,
          },
        ],
      ]),
      ...(isReply ? { flagged_by: [] } : { flagged_by: ['u.one'], is_pinned: random() < 0.2 }),
    }
  }
  const withReplies = (post: object): object => ({
    ...post,
    replies: Array.from({ length: below(4) }, () => entry(true)),
    thread_followers: pick<unknown>([undefined, [{ user: 'u.one', last_viewed: clock }]]),
  })
  const name = 'acme'
  const lines = [
    '{"type":"version","version":1,"info":{"generator":"mmetl","version":"v1","created":"x","additional":{"a":1}}}',
    line('emoji', { name: 'custom-one', image: 'emoji/custom-one.gif' }),
    line('team', { name, display_name: 'Acme', type: 'I', allow_open_invite: true }),
    line('channel', {
      team: name,
      name: 'general',
      display_name: 'general',
      type: 'O',
      header: 'h',
    }),
    line('channel', {
      team: name,
      name: 'c3afdb16',
      display_name: 'Größe',
      type: 'P',
      purpose: '',
    }),
    ...users.map((username, at) =>
      line('user', {
        username,
        email: at === 3 ? 'u.one@x.test' : `${username}@x.test`,
        roles: at === 1 ? 'system_user system_guest' : 'system_user',
        delete_at: pick([0, clock]),
        profile_image: pick([undefined, 'profile_pictures/none.png']),
        teams: [
          { name, roles: 'team_user', channels: [{ name: 'general' }, { name: 'c3afdb16' }] },
        ],
      }),
    ),
    ...Array.from({ length: 4 + below(10) }, () =>
      line(
        'post',
        withReplies({ team: name, channel: pick(['general', 'c3afdb16']), ...entry(false) }),
      ),
    ),
    line('direct_channel', { members: ['u.one', 'u-two'] }),
    ...Array.from({ length: below(8) }, () =>
      line(
        'direct_post',
        withReplies({
          channel_members: pick([
            ['u-two', 'u.one'],
            ['u.one', 'u-two', 'w01abc', 'slackbot'],
          ]),
          ...entry(false),
        }),
      ),
    ),
  ]
  files['data/emoji/custom-one.gif'] = 'gif'
  return { files: { ...files, 'mattermost_import.jsonl': lines.join('\n') }, rowCount, words }
}
