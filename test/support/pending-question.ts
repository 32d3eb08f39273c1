import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Account, serveBellhop, tempDir } from './bellhop.ts'
import type { Message } from './streamed-messages.ts'
import { httpClient, taskIn } from './task-client.ts'

const KEY = 'key-of-the-operator-for-a-test'

const PLACE = { channel: 'general', topic: 'release' }
/** A question of an agent, as the arguments of `ask`. */
export const QUESTION = { ...PLACE, question: 'Ship it?', choices: ['yes', 'no'], seconds: 50 }

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

/** Sends an answer in the name of a person. */
export async function answerQuestion(url: string, account: Account): Promise<void> {
  const message = { type: 'stream', to: 'general', topic: 'release', content: 'Yes.' }
  expect((await asPerson(url, account, '/messages', message))['result']).toBe('success')
}

/** How often the question was asked. */
export async function countQuestions(url: string, account: Account): Promise<number> {
  const query = 'anchor=newest&num_before=100&num_after=0&apply_markdown=false'
  const { messages } = await asPerson(url, account, `/messages?${query}`)
  return (messages as Message[]).filter(({ content }) => String(content).startsWith('Ship it?'))
    .length
}

/** The task of the question, answered. */
export const ANSWERED = {
  status: 'completed',
  result: { structuredContent: { answers: [expect.stringMatching(/: Yes\. \[yes\]$/)] } },
}

/**
 * Asks at a server, ends that by a signal, starts it again and answers there. Throws unless the task of the question and that of a wait
 * end answered; returns how often the question was asked.
 */
export async function askThroughRestart(signal: NodeJS.Signals): Promise<number> {
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
  const pending = await begin('ask', QUESTION)
  expect([pending, await waited]).toMatchObject([
    { resultType: 'task', status: 'working' },
    { resultType: 'task', status: 'working' },
  ])
  const gone = once(first.process, 'exit')
  first.process.kill(signal)
  await gone
  await using second = await start()
  await answerQuestion(second.url, owner)
  const again = httpClient(`${second.url}/mcp`, KEY)
  const { heard, stop } = await again.listen({ taskIds: [pending['taskId'], 'none'] })
  expect(await taskIn(again, String(pending['taskId']), 'completed')).toMatchObject(ANSWERED)
  expect(heard[0]?.['params']?.notifications).toEqual({ taskIds: [pending['taskId']] })
  await expect
    .poll(() => heard.at(-1))
    .toMatchObject({ method: 'notifications/tasks', params: ANSWERED })
  stop()
  const { result } = await taskIn(again, String((await waited)['taskId']), 'completed')
  expect(result.structuredContent.events).toEqual([expect.stringMatching(/: Yes\.$/)])
  const count = await countQuestions(second.url, owner)
  await first[Symbol.asyncDispose]()
  return count
}
