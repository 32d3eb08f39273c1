import { sendFiles } from './chat-uploads.ts'
import {
  type Answer,
  type ChatWorld,
  type Fields,
  type Person,
  startChatWorld,
} from './chat-world.ts'
import { pngOf } from './pictures.ts'
import { seededRandom } from './seeded-random.ts'
import { answerFaults, ANSWERS, decodingFaults } from './strict-decoders.ts'

/** What there is to do something with; ids grow as the day goes on. */
interface Stage {
  world: ChatWorld
  people: Person[]
  bots: Person[]
  channels: { id: number; name: string }[]
  groups: number[]
  messages: number[]
  polls: number[]
  drafts: Kept[]
  scheduled: Kept[]
  reminders: Kept[]
  snippets: Kept[]
  folders: number[]
  fields: number[]
  linkifiers: number[]
  count: number
  random: () => number
}

/** Something that only one person has. */
interface Kept {
  who: Person
  id: number
}

type Act = (stage: Stage, who: Person) => Promise<Answer>

const TOPICS = ['plans', 'lunch', '', 'release 1.0', 'Größe']
const TEXTS = ['hello', '**bold** :tada:', '@**all** look', '```py\nx = 1\n```', '> q', '/me waves']
const EMOJI = ['tada', 'thumbs_up', 'heart']
const LATER_SECONDS = 4_000_000_000

/** One of some; the first call for an empty list is the caller's fault, and answered by the server. */
function one<Value>({ random }: Stage, all: readonly Value[], none: Value): Value {
  return all[Math.floor(random() * all.length)] ?? none
}

const channel = (stage: Stage) => one(stage, stage.channels, { id: 1, name: 'general' })
const person = (stage: Stage) => one(stage, stage.people, stage.world.owner)
const message = (stage: Stage) => one(stage, stage.messages, 1)
const flag = ({ random }: Stage) => random() < 0.5
const name = (stage: Stage) => `thing ${(stage.count += 1)}`

/** Keeps the id in an answer, if there is one. */
function keep(list: number[], answer: Answer, field: string): Answer {
  if (typeof answer[field] === 'number') list.push(answer[field])
  return answer
}

/** The same for what is its maker's alone. */
function keepFor(who: Person, list: Kept[], answer: Answer, field: string): Answer {
  if (typeof answer[field] === 'number') list.push({ who, id: answer[field] })
  return answer
}

/** One of these, through whoever has it. */
function kept(stage: Stage, list: readonly Kept[]): Kept {
  return one(stage, list, { who: stage.world.owner, id: 1 })
}

async function say(stage: Stage, who: Person, fields: Fields): Promise<Answer> {
  return keep(stage.messages, await who.post('/messages', fields), 'id')
}

const inChannel = (stage: Stage) => ({
  type: 'channel',
  to: channel(stage).name,
  topic: one(stage, TOPICS, 'x'),
})

/** What people do often. */
const OFTEN: readonly Act[] = [
  async (stage, who) => say(stage, who, { ...inChannel(stage), content: one(stage, TEXTS, 'x') }),
  async (stage, who) =>
    say(stage, who, { ...inChannel(stage), content: `@**${person(stage).user.full_name}** see` }),
  async (stage, who) =>
    say(stage, who, { type: 'direct', to: [person(stage).id, person(stage).id], content: 'psst' }),
  async (stage) =>
    say(stage, one(stage, stage.bots, stage.world.owner), {
      ...inChannel(stage),
      content: 'built',
    }),
  async (stage, who) =>
    who.patch(`/messages/${message(stage)}`, { content: `changed ${(stage.count += 1)}` }),
  async (stage, who) =>
    who.patch(`/messages/${message(stage)}`, {
      topic: one(stage, TOPICS, 'x'),
      propagate_mode: one(stage, ['change_one', 'change_later', 'change_all'], 'change_one'),
    }),
  async (stage) =>
    stage.world.owner.patch(`/messages/${message(stage)}`, {
      stream_id: channel(stage).id,
      propagate_mode: 'change_all',
    }),
  async (stage) =>
    stage.world.owner.patch(`/messages/${message(stage)}`, {
      topic: `✔ ${one(stage, TOPICS, 'x')}`,
      propagate_mode: 'change_all',
    }),
  async (stage, who) =>
    who.post(`/messages/${message(stage)}/reactions`, { emoji_name: one(stage, EMOJI, 'tada') }),
  async (stage, who) =>
    who.delete(`/messages/${message(stage)}/reactions`, { emoji_name: one(stage, EMOJI, 'tada') }),
  async (stage, who) =>
    who.post('/messages/flags', {
      messages: [message(stage), message(stage)],
      op: flag(stage) ? 'add' : 'remove',
      flag: flag(stage) ? 'read' : 'starred',
    }),
  async (stage, who) =>
    who.post('/typing', {
      op: flag(stage) ? 'start' : 'stop',
      type: 'channel',
      stream_id: channel(stage).id,
      topic: one(stage, TOPICS, 'x'),
    }),
  async (stage, who) =>
    who.post('/typing', { op: 'start', type: 'direct', to: [person(stage).id] }),
  async (stage, who) => who.post(`/messages/${message(stage)}/typing`, { op: 'start' }),
  async (stage, who) => who.post('/users/me/presence', { status: flag(stage) ? 'active' : 'idle' }),
  async (stage, who) =>
    who.post('/users/me/status', {
      status_text: flag(stage) ? 'busy' : '',
      emoji_name: flag(stage) ? 'tada' : '',
    }),
]

/** What changes who is where. */
const PLACES: readonly Act[] = [
  async (stage, who) =>
    who.post('/users/me/subscriptions', { subscriptions: [{ name: channel(stage).name }] }),
  async (stage, who) =>
    who.delete('/users/me/subscriptions', { subscriptions: [channel(stage).name] }),
  async (stage) =>
    stage.world.owner.post('/users/me/subscriptions', {
      subscriptions: [{ name: channel(stage).name }],
      principals: [person(stage).id],
    }),
  async (stage) =>
    stage.world.owner.delete('/users/me/subscriptions', {
      subscriptions: [channel(stage).name],
      principals: [person(stage).id],
    }),
  async (stage, who) => {
    const made = { name: name(stage), subscribers: [who.id, person(stage).id] }
    const invite_only = flag(stage)
    const answer = await who.post('/channels/create', { ...made, invite_only })
    if (answer['id'] !== undefined) stage.channels.push({ id: answer['id'], name: made.name })
    return answer
  },
  async (stage) => {
    const changed = channel(stage)
    const new_name = name(stage)
    const answer = await stage.world.owner.patch(`/streams/${changed.id}`, { new_name })
    if (answer.result === 'success') changed.name = new_name
    return answer
  },
  async (stage) =>
    stage.world.owner.patch(`/streams/${channel(stage).id}`, { description: name(stage) }),
  async (stage) =>
    stage.world.owner.patch(`/streams/${channel(stage).id}`, { is_private: flag(stage) }),
  async (stage) =>
    stage.world.owner.patch(`/streams/${channel(stage).id}`, {
      is_default_stream: flag(stage),
      can_send_message_group: { new: one(stage, stage.groups, 1) },
    }),
  async (stage) =>
    stage.world.owner.patch(`/streams/${channel(stage).id}`, {
      folder_id: one(stage, stage.folders, 1),
    }),
  async (stage) => {
    const gone = stage.channels.length > 4 ? stage.channels.pop() : undefined
    return stage.world.owner.delete(`/streams/${gone?.id ?? 0}`)
  },
  async (stage, who) => {
    const [property, value] = one(
      stage,
      [
        ['color', '#00aa11'],
        ['pin_to_top', flag(stage)],
        ['is_muted', flag(stage)],
        ['push_notifications', flag(stage)],
        ['wildcard_mentions_notify', flag(stage)],
      ] as const,
      ['color', '#00aa11'],
    )
    const subscription_data = [{ stream_id: channel(stage).id, property, value }]
    return who.post('/users/me/subscriptions/properties', { subscription_data })
  },
  async (stage, who) =>
    who.post('/user_topics', {
      stream_id: channel(stage).id,
      topic: one(stage, TOPICS, 'x'),
      visibility_policy: one(stage, [0, 1, 2, 3], 0),
    }),
  async (stage) =>
    keep(
      stage.folders,
      await stage.world.owner.post('/channel_folders/create', { name: name(stage) }),
      'channel_folder_id',
    ),
  async (stage) =>
    stage.world.owner.patch(`/channel_folders/${one(stage, stage.folders, 1)}`, {
      description: name(stage),
    }),
  async (stage) => stage.world.owner.delete(`/messages/${message(stage)}`),
  async (stage) =>
    stage.world.owner.post(`/streams/${channel(stage).id}/delete_topic`, { topic_name: 'lunch' }),
  async (_stage, who) => who.post('/mark_all_as_read'),
]

/** What changes people and groups. */
const PEOPLE: readonly Act[] = [
  async (stage) =>
    stage.world.owner.patch(`/users/${person(stage).id}`, {
      role: one(stage, [200, 300, 400, 600], 400),
    }),
  async (stage, who) => who.patch('/settings', { full_name: `Name ${(stage.count += 1)}` }),
  async (stage) => {
    const { id } = person(stage)
    await stage.world.owner.delete(`/users/${id}`)
    return stage.world.owner.post(`/users/${id}/reactivate`)
  },
  async (stage, who) =>
    sendFiles(stage.world, who, [{ name: 'x.png', content: pngOf(8, 8) }], '/users/me/avatar'),
  async (_stage, who) => who.delete('/users/me/avatar'),
  async (stage, who) => {
    const made = { name: name(stage), description: 'd', members: [person(stage).id] }
    return keep(stage.groups, await who.post('/user_groups/create', made), 'group_id')
  },
  async (stage) =>
    stage.world.owner.patch(`/user_groups/${one(stage, stage.groups, 1)}`, {
      description: name(stage),
    }),
  async (stage) =>
    stage.world.owner.post(`/user_groups/${one(stage, stage.groups, 1)}/members`, {
      [flag(stage) ? 'add' : 'delete']: [person(stage).id],
    }),
  async (stage) =>
    stage.world.owner.post(`/user_groups/${one(stage, stage.groups, 1)}/subgroups`, {
      [flag(stage) ? 'add' : 'delete']: [one(stage, stage.groups, 1)],
    }),
  async (stage) => stage.world.owner.post(`/user_groups/${stage.groups.at(-1) ?? 0}/deactivate`),
  async (stage, who) => who.post(`/users/me/muted_users/${person(stage).id}`),
  async (stage, who) => who.delete(`/users/me/muted_users/${person(stage).id}`),
  async (stage) =>
    keep(
      stage.fields,
      await stage.world.owner.post('/realm/profile_fields', {
        name: name(stage).slice(0, 40),
        field_type: 1,
      }),
      'id',
    ),
  async (stage, who) =>
    who.patch('/users/me/profile_data', {
      data: [{ id: one(stage, stage.fields, 1), value: name(stage) }],
    }),
  async (stage, who) => who.post('/users/me/alert_words', { alert_words: [name(stage)] }),
]

/** What people keep, and what administrators set up. */
const THINGS: readonly Act[] = [
  async (stage, who) => {
    const drafts = [{ type: 'private', to: [person(stage).id], topic: '', content: 'x' }]
    const answer = await who.post('/drafts', { drafts })
    if (Array.isArray(answer['ids'])) stage.drafts.push({ who, id: Number(answer['ids'][0]) })
    return answer
  },
  async (stage) => {
    const { who, id } = kept(stage, stage.drafts)
    return who.patch(`/drafts/${id}`, {
      draft: { type: 'stream', to: [1], topic: 'x', content: name(stage) },
    })
  },
  async (stage) => {
    const { who, id } = kept(stage, stage.drafts)
    return who.delete(`/drafts/${id}`)
  },
  async (stage, who) =>
    keepFor(
      who,
      stage.scheduled,
      await who.post('/scheduled_messages', {
        type: 'direct',
        to: [person(stage).id],
        content: 'x',
        scheduled_delivery_timestamp: LATER_SECONDS,
      }),
      'scheduled_message_id',
    ),
  async (stage) => {
    const { who, id } = kept(stage, stage.scheduled)
    return who.patch(`/scheduled_messages/${id}`, { content: name(stage) })
  },
  async (stage) => {
    const { who, id } = kept(stage, stage.scheduled)
    return who.delete(`/scheduled_messages/${id}`)
  },
  async (stage, who) =>
    keepFor(
      who,
      stage.reminders,
      await who.post('/reminders', {
        message_id: message(stage),
        scheduled_delivery_timestamp: LATER_SECONDS,
      }),
      'reminder_id',
    ),
  async (stage) => {
    const { who, id } = kept(stage, stage.reminders)
    return who.delete(`/reminders/${id}`)
  },
  async (stage, who) =>
    keepFor(
      who,
      stage.snippets,
      await who.post('/saved_snippets', { title: name(stage), content: 'x' }),
      'saved_snippet_id',
    ),
  async (stage) => {
    const { who, id } = kept(stage, stage.snippets)
    return who.patch(`/saved_snippets/${id}`, { title: name(stage) })
  },
  async (stage) => {
    const { who, id } = kept(stage, stage.snippets)
    return who.delete(`/saved_snippets/${id}`)
  },
  async (stage, who) =>
    keep(
      stage.polls,
      await say(stage, who, { ...inChannel(stage), content: '/poll Tea?\nyes\nno' }),
      'id',
    ),
  async (stage, who) =>
    who.post('/submessage', {
      message_id: one(stage, stage.polls, 1),
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
    }),
  async (stage, who) =>
    who.post('/navigation_views', {
      fragment: `narrow/is/${(stage.count += 1)}`,
      is_pinned: flag(stage),
      name: name(stage),
    }),
  async (stage, who) => sendFiles(stage.world, who, [{ name: 'a.txt', content: name(stage) }]),
  async (stage, who) =>
    who.patch('/settings', {
      [one(stage, ['enter_sends', 'twenty_four_hour_time', 'starred_message_counts'], 'x')]:
        flag(stage),
      emojiset: one(stage, ['google', 'text', 'twitter'], 'text'),
    }),
  async (stage) =>
    keep(
      stage.linkifiers,
      await stage.world.owner.post('/realm/filters', {
        pattern: `T${(stage.count += 1)}-(?P<id>[0-9]+)`,
        url_template: 'https://x.test/{id}',
      }),
      'id',
    ),
  async (stage) => stage.world.owner.delete(`/realm/filters/${stage.linkifiers.pop() ?? 0}`),
  async (stage) =>
    stage.world.owner.post('/realm/playgrounds', {
      name: name(stage),
      highlighter_language: 'Rust',
      url_template: 'https://x.test/{code}',
    }),
  async (stage) =>
    stage.world.owner.post('/realm/domains', {
      domain: `d${(stage.count += 1)}.test`,
      allow_subdomains: flag(stage),
    }),
  async (stage, who) =>
    sendFiles(
      stage.world,
      who,
      [{ name: 'x.png', content: pngOf(8, 8) }],
      `/realm/emoji/e${(stage.count += 1)}`,
    ),
  async (stage, who) => who.delete(`/realm/emoji/e${stage.count}`),
  async (stage) =>
    stage.world.owner.patch('/realm', {
      [one(stage, ['allow_message_editing', 'enable_read_receipts', 'presence_disabled'], 'x')]:
        flag(stage),
      description: name(stage),
    }),
  async (stage) =>
    stage.world.owner.patch('/realm/user_settings_defaults', { enter_sends: flag(stage) }),
  async (stage) =>
    stage.world.owner.post('/invites', { invitee_emails: `i${(stage.count += 1)}@x.test` }),
  async (_stage, who) => who.post('/register_client_device'),
]

/** What became of a day. */
export interface EventDay {
  /** Acts that the server did, and how often it refused one for each reason. */
  done: number
  refused: Map<string, number>
}

/** Lets the people and bots of a chat do what people do, as a seed has it. What they may not do just then is refused. */
export async function liveOneDay(
  world: ChatWorld,
  people: readonly Person[],
  { seed, acts }: { seed: number; acts: number },
): Promise<EventDay> {
  const random = seededRandom(seed)
  const bot = await world.add('Builder', { bot_type: 1, bot_owner_id: world.owner.id })
  const stage: Stage = {
    world,
    people: [...people],
    bots: [bot],
    channels: [{ id: 1, name: 'general' }],
    groups: [],
    messages: [],
    polls: [],
    drafts: [],
    scheduled: [],
    reminders: [],
    snippets: [],
    folders: [],
    fields: [],
    linkifiers: [],
    count: 0,
    random,
  }
  const refused = new Map<string, number>()
  let done = 0
  for (let act = 0; act < acts; act += 1) {
    const kind = random()
    const choice = kind < 0.5 ? OFTEN : kind < 0.7 ? PLACES : kind < 0.82 ? PEOPLE : THINGS
    const answer = await one(stage, choice, choice[0] as Act)(stage, person(stage))
    if (answer.status >= 500) throw new Error(`${answer.status}: ${JSON.stringify(answer)}`)
    if (answer.result === 'success') done += 1
    else refused.set(answer.msg, (refused.get(answer.msg) ?? 0) + 1)
    world.pass(1 + Math.floor(random() * 90))
  }
  return { done, refused }
}

/** How the app for phones, the one for the terminal, and small programs register. */
export const REGISTRATIONS: readonly Fields[] = [
  {
    apply_markdown: true,
    client_gravatar: false,
    slim_presence: true,
    idle_queue_timeout: 'mobile',
    client_capabilities: {
      notification_settings_null: true,
      bulk_message_deletion: true,
      user_avatar_url_field_optional: false,
      stream_typing_notifications: true,
      user_settings_object: true,
      include_deactivated_groups: true,
      empty_topic_name: true,
      archived_channels: true,
      linkifier_url_template: true,
      individual_emoji_changes: true,
    },
  },
  {
    event_types: [
      'message',
      'update_message',
      'reaction',
      'subscription',
      'typing',
      'update_message_flags',
      'realm_user',
      'user_settings',
      'stream',
      'realm_emoji',
      'custom_profile_fields',
      'presence',
      'user_topic',
      'muted_users',
    ],
    apply_markdown: true,
    client_gravatar: true,
    include_subscribers: true,
    client_capabilities: { notification_settings_null: false, bulk_message_deletion: true },
  },
  {},
]

/** Lives a day with clients of all kinds listening. Returns what any of them failed on, in events and in snapshots after it. */
export async function judgeDay(options: { seed: number; acts: number }): Promise<{
  day: EventDay
  kinds: Set<string>
  faults: string[]
}> {
  await using world = await startChatWorld({ mail: async () => {} })
  const people = [world.owner]
  for (const [name, role] of [
    ['Ada', 200],
    ['Bob', 300],
    ['Cleo', 400],
    ['Dan', 400],
    ['Gus', 600],
  ] as const) {
    people.push(await world.add(name, { role }))
  }
  const queues: [Person, Answer][] = []
  for (const who of people) {
    for (const fields of REGISTRATIONS) {
      const lasting = { idle_queue_timeout: 604_800 }
      queues.push([who, await who.register({ ...fields, ...lasting })])
    }
  }
  const day = await liveOneDay(world, people, options)
  const kinds = new Set<string>()
  const faults = new Set<string>()
  for (const [who, queue] of queues) {
    // A long log comes in parts.
    for (let part = await who.events(queue); part.length > 0;) {
      for (const event of part) {
        kinds.add(`${event['type']}/${event['op']}`)
        for (const fault of decodingFaults(event)) faults.add(fault.slice(0, 400))
      }
      part = await who.events(queue, Number(part.at(-1)?.['id']))
    }
  }
  for (const who of people) {
    const snapshot = await who.register(REGISTRATIONS[0])
    for (const fault of answerFaults(snapshot, ANSWERS.phone)) faults.add(fault.slice(0, 600))
  }
  return { day, kinds, faults: [...faults] }
}
