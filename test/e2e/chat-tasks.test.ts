import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Account, CLI, cleanEnv, serveBellhop, tempDir } from '../support/bellhop.ts'
import { databaseSettings } from '../support/database.ts'
import { httpClient, type Message, stdioClient, taskIn } from '../support/task-client.ts'

const KEY = 'key-of-the-operator-for-a-test'
const PLACE = { channel: 'general', topic: 'release' }
const QUESTION = { ...PLACE, question: 'Ship it?', choices: ['yes', 'no'], seconds: 50 }

/** A request of a person by the routes of the chat. */
async function asPerson(url: string, account: Account, path: string, fields?: object) {
  const headers = {
    authorization: `Basic ${btoa(`${account.email}:${account.key}`)}`,
    ...(fields ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
  }
  const body = fields && new URLSearchParams(fields as Record<string, string>)
  const init = body ? { method: 'POST', headers, body } : { headers }
  return (await (await fetch(`${url}/api/v1${path}`, init)).json()) as Message
}

async function answer(url: string, account: Account): Promise<void> {
  const message = { type: 'stream', to: 'general', topic: 'release', content: 'Yes.' }
  expect((await asPerson(url, account, '/messages', message))['result']).toBe('success')
}

/** How often the question was asked. */
async function countQuestions(url: string, account: Account): Promise<number> {
  const query = 'anchor=newest&num_before=100&num_after=0&apply_markdown=false'
  const { messages } = await asPerson(url, account, `/messages?${query}`)
  return (messages as Message[]).filter(({ content }) => String(content).startsWith('Ship it?'))
    .length
}

const ANSWERED = {
  status: 'completed',
  result: { structuredContent: { answers: [{ text: 'Yes.', choice: 'yes' }] } },
}

test.each([
  ['killed', 'SIGKILL'],
  ['stopped', 'SIGTERM'],
] as const)(
  'a question whose server is %s and started again gets its answer, and is asked once',
  async (_, signal) => {
    using dir = tempDir()
    const keyFile = join(dir.path, 'keys')
    writeFileSync(keyFile, `helper ${KEY}\n`)
    const start = async () => serveBellhop(['--data-dir', dir.path, '--key-file', keyFile])
    const first = await start()
    const owner = first.owner()
    const agent = httpClient(`${first.url}/mcp`, KEY)
    const begin = async (name: string, args: object) =>
      agent.request('tools/call', { name, arguments: args })
    const waited = begin('chat_wait_for_events', { seconds: 50 })
    const asked = await begin('ask', QUESTION)
    expect([asked, await waited]).toMatchObject([
      { resultType: 'task', status: 'working' },
      { resultType: 'task', status: 'working' },
    ])
    const gone = once(first.process, 'exit')
    first.process.kill(signal)
    await gone
    await using second = await start()
    await answer(second.url, owner)
    const again = httpClient(`${second.url}/mcp`, KEY)
    const { heard, stop } = await again.listen({ taskIds: [asked['taskId'], 'none'] })
    expect(await taskIn(again, String(asked['taskId']), 'completed')).toMatchObject(ANSWERED)
    expect(heard[0]?.['params']?.notifications).toEqual({ taskIds: [asked['taskId']] })
    await expect
      .poll(() => heard.at(-1))
      .toMatchObject({ method: 'notifications/tasks', params: ANSWERED })
    stop()
    const { result } = await taskIn(again, String((await waited)['taskId']), 'completed')
    expect(result.structuredContent.events).toMatchObject([{ message: { content: 'Yes.' } }])
    expect(await countQuestions(second.url, owner)).toBe(1)
    await first[Symbol.asyncDispose]()
  },
)

test('a program on stdio that is killed and started again goes on with its question', async () => {
  using dir = tempDir()
  await using server = await serveBellhop(['--data-dir', dir.path])
  const env = cleanEnv(await databaseSettings(dir.path))
  const start = () => stdioClient([...CLI, '--data-dir', dir.path], env)
  const first = start()
  const asked = await first.request('tools/call', { name: 'ask', arguments: QUESTION })
  expect(asked).toMatchObject({ resultType: 'task', status: 'working' })
  const gone = once(first.process, 'exit')
  first.process.kill('SIGKILL')
  await gone
  await answer(server.url, server.owner())
  await using second = start()
  const { heard } = await second.listen({ taskIds: [asked['taskId']] })
  expect(heard).toMatchObject([
    {
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { taskIds: [asked['taskId']] } },
    },
  ])
  await expect
    .poll(() => heard.at(-1), { timeout: 30_000 })
    .toMatchObject({ method: 'notifications/tasks', params: ANSWERED })
  expect(await taskIn(second, String(asked['taskId']), 'completed')).toMatchObject(ANSWERED)
  expect(await countQuestions(server.url, server.owner())).toBe(1)
  // A caller over HTTP is somebody else than the person at this machine.
  const stranger = httpClient(`${server.url}/mcp`)
  await expect(stranger.request('tasks/get', { taskId: asked['taskId'] })).rejects.toMatchObject({
    code: -32_602,
  })
})
