import { setTimeout as sleep } from 'node:timers/promises'
import { Caller } from './caller.ts'
import { ask, CALL_KINDS, type CallKind, isRight } from './good-calls.ts'
import { Listener } from './listener.ts'
import type { Person } from './people.ts'

/** What good callers do; `receive` is that what one sends arrives at another. */
export type GoodKind = CallKind | 'receive'
export const GOOD_KINDS: readonly GoodKind[] = [...CALL_KINDS, 'receive']

/** What came of one kind of call. */
export interface Outcome {
  requested: number
  /** Those with the right content. */
  answered: number
  /** From the intended time of each answered call to its whole answer, or of a message to its arrival. */
  timesMs: number[]
  /** How many of the others ended with which status; 0 is no answer, 200 a wrong one. */
  failures: Record<string, number>
}

export type Outcomes = Record<GoodKind, Outcome>

/** Where good callers call, and for how long. */
export interface GoodTask {
  url: string
  /** Origin of pages, without a slash at the end. */
  origin: string
  people: Person[]
  durationMs: number
  /** Tells the calls of this task from those of others. */
  label: string
}

/** Calls of one person in a second. After each message everybody polls again: 60 polls a minute with ten people. */
const RATES: Readonly<Record<CallKind, number>> = {
  extract: 0.3,
  qr: 0.5,
  convert: 0.5,
  send: 0.1,
}

/** After this a call counts as not answered. */
const CALL_MAX_MS = 30_000

/** How long messages may be on their way when all calls are over. */
const LAST_DELIVERY_MAX_MS = 10_000

/** How long people may take to begin to listen. */
const REGISTER_MAX_MS = 30_000

/** Lets good people call at their rates, whether or not earlier calls were answered; returns what came of it. */
export async function beGood(task: GoodTask): Promise<Outcomes> {
  const callers = task.people.map((person) => new Caller(task.url, person))
  const listeners = callers.map((caller) => new Listener(caller))
  try {
    const ready = AbortSignal.timeout(REGISTER_MAX_MS)
    await Promise.all(listeners.map(async (listener) => listener.begin(ready)))
    const sent = new Map<string, number>()
    const outcomes = await callAll(task, callers, sent)
    const endMs = performance.now() + LAST_DELIVERY_MAX_MS
    const hasAll = ({ heardMs }: Listener) => [...sent.keys()].every((name) => heardMs.has(name))
    while (performance.now() < endMs && !listeners.every(hasAll)) await sleep(100)
    return { ...outcomes, receive: deliveries(sent, listeners) }
  } finally {
    await Promise.all(listeners.map(async (listener) => listener.end()))
    await Promise.all(callers.map(async (caller) => caller[Symbol.asyncDispose]()))
  }
}

/** Makes all calls; writes down when each message was due that was acknowledged. */
async function callAll(
  task: GoodTask,
  callers: readonly Caller[],
  sent: Map<string, number>,
): Promise<Record<CallKind, Outcome>> {
  const outcomes = Object.fromEntries(CALL_KINDS.map((kind) => [kind, none()])) as Record<
    CallKind,
    Outcome
  >
  const startMs = performance.now()
  const callOnce = async (kind: CallKind, caller: Caller, name: string, dueMs: number) => {
    const rest = { keep: true, signal: AbortSignal.timeout(CALL_MAX_MS) }
    const answer = await ask[kind](caller, name, task.origin, rest)
    const tookMs = performance.now() - dueMs
    const { failures, timesMs } = outcomes[kind]
    if (await isRight(kind, name, answer)) {
      outcomes[kind].answered += 1
      timesMs.push(tookMs)
      if (kind === 'send') sent.set(name, dueMs)
    } else {
      failures[answer.status] = (failures[answer.status] ?? 0) + 1
    }
  }
  const keepCalling = async (kind: CallKind, caller: Caller, index: number) => {
    const everyMs = 1_000 / RATES[kind]
    // Spread evenly, so that what is measured is the server and not the crowd.
    const part = (index + CALL_KINDS.indexOf(kind) / CALL_KINDS.length) / callers.length
    const calls: Promise<void>[] = []
    for (
      let dueMs = startMs + part * everyMs;
      dueMs < startMs + task.durationMs;
      dueMs += everyMs
    ) {
      await sleep(Math.max(0, dueMs - performance.now()))
      outcomes[kind].requested += 1
      const name = `${task.people[index]?.name} ${task.label} ${kind} ${calls.length}`
      calls.push(callOnce(kind, caller, name, dueMs))
    }
    await Promise.all(calls)
  }
  await Promise.all(
    callers.flatMap((caller, index) =>
      CALL_KINDS.map(async (kind) => keepCalling(kind, caller, index)),
    ),
  )
  return outcomes
}

/** What arrived where of what was acknowledged. */
function deliveries(sent: ReadonlyMap<string, number>, listeners: readonly Listener[]): Outcome {
  const timesMs: number[] = []
  for (const [name, dueMs] of sent) {
    for (const { heardMs } of listeners) {
      const heard = heardMs.get(name)
      if (heard !== undefined) timesMs.push(heard - dueMs)
    }
  }
  const requested = sent.size * listeners.length
  const lost = requested - timesMs.length
  return { requested, answered: timesMs.length, timesMs, failures: lost > 0 ? { '0': lost } : {} }
}

function none(): Outcome {
  return { requested: 0, answered: 0, timesMs: [], failures: {} }
}
