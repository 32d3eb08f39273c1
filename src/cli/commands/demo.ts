import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pageAt } from '../clone.ts'
import { Screen } from '../demo/screen.ts'
import { startSite } from '../demo/site.ts'
import { takeSteps } from '../demo/steps.ts'
import { onStopSignal } from './stop-signals.ts'

const HEAD =
  'A demonstration of Bellhop, with real MCP clients. It needs no network and no account: whatever is read comes from this machine. All data lie in a folder that is removed at the end.'

/** `bellhop demo`: has real clients use this program, step by step; returns whether all steps held. */
export async function demo(): Promise<boolean> {
  const screen = new Screen((text) => process.stdout.write(text))
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-demo-'))
  const held: AsyncDisposable[] = []
  const keep = <Held extends AsyncDisposable>(one: Held): Held => {
    held.push(one)
    return one
  }
  const start = performance.now()
  try {
    screen.say(HEAD)
    const site = keep(await startSite())
    const isWhole = await untilStopped(takeSteps({ screen, site, folder, keep }))
    const seconds = ((performance.now() - start) / 1_000).toFixed(1)
    const { steps, failures } = screen
    const isGood = isWhole && failures === 0
    const outcome = isGood ? `All ${steps} steps held` : `${failures} of ${steps} steps failed`
    screen.say('')
    screen.say(isWhole ? `${outcome}, in ${seconds} s.` : 'Stopped.')
    if (isGood) screen.say(`Next, add Bellhop to your agent: ${pageAt('docs/hosts.md')}`)
    return isGood
  } finally {
    for (const one of held.toReversed()) await one[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Whether the work ended before somebody stopped this program. */
async function untilStopped(work: Promise<void>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>()
  using _ = onStopSignal(() => resolve(false))
  return Promise.race([promise, work.then(() => true)])
}
