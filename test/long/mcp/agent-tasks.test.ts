import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTasks } from '../../../bench/agent-tasks/run.ts'
import { type Outside, startOutside, TRANSPORTS } from '../../../bench/agent-tasks/stage.ts'
import { tasks } from '../../../bench/agent-tasks/tasks/index.ts'
import { CHAIN_START_MAX_MS } from '../../support/chain.ts'

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
  expect(problems).toEqual([])
})
