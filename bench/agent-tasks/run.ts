import { type Cost, HANDS_ON, type HandsOn } from './agent.ts'
import { type Outside, type Stage, startStage, type Transport } from './stage.ts'
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

/**
 * Runs tasks one after another at one Bellhop, for hosts that hand on texts and for those that hand on structured content; returns
 * what came of each, by name, and the tokens of the tools that it offers.
 */
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
      outcomes.set(task.name, await attemptAll(stage, script, isBefore ? ['text'] : HANDS_ON))
    }
  }
  return { outcomes, toolTokens: stage.toolTokens }
}

function scriptBefore({ run, before, needs }: Task): Script | { impossible: string } {
  if (before !== undefined) return before
  return needs === undefined ? run : { impossible: `There was no ${needs}.` }
}

/** The first attempt that failed, or the one whose texts were handed on. */
async function attemptAll(
  stage: Stage,
  script: Script,
  hosts: readonly HandsOn[],
): Promise<Outcome> {
  const outcomes: Outcome[] = []
  for (const handsOn of hosts) outcomes.push(await attempt(stage, script, handsOn))
  return outcomes.find(({ kind }) => kind === 'failed') ?? (outcomes[0] as Outcome)
}

async function attempt(stage: Stage, script: Script, handsOn: HandsOn): Promise<Outcome> {
  const cost: Cost = { calls: 0, tokens: { text: 0, structure: 0 } }
  await using given = stage.given(cost, handsOn)
  try {
    await script(given)
    return { kind: 'done', cost }
  } catch (thrown) {
    return { kind: 'failed', cost, problem: `${handsOn}: ${String(thrown)}` }
  }
}
