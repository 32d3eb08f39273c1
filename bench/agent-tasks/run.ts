import type { Cost } from './agent.ts'
import { type Outside, startStage, type Transport } from './stage.ts'
import type { Script, Task } from './task.ts'

/** What came of a task. */
export type Outcome =
  | { kind: 'done'; cost: Cost }
  | { kind: 'failed'; cost: Cost; problem: string }
  /** Nothing was tried: the task could not be done before. */
  | { kind: 'not there'; why: string }

/** Which product runs: this one, or an earlier one, of the folder of a checkout. */
export interface Product {
  entry?: string
  isBefore?: boolean
}

/** Runs tasks one after another at one Bellhop; returns what came of each, by name, and the tools that it offers. */
export async function runTasks(
  outside: Outside,
  transport: Transport,
  tasks: readonly Task[],
  { entry, isBefore = false }: Product = {},
): Promise<{ outcomes: Map<string, Outcome>; toolTokens: number }> {
  await using stage = await startStage(outside, transport, entry)
  const outcomes = new Map<string, Outcome>()
  for (const task of tasks) {
    const script = isBefore ? scriptBefore(task) : task.run
    if (typeof script !== 'function') {
      outcomes.set(task.name, { kind: 'not there', why: script.impossible })
    } else {
      outcomes.set(task.name, await attempt(stage, script))
    }
  }
  return { outcomes, toolTokens: stage.toolTokens }
}

function scriptBefore({ run, before, needs }: Task): Script | { impossible: string } {
  if (before !== undefined) return before
  return needs === undefined ? run : { impossible: `There was no ${needs}.` }
}

async function attempt(
  stage: Awaited<ReturnType<typeof startStage>>,
  script: Script,
): Promise<Outcome> {
  const cost: Cost = { calls: 0, tokens: 0, structuredTokens: 0 }
  await using given = stage.given(cost)
  try {
    await script(given)
    return { kind: 'done', cost }
  } catch (thrown) {
    return { kind: 'failed', cost, problem: String(thrown) }
  }
}
