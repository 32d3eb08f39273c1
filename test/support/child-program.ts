import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isWatched } from './outputs.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Bundles one program, as the package holds it. */
const BUNDLER = join(import.meta.dirname, 'bundle-child.ts')

/**
 * Entry of a program that the sandbox runs in its children, by its path in the project. It is bundled once for a run, by whoever
 * asks first: tests start hundreds, and from source each start takes four times as long. From source where nothing is deleted
 * after the run.
 */
export function childProgram(source: string): URL {
  if (!isWatched()) return pathToFileURL(join(ROOT, source))
  const name = basename(source, '.ts')
  const all = join(tmpdir(), 'children')
  const folder = join(all, name)
  if (!existsSync(folder)) {
    mkdirSync(all, { recursive: true })
    const made = join(all, `${name}-${process.pid}`)
    execFileSync(process.execPath, [BUNDLER, source, join(made, `${name}.mjs`)], { stdio: 'pipe' })
    keep(made, folder)
  }
  return pathToFileURL(join(folder, `${name}.mjs`))
}

/** Gives a folder its name, unless another process has made the same meanwhile. */
function keep(made: string, folder: string): void {
  try {
    renameSync(made, folder)
  } catch (thrown) {
    if (!existsSync(folder)) throw thrown
    rmSync(made, { recursive: true })
  }
}
