import { randomBytes } from 'node:crypto'
/**
 * Watches a whole test run: the keys and the password that every test gives to the product (`canaries()`) must
 * turn up in no output, log, database, journal or other file, and in the environment of no process but those
 * that were started with them. What was looked at is told at the end; a find fails the run.
 */
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import type { TestProject } from 'vitest/node'
import type { Canaries } from './canaries.ts'
import { OUTPUTS_VARIABLE } from './outputs.ts'
import { descendantsOf } from './processes.ts'
import { inBase64 } from './secret-search.ts'

/** How often the environments of processes are looked at. */
const LOOK_INTERVAL_MS = 500

/** Command lines of processes that are given a secret in their environment: the product, before it takes it out. */
const STARTED_WITH_SECRETS = /bellhop\.m?js|loadConfig/

/** Files that are a secret's own home. */
const HOMES = /\.key$|zuliprc$/

interface Watch {
  canaries: Canaries
  folder: string
  /** Projects that are still running. */
  projects: number
  finds: Set<string>
  environments: Set<string>
  stop(): void
}

/** Each project loads this file anew. */
const shared = globalThis as { bellhopCanaryWatch?: Watch }

/** Called by vitest for each project, before its first test. */
export function setup(project: TestProject): void {
  const watch = (shared.bellhopCanaryWatch ??= begin())
  watch.projects += 1
  project.provide('canaries', watch.canaries)
}

/** Called by vitest for each project, after its last test. Throws when a secret was found. */
export function teardown(): void {
  const watch = shared.bellhopCanaryWatch
  if (!watch) return
  watch.projects -= 1
  if (watch.projects > 0) return
  delete shared.bellhopCanaryWatch
  watch.stop()
  const { folder, finds, environments, canaries } = watch
  const files = filesIn(folder)
  for (const file of files) {
    if (!HOMES.test(file) && holds(readFileSync(file), canaries)) finds.add(file)
  }
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write(
    `canary keys: looked for in ${files.length} files and ${environments.size} environments\n`,
  )
  if (finds.size > 0) throw new Error(`A secret was found in:\n${[...finds].join('\n')}`)
}

function begin(): Watch {
  const folder = mkdtempSync(join(tmpdir(), 'bh-'))
  // Postgres runs as another user.
  chmodSync(folder, 0o711)
  const outputs = join(folder, 'outputs')
  mkdirSync(outputs)
  // Temporary files of the run go in there, and stay until they have been looked at.
  process.env['TMPDIR'] = folder
  process.env[OUTPUTS_VARIABLE] = outputs
  const canaries = {
    key: generatePrivateKey(),
    gasKey: generatePrivateKey(),
    password: `canary-${randomBytes(16).toString('hex')}`,
    chatKey: randomBytes(16).toString('hex'),
  }
  const watch = { canaries, folder, projects: 0, finds: new Set<string>() }
  const environments = new Set<string>()
  const looking = setInterval(
    () => lookAtEnvironments(canaries, environments, watch.finds),
    LOOK_INTERVAL_MS,
  )
  looking.unref()
  const outputsOfRun = teeOutputs(join(outputs, 'run.log'))
  return {
    ...watch,
    environments,
    stop() {
      clearInterval(looking)
      outputsOfRun()
    },
  }
}

/** Keeps what the run itself prints, with what its workers and their children print through it. */
function teeOutputs(path: string): () => void {
  const streams = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write.bind(stream)
    stream.write = (chunk: string | Uint8Array, ...rest: []) => {
      writeFileSync(path, chunk, { flag: 'a' })
      return write(chunk, ...rest)
    }
    return () => {
      stream.write = write
    }
  })
  return () => {
    for (const restore of streams) restore()
  }
}

function lookAtEnvironments(canaries: Canaries, seen: Set<string>, finds: Set<string>): void {
  for (const pid of descendantsOf(process.pid)) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const environment = readFileSync(`/proc/${pid}/environ`)
      seen.add(pid)
      if (STARTED_WITH_SECRETS.test(command)) continue
      if (holds(environment, canaries)) finds.add(`the environment of: ${command.slice(0, 200)}`)
    } catch {
      // It has ended, or belongs to another user.
    }
  }
}

function filesIn(folder: string): string[] {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Whether bytes hold a secret: as it is, in hexadecimal of either case, raw, or in base64. */
function holds(bytes: Buffer, { key, gasKey, password, chatKey }: Canaries): boolean {
  const text = bytes.toString('latin1')
  const lower = text.toLowerCase()
  const raw = [key, gasKey].map((hex) => Buffer.from(hex.slice(2), 'hex'))
  return (
    text.includes(password) ||
    text.includes(chatKey) ||
    inBase64(chatKey).some((part) => text.includes(part)) ||
    [key, gasKey].some((hex) => lower.includes(hex.slice(2))) ||
    raw.some(
      (secret) => bytes.includes(secret) || text.includes(secret.toString('base64').slice(0, 40)),
    )
  )
}
