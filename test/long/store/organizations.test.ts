import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { fetchPath, upload } from '../../support/chat-uploads.ts'
import { ok } from '../../support/chat-world.ts'
import {
  contentOf,
  type Organization,
  startOrganization,
  watchDatabase,
  work,
} from '../../support/organizations.ts'
import { startPostgres } from '../../support/postgres.ts'

const server = await startPostgres({ maxConnections: 100 })
const url = server?.url ?? ''
afterAll(async () => server?.[Symbol.asyncDispose]())

/** The lock by which Postgres itself keeps notices of all databases in the order of their commits. */
const OF_NOTICES = 'object 1262 0 0'

let count = 0
const found = async (): Promise<Organization> =>
  startOrganization(url, `organization_${(count += 1)}`)

describe.skipIf(!server)('organizations in schemas of one Postgres', () => {
  test('what one does leaves the same whatever another does at the same time, and they share no table, lock or notice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), async (seed, otherSeed) => {
        const day = { seed, acts: 60 }
        await using alone = await found()
        await work(alone, day)
        await using one = await found()
        await using other = await found()
        const watch = await watchDatabase(url, [one.schema, other.schema])
        await Promise.all([work(one, day), work(other, { seed: otherSeed, acts: 60 })])
        const { schemas, locks, ringers } = await watch.end()
        expect(await contentOf(url, one.schema)).toEqual(await contentOf(url, alone.schema))
        for (const { schema } of [one, other]) {
          const role = `${schema}_role`
          const touched = [...(schemas.get(role) ?? [])]
          expect(touched).toContain(schema)
          expect(touched.filter((name) => name !== schema && !name.startsWith('pg_'))).toEqual([])
          expect([...(ringers.get(schema) ?? [])]).toEqual([role])
        }
        const [mine, theirs] = [one, other].map(({ schema }) => locks.get(`${schema}_role`))
        const shared = mine?.intersection(theirs ?? new Set()).difference(new Set([OF_NOTICES]))
        expect([...(shared ?? [])]).toEqual([])
        expect([...(mine ?? [])].some((lock) => lock.startsWith('advisory'))).toBe(true)
      }),
      { numRuns: 5 },
    )
  })

  test('keys, queues and links of one open nothing at the other', async () => {
    await using one = await found()
    await using other = await found()
    const [ada, stranger] = [await one.world.add('Ada'), await other.world.add('Ada')]
    const queue = await ada.register()
    const path = await upload(one.world, ada, 'plan.txt', 'words of one')
    const link = ok(await ada.get(path))['url'] as string
    expect(await (await fetchPath(one.world, undefined, link)).text()).toBe('words of one')
    expect((await fetchPath(other.world, undefined, link)).status).toBe(404)
    expect((await fetchPath(other.world, stranger, path)).status).toBe(404)
    expect((await fetchPath(other.world, ada, path)).status).toBe(401)
    const there = await other.world.request('/users/me', {
      headers: { authorization: `Basic ${btoa(`${ada.email}:${ada.key}`)}` },
    })
    expect(there.status).toBe(401)
    const polled = await stranger.get('/events', { queue_id: queue['queue_id'], last_event_id: -1 })
    expect(polled['code']).toBe('BAD_EVENT_QUEUE_ID')
  })

  test('wrong passwords at one lock nobody out at the other', async () => {
    await using one = await found()
    await using other = await found()
    for (const { world } of [one, other]) await world.add('Ada')
    const guess = async ({ world }: Organization) =>
      (await world.anybody.post('/fetch_api_key', { username: 'ada@example.com', password: 'w' }))
        .status
    const statuses: number[] = []
    for (let n = 0; n < 7; n += 1) statuses.push(await guess(one))
    expect(statuses.at(-1)).toBe(429)
    expect(await guess(other)).not.toBe(429)
  })
})
