import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTasks } from '../../../bench/agent-tasks/run.ts'
import { type Outside, startOutside, TRANSPORTS } from '../../../bench/agent-tasks/stage.ts'
import type { Part } from '../../../bench/agent-tasks/task.ts'
import { tasks } from '../../../bench/agent-tasks/tasks/index.ts'
import { CHAIN_START_MAX_MS } from '../../support/chain.ts'

/** Parts of the product that are on their way: tasks wait for them. Take each away once it is here. */
const COMING = new Set<Part>(['read', 'find_tools', 'sessions', 'route fields'])

let outside: Outside
beforeAll(async () => {
  outside = await startOutside()
}, CHAIN_START_MAX_MS)
afterAll(async () => outside[Symbol.asyncDispose]())

test('there are forty tasks, each of another name', () => {
  expect(new Set(tasks.map(({ name }) => name)).size).toBe(40)
})

test.each(TRANSPORTS)('agents do all tasks by the calls that come first, over %s', async (over) => {
  const { outcomes } = await runTasks(outside, over, tasks)
  const problems = [...outcomes].flatMap(([name, outcome]) =>
    outcome.kind === 'done' ? [] : [{ name, ...outcome }],
  )
  const waiting = tasks.flatMap(({ name, needs }) =>
    needs !== undefined && COMING.has(needs) ? [{ name, kind: 'not there', why: needs }] : [],
  )
  expect(problems).toEqual(waiting)
})
