import { reader } from '../../src/chat/kernel/unit-of-work.ts'
import {
  type Answer,
  type ChatWorld,
  type Fields,
  type Person,
  startChatWorld,
} from './chat-world.ts'
import { type Act, one, person, type Stage } from './event-day-stage.ts'
import { OFTEN, PLACES } from './event-day-talk.ts'
import { PEOPLE, THINGS } from './event-day-things.ts'
import { seededRandom } from './seeded-random.ts'
import { answerFaults, ANSWERS, decodingFaults } from './strict-decoders.ts'

/** What became of a day. */
export interface EventDay {
  /** Acts that the server did, and how often it refused one for each reason. */
  done: number
  refused: Map<string, number>
}

/** Attempts of somebody at an act that nobody was allowed before; who it is, and on what, is drawn each time. */
const TRIES_MAX_COUNT = 60

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
  const undone = new Set([...OFTEN, ...PLACES, ...PEOPLE, ...THINGS])
  let done = 0
  const act = async (what: Act): Promise<void> => {
    const answer = await what(stage, person(stage))
    if (answer.status >= 500) throw new Error(`${answer.status}: ${JSON.stringify(answer)}`)
    if (answer.result === 'success') done += 1
    else refused.set(answer.msg, (refused.get(answer.msg) ?? 0) + 1)
    if (answer.result === 'success') undone.delete(what)
    world.pass(1 + Math.floor(random() * 90))
  }
  for (let count = 0; count < acts; count += 1) {
    const kind = random()
    const choice = kind < 0.5 ? OFTEN : kind < 0.7 ? PLACES : kind < 0.82 ? PEOPLE : THINGS
    await act(one(stage, choice, choice[0] as Act))
  }
  // Each kind of act is done at least once in a day, however it was drawn.
  for (const what of undone) {
    for (let tries = 0; undone.has(what) && tries < TRIES_MAX_COUNT; tries += 1) await act(what)
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
    if (await wasAway(world, who)) continue
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

/** Whether an account was deactivated in the meantime: its queues went with it. */
async function wasAway({ chat }: ChatWorld, { id }: Person): Promise<boolean> {
  const user = await reader(chat)
    .selectFrom('chat_user')
    .select('deactivations')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return user.deactivations > 0
}
