import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { here, type Place } from '../../../../src/contract/operation.ts'
import { parseKeyFile } from '../../../../src/http/callers/bearer.ts'
import { tasksOnDemand } from '../../../../src/mcp/tasks/service.ts'
import { type HttpServer, startHttpServer } from '../../../support/http-server.ts'
import { echo, sampleOperations, testInstance } from '../../../support/operations.ts'
import { httpClient, type RawClient, RpcError, taskIn } from '../../../support/task-client.ts'

const KEYS = { alice: 'a'.repeat(32), bob: 'b'.repeat(32) }
const SLOW = { name: 'slow', arguments: { steps: 3, stepMs: 100 } }
const WITHOUT = { elicitation: { form: {} } }

/** Waits until the call is a task. */
let becomesTask: () => Promise<void>

/** Asks its user about a payment once it has worked for a while. */
const asking: Place = async (operation, call) => {
  if (operation !== echo) return here(operation, call)
  await becomesTask()
  const proposed = {
    operation: 'echo',
    host: 'shop.example',
    payTo: '0x1',
    usd: '1',
    network: 'Base',
  }
  const consent = await call.approve?.({ ...proposed, key: 'one' })
  return { text: String(consent), caller: null }
}

let server: HttpServer
let alice: RawClient
let bob: RawClient
beforeAll(async () => {
  const { services, store } = testInstance()
  const { now, log } = services
  becomesTask = async () => {
    const { db } = await store()
    const working = db.selectFrom('mcp_task').select('id').where('status', '=', 'working')
    await vi.waitUntil(async () => (await working.execute()).length === 1)
  }
  const keys = parseKeyFile(`alice ${KEYS.alice}\nbob ${KEYS.bob}`)
  server = await startHttpServer({
    services: { ...services, place: asking },
    operations: sampleOperations,
    tasks: tasksOnDemand({ store, now, log, afterMs: 60, watchMs: 50 }),
    http: { keys },
  })
  alice = httpClient(server.mcpUrl, KEYS.alice)
  bob = httpClient(server.mcpUrl, KEYS.bob)
})
afterAll(async () => server[Symbol.asyncDispose]())

describe('clients that do not declare tasks', () => {
  test('wait for their calls as ever', async () => {
    const answer = await alice.request('tools/call', SLOW, WITHOUT)
    expect(answer).toMatchObject({ resultType: 'complete', structuredContent: { steps: 3 } })
  })

  test.each(['tasks/get', 'tasks/update', 'tasks/cancel'])('may not call %s', async (method) => {
    const error = await alice
      .request(method, { taskId: 'one', inputResponses: {} }, WITHOUT)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RpcError)
    const data = { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } }
    expect(error).toMatchObject({ code: -32_021, data })
  })

  test('may not listen to tasks', async () => {
    await expect(alice.listen({ taskIds: ['one'] }, WITHOUT)).rejects.toMatchObject({
      code: -32_021,
      data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
    })
  })
})

test('quick calls are answered at once', async () => {
  const { resultType, structuredContent } = await alice.request('tools/call', {
    name: 'failing',
    arguments: { how: 'typed' },
  })
  expect([resultType, structuredContent]).toEqual(['complete', undefined])
})

test('a task is its caller’s alone, who is told of it', async () => {
  const { taskId, ...created } = await alice.request('tools/call', SLOW)
  expect(created).toMatchObject({ resultType: 'task', status: 'working' })
  const [mine, others] = [
    await alice.listen({ taskIds: [taskId], resourceSubscriptions: ['bellhop://about'] }),
    await bob.listen({ taskIds: [taskId] }),
  ]
  expect(mine.heard[0]?.['params'].notifications).toEqual({
    taskIds: [taskId],
    resourceSubscriptions: ['bellhop://about'],
  })
  expect(others.heard[0]?.['params'].notifications).toEqual({})
  for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
    await expect(bob.request(method, { taskId, inputResponses: {} })).rejects.toMatchObject({
      code: -32_602,
    })
  }
  const done = { status: 'completed', result: { structuredContent: { steps: 3 } } }
  expect(await taskIn(alice, String(taskId), 'completed')).toMatchObject({
    ...done,
    resultType: 'complete',
  })
  await vi.waitFor(() => {
    expect(mine.heard.at(-1)).toMatchObject({
      method: 'notifications/tasks',
      params: {
        taskId,
        ...done,
        _meta: { 'io.modelcontextprotocol/subscriptionId': expect.anything() },
      },
    })
  })
  expect(JSON.stringify(mine.heard)).not.toContain('bellhop-task')
  mine.stop()
  others.stop()
  await vi.waitFor(() => expect(server.endpoint.streamCount()).toBe(0))
})

test('a task that is cancelled has neither result nor error', async () => {
  const { taskId } = await alice.request('tools/call', {
    ...SLOW,
    arguments: { steps: 1_000, stepMs: 50 },
  })
  await alice.request('tasks/cancel', { taskId })
  const task = await alice.request('tasks/get', { taskId })
  expect([task['status'], task['result'], task['error']]).toEqual([
    'cancelled',
    undefined,
    undefined,
  ])
})

test.each([
  ['accept', 'accepted'],
  ['decline', 'declined'],
])('a payment that the owner is asked about waits for the answer %s', async (action, consent) => {
  const call = { name: 'echo', arguments: { text: 'a' } }
  const { taskId } = await alice.request('tools/call', call)
  const { inputRequests } = await taskIn(alice, String(taskId), 'input_required')
  const [key = ''] = Object.keys(inputRequests as object)
  expect(inputRequests[key]).toMatchObject({
    method: 'elicitation/create',
    params: { message: 'Pay 1 USDC on Base to 0x1 (shop.example) for one call of echo?' },
  })
  const answer = { [key]: { action, content: {} } }
  await expect(
    bob.request('tasks/update', { taskId, inputResponses: answer }),
  ).rejects.toMatchObject({ code: -32_602 })
  await alice.request('tasks/update', { taskId, inputResponses: answer })
  const { result } = await taskIn(alice, String(taskId), 'completed')
  expect(result['structuredContent']).toMatchObject({ text: consent })
})

test('nobody listens to more tasks than to resources', async () => {
  const taskIds = Array.from({ length: 101 }, (_, n) => `task${n}`)
  await expect(alice.listen({ taskIds })).rejects.toMatchObject({ code: -32_602 })
})

test('answers are bounded', async () => {
  const inputResponses = { one: { action: 'accept', content: { text: 'x'.repeat(70_000) } } }
  await expect(
    alice.request('tasks/update', { taskId: 'a', inputResponses }),
  ).rejects.toMatchObject({
    code: -32_602,
    message: 'The answers are too long.',
  })
})
