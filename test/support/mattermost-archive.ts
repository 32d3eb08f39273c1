import type { MadeArchive } from './made-archive.ts'
import { seededRandom } from './seeded-random.ts'

const TEAMS = ['core', 'ops']
const USERS = ['ann', 'bob.x', 'cy_d', 'sys-bot']
const BASE_MS = 1_704_100_000_000

/** Makes bulk exports of Mattermost with lines of every kind, and with odd ones: a repeatable one for each seed. */
export function makeMattermostArchive(seed: number): MadeArchive {
  const random = seededRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  const words: string[] = []
  const files: Record<string, string> = {}
  let rowCount = 0
  /** A word that is in no other message. */
  const word = (): string => {
    words.push(`w${seed}x${words.length}q`)
    return words.at(-1) ?? ''
  }
  const line = (type: string, value: unknown): string => JSON.stringify({ type, [type]: value })
  const oneTeam = random() < 0.5
  const teams = oneTeam ? TEAMS.slice(0, 1) : TEAMS
  const head = [
    JSON.stringify({ type: 'version', version: 1, info: { generator: 'mattermost-server' } }),
    ...(random() < 0.3 ? [line('scheme', { name: 'strict', scope: 'team' })] : []),
    ...teams.map((name) =>
      line('team', { name, display_name: `The ${name}`, type: 'O', allow_open_invite: true }),
    ),
    ...teams.flatMap((team) => [
      line('channel', { team, name: 'town-square', display_name: 'Town Square', type: 'O' }),
      line('channel', {
        team,
        name: 'den',
        display_name: pick(['Den', 'Town Square', 'D'.repeat(64)]),
        type: 'P',
        header: 'h'.repeat(below(1_200)),
        purpose: 'to talk',
        deleted_at: pick([0, 1_700_000_000_000]),
      }),
    ]),
    ...USERS.map((username, at) =>
      line('user', {
        username,
        email: at === 2 ? '' : `${username}@x.test`,
        auth_service: pick([null, '', 'ldap']),
        first_name: pick(['', 'Ann*', 'Bob']),
        last_name: pick(['', 'Lee']),
        nickname: '',
        roles: pick(['system_user', 'system_admin system_user', 'system_guest', '']),
        delete_at: pick([0, 0, 1_700_000_000_000, null]),
        position: pick(['', 'cook']),
        custom_status: pick([undefined, { emoji: 'house', text: 'at home' }]),
        teams: pick<unknown>([
          null,
          teams.map((name) => ({
            name,
            roles: 'team_user',
            channels: [
              { name: 'town-square', favorite: true, notify_props: { mark_unread: 'mention' } },
              { name: pick(['den', 'gone']), roles: 'channel_user' },
            ],
          })),
        ]),
      }),
    ),
    line('bot', { username: 'botty', owner: pick(['ann', 'nobody']), display_name: 'Botty' }),
  ]
  const time = (): object =>
    pick<object>([
      ...Array.from({ length: 6 }, () => ({ create_at: BASE_MS + below(900_000_000) })),
      { create_at: 'soon' },
      { create_at: null },
      {},
      { create_at: -5 },
      { create_at: BASE_MS / 1_000 },
    ])
  const sender = (): object =>
    pick<object>([
      { user: pick(USERS) },
      { user: pick(USERS) },
      { user: 'botty' },
      { user: 'Foreign.Guest' },
      { user: 7 },
      {},
    ])
  const file = (): string => {
    const path = `2024/${below(1e6)}/report (${words.length}).pdf`
    files[`data/${path}`] = 'bytes'
    return path
  }
  const reactions = (): unknown =>
    pick<unknown>([
      null,
      [],
      [
        { user: 'ann', emoji_name: 'slightly_smiling_face', create_at: 5 },
        { user: 'nobody', emoji_name: '+1', create_at: 5 },
        { user: 'ann', emoji_name: 'parrot', create_at: 5 },
      ],
      'odd',
    ])
  const kinds: readonly (() => object)[] = [
    () => ({ message: `plain ${word()} @ann, @bob.x. and ~den :slightly_smiling_face:` }),
    () => ({ message: `${'a long line of text. '.repeat(below(1_500))}${word()}` }),
    () => ({ message: `\`\`\`\n@ann ${word()}\n\`\`\``, type: '' }),
    () => ({ message: word(), type: 'me' }),
    () => ({ message: word(), type: 'custom_zoom', props: { link: 'x' } }),
    () => ({ message: '', props: { attachments: [{ fallback: word() }] } }),
    () => ({
      message: '',
      type: 'slack_attachment',
      props: { attachments: [{ title: 'T', fields: [{ title: 'f', value: word() }] }] },
    }),
    () => ({
      message: word(),
      props: { from_webhook: 'true', override_username: pick(['Deploy', 'C I']) },
    }),
    () => ({ message: word(), attachments: [{ path: file() }, { path: file() }] }),
    () => ({ message: '', attachments: [{ path: `gone/${word()}.png` }] }),
    () => ({ message: word(), is_pinned: true, flagged_by: ['ann', 'nobody'] }),
    () => ({ message: word(), edit_at: BASE_MS + 5, reactions: reactions() }),
    () => ({ message: 'ann joined', type: 'system_join_channel' }),
    () => ({ message: 'moved', type: 'system_wrangler' }),
    () => ({ message: '   ' }),
    () => ({ message: 5 }),
  ]
  const entry = (): unknown => {
    rowCount += 1
    if (random() < 0.05) return pick<unknown>([null, 7, 'text', []])
    return { ...sender(), ...time(), ...pick(kinds)() }
  }
  const withReplies = (post: object): object => ({
    ...post,
    replies: pick<unknown>([null, undefined, 'odd', []]) ?? Array.from({ length: below(4) }, entry),
  })
  const secret = (place: object): object => {
    rowCount += 1
    return { ...place, user: 'ann', create_at: BASE_MS, message: 'nobody may read this' }
  }
  const asPost = (value: unknown): object =>
    typeof value === 'object' && value !== null ? value : { message: undefined }
  const places = teams.flatMap((team) => [
    { team, channel: 'town-square' },
    { team, channel: 'den' },
  ])
  const groups = [
    ['ann', 'bob.x'],
    ['ann', 'ann'],
    ['ann', 'bob.x', 'cy_d'],
    ['cy_d', 'ann', 'bob.x'],
    ['ann', 'unknown.one'],
    ['bob.x', 'cy_d'],
  ]
  const posts = [
    ...Array.from({ length: 6 + below(20) }, () =>
      line('post', withReplies({ ...asPost(entry()), ...pick(places) })),
    ),
    ...Array.from({ length: below(3) }, () => line('post', secret({ team: 'core', channel: 'x' }))),
  ]
  const direct = [
    ...Array.from({ length: below(14) }, () =>
      line('direct_post', withReplies({ ...asPost(entry()), channel_members: pick(groups) })),
    ),
    ...Array.from({ length: below(3) }, () => line('direct_post', secret({ channel_members: [] }))),
  ]
  const odd = Array.from({ length: below(4) }, () => {
    rowCount += 1
    return pick(['{"type":"post"}', '{"type":"post","post":', 'no line', '[1]', '{}', '7'])
  })
  const emoji = line('emoji', { name: 'parrot', image: 'emoji/p1/image' })
  files['data/emoji/p1/image'] = 'picture'
  const lines = [
    ...head,
    ...shuffled([...posts, ...odd], below),
    ...(random() < 0.7 ? [emoji] : []),
    line('direct_channel', { members: ['ann', 'bob.x'], header: pick(['', 'hello']) }),
    line('thing', { unheard: 'of' }),
    ...shuffled(direct, below),
  ]
  const name = pick(['import.jsonl', 'mattermost_import.jsonl', 'export/export.json'])
  const inside = name.startsWith('export/') ? 'export/' : ''
  const placed = Object.entries(files).map(([path, content]) => [`${inside}${path}`, content])
  return {
    files: { ...Object.fromEntries(placed), [name]: lines.join(pick(['\n', '\r\n'])) },
    rowCount,
    words,
  }
}

function shuffled<T>(all: readonly T[], below: (count: number) => number): T[] {
  return all
    .map((one) => [below(1e9), one] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, one]) => one)
}
