import { execFileSync } from 'node:child_process'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { madeOnce } from './made-once.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Bundles one program, as the package holds it. */
const BUNDLER = join(import.meta.dirname, 'bundle-child.ts')

/**
 * Entry of a program that the sandbox runs in its children, by its path in the project. It is bundled once for a run: tests start
 * hundreds, and from source each start takes four times as long.
 */
export function childProgram(source: string): URL {
  const name = basename(source, '.ts')
  const folder = madeOnce(name, (made) => {
    execFileSync(process.execPath, [BUNDLER, source, join(made, `${name}.mjs`)], { stdio: 'pipe' })
  })
  return pathToFileURL(folder === undefined ? join(ROOT, source) : join(folder, `${name}.mjs`))
}
