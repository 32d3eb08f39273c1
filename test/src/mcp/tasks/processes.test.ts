import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { LOCAL_PRINCIPAL } from '../../../../src/contract/principal.ts'
import { RUNNER_LEASE_MS } from '../../../../src/mcp/limits.ts'
import type { Tasks } from '../../../../src/mcp/tasks/tasks.ts'
import type { WireTask } from '../../../../src/mcp/tasks/wire.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { callOf, never, pending, said, taskProcesses } from '../../../support/task-processes.ts'

await onBothDatabases((backend) => {
  const { begin, clock, finished, get, kill, rows, startProcess } = taskProcesses(backend)

  describe('the task of a process that has died', () => {
    test('goes on where it waited, with the time that is left', async () => {
      const [one, other] = [startProcess(), startProcess()]
      const first = pending()
      const call = callOf(async (round, course) => {
        course.resumable?.({ arguments: { cursor: 'c1' }, endsAtMs: clock.ms + 60_000 })
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
        const [row] = await rows()
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
      clock.ms += RUNNER_LEASE_MS + 1
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
    clock.ms += 5
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
