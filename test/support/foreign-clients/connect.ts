import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { cleanEnv } from '../bellhop.ts'
import type { ChildRequest, ChildResponse } from './child.ts'
import type { ForeignAnswer, ForeignTarget } from './library.ts'

/** Libraries that report to their makers are told not to. */
const SILENT = {
  MCP_USE_ANONYMIZED_TELEMETRY: 'false',
  MASTRA_TELEMETRY_DISABLED: '1',
  OPENAI_AGENTS_DISABLE_TRACING: '1',
  LANGSMITH_TRACING: 'false',
  DO_NOT_TRACK: '1',
}

/** A library in a process of its own, connected to Bellhop. */
export interface Connected extends AsyncDisposable {
  tools: string[]
  /** Calls a tool; throws what the library throws. */
  call(name: string, input?: Record<string, unknown>): Promise<ForeignAnswer>
}

type Question = ChildRequest extends infer One
  ? One extends ChildRequest
    ? Omit<One, 'id'>
    : never
  : never

/** Starts a library of a folder and connects it. */
export async function connectForeign(
  library: string,
  folder: string,
  target: ForeignTarget,
): Promise<Connected> {
  const child = fork(join(import.meta.dirname, 'child.ts'), {
    cwd: folder,
    env: cleanEnv(SILENT),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', ({ id, value, thrown }: ChildResponse) => {
    const question = waiting.get(id)
    if (thrown === undefined) question?.resolve(value)
    else question?.reject(new Error(thrown))
  })
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`${library} ended with ${code}.`))
  })
  const ask = async (question: Question): Promise<unknown> => {
    const id = waiting.size + 1
    const answered = Promise.withResolvers<unknown>()
    waiting.set(id, answered)
    child.send({ id, ...question })
    return answered.promise
  }
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill()
    await exited
  }
  try {
    const tools = (await ask({ open: { library, folder, target } })) as string[]
    return {
      tools,
      call: async (name, input = {}) => (await ask({ call: { name, input } })) as ForeignAnswer,
      async [Symbol.asyncDispose]() {
        await ask({ close: true })
        await end()
      },
    }
  } catch (thrown) {
    await end()
    throw thrown
  }
}
