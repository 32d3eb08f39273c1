import { setImmediate as nextTurn } from 'node:timers/promises'
import { inputRequired } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOCAL_PRINCIPAL, type Principal } from '../../../../src/contract/principal.ts'
import type { Course } from '../../../../src/mcp/calls/course.ts'
import { RUNNER_LEASE_MS, TASK_RESULT_MAX_BYTES, TASK_TTL_MS } from '../../../../src/mcp/limits.ts'
import type { Round, TaskCall, TaskParts, TaskWork } from '../../../../src/mcp/tasks/parts.ts'
import { Tasks } from '../../../../src/mcp/tasks/tasks.ts'
import type { WireTask } from '../../../../src/mcp/tasks/wire.ts'
import type { Store } from '../../../../src/store/port.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { quietLog } from '../../../support/store-backend.ts'

const AFTER_MS = 20
const STRANGER: Principal = { id: 'address ::', weight: 1, reachesAllowedHosts: false }

const said = (text: string) => ({ content: [{ type: 'text' as const, text }] })

/** Work that goes on until `end` is called, or it is ended; notes how it was called. */
function pending() {
  const ended = Promise.withResolvers<ReturnType<typeof said>>()
  const rounds: Round[] = []
  const courses: Course[] = []
  const work: TaskWork = async (round, course) => {
    rounds.push(round)
    courses.push(course)
    const left = new Promise<never>((_, reject) => {
      course.signal.addEventListener('abort', () => reject(new Error('left')))
    })
    return Promise.race([ended.promise, left])
  }
  return { work, rounds, courses, end: (text: string) => ended.resolve(said(text)) }
}

function callOf(work: TaskWork, differences: Partial<TaskCall> = {}): TaskCall {
  const round = { arguments: { question: 'Ship it?' } }
  const principal = LOCAL_PRINCIPAL
  const call = { principal, tool: 'ask', program: 'tests', isRepeatable: false, round, work }
  return { ...call, ...differences }
}

const client = () => ({ signal: new AbortController().signal, progress: () => {} })
const never = () => undefined

await onBothDatabases(({ newLocation, open }) => {
  let store: Store
  let nowMs: number
  let opened: Tasks[] = []
  /** When processes died. */
  const dead = new Map<Tasks, number>()
  beforeAll(async () => {
    store = await open(newLocation())
  })
  afterAll(async () => store.close())
  beforeEach(async () => {
    nowMs = Date.parse('2026-01-02T03:04:05Z')
    await store.write(async (tx) => tx.deleteFrom('mcp_task').execute())
    return async () => {
      await Promise.all(opened.map(async (one) => one.close()))
      opened = []
    }
  })

  /** The tasks of one more process. */
  function startProcess(parts: Partial<TaskParts> = {}): Tasks {
    const tasks: Tasks = new Tasks({
      store: async () => {
        if (dead.has(tasks)) throw new Error('dead')
        return store
      },
      now: () => new Date(dead.get(tasks) ?? nowMs),
      log: quietLog,
      afterMs: AFTER_MS,
      beatMs: 20,
      watchMs: 20,
      ...parts,
    })
    opened.push(tasks)
    return tasks
  }

  /** A call that has become a task of a process. */
  async function begin(process: Tasks, call: TaskCall): Promise<string> {
    const created = await process.run(call, client())
    expect(created).toMatchObject({ resultType: 'task', status: 'working', ttlMs: TASK_TTL_MS })
    return (created as unknown as WireTask).taskId
  }

  /** Lets calls that have begun become tasks, if they do: one that begins after them has. */
  const outwait = async () => begin(startProcess(), callOf(pending().work))

  /** Ends a process as a kill does: nothing comes of it any more, and the others learn that by its silence. */
  function kill(process: Tasks): void {
    dead.set(process, nowMs)
    nowMs += RUNNER_LEASE_MS + 1
  }

  const get = async (process: Tasks, id: string, workOf = never as () => TaskWork | undefined) =>
    process.get(LOCAL_PRINCIPAL, id, workOf)

  const finished = async (process: Tasks, id: string): Promise<WireTask> =>
    vi.waitFor(async () => {
      const task = await get(process, id)
      expect(task.status).not.toBe('working')
      return task
    })

  /** Waits until a call is a task. */
  const hasTask = async () => vi.waitFor(async () => expect(await countRows()).toBeGreaterThan(0))

  const countRows = async (): Promise<number> =>
    (await store.db.selectFrom('mcp_task').select('id').execute()).length

  describe('a call', () => {
    test('that is quick is answered, and leaves nothing behind', async () => {
      const process = startProcess()
      expect(
        await process.run(
          callOf(async () => said('at once')),
          client(),
        ),
      ).toEqual(said('at once'))
      const refused = process.run(
        callOf(async () => {
          throw new TypeError('broken')
        }),
        client(),
      )
      await expect(refused).rejects.toThrow('broken')
      expect([await countRows(), process.runningCount]).toEqual([0, 0])
    })

    test('that takes long becomes a task, which has its result in the end', async () => {
      const process = startProcess()
      const { work, end, courses } = pending()
      const id = await begin(process, callOf(work, { isRepeatable: true }))
      expect(id).toMatch(/^[\w-]{32}$/)
      const rows = async () => store.db.selectFrom('mcp_task').selectAll().execute()
      expect(await rows()).toMatchObject([{ arguments: '{"question":"Ship it?"}' }])
      courses[0]?.progress({ message: 'waiting' })
      expect(await get(process, id)).toMatchObject({ status: 'working', statusMessage: 'waiting' })
      end('yes')
      expect(await finished(process, id)).toMatchObject({
        status: 'completed',
        result: said('yes'),
      })
      expect(await rows()).toMatchObject([{ arguments: null, resumption: null, runner: '' }])
    })

    test('whose client goes away before it is one ends', async () => {
      const process = startProcess()
      const { work } = pending()
      const leaving = new AbortController()
      const answer = process.run(callOf(work), { ...client(), signal: leaving.signal })
      leaving.abort()
      await expect(answer).rejects.toThrow('left')
      expect(await countRows()).toBe(0)
    })

    test('is waited for as ever where there is no room, or its arguments are long', async () => {
      const process = startProcess({ room: { perPrincipalMaxBytes: 3 * TASK_RESULT_MAX_BYTES } })
      const works = [pending(), pending(), pending(), pending()] as const
      await begin(process, callOf(works[0].work))
      await begin(process, callOf(works[1].work))
      const third = process.run(callOf(works[2].work), client())
      const round = { arguments: { question: 'x'.repeat(300_000) } }
      const long = startProcess().run(callOf(works[3].work, { round }), client())
      await outwait()
      for (const { end } of works) end('in the end')
      expect([await third, await long]).toEqual([said('in the end'), said('in the end')])
      expect(await countRows()).toBe(3)
    })

    test('of a stranger has a quarter of the room, and none where the disk is full', async () => {
      const { work, end } = pending()
      const call = callOf(work, { principal: STRANGER })
      const full = startProcess({ hasRoom: async () => false }).run(callOf(work), client())
      const process = startProcess()
      const calls = Array.from({ length: 40 }, async () => process.run(call, client()))
      await vi.waitFor(() => expect(process.runningCount).toBe(31))
      await outwait()
      end('in the end')
      const answers = await Promise.all(calls)
      expect(answers.filter((answer) => answer['resultType'] === 'task')).toHaveLength(31)
      expect(await full).toEqual(said('in the end'))
    })
  })

  test('nobody else learns of a task, and nothing of it after its time', async () => {
    const process = startProcess()
    const { work } = pending()
    const id = await begin(process, callOf(work))
    const requests = [
      process.get(STRANGER, id, never),
      process.get(LOCAL_PRINCIPAL, 'none', never),
      process.cancel(STRANGER, id),
      process.update(STRANGER, id, {}, never),
    ]
    for (const answer of await Promise.allSettled(requests)) {
      await expect(
        Promise.reject(answer.status === 'rejected' ? answer.reason : answer),
      ).rejects.toMatchObject({ code: -32_602, message: 'There is no such task.' })
    }
    expect(
      (await process.watch(STRANGER, [id], { notify: () => {}, workOf: never })).accepted,
    ).toEqual([])
    nowMs += TASK_TTL_MS
    await expect(get(process, id)).rejects.toMatchObject({ code: -32_602 })
    await begin(process, callOf(pending().work))
    expect(await countRows()).toBe(1)
    nowMs += TASK_TTL_MS
    await process.sweep()
    expect(await countRows()).toBe(0)
  })

  test('what fails by the protocol is failed, what says too much an error', async () => {
    const process = startProcess()
    const failing = await begin(
      process,
      callOf(async () => {
        await hasTask()
        throw new TypeError('a secret of the server')
      }),
    )
    const error = { code: -32_603, message: 'Internal error' }
    expect(await finished(process, failing)).toMatchObject({ status: 'failed', error })
    const { work, end } = pending()
    const long = await begin(process, callOf(work))
    end('x'.repeat(TASK_RESULT_MAX_BYTES))
    const { status, result } = await finished(process, long)
    expect([status, result?.['isError']]).toEqual(['completed', true])
  })

  describe('cancelling', () => {
    test('ends the work, and is final', async () => {
      const process = startProcess()
      const { work, courses, end } = pending()
      const id = await begin(process, callOf(work))
      await process.cancel(LOCAL_PRINCIPAL, id)
      expect(courses[0]?.signal.aborted).toBe(true)
      end('too late')
      await vi.waitFor(() => expect(process.runningCount).toBe(0))
      await process.cancel(LOCAL_PRINCIPAL, id)
      expect((await get(process, id)).status).toBe('cancelled')
    })

    test('ends the work in another process', async () => {
      const [one, other] = [startProcess(), startProcess()]
      const { work, courses } = pending()
      const id = await begin(one, callOf(work))
      await other.cancel(LOCAL_PRINCIPAL, id)
      await vi.waitFor(() => expect(courses[0]?.signal.aborted).toBe(true))
      expect((await get(one, id)).status).toBe('cancelled')
    })
  })

  describe('the task of a process that has died', () => {
    test('goes on where it waited, with the time that is left', async () => {
      const [one, other] = [startProcess(), startProcess()]
      const first = pending()
      const call = callOf(async (round, course) => {
        course.resumable?.({ arguments: { cursor: 'c1' }, endsAtMs: nowMs + 60_000 })
        return first.work(round, course)
      })
      const id = await begin(one, call)
      const second = pending()
      expect((await get(other, id, () => second.work)).status).toBe('working')
      expect(second.rounds).toEqual([])
      kill(one)
      await Promise.all([get(other, id, () => second.work), get(other, id, () => second.work)])
      const seconds = 60 - (RUNNER_LEASE_MS + 1) / 1_000
      expect(second.rounds).toEqual([{ arguments: { cursor: 'c1', seconds: Math.ceil(seconds) } }])
      second.end('answered')
      expect(await finished(other, id)).toMatchObject({ result: said('answered') })
      first.end('of a dead process')
      await nextTurn()
      expect(await get(other, id)).toMatchObject({ result: said('answered') })
    })

    test('goes on where it waits since it became one', async () => {
      const [one, other] = [startProcess(), startProcess()]
      const first = pending()
      const id = await begin(one, callOf(first.work))
      first.courses[0]?.resumable?.({ arguments: { cursor: 'c2' } })
      await vi.waitFor(async () => {
        const [row] = await store.db.selectFrom('mcp_task').select('resumption').execute()
        expect(row?.resumption).toContain('c2')
      })
      kill(one)
      const second = pending()
      await get(other, id, () => second.work)
      expect(second.rounds).toEqual([{ arguments: { cursor: 'c2' } }])
    })

    test('ends as the process that took it over says, where the other one was only slow', async () => {
      const [slow, other] = [startProcess({ beatMs: 60_000 }), startProcess()]
      const [first, second] = [pending(), pending()]
      const id = await begin(slow, callOf(first.work, { isRepeatable: true }))
      nowMs += RUNNER_LEASE_MS + 1
      await get(other, id, () => second.work)
      first.end('of the slow one')
      await vi.waitFor(() => expect(slow.runningCount).toBe(0))
      expect((await get(other, id)).status).toBe('working')
      second.end('answered')
      expect(await finished(other, id)).toMatchObject({ result: said('answered') })
    })

    test('begins anew where that does no harm, and fails where it might', async () => {
      const [one, other] = [startProcess(), startProcess()]
      const read = await begin(one, callOf(pending().work, { isRepeatable: true }))
      const sent = await begin(one, callOf(pending().work))
      kill(one)
      const again = pending()
      await get(other, read, () => again.work)
      expect(again.rounds).toEqual([{ arguments: { question: 'Ship it?' } }])
      const task = await get(other, sent, () => again.work)
      expect(task).toMatchObject({ status: 'failed', error: { code: -32_603 } })
      expect(task.error?.['message']).toMatch(/may or may not have been done/)
      expect(again.rounds).toHaveLength(1)
    })

    test('is taken by one of those who find it', async () => {
      const one = startProcess()
      const id = await begin(one, callOf(pending().work, { isRepeatable: true }))
      kill(one)
      const { work, rounds } = pending()
      const others = Array.from({ length: 4 }, () => startProcess())
      await Promise.all(others.map(async (other) => get(other, id, () => work)))
      expect(rounds).toHaveLength(1)
    })

    test('waits for nobody where the process said that it ends', async () => {
      const [one, other] = [startProcess(), startProcess()]
      const id = await begin(one, callOf(pending().work, { isRepeatable: true }))
      await one.close()
      const { work, rounds } = pending()
      await get(other, id, () => work)
      expect(rounds).toHaveLength(1)
    })
  })

  describe('questions', () => {
    /** Asks for two things, and says what it got. */
    const asking: TaskWork = async ({ answers, state }) => {
      await hasTask()
      if (answers) return said(JSON.stringify({ answers, state }))
      const form = { type: 'object', properties: {} } as const
      const request = (message: string) => inputRequired.elicit({ message, requestedSchema: form })
      return inputRequired({
        inputRequests: { one: request('One?'), two: request('Two?') },
        requestState: 'kept',
      })
    }

    test('are answered one by one, by whom they are put to, in any process', async () => {
      const [one, other] = [startProcess(), startProcess()]
      const id = await begin(one, callOf(asking))
      const task = await finished(one, id)
      expect(task).toMatchObject({
        status: 'input_required',
        inputRequests: { 'one.0': { method: 'elicitation/create' }, 'two.0': {} },
      })
      await one.close()
      const answer = async (responses: Record<string, unknown>) =>
        other.update(LOCAL_PRINCIPAL, id, responses, () => asking)
      await answer({ 'one.0': { action: 'accept' }, 'three.0': { action: 'accept' } })
      expect(Object.keys((await get(other, id)).inputRequests ?? {})).toEqual(['two.0'])
      await answer({ 'one.0': { action: 'decline' } })
      await answer({ 'two.0': { action: 'decline' } })
      const { status, result } = await finished(other, id)
      const answers = { one: { action: 'accept' }, two: { action: 'decline' } }
      expect([status, result]).toEqual([
        'completed',
        said(JSON.stringify({ answers, state: 'kept' })),
      ])
    })

    test('have keys that do not come twice', async () => {
      const process = startProcess()
      const again: TaskWork = async () => asking({ arguments: {} }, {} as Course)
      const id = await begin(process, callOf(again))
      await finished(process, id)
      const answers = { 'one.0': { action: 'accept' }, 'two.0': { action: 'accept' } }
      await process.update(LOCAL_PRINCIPAL, id, answers, () => again)
      expect(Object.keys((await finished(process, id)).inputRequests ?? {})).toEqual([
        'one.1',
        'two.1',
      ])
      await process.update(LOCAL_PRINCIPAL, id, answers, () => again)
      expect((await get(process, id)).status).toBe('input_required')
    })

    test('whose answers were used by a process that died are not asked to do harm', async () => {
      const [one, other] = [startProcess(), startProcess()]
      const id = await begin(one, callOf(asking))
      await finished(one, id)
      const answers = { 'one.0': { action: 'accept' }, 'two.0': { action: 'accept' } }
      await one.update(LOCAL_PRINCIPAL, id, answers, () => pending().work)
      kill(one)
      expect(await get(other, id, () => asking)).toMatchObject({ status: 'failed' })
    })
  })

  test('who follows a task is told of each state, whichever process runs it', async () => {
    const [one, other] = [startProcess(), startProcess()]
    const { work, end } = pending()
    const id = await begin(one, callOf(work))
    const heard: WireTask[][] = [[], []]
    const follow = async (process: Tasks, list: WireTask[] = []) =>
      process.watch(LOCAL_PRINCIPAL, [id, 'none'], {
        notify: (task) => list.push(task),
        workOf: never,
      })
    const following = [await follow(one, heard[0]), await follow(other, heard[1])]
    expect(following.map(({ accepted }) => accepted)).toEqual([[id], [id]])
    end('yes')
    nowMs += 5
    for (const list of heard) {
      await vi.waitFor(() => expect(list).toHaveLength(1))
      expect(list).toMatchObject([{ taskId: id, status: 'completed', result: said('yes') }])
    }
    for (const { stop } of following) stop()
    const late: WireTask[] = []
    await follow(other, late)
    await vi.waitFor(() => expect(late).toMatchObject([{ status: 'completed' }]))
  })

  test('who follows the task of a process that dies is told how it ends', async () => {
    const [one, other] = [startProcess(), startProcess()]
    const id = await begin(one, callOf(pending().work, { isRepeatable: true }))
    const heard: WireTask[] = []
    const workOf = () => async () => said('by another one')
    await other.watch(LOCAL_PRINCIPAL, [id], { notify: (task) => heard.push(task), workOf })
    kill(one)
    await vi.waitFor(() => expect(heard).toMatchObject([{ status: 'completed' }]))
  })
})
