import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './bellhop.ts'

const run = promisify(execFile)

/** Release whose platform packages are fetched where the program is not installed. */
export const FOUNDRY_VERSION = '1.7.1'

/** Longest wait for a download of some 20 MB. */
const DOWNLOAD_MAX_MS = 180_000

/** Programs of Foundry that tests use: the local chain, and the independent reader of chains. */
export type FoundryProgram = 'anvil' | 'cast'

/** Digests of the platform packages as published (SRI, over the tarball). Platforms without one need PATH. */
const INTEGRITY: Readonly<Record<string, string>> = {
  '@foundry-rs/anvil-linux-amd64':
    'sha512-+XmShybEaxfCrr0OUUZwYEy2OnYZt5pHH9TzBtLv3+VrK0O/ANuNSVEahqNhKHlgX7GRJ59383ofNhxkRWIYTg==',
  '@foundry-rs/cast-linux-amd64':
    'sha512-XUpTM2rwtkF8BJ02dae38NNZAx5QfycWRpdR2RmSgOJnasvXuvN58whDVLjQu8IDHEV/fCNIa49aE8V74pmDwQ==',
}

const CACHE = join(ROOT, 'node_modules/.cache/foundry')

/**
 * Path of a Foundry program: the one on PATH, else the pinned package from the npm registry, unpacked once into
 * node_modules/.cache. Throws with instructions when neither is available: nothing is skipped.
 */
export async function foundryProgram(program: FoundryProgram): Promise<string> {
  const installed = findFoundryProgram(program)
  if (installed !== undefined) return installed
  const { name, folder } = packageOf(program)
  try {
    await download(name, folder)
  } catch (cause) {
    throw new Error(
      `These tests need ${program}, which is neither on PATH nor to be had as ${name}@${FOUNDRY_VERSION} ` +
        `from the npm registry (${String(cause)}). Install Foundry (https://getfoundry.sh) and run them again.`,
      { cause },
    )
  }
  return join(folder, 'package/bin', program)
}

/** Path of a Foundry program that is on this machine already. */
export function findFoundryProgram(program: FoundryProgram): string | undefined {
  const { folder } = packageOf(program)
  return onPath(program) ?? (existsSync(folder) ? join(folder, 'package/bin', program) : undefined)
}

function packageOf(program: FoundryProgram): { name: string; folder: string } {
  const name = `@foundry-rs/${program}-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  const folder = join(CACHE, `${name.replace('@foundry-rs/', '')}@${FOUNDRY_VERSION}`)
  return { name, folder }
}

function onPath(program: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
}

/** Fetches, checks and unpacks beside the target, then moves: two test files may do so at once. */
async function download(name: string, folder: string): Promise<void> {
  const integrity = INTEGRITY[name]
  if (integrity === undefined) throw new Error(`no digest of ${name} is pinned here`)
  mkdirSync(CACHE, { recursive: true })
  const temp = mkdtempSync(join(CACHE, 'unpack-'))
  try {
    const { stdout } = await run(
      'npm',
      ['pack', `${name}@${FOUNDRY_VERSION}`, '--silent', '--pack-destination', temp],
      { timeout: DOWNLOAD_MAX_MS, shell: process.platform === 'win32' },
    )
    const tarball = join(temp, stdout.trim())
    const digest = createHash('sha512')
      .update(await readFile(tarball))
      .digest('base64')
    if (`sha512-${digest}` !== integrity) throw new Error(`${name} is not what was pinned`)
    await run('tar', ['-xzf', tarball, '-C', temp])
    rmSync(tarball)
    renameSync(temp, folder)
  } catch (thrown) {
    rmSync(temp, { recursive: true, force: true })
    // The other test file was faster: its copy passed the same check.
    if (!existsSync(folder)) throw thrown
  }
}
