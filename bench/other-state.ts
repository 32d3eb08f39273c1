import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { engineFlags } from '../src/sandbox/engine-flags.ts'
import type * as Limits from '../src/sandbox/limits.ts'

const ROOT = join(import.meta.dirname, '..')

/** Folders of two states of the project: another, which is named on the command line and has its packages installed, and this one. */
export function bothStates(): [other: string, own: string] {
  const folder = process.argv[3]
  if (folder === undefined) throw new Error('Name the folder of the other state.')
  return [resolve(folder), ROOT]
}

/** Builds what each publishes: from source, types would be taken out while something is measured. */
export function buildStates(roots: readonly string[]): void {
  for (const cwd of roots) execFileSync('npm', ['run', 'build'], { cwd, stdio: 'ignore' })
}

/** Starts a bench's own program with a job that a state publishes, and waits until it is ready. */
export async function startJob(program: URL, root: string, job: string): Promise<ChildProcess> {
  const child = fork(program, [join(root, 'dist/lib/sandbox', `${job}.mjs`)], {
    execArgv: await parserFlags(root),
    // Where a published job expects the line to its parent, which is not used here.
    stdio: ['inherit', 'inherit', 'inherit', 'pipe', 'ipc'],
  })
  await once(child, 'message')
  return child
}

/** The flags that a state runs its parsers with. */
async function parserFlags(root: string): Promise<string[]> {
  const load = async <Module>(name: string): Promise<Module> =>
    (await import(pathToFileURL(join(root, 'src/sandbox', name)).href)) as Module
  const { CHILD_HEAP_MAX_MB, CHILD_SEMI_SPACE_MAX_MB } =
    await load<Partial<typeof Limits>>('limits.ts')
  if (CHILD_HEAP_MAX_MB === undefined) throw new Error(`The parsers of ${root} have no limit.`)
  if (!existsSync(join(root, 'src/sandbox/engine-flags.ts'))) {
    const space = CHILD_SEMI_SPACE_MAX_MB
    const semiSpace = space === undefined ? [] : [`--max-semi-space-size=${space}`]
    return [`--max-old-space-size=${CHILD_HEAP_MAX_MB}`, ...semiSpace]
  }
  const own = await load<{ engineFlags: typeof engineFlags }>('engine-flags.ts')
  return own.engineFlags(CHILD_HEAP_MAX_MB)
}
