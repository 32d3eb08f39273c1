import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Account, type Served, serveBellhop, tempDir } from './bellhop.ts'
import { CLIENTS } from './clients.ts'
import type { TestPostgres } from './postgres.ts'
import { type RoundRobin, startRoundRobin } from './round-robin.ts'

/** How many servers there are, and what each client does with them. */
export interface Amounts {
  instances: number
  calls: number
  questions: number
}

/** Tests of servers on one Postgres behind a proxy that takes turns; they end the database. */
export function testSeveralInstances(
  server: TestPostgres | undefined,
  { instances, calls, questions: questionCount }: Amounts,
): void {
  const dir = tempDir()
  const servers: Served[] = []
  let proxy: RoundRobin
  let owner: Account
  let database: string

  beforeAll(async () => {
    database = server?.newUrl() ?? ''
    const env = { BELLHOP_DATABASE_URL: database }
    const args = ['--data-dir', dir.path, '--toolsets', 'all', '--chat-rate-limits', 'off']
    for (let n = 0; n < instances; n += 1) {
      servers.push(await serveBellhop([...args, '--rate-limits', 'off'], env))
    }
    owner = (servers[0] as Served).owner()
    proxy = await startRoundRobin(() => servers.map(({ url }) => url))
  })

  afterAll(async () => {
    await proxy[Symbol.asyncDispose]()
    await Promise.all(servers.map(async (one) => one[Symbol.asyncDispose]()))
    await server?.[Symbol.asyncDispose]()
    dir[Symbol.dispose]()
  })

  async function post(url: string, path: string, fields: Record<string, string>) {
    const authorization = `Basic ${btoa(`${owner.email}:${owner.key}`)}`
    const body = new URLSearchParams(fields)
    return fetch(`${url}/api/v1${path}`, { method: 'POST', headers: { authorization }, body })
  }

  test.each(CLIENTS)(
    '%s: calls and subscriptions find their session wherever they go',
    async (name, connect) => {
      const headers = { authorization: `Bearer ${owner.key}` }
      const client = await connect({ url: `${proxy.url}/mcp`, headers })
      const heard = new Set<string>()
      client.onUpdated((uri) => heard.add(uri))
      const failures: unknown[] = []
      for (let n = 0; n < calls; n += 1) {
        const call = {
          name: 'convert',
          arguments: { from: 'json', to: 'csv', data: `[{"n":${n}}]` },
        }
        const answer = await client
          .callTool(call)
          .catch((error: unknown) => ({ isError: true, error }))
        if (answer.isError) failures.push(answer)
      }
      expect(failures).toEqual([])
      for (const [at, { url }] of servers.entries()) {
        const topic = `${name.replaceAll(/\W/g, '')} ${at}`
        const uri = `chat://channel/general/topic/${encodeURIComponent(topic)}`
        const end = await client.subscribe(uri)
        await vi.waitFor(async () => {
          const place = { type: 'channel', to: 'general', topic }
          expect((await post(url, '/messages', { ...place, content: 'news' })).status).toBe(200)
          await vi.waitFor(() => expect([...heard]).toContain(uri), 2_000)
        })
        await end()
      }
      await client.close()
      expect(proxy.counts.filter((count) => count > calls / instances / 2)).toHaveLength(instances)
    },
  )

  test.each(CLIENTS)(
    '%s: an answer to a question is heard wherever it comes',
    async (name, connect) => {
      const headers = { authorization: `Bearer ${owner.key}`, 'x-mcp-tools': 'call_tool' }
      const topic = `questions ${name.replaceAll(/\W/g, '')}`
      const questions: string[] = []
      const client = await connect({ url: `${proxy.url}/mcp`, headers }, (question) => {
        questions.push(question)
        return questions.length % 2 === 1 ? 'accept' : 'decline'
      })
      await client.listTools()
      const outcomes: unknown[] = []
      for (let n = 0; n < questionCount; n += 1) {
        const place = { type: 'channel', to: 'general', topic }
        const sent = await post(servers[n % instances]?.url ?? '', '/messages', {
          ...place,
          content: `number ${n}`,
        })
        const { id } = (await sent.json()) as { id: number }
        const call = { name: 'delete_message', arguments: { message_id: id } }
        const answer = await client.callTool({ name: 'call_tool', arguments: call })
        outcomes.push(answer.isError === true)
      }
      expect(questions).toHaveLength(questionCount)
      expect(outcomes).toEqual(Array.from({ length: questionCount }, (_, n) => n % 2 === 1))
      await client.close()
    },
  )

  test('a server that would keep uploads elsewhere is refused', async () => {
    const env = { BELLHOP_DATABASE_URL: database }
    await expect(serveBellhop([], env)).rejects.toThrow(
      /serve ended with 2: [^]*uses the same database and keeps uploads elsewhere: give both/,
    )
  })

  test('too many wrong passwords are too many, wherever they were tried', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) {
      const wrong = { username: owner.email, password: `wrong ${n}` }
      const body = new URLSearchParams(wrong)
      const url = servers[n % instances]?.url ?? ''
      statuses.push((await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body })).status)
    }
    expect(statuses.slice(0, 5)).not.toContain(429)
    expect(statuses[5]).toBe(429)
  })
}
