import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { databaseSettings } from './database.ts'
import { eventNotes } from './event-notes.ts'
import { isWatched, keepOutput } from './outputs.ts'
import { ENTRY_VARIABLE } from './program.ts'

/** Root folder of the project. */
export const ROOT = join(import.meta.dirname, '../..')

/** Entry of the program from source. */
export const SOURCE = join(ROOT, 'src/cli/bellhop.js')

/** Arguments that start the command line with this test's own Node: from source, unless it is told otherwise. */
export const CLI = [process.execPath, resolve(ROOT, process.env[ENTRY_VARIABLE] ?? SOURCE)] as const

/** Outcome of one finished command. */
export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

/** Runs the command line to its end. */
export async function bellhop(
  args: readonly string[],
  {
    env = {},
    input,
    entry = CLI[1],
  }: { env?: Record<string, string>; input?: string; entry?: string } = {},
): Promise<Outcome> {
  const database = await databaseFor(args)
  return new Promise((finish) => {
    const child = execFile(
      process.execPath,
      [entry, ...args],
      { env: cleanEnv({ ...database, ...env }), maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
        keepOutput(stdout + stderr)
        finish({ code, stdout, stderr })
      },
    )
    child.stdin?.end(input ?? '')
  })
}

/** The test's environment without settings of ours, so that a developer's own do not leak in. */
export function cleanEnv(extra: Record<string, string> = {}): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !entry[0].startsWith('BELLHOP_') && entry[0] !== 'NODE_OPTIONS',
  )
  return { ...Object.fromEntries(inherited), ...eventNotes(), ...extra }
}

/** Settings for the database of the data folder that the arguments name, if any. */
async function databaseFor(args: readonly string[]): Promise<Record<string, string>> {
  const folder = args[args.lastIndexOf('--data-dir') + 1]
  return args.includes('--data-dir') && folder !== undefined ? databaseSettings(folder) : {}
}

/** A folder deleted after the test, or after the whole run when that searches it for secrets. */
export function tempDir(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
  return {
    path,
    [Symbol.dispose]() {
      if (!isWatched()) rmSync(path, { recursive: true, force: true })
    },
  }
}

/** An account, and how it signs in. */
export interface Account {
  email: string
  key: string
}

/** A running `bellhop serve`. */
export interface Served extends AsyncDisposable {
  url: string
  /** The owner of its chat, where this start or an earlier one with its data folder has made it. */
  owner(): Account
  process: ChildProcess
  stderr(): string
}

/** The owner of the chat of a data folder, as the first start wrote it down. */
export function ownerIn(dataDir: string): Account {
  const [email = '', key = ''] = readFileSync(join(dataDir, 'owner.key'), 'utf8').split('\n')
  return { email, key }
}

/** Starts `bellhop serve` on a free port of loopback with a data folder of its own. */
export async function serveBellhop(
  args: readonly string[] = [],
  env: Record<string, string> = {},
  entry: string = CLI[1],
): Promise<Served> {
  const dir = tempDir()
  const words = ['serve', '--port', '0', '--data-dir', dir.path, ...args]
  const child = spawn(process.execPath, [entry, ...words], {
    env: cleanEnv({ ...(await databaseFor(words)), ...env }),
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let stderr = ''
  const url = await new Promise<string>((listening, reject) => {
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk
      const found = /"url":"([^"]+)"/.exec(stderr)?.[1]
      if (found) listening(found)
    })
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}: ${stderr}`)))
  })
  return {
    url,
    process: child,
    stderr: () => stderr,
    owner: () => ownerIn(words[words.lastIndexOf('--data-dir') + 1] ?? ''),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit')
        child.kill('SIGTERM')
        await exited
      }
      keepOutput(stderr)
      dir[Symbol.dispose]()
    },
  }
}
