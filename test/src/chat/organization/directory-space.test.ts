import { describe, expect, test } from 'vitest'
import { SYSTEM_GROUPS } from '../../../../src/chat/groups/system-groups.ts'
import { measureDirectory } from '../../../../src/chat/organization/directory-space.ts'
import { countChars, firstChars } from '../../../../src/lib/text.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { CHOICES } from '../../../support/chat-profile-fields.ts'
import { sendFiles } from '../../../support/chat-uploads.ts'
import {
  type Answer,
  type ChatWorld,
  ok,
  type Person,
  startChatWorld,
} from '../../../support/chat-world.ts'
import { pngOf } from '../../../support/pictures.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

const MIB = 1024 * 1024

/** Texts that take more in a registration than they are long: as HTML, in JSON, in UTF-8. */
const TEXTS = [
  'What this is for. ',
  ':+1:',
  '&',
  '"',
  '\\',
  '<',
  '\u{1F600}',
  '漢字',
  '@**all** ',
  '`x` ',
  '$$x$$ ',
  'https://example.com/?a=b&c ',
]

/** People and what they make. */
interface Stage {
  world: ChatWorld
  people: Person[]
  random: () => number
  /** Makes names that differ. */
  name(): string
  text(maxChars: number): string
  someone(): Person
}

/** All ways in which what everybody's registration holds of the organization grows. Each returns its answer. */
const WAYS: Readonly<Record<string, (stage: Stage) => Promise<Answer>>> = {
  channel: async ({ someone, name, text }) =>
    someone().post('/channels/create', { name: name(), description: text(1_024), subscribers: [] }),
  'several channels': async ({ someone, name, text }) =>
    someone().post('/users/me/subscriptions', {
      subscriptions: [1, 2, 3].map(() => ({ name: name(), description: text(1_024) })),
    }),
  'a private channel of lists of members': async ({ someone, name, people }) =>
    someone().post('/channels/create', {
      name: name(),
      subscribers: [],
      can_remove_subscribers_group: listOf(people),
      can_send_message_group: listOf(people),
    }),
  'a description': async ({ world: { owner }, text }) =>
    owner.patch('/streams/1', { description: text(1_024) }),
  'settings of a channel': async ({ world: { owner }, people, random }) =>
    owner.patch('/streams/1', {
      can_send_message_group: { new: listOf(people.slice(Math.floor(random() * people.length))) },
    }),
  group: async ({ someone, name, text, people }) =>
    someone().post('/user_groups/create', {
      name: name(),
      description: text(3_000),
      members: people.map(({ id }) => id),
    }),
  'a group that changes': async ({ someone, name, text, people, random }) => {
    const maker = someone()
    const made = { name: name(), description: '', members: [] }
    const { group_id: id } = ok(await maker.post('/user_groups/create', made))
    ok(await maker.post(`/user_groups/${id}/members`, { add: people.map((one) => one.id) }))
    const can_mention_group = { new: listOf(people.slice(Math.floor(random() * people.length))) }
    return maker.patch(`/user_groups/${id}`, { description: text(3_000), can_mention_group })
  },
  'custom emoji': async ({ world, someone, name }) =>
    sendFiles(
      world,
      someone(),
      [{ name: 'x.png', content: pngOf(8, 8), type: 'image/png' }],
      `/realm/emoji/${name().replace(' ', '_')}`,
    ),
  'texts of a profile': async ({ world: { owner }, someone, name, text }) => {
    const field = { name: name(), field_type: 2, hint: text(80) }
    const { id } = ok(await owner.post('/realm/profile_fields', field))
    return someone().patch('/users/me/profile_data', { data: [{ id, value: text(500) }] })
  },
  'choices of a profile': async ({ world: { owner }, name, text }) =>
    owner.post('/realm/profile_fields', {
      name: name(),
      field_type: 3,
      field_data: { ...CHOICES, z: { text: text(2_000), order: '3' } },
    }),
  bot: async ({ someone, name }) =>
    someone().post('/bots', { full_name: name().repeat(8), short_name: name().replace(' ', '') }),
  linkifier: async ({ world: { owner }, name }) =>
    owner.post('/realm/filters', {
      pattern: `${name()}#(?P<id>[0-9]+)`,
      url_template: `https://tracker.test/${'x'.repeat(500)}/{id}`,
    }),
  playground: async ({ world: { owner }, name }) =>
    owner.post('/realm/playgrounds', {
      name: name(),
      highlighter_language: 'Rust',
      url_template: `https://play.test/${'x'.repeat(500)}/{code}`,
    }),
  domain: async ({ world: { owner }, name }) =>
    owner.post('/realm/domains', {
      domain: `${name().replace(' ', '')}.test`,
      allow_subdomains: true,
    }),
  folder: async ({ world: { owner }, name, text }) =>
    owner.post('/channel_folders/create', { name: name(), description: text(1_000) }),
}

function listOf(people: readonly Person[]) {
  return { direct_members: people.map(({ id }) => id), direct_subgroups: [] }
}

/** Sections that hold the organization; the rest of a registration is its caller's own, or is of people. */
const HELD = [
  'streams',
  'realm_user_groups',
  'realm_emoji',
  'realm_users',
  'custom_profile_fields',
  'realm_linkifiers',
  'realm_playgrounds',
  'realm_domains',
  'channel_folders',
]

/** What somebody's registration holds of the organization, in bytes. */
async function heldBytes(person: Person): Promise<number> {
  const answer = await person.register({ client_capabilities: { linkifier_url_template: true } })
  return HELD.reduce((sum, name) => sum + Buffer.byteLength(JSON.stringify(answer[name])), 0)
}

async function countedBytes({ chat }: ChatWorld): Promise<number> {
  const bytes = await chat.store.write(async (tx) => [
    ...(await measureDirectory(tx as never)).values(),
  ])
  return bytes.reduce((sum, one) => sum + one, 0)
}

async function setUp(world: ChatWorld, seed: number): Promise<Stage> {
  const random = seededRandom(seed)
  const people = await Promise.all(['Alice', 'Bob', 'Carol'].map(async (name) => world.add(name)))
  let names = 0
  return {
    world,
    people,
    random,
    name: () => `name ${(names += 1)}`,
    text(maxChars) {
      let text = ''
      const targetChars = random() * maxChars
      while (countChars(text) < targetChars) text += TEXTS[Math.floor(random() * TEXTS.length)]
      return firstChars(text, maxChars)
    },
    someone: () => people[Math.floor(random() * people.length)]!,
  }
}

await onBothDatabases(({ open, newLocation }) => {
  test(
    'what everybody loads grows only as far as it is counted, in every way',
    { tags: 'full' },
    async () => {
      const store = await open(newLocation())
      await using world = await startChatWorld({ store })
      const stage = await setUp(world, 47)
      const reader = await world.add('Reader')
      for (const [way, grow] of Object.entries(WAYS)) {
        const before = { held: await heldBytes(reader), counted: await countedBytes(world) }
        ok(await grow(stage))
        const held = (await heldBytes(reader)) - before.held
        const counted = (await countedBytes(world)) - before.counted
        expect({ way, isCounted: counted > 0 && held < 2 * counted + 50 }).toEqual({
          way,
          isCounted: true,
        })
      }
    },
  )
})

describe('a quota of what everybody loads', () => {
  test.each([1, 2, 3])(
    'holds, whatever members make, and nobody takes it all (%i)',
    async (seed) => {
      await using world = await startChatWorld({ directoryQuotaMib: 1 })
      const stage = await setUp(world, seed)
      const bob = stage.people[1]!
      const [alice] = stage.people
      stage.someone = () => alice!
      const ways = ['channel', 'several channels', 'group', 'a private channel of lists of members']
      let refused: Answer | undefined
      for (let calls = 0; !refused && calls < 500; calls += 1) {
        const way = ways[Math.floor(stage.random() * ways.length)]!
        const answer = await WAYS[way]!(stage)
        if (answer.result === 'error') refused = answer
      }
      expect(refused).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
      expect(refused?.msg).toMatch(/^The channels, .* that one member made may take 0\.125 MiB/)
      expect(await heldBytes(bob)).toBeLessThan(2 * (MIB / 8) + 20_000)
      ok(await bob.post('/channels/create', { name: 'of Bob', subscribers: [] }))
    },
  )
})

test(
  'who is over the quota can still make things shorter; an administrator may fill it, and no more',
  { tags: 'full' },
  async () => {
    await using world = await startChatWorld({ directoryQuotaMib: 1 })
    const alice = await world.add('Alice')
    const boss = await world.add('Boss', { role: 200 })
    const fill = async (person: Person, name: string) => {
      for (let n = 0; ; n += 1) {
        const made = { name: `${name} ${n}`, description: ':+1:'.repeat(250), subscribers: [] }
        const answer = await person.post('/channels/create', made)
        if (answer.result === 'error') return { msg: answer.msg, n }
      }
    }
    const own = await fill(alice, 'own')
    expect(own.msg).toContain('ask an administrator')
    const all = await fill(boss, 'all')
    expect(all.msg).toContain('--directory-quota-mib')
    expect(all.n).toBeGreaterThan(5 * own.n)
    const { stream_id } = ok(await alice.get('/get_stream_id', { stream: 'own 0' }))
    ok(await alice.patch(`/streams/${stream_id}`, { description: ':+1:'.repeat(248) }))
    expect(await fill(alice, 'more')).toEqual({ msg: own.msg, n: 0 })
  },
)

test('a setting that is changed leaves no list behind', async () => {
  await using world = await startChatWorld()
  const { owner } = world
  const people = [owner, await world.add('Alice'), await world.add('Bob')]
  const counted: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const list = { new: listOf(people.slice(n % 2)) }
    ok(await owner.patch('/streams/1', { can_send_message_group: list }))
    counted.push(await countedBytes(world))
  }
  expect(new Set(counted).size).toBe(2)
  ok(await owner.patch('/streams/1', { can_send_message_group: { new: SYSTEM_GROUPS.everyone } }))
  expect((await owner.register())['streams'][0].can_send_message_group).toBe(SYSTEM_GROUPS.everyone)
})
