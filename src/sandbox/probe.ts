import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { basename, delimiter, isAbsolute, join } from 'node:path'
import type { Isolation, SandboxMode } from '../contract/sandbox.ts'
import type { Log } from '../lib/log.ts'
import type { Cell, CellOptions, Launch } from './cell.ts'
import { adviceFor, confinements, type Confinement } from './confinement.ts'
import { engineFlags } from './engine-flags.ts'
import { readableBy, type Readable } from './layout.ts'
import { startProcess } from './process-cell.ts'
import { startThread } from './thread-cell.ts'
import { StartFailure } from './verdict.ts'

/** Oldest Node that runs a child: the `engines` floor of the package. */
const NODE_FLOOR = [22, 22, 2] as const
/** Time an executable on PATH may take to say its version. */
const VERSION_DEADLINE_MS = 5_000
const VERSION_OUTPUT_MAX_BYTES = 8_192
/** Executables named node on PATH that are tried. */
const PATH_CANDIDATES_MAX = 4

/** What the probe needs to find out how cells can be started here. */
export interface ProbeOptions extends CellOptions {
  /** The executable that runs this process. */
  execPath: string
  /** Folders to look for a node and for programs that confine it in, as in PATH. */
  searchPath: string
  mode: SandboxMode
  heapMaxMb: number
  /** False once child processes have run here: then a thread would be a weaker isolation. */
  threadAllowed: boolean
  log: Log
}

interface Candidate {
  execPath: string
  env: Readonly<Record<string, string>>
  /** Known to be a Node of the right age, so that only a busy machine keeps it from starting. */
  proven: boolean
}

/**
 * Finds a way to start cells by starting one: this process's executable when it is a node, else the
 * same as an Electron that plays node, else a node on the search path, else a thread; a process under the
 * closest confinement that works. Throws StartFailure when a proven node did not start this time: a busy
 * machine is no reason for a thread, nor is one that has lost its node, nor one that cannot be as strict as it
 * is told to be.
 */
export async function probe(options: ProbeOptions): Promise<{ launch: Launch; cell: Cell }> {
  const readable = readableBy(options.entry)
  const confining = { ...options, platform: process.platform }
  for await (const candidate of candidates(options)) {
    const ways = confinements(confining, candidate.execPath, readable)
    const found = await tryCandidate(candidate, ways, readable, options)
    if (found) return found
  }
  const advice = adviceFor(confining, [])
  if (options.mode === 'strict')
    throw new StartFailure(`not as strict as asked for: ${advice}`, false)
  if (!options.threadAllowed) throw new StartFailure('no node starts any more', false)
  const cell = await startThread(options)
  options.log.warn(
    'the sandbox found no node to start: documents are parsed in a thread, with smaller inputs. ' +
      `Install Node ${NODE_FLOOR.join('.')} or newer on PATH.`,
  )
  return { launch: { kind: 'thread', isolation: { kind: 'thread', layers: [], advice } }, cell }
}

async function tryCandidate(
  candidate: Candidate,
  ways: readonly Confinement[],
  readable: Readable,
  options: ProbeOptions,
): Promise<{ launch: Launch; cell: Cell } | undefined> {
  const { execPath, env, proven } = candidate
  for (const guarded of options.mode === 'strict' ? [true] : [true, false]) {
    const flags = nodeFlags(options, guarded ? readable : undefined)
    for (const { prefix, layers } of ways) {
      const [program = execPath, ...rest] = [...prefix, execPath, ...flags]
      const isolation = isolationOf(options, layers, guarded)
      const launch = {
        kind: 'process' as const,
        command: [program, ...rest] as const,
        env,
        isolation,
      }
      try {
        const cell = await startProcess(launch, options)
        if (!cell.guarded) {
          options.log.warn({ execPath }, 'sandbox children run without the Node permission model')
        }
        options.log.debug(isolation, 'sandbox children are confined')
        return { launch, cell }
      } catch (failure) {
        options.log.debug(
          { execPath, guarded, layers, err: failure },
          'sandbox start attempt failed',
        )
        const conclusive = failure instanceof StartFailure && failure.conclusive
        if (!conclusive && proven) throw failure
        // A process that hangs or is killed with the flags would do so without them.
        if (!conclusive) return undefined
      }
    }
  }
  return undefined
}

function isolationOf(
  options: ProbeOptions,
  layers: Confinement['layers'],
  guarded: boolean,
): Isolation {
  const advice = adviceFor({ ...options, platform: process.platform }, layers)
  return { kind: 'process', layers: guarded ? ['permissions', ...layers] : layers, advice }
}

/** Flags for a node; without the permission model where nothing readable is named. */
function nodeFlags({ heapMaxMb }: ProbeOptions, readable: Readable | undefined): string[] {
  const flags = engineFlags(heapMaxMb)
  if (!readable) return flags
  return [
    ...flags,
    '--disable-proto=delete',
    '--permission',
    ...[...readable.folders, ...readable.files].map((path) => `--allow-fs-read=${path}`),
  ]
}

async function* candidates(options: ProbeOptions): AsyncGenerator<Candidate> {
  const { execPath } = options
  // Any other executable would start itself again instead of our script.
  if (isNodeName(execPath) && process.versions['electron'] === undefined) {
    yield { execPath, env: {}, proven: true }
  } else {
    yield { execPath, env: { ELECTRON_RUN_AS_NODE: '1' }, proven: false }
  }
  const seen = new Set([execPath])
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  for (const folder of options.searchPath.split(delimiter)) {
    // A relative folder of PATH would run whatever lies in the working directory.
    if (!isAbsolute(folder)) continue
    const file = realPath(join(folder, name))
    if (!file || seen.has(file)) continue
    if (seen.size > PATH_CANDIDATES_MAX) return
    seen.add(file)
    const node = await askNode(file, options.searchPath)
    if (node) yield { execPath: node, env: {}, proven: true }
  }
}

function isNodeName(execPath: string): boolean {
  return /^node(js)?(\.exe)?$/i.test(basename(execPath))
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file)
  } catch {
    return undefined
  }
}

/** The real executable behind a `node` (which may be a version manager's shim), if it is new enough. */
function askNode(file: string, searchPath: string): Promise<string | undefined> {
  const script = 'process.stdout.write(JSON.stringify([process.versions.node, process.execPath]))'
  return new Promise((resolve) => {
    execFile(
      file,
      ['-e', script],
      {
        env: { PATH: searchPath },
        timeout: VERSION_DEADLINE_MS,
        killSignal: 'SIGKILL',
        maxBuffer: VERSION_OUTPUT_MAX_BYTES,
        windowsHide: true,
      },
      (error, stdout) => resolve(error ? undefined : readNodeAnswer(stdout)),
    )
  })
}

function readNodeAnswer(stdout: string): string | undefined {
  try {
    const [version, execPath] = JSON.parse(stdout) as [string, string]
    return isNewEnough(version) && isAbsolute(execPath) ? execPath : undefined
  } catch {
    return undefined
  }
}

function isNewEnough(version: string): boolean {
  const parts = version.split('.').map(Number)
  for (const [index, floor] of NODE_FLOOR.entries()) {
    const part = parts[index] ?? 0
    if (part !== floor) return part > floor
  }
  return true
}
