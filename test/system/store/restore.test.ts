import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { AnyOperation, Call } from '../../../src/contract/operation.ts'
import { KeyPlans } from '../../../src/core/plans/key-plans.ts'
import { Journal } from '../../../src/pay/buyer/journal.ts'
import { Ledger } from '../../../src/pay/seller/ledger.ts'
import { openStore } from '../../../src/store/open.ts'
import { bellhop, type Account, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { Pulse, registerFor, talk } from '../../support/chat-load.ts'
import { authorization as headersOf } from '../../support/chat-uploads.ts'
import { authorization, policy } from '../../support/journal-suite.ts'
import { payment } from '../../support/ledger-suite.ts'
import { startPostgres } from '../../support/postgres.ts'
import { quietLog } from '../../support/store-backend.ts'

const database = await startPostgres()
if (!database) throw new Error('There is no Postgres here: apt-get install postgresql.')
afterAll(async () => database[Symbol.asyncDispose]())

type Kind = 'SQLite' | 'Postgres'

/** A place for a store: a data folder, and the database where it is not in there. */
function newPlace(kind: Kind, folder: string) {
  const url = kind === 'Postgres' ? database?.newUrl() : undefined
  const env: Record<string, string> = url === undefined ? {} : { BELLHOP_DATABASE_URL: url }
  return { env, flags: ['--data-dir', folder], location: url ?? join(folder, 'bellhop.sqlite') }
}
type Place = ReturnType<typeof newPlace>

const run = async ({ env, flags }: Place, ...words: string[]): Promise<string> => {
  const outcome = await bellhop([...words, ...flags], { env })
  expect(outcome, words.join(' ')).toMatchObject({ code: 0 })
  return outcome.stdout
}
const start = async ({ env, flags }: Place) =>
  serveBellhop([...flags, '--chat-rate-limits', 'off', '--toolsets', 'chat'], env)

/** Gives the store payments of both kinds, a team with limits, and keys that have used some of them. */
async function fill(place: Place): Promise<void> {
  await run(place, 'plan', 'team research', 'calls-per-day=5', 'mib-per-day=2', 'usd-per-day=1')
  await run(place, 'plan', 'ci', 'team=research')
  const store = await openStore({ location: place.location, log: quietLog })
  const now = () => Date.now()
  const ledger = new Ledger(async () => store, 'seller', now)
  const journal = new Journal(async () => store, 'buyer', now)
  for (const n of [1, 2]) {
    await ledger.claim(payment(`sale ${n}`))
    await ledger.record(`sale ${n}`, '{"b":1}')
    await journal.reserve(authorization(`purchase ${n}`), policy)
  }
  const call = {
    principal: { id: 'key ci' },
    services: {
      log: quietLog,
      fetch: async (_: string, { arrived }: { arrived(bytes: number): void }) => arrived(1_234),
    },
  } as unknown as Call<Record<string, unknown>>
  const plans = new KeyPlans(new Map(), async () => store, now)
  const operation = { name: 'extract', toolset: 'web' } as AnyOperation
  await plans.before(async (_, { services, spend }) => {
    await services.fetch('https://example.com/', { signal: AbortSignal.timeout(60_000) })
    await spend?.('0.25')
  })(operation, call)
  await store.close()
}

const COMMANDS = [
  ['plan'],
  ['usage'],
  ['earnings'],
  ['wallet', 'receipts', '--remote', 'https://shop.example.com'],
]
const ROUTES = [
  '/users',
  '/users/me',
  '/streams',
  '/users/me/subscriptions',
  '/user_groups',
  '/realm/emoji',
  '/realm/linkifiers',
  '/attachments',
  '/drafts',
  '/scheduled_messages',
]
/** What answers say of their moment and their server, and not of what is stored. */
const OF_THE_MOMENT =
  /^(?:queue_id|last_event_id|max_message_id|server_timestamp|event_queue_longpoll_timeout_seconds|presences|presence_last_update_id|recent_private_conversations|unread_msgs|.*url.*|.*uri.*|upload.*used.*)$/

/** All that a running server answers about what it has stored; with messages up to an id. */
async function answersOf(url: string, account: Account, place: Place, paths: readonly string[]) {
  const get = async (path: string, method = 'GET') => {
    const answer = await fetch(url + path, { method, headers: headersOf(account) })
    expect(answer.status, path).toBe(200)
    return answer.text()
  }
  const api = async (path: string, method?: string): Promise<Record<string, unknown>> => {
    const answer = JSON.parse((await get(`/api/v1${path}`, method)).replaceAll(url, '')) as object
    return Object.fromEntries(Object.entries(answer).filter(([name]) => !OF_THE_MOMENT.test(name)))
  }
  const query = 'anchor=oldest&num_before=0&num_after=5000&apply_markdown=true'
  const { messages } = await api(`/messages?${query}`)
  const register = await api('/register', 'POST')
  const routes: Record<string, unknown> = {}
  for (const path of ROUTES) routes[path] = await api(path)
  for (const path of paths) routes[path] = await get(path)
  for (const words of COMMANDS) routes[words.join(' ')] = await run(place, ...words)
  return { messages: messages as { id: number }[], register, routes }
}

async function upload(url: string, account: Account, text: string): Promise<string> {
  const body = new FormData()
  body.append('filename', new File([text], 'a.txt'))
  const headers = headersOf(account)
  const answer = await fetch(`${url}/api/v1/user_uploads`, { method: 'POST', headers, body })
  return ((await answer.json()) as { url: string }).url
}

describe.each(['SQLite', 'Postgres'] as const)('a backup of %s', (kind) => {
  test('that is written while people send is restored to either database, and its server answers as the first one', async () => {
    using dir = tempDir()
    const first = newPlace(kind, join(dir.path, 'first'))
    await using server = await start(first)
    const { url } = server
    const account = server.owner()
    await fill(first)
    const paths = [await upload(url, account, 'words'), await upload(url, account, 'more words')]

    const hush = new AbortController()
    const pulse = new Pulse()
    const where = () => url
    const queueId = await registerFor(where, account)
    const talking = talk(where, account, { name: 'talker', queueId, pulse }, hush.signal)
    await pulse.more(10)
    const archive = join(dir.path, 'all.tar.gz')
    await run(first, 'backup', archive)
    await pulse.more(10)
    hush.abort()
    const { acknowledged, refusals } = await talking
    expect(refusals).toEqual([])
    const before = await answersOf(url, account, first, paths)
    expect(before.messages.length).toBeGreaterThanOrEqual(acknowledged.size)

    for (const other of ['SQLite', 'Postgres'] as const) {
      const folder = join(dir.path, `restored to ${other}`)
      const place = newPlace(other, folder)
      await run(place, 'restore', archive)
      await using restored = await start(place)
      expect(restored.owner()).toEqual(account)
      const after = await answersOf(restored.url, account, place, paths)
      // What was sent up to a moment of the backup, and nothing of what came after it.
      const kept = after.messages.length
      expect(kept).toBeGreaterThanOrEqual(10)
      expect(kept).toBeLessThan(before.messages.length)
      expect({ ...after, messages: [] }).toEqual({ ...before, messages: [] })
      expect(after.messages).toEqual(before.messages.slice(0, kept))
      expect(readFileSync(join(folder, 'owner.key'), 'utf8')).toContain(account.key)
      // It goes on where the first one was: no id is given twice.
      const queue = await registerFor(() => restored.url, account)
      const more = new AbortController()
      const next = new Pulse()
      const whereNow = () => restored.url
      const again = talk(
        whereNow,
        account,
        { name: 'later', queueId: queue, pulse: next },
        more.signal,
      )
      await next.more(1)
      more.abort()
      const [id = 0] = (await again).acknowledged.values()
      expect(id).toBeGreaterThan(after.messages.at(-1)?.id ?? 0)
    }
  }, 600_000)
})
