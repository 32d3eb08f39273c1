import { once } from 'node:events'
import { expect, test } from 'vitest'
import { CLI, cleanEnv, serveBellhop, tempDir } from '../support/bellhop.ts'
import { databaseSettings } from '../support/database.ts'
import {
  ANSWERED,
  answerQuestion,
  askThroughRestart,
  countQuestions,
  QUESTION,
} from '../support/pending-question.ts'
import { httpClient, stdioClient, taskIn } from '../support/task-client.ts'

test('a question whose server is killed and started again gets its answer, and is asked once', async () => {
  expect(await askThroughRestart('SIGKILL')).toBe(1)
})

test('a program on stdio that is killed and started again goes on with its question', async () => {
  using dir = tempDir()
  await using server = await serveBellhop(['--data-dir', dir.path])
  const env = cleanEnv(await databaseSettings(dir.path))
  const start = () => stdioClient([...CLI, '--data-dir', dir.path], env)
  const first = start()
  const response = await first.request('tools/call', { name: 'ask', arguments: QUESTION })
  expect(response).toMatchObject({ resultType: 'task', status: 'working' })
  const gone = once(first.process, 'exit')
  first.process.kill('SIGKILL')
  await gone
  await answerQuestion(server.url, server.owner())
  await using second = start()
  const { heard } = await second.listen({ taskIds: [response['taskId']] })
  expect(heard).toMatchObject([
    {
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { taskIds: [response['taskId']] } },
    },
  ])
  await expect
    .poll(() => heard.at(-1), { timeout: 30_000 })
    .toMatchObject({ method: 'notifications/tasks', params: ANSWERED })
  expect(await taskIn(second, String(response['taskId']), 'completed')).toMatchObject(ANSWERED)
  expect(await countQuestions(server.url, server.owner())).toBe(1)
  // A caller over HTTP is somebody else than the person at this machine.
  const stranger = httpClient(`${server.url}/mcp`)
  await expect(stranger.request('tasks/get', { taskId: response['taskId'] })).rejects.toMatchObject(
    {
      code: -32_602,
    },
  )
})
