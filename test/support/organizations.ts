import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { Journal } from '../../src/pay/buyer/journal.ts'
import { Ledger } from '../../src/pay/seller/ledger.ts'
import type { Store } from '../../src/store/port.ts'
import { openPostgres } from '../../src/store/postgres/postgres.ts'
import { upload } from './chat-uploads.ts'
import { type ChatWorld, startChatWorld } from './chat-world.ts'
import { liveOneDay } from './event-day.ts'
import { authorization, policy } from './journal-suite.ts'
import { payment } from './ledger-suite.ts'
import { seededRandom } from './seeded-random.ts'
import { put, quietLog } from './store-backend.ts'

/** An organization in a schema of its own, whose role may do nothing outside of it. */
export interface Organization extends AsyncDisposable {
  schema: string
  store: Store
  world: ChatWorld
}

/** Connects as the superuser of a test server. */
export async function connectAsSuperuser(url: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: async () => client.end() })
}

/** Founds one on a server; the role has the name of the schema and `_role` after it. */
export async function startOrganization(url: string, schema: string): Promise<Organization> {
  const role = `${schema}_role`
  await using superuser = await connectAsSuperuser(url)
  await superuser.query(`revoke all on schema public from public;
    create role "${role}" login; create schema "${schema}" authorization "${role}"`)
  const own = url.replace('bellhop@', `${role}@`)
  const store = await openPostgres({ url: own, schema, log: quietLog })
  store.doorbell?.start()
  const world = await startChatWorld({ store, mail: async () => {} })
  return { schema, store, world, [Symbol.asyncDispose]: async () => world[Symbol.asyncDispose]() }
}

/** Lives a day of work as a seed has it: talk, people and things of the chat, files, sales, spending, wrong passwords, settings. */
export async function work(
  { store, world }: Organization,
  { seed, acts }: { seed: number; acts: number },
): Promise<void> {
  const random = seededRandom(seed)
  const people = [world.owner, await world.add('Ada'), await world.add('Bob', { role: 300 })]
  const now = () => Date.UTC(2026, 0, 2, 12)
  const ledger = new Ledger(async () => store, 'seller', now)
  const journal = new Journal(async () => store, 'buyer', now)
  const others = [
    async (n: number) => {
      // Ids are equal in all organizations: what pays one must not count as paid at another.
      await ledger.claim(payment(`sale ${n}`))
      await ledger.record(`sale ${n}`, '{"b":1}')
    },
    async (n: number) => journal.reserve(authorization(`purchase ${n}`), policy),
    async (n: number) => upload(world, world.owner, `file ${n}.txt`, `content ${n}`),
    async () =>
      world.anybody.post('/fetch_api_key', { username: 'ada@example.com', password: 'w' }),
    async (n: number) => put(store, `setting ${n}`, String(n)),
    async () => store.check({ deep: true }),
    async () => world.owner.post('/users/me/presence', { status: 'active' }),
  ]
  await liveOneDay(world, people, { seed, acts })
  for (let n = 0; n < acts; n += 1) {
    await others[Math.floor(random() * others.length)]?.(n)
  }
}

/** Columns of random or secret values, which differ between two runs. */
const RANDOM_COLUMNS =
  /^(?:id|key|.*_(?:key|hash|digest|id|token|secret|salt|uuid)|uuid|secret|salt|token|digest|password|value|payload|event|public|private)$/

/** What an organization has in its tables, without what is random: two that did the same have the same. */
export async function contentOf(url: string, schema: string): Promise<Record<string, string[]>> {
  await using superuser = await connectAsSuperuser(url)
  const { rows: tables } = await superuser.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = $1 and tablename <> 'migration' order by 1`,
    [schema],
  )
  const content: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await superuser.query<Record<string, unknown>>(
      `select * from "${schema}"."${name}"`,
    )
    content[name] = rows
      .map((row) => {
        const rest = Object.entries(row).filter(([column]) => !RANDOM_COLUMNS.test(column))
        return JSON.stringify(rest).replaceAll(/[0-9a-f]{32}/g, '#')
      })
      .toSorted()
  }
  return content
}

/** What a database had for those who worked in it. */
export interface Sighting {
  /** Relations that each role had locks on, by their schema. */
  schemas: Map<string, Set<string>>
  /** Other locks of each role. */
  locks: Map<string, Set<string>>
  /** Roles that were heard to ring, by the schema on whose channel they did. */
  ringers: Map<string, Set<string>>
}

/** Watches locks and notices of a database until it is told to end. */
export async function watchDatabase(
  url: string,
  schemas: readonly string[],
): Promise<{ end(): Promise<Sighting> }> {
  const sighting: Sighting = { schemas: new Map(), locks: new Map(), ringers: new Map() }
  const note = (map: Map<string, Set<string>>, key: string, value: string) =>
    map.set(key, (map.get(key) ?? new Set()).add(value))
  const superuser = await connectAsSuperuser(url)
  const roleOf = new Map<number, string>()
  const rings: [channel: string, pid: number][] = []
  superuser.on('notification', ({ channel, processId }) => rings.push([channel, processId]))
  const channels = new Map(
    schemas.map((schema) => {
      const digest = createHash('sha256').update(schema).digest('hex')
      return [`bellhop_${digest.slice(0, 32)}`, schema]
    }),
  )
  for (const channel of channels.keys()) await superuser.query(`listen ${channel}`)
  let isOver = false
  const watching = (async () => {
    for (;;) {
      const { rows } = await superuser.query<
        Record<'role' | 'kind' | 'name' | 'at', string> & { pid: number }
      >(
        `select a.pid, a.usename as role, l.locktype as kind, n.nspname as name,
           concat_ws(' ', l.locktype, l.classid, l.objid, l.objsubid) as at
         from pg_stat_activity a left join pg_locks l on l.pid = a.pid
         left join pg_class c on c.oid = l.relation left join pg_namespace n on n.oid = c.relnamespace
         where a.usename like '%\\_role'`,
      )
      for (const { pid, role, kind, name, at } of rows) {
        roleOf.set(pid, role)
        if (name) note(sighting.schemas, role, name)
        else if (kind && !/^(?:virtualxid|transactionid)$/.test(kind))
          note(sighting.locks, role, at)
      }
      if (isOver) return
      await sleep(1)
    }
  })()
  return {
    async end() {
      isOver = true
      await watching
      for (const [channel, pid] of rings) {
        note(sighting.ringers, channels.get(channel) ?? channel, roleOf.get(pid) ?? String(pid))
      }
      await superuser.end()
      return sighting
    },
  }
}
