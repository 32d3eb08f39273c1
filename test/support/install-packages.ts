import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './bellhop.ts'

const run = promisify(execFile)

/** Longest wait for the packages of one library. */
export const INSTALL_MAX_MS = 300_000

/** What these packages need is taken as it was on this day, so that all machines have the same. */
const BEFORE = '2026-11-20'

/** Packages of exact versions, by name. */
export type Packages = Readonly<Record<string, string>>

/**
 * Folder with packages that are no dependency of the project, installed once into a place of node_modules/.cache; no script of a
 * package runs. Throws where the registry cannot be reached.
 */
export async function installPackages(place: string, dependencies: Packages): Promise<string> {
  const folder = join(ROOT, 'node_modules/.cache', `${place}-${BEFORE}`)
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  const temp = mkdtempSync(join(dirname(folder), 'install-'))
  try {
    writeFileSync(
      join(temp, 'package.json'),
      JSON.stringify({ private: true, type: 'module', dependencies }),
    )
    writeFileSync(join(temp, 'load.mjs'), 'export const load = (name) => import(name)\n')
    const quiet = [
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      '--omit=optional',
      '--loglevel=error',
    ]
    await run(
      'npm',
      ['install', '--prefix', temp, '--ignore-scripts', `--before=${BEFORE}`, ...quiet],
      { timeout: INSTALL_MAX_MS, shell: process.platform === 'win32', cwd: temp },
    )
    renameSync(temp, folder)
  } catch (thrown) {
    rmSync(temp, { recursive: true, force: true })
    // Another test file was faster.
    if (!existsSync(folder)) throw thrown
  }
  return folder
}
