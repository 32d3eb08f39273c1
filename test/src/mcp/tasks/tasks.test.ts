import { inputRequired } from '@modelcontextprotocol/server'
import { describe, expect, test, vi } from 'vitest'
import { LOCAL_PRINCIPAL, type Principal } from '../../../../src/contract/principal.ts'
import type { Course } from '../../../../src/mcp/calls/course.ts'
import { TASK_RESULT_MAX_BYTES, TASK_TTL_MS } from '../../../../src/mcp/limits.ts'
import type { TaskWork } from '../../../../src/mcp/tasks/parts.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import {
  callOf,
  client,
  never,
  pending,
  said,
  taskProcesses,
} from '../../../support/task-processes.ts'

const STRANGER: Principal = { id: 'address ::', weight: 1, reachesAllowedHosts: false }

await onBothDatabases((backend) => {
  const { begin, clock, countRows, finished, get, hasTask, kill, outwait, rows, startProcess } =
    taskProcesses(backend)

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
    clock.ms += TASK_TTL_MS
    await expect(get(process, id)).rejects.toMatchObject({ code: -32_602 })
    await begin(process, callOf(pending().work))
    expect(await countRows()).toBe(1)
    clock.ms += TASK_TTL_MS
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
})
