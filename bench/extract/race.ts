import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { BenchPage } from '../data.ts'
import type { PageAnswer } from './child.ts'
import { wordsOf, type SystemName } from './systems.ts'

const PAGE_DEADLINE_MS = 25_000
const CHILD_HEAP_MAX_MB = 2_500

/** What one system made of one set of pages. */
export interface Run {
  /** By page id; empty for crashed pages. */
  texts: Map<string, string>
  cpuMs: number[]
  /** CPU time in milliseconds of each page when the process reads all pages once more; empty when it was not asked to. */
  againMs: number[]
  crashes: number
  timeouts: number
  peakRssBytes: number
}

/**
 * Gives the pages to a system one by one; a page over its deadline costs the process. With `readsAgain`, all
 * are given a second time, once just-in-time compilation is over.
 */
export async function race(
  name: SystemName,
  pages: readonly BenchPage<unknown>[],
  readsAgain = false,
): Promise<Run> {
  const run: Run = {
    texts: new Map(),
    cpuMs: [],
    againMs: [],
    crashes: 0,
    timeouts: 0,
    peakRssBytes: 0,
  }
  let child = await started(name)
  for (const { id, file, url } of pages) {
    const answer = await askChild(child, { file, url })
    if (answer === undefined) {
      run.timeouts += 1
      run.cpuMs.push(PAGE_DEADLINE_MS)
      run.texts.set(id, '')
      child.kill('SIGKILL')
      child = await started(name)
      continue
    }
    run.texts.set(id, wordsOf(name, answer.read))
    run.cpuMs.push(answer.cpuMs)
    run.crashes += answer.crashed ? 1 : 0
    run.peakRssBytes = Math.max(run.peakRssBytes, answer.peakRssBytes)
  }
  for (const { file, url } of readsAgain ? pages : []) {
    const answer = await askChild(child, { file, url })
    if (answer) {
      run.againMs.push(answer.cpuMs)
      continue
    }
    run.againMs.push(PAGE_DEADLINE_MS)
    child.kill('SIGKILL')
    child = await started(name)
  }
  child.kill('SIGKILL')
  return run
}

async function started(name: SystemName): Promise<ChildProcess> {
  const child = fork(new URL('child.ts', import.meta.url), [name], {
    execArgv: [`--max-old-space-size=${CHILD_HEAP_MAX_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return child
}

/** Undefined when the child hung or died. */
async function askChild(
  child: ChildProcess,
  page: { file: string; url: string },
): Promise<PageAnswer | undefined> {
  const done = new AbortController()
  const { signal } = done
  child.send(page)
  const answer = await Promise.race([
    once(child, 'message', { signal }).then(([message]) => message as PageAnswer),
    once(child, 'exit', { signal }).then(() => undefined),
    once(AbortSignal.timeout(PAGE_DEADLINE_MS), 'abort', { signal }).then(() => undefined),
  ]).finally(() => done.abort())
  return answer
}
