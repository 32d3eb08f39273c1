import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../bellhop.ts'

const run = promisify(execFile)

/** Longest wait for the packages of one library. */
const INSTALL_MAX_MS = 300_000

/** What these packages need is taken as it was on this day, so that all machines have the same. */
const BEFORE = '2026-11-20'

const CACHE = join(ROOT, 'node_modules/.cache/foreign-clients')

/** Packages of the libraries, by the one that is imported. */
export const LIBRARIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '@ai-sdk/mcp': { '@ai-sdk/mcp': '2.0.99' },
  '@langchain/mcp-adapters': { '@langchain/mcp-adapters': '1.1.4' },
  '@mastra/mcp': { '@mastra/mcp': '2.0.0' },
  // The last one with a client in it: that of later releases is a package of its own, which the registry does not have.
  'mcp-use': { 'mcp-use': '1.34.6' },
  '@openai/agents': { '@openai/agents': '0.20.0' },
}

/**
 * Folder with a library, installed once into node_modules/.cache; no script of a package runs. Throws where the registry cannot be
 * reached.
 */
export async function installed(library: string): Promise<string> {
  const dependencies = LIBRARIES[library] ?? {}
  const version = dependencies[library] ?? ''
  const folder = join(CACHE, `${library.replace('/', '-')}@${version}-${BEFORE}`)
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  const temp = mkdtempSync(join(CACHE, 'install-'))
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
