import { join } from 'node:path'
import { createLog } from '../../src/lib/log.ts'
import { openSqlite } from '../../src/store/sqlite/sqlite.ts'
import { fillTeam, LARGE_TEAM } from '../../test/support/large-team.ts'
import { type BenchServer, serveChat } from './servers.ts'
import { quantile, table } from './table.ts'

const ROUNDS = 9
const WARM_UP_ROUNDS = 3
const PEOPLE = 20
const PASSWORD = 'a bench password'

/** A server with what operations are done to; the same on both. */
interface Stage {
  server: BenchServer
  /** A channel with a few messages, in which the owner is. */
  channel: number
  messages: number[]
  people: number[]
  /** Grows with each run, for names that nothing has yet. */
  next(): number
}

interface Operation {
  /** What must be so before; not measured. */
  before?: (stage: Stage) => Promise<unknown>
  run: (stage: Stage) => Promise<unknown>
}

const json = JSON.stringify

function fetching(anchor: string, narrow: readonly unknown[] = []): Operation {
  const window = { num_before: '20', num_after: '20', narrow: json(narrow) }
  return { run: async ({ server }) => server.get('/messages', { anchor, ...window }) }
}

function getting(path: string | ((stage: Stage) => string)): Operation {
  return {
    run: async (stage) => stage.server.get(typeof path === 'string' ? path : path(stage), {}),
  }
}

function asking(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: (stage: Stage) => string,
  fields: (stage: Stage) => Readonly<Record<string, string>> = () => ({}),
): Operation {
  return { run: async (stage) => stage.server.ask(method, path(stage), fields(stage)) }
}

const subscribe = (name: string) => ({ subscriptions: json([{ name }]) })

const join20: Operation['run'] = async ({ server, people, next }) =>
  server.post('/users/me/subscriptions', {
    ...subscribe(`many ${next()}`),
    principals: json(people),
  })

const OPERATIONS: Readonly<Record<string, Operation>> = {
  send: asking(
    'POST',
    () => '/messages',
    () => ({ type: 'channel', to: 'general', topic: 't', content: 'x' }),
  ),
  join: {
    before: async ({ server }) =>
      server.ask('DELETE', '/users/me/subscriptions', { subscriptions: json(['old']) }),
    run: async ({ server }) => server.post('/users/me/subscriptions', subscribe('old')),
  },
  leave: {
    before: async ({ server }) => server.post('/users/me/subscriptions', subscribe('old')),
    run: async ({ server }) =>
      server.ask('DELETE', '/users/me/subscriptions', { subscriptions: json(['old']) }),
  },
  'new channel': asking(
    'POST',
    () => '/users/me/subscriptions',
    ({ next }) => subscribe(`new ${next()}`),
  ),
  'new channel of 20 people': { run: join20 },
  description: asking(
    'PATCH',
    ({ channel }) => `/streams/${channel}`,
    ({ next }) => ({ description: `d ${next()}` }),
  ),
  'closing a channel': {
    before: async ({ server, channel }) =>
      server.ask('PATCH', `/streams/${channel}`, { is_private: 'false' }),
    run: async ({ server, channel }) =>
      server.ask('PATCH', `/streams/${channel}`, {
        is_private: 'true',
        history_public_to_subscribers: 'true',
      }),
  },
  'new account': asking(
    'POST',
    () => '/users',
    ({ next }) => {
      const n = next()
      return { email: `new${n}@bench.example`, full_name: `New ${n}`, password: PASSWORD }
    },
  ),
  'name of an account': asking(
    'PATCH',
    ({ people }) => `/users/${people[0]}`,
    ({ next }) => ({ full_name: `Person ${next()}` }),
  ),
  'role of an account': asking(
    'PATCH',
    ({ people }) => `/users/${people[1]}`,
    ({ next }) => ({ role: next() % 2 === 0 ? '400' : '300' }),
  ),
  'new group': asking(
    'POST',
    () => '/user_groups/create',
    ({ people, next }) => ({ name: `g ${next()}`, description: '', members: json(people) }),
  ),
  'muting somebody': {
    before: async ({ server, people }) => {
      try {
        await server.ask('DELETE', `/users/me/muted_users/${people[2]}`)
      } catch {
        // Nobody is muted the first time.
      }
    },
    run: async ({ server, people }) => server.post(`/users/me/muted_users/${people[2]}`, {}),
  },
  reaction: asking(
    'POST',
    ({ messages, next }) => `/messages/${messages[next() % messages.length]}/reactions`,
    ({ next }) => ({ emoji_name: ['heart', 'tada', 'smile', 'wave', 'octopus'][next() % 5]! }),
  ),
  edit: asking(
    'PATCH',
    ({ messages, next }) => `/messages/${messages[next() % messages.length]}`,
    ({ next }) => ({ content: `edited ${next()}` }),
  ),
  'move to another topic': asking(
    'PATCH',
    ({ messages, next }) => `/messages/${messages[next() % messages.length]}`,
    ({ next }) => ({ topic: `moved ${next()}` }),
  ),
  star: asking(
    'POST',
    () => '/messages/flags',
    ({ messages, next }) => ({
      messages: json([messages[next() % messages.length]]),
      op: 'add',
      flag: 'starred',
    }),
  ),
  'policy of a topic': asking(
    'POST',
    () => '/user_topics',
    ({ channel, next }) => ({
      stream_id: String(channel),
      topic: 't',
      visibility_policy: String((next() % 3) + 1),
    }),
  ),
  'colour of a channel': asking(
    'POST',
    () => '/users/me/subscriptions/properties',
    ({ channel, next }) => ({
      subscription_data: json([
        { stream_id: channel, property: 'color', value: `#0000${(next() % 90) + 10}` },
      ]),
    }),
  ),
  'setting of the organization': asking(
    'PATCH',
    () => '/realm',
    ({ next }) => ({ description: `d ${next()}` }),
  ),
  'own setting': asking(
    'PATCH',
    () => '/settings',
    ({ next }) => ({ twenty_four_hour_time: String(next() % 2 === 0) }),
  ),
  status: asking(
    'POST',
    () => '/users/me/status',
    ({ next }) => ({ status_text: `s ${next()}` }),
  ),
  presence: asking(
    'POST',
    () => '/users/me/presence',
    () => ({ status: 'active' }),
  ),
  draft: asking(
    'POST',
    () => '/drafts',
    ({ channel }) => ({
      drafts: json([{ type: 'stream', to: [channel], topic: 't', content: 'x', timestamp: 1 }]),
    }),
  ),
  'newest messages': fetching('newest'),
  'oldest messages': fetching('oldest'),
  first_unread: fetching('first_unread'),
  'is:unread': fetching('newest', [{ operator: 'is', operand: 'unread' }]),
  'first of is:unread': fetching('first_unread', [{ operator: 'is', operand: 'unread' }]),
  'messages of a channel': fetching('newest', [{ operator: 'channel', operand: 'general' }]),
  'is:starred': fetching('newest', [{ operator: 'is', operand: 'starred' }]),
  'register for messages': asking(
    'POST',
    () => '/register',
    () => ({ event_types: json(['message', 'update_message_flags']) }),
  ),
  register: asking('POST', () => '/register'),
  subscriptions: getting('/users/me/subscriptions'),
  channels: getting('/streams'),
  people: getting('/users'),
  groups: getting('/user_groups'),
  'topics of a channel': getting(({ channel }) => `/users/me/${channel}/topics`),
  conversations: getting('/conversations'),
}

/** One operation on one server: its times, the size of its answer, and how long a bystander's sends took meanwhile at most. */
interface Result {
  times: number[]
  bytes: number
  waits: number[]
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now()
  const value = await work()
  return { value, ms: performance.now() - startedAt }
}

async function measureOnce(stage: Stage, { before, run }: Operation): Promise<Result> {
  await before?.(stage)
  const { value, ms } = await timed(async () => run(stage))
  await before?.(stage)
  const waits: number[] = []
  const through = new AbortController()
  const running = run(stage).finally(() => through.abort())
  while (!through.signal.aborted) {
    const place = { type: 'channel', to: 'general', topic: 'bystander', content: 'x' }
    waits.push((await timed(async () => stage.server.post('/messages', place))).ms)
  }
  await running
  return { times: [ms], bytes: json(value).length, waits: [Math.max(...waits)] }
}

async function prepare(server: BenchServer): Promise<Stage> {
  const people: number[] = []
  for (let n = 0; n < PEOPLE; n += 1) {
    const account = {
      email: `p${n}@bench.example`,
      full_name: `P ${n}`,
      password: 'bench-password',
    }
    people.push(Number((await server.post('/users', account))['user_id']))
  }
  await server.post('/users/me/subscriptions', subscribe('old'))
  const { stream_id } = await server.get('/get_stream_id', { stream: 'general' })
  const messages: number[] = []
  for (let n = 0; n < 100; n += 1) {
    const place = { type: 'channel', to: 'general', topic: `t ${n % 5}`, content: 'x' }
    messages.push(Number((await server.post('/messages', place))['id']))
  }
  let runs = 0
  const next = () => (runs += 1)
  return { server, channel: Number(stream_id), messages, people, next }
}

/** What operations cost in a large team beside an empty server, and how long others wait for them; a Markdown table. */
export async function measureTeam(): Promise<string> {
  await using emptyServer = await serveChat(2)
  await using teamServer = await serveChat(2)
  const path = join(teamServer.folder, 'bellhop.sqlite')
  const store = await openSqlite({ path, log: createLog('warn') })
  await fillTeam(store, LARGE_TEAM, Date.now())
  await store.close()
  const stages = [await prepare(emptyServer), await prepare(teamServer)]
  const rows: string[][] = []
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const results = stages.map((): Result => ({ times: [], bytes: 0, waits: [] }))
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
      for (const [at, stage] of stages.entries()) {
        const { times, bytes, waits } = await measureOnce(stage, operation)
        const result = results[at]
        if (!result || round < WARM_UP_ROUNDS) continue
        result.times.push(...times)
        result.waits.push(...waits)
        result.bytes = bytes
      }
    }
    const [empty, team] = results
    if (!empty || !team) continue
    const [emptyMs, teamMs] = [empty, team].map(({ times }) => quantile(times, 0.5))
    rows.push([
      name,
      (emptyMs ?? 0).toFixed(1),
      (teamMs ?? 0).toFixed(1),
      ((teamMs ?? 0) / (emptyMs ?? 1)).toFixed(1),
      (team.bytes / empty.bytes).toFixed(1),
      quantile(empty.waits, 0.5).toFixed(1),
      quantile(team.waits, 0.5).toFixed(1),
      Math.max(...team.waits).toFixed(0),
    ])
  }
  const head = ['operation', 'empty, ms', 'team, ms', 'times', 'times the bytes']
  return table([...head, 'bystander, empty, ms', 'team, ms', 'longest, ms'], rows)
}
