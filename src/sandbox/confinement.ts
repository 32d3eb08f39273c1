import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { IsolationLayer, SandboxMode } from '../contract/sandbox.ts'
import type { Readable } from './layout.ts'
import { CHILD_MEMORY_MAX_BYTES } from './limits.ts'

/** Open files a child may have; it needs about 25. */
const OPEN_FILES_MAX = 128
/**
 * Private memory that a child may map: three times what it may use, since what it maps it need not use. Not less where there is little
 * memory: Node maps half a gigabyte before it runs anything.
 */
const MAPPED_MAX_BYTES = 3 * CHILD_MEMORY_MAX_BYTES
const KIBIBYTE = 1024
/** Where the loader of programs looks for libraries. */
const LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache']
/** Working folder of a child with a root folder of its own. */
const EMPTY_FOLDER = '/empty'

const SHELL = '/bin/sh'

const ADVICE = {
  none: 'only Linux has namespaces',
  plain: 'not asked for: set --sandbox auto',
  missing: 'install bubblewrap (bwrap) on PATH, and allow user namespaces',
  refused: 'bwrap does not start here: allow user namespaces to the user that runs Bellhop',
} as const

/** What decides how children are confined. */
export interface ConfinementOptions {
  mode: SandboxMode
  platform: NodeJS.Platform
  /** Folders to look for programs of the system in, as in PATH. */
  searchPath: string
}

/** A way to start a program confined: the words before its command line, and what they put in force. */
export interface Confinement {
  prefix: readonly string[]
  layers: readonly IsolationLayer[]
}

/**
 * The ways to confine a child on this machine, the closest first; each may turn out not to work. All of them
 * but the last stand on programs of the system: Node itself has no call for any of it.
 */
export function confinements(
  options: ConfinementOptions,
  execPath: string,
  readable: Readable,
): Confinement[] {
  if (options.mode === 'strict') return bubblewrap(options, execPath, readable)
  const limits = limitsOf(options)
  const setpriv = find('setpriv', options)
  const unshare = options.mode === 'auto' ? find('unshare', options) : undefined
  const ways: Confinement[] = options.mode === 'auto' ? bubblewrap(options, execPath, readable) : []
  if (unshare !== undefined) {
    const namespaces = [unshare, '--user', '--net', '--ipc', '--uts']
    if (setpriv !== undefined) {
      ways.push(together(limits, network(namespaces), lifetime([setpriv])))
    }
    ways.push(together(limits, network(namespaces)))
  }
  if (setpriv !== undefined) ways.push(together(limits, lifetime([setpriv, ...capabilityFlags()])))
  return [...ways, limits]
}

/** How to get the layers that are not in force; undefined where none is missing. */
export function adviceFor(
  options: ConfinementOptions,
  layers: readonly IsolationLayer[],
): string | undefined {
  if (layers.includes('files')) return undefined
  if (options.platform !== 'linux') return ADVICE.none
  if (options.mode === 'plain') return ADVICE.plain
  return find('bwrap', options) === undefined ? ADVICE.missing : ADVICE.refused
}

/**
 * A root folder with nothing but Node, its libraries and the program, read-only; no network, no other
 * processes, no capabilities; an end with the parent. For root too: a user namespace takes its powers.
 */
function bubblewrap(
  options: ConfinementOptions,
  execPath: string,
  readable: Readable,
): Confinement[] {
  const bwrap = find('bwrap', options)
  if (bwrap === undefined) return []
  const visible = [execPath, ...readable.folders, ...readable.files]
  const prefix = [
    bwrap,
    ...['user', 'net', 'pid', 'ipc', 'uts'].map((kind) => `--unshare-${kind}`),
    '--unshare-cgroup-try',
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    ...LIBRARIES.flatMap((path) => ['--ro-bind-try', path, path]),
    ...visible.flatMap((path) => ['--ro-bind', path, path]),
    '--proc',
    '/proc',
    '--dir',
    EMPTY_FOLDER,
    '--chdir',
    EMPTY_FOLDER,
    '--remount-ro',
    '/',
    '--',
  ]
  const layers: IsolationLayer[] = ['lifetime', 'network', 'files', 'processes']
  return [together(limitsOf(options), { prefix, layers })]
}

function network(prefix: readonly string[]): Confinement {
  return { prefix, layers: ['network'] }
}

/** A child in a busy loop does not see that its parent has gone: the kernel ends it. */
function lifetime([setpriv = '', ...flags]: readonly string[]): Confinement {
  const prefix = [setpriv, '--pdeathsig', 'KILL', '--no-new-privs', ...flags]
  return { prefix, layers: ['lifetime'] }
}

/** Only root has capabilities to give up, and may. */
function capabilityFlags(): string[] {
  return process.getuid?.() === 0 ? ['--inh-caps=-all', '--bounding-set=-all'] : []
}

/** Limits that the kernel holds, where there is a shell to set them: no core file, no file written at all. */
function limitsOf({ platform }: ConfinementOptions): Confinement {
  if (platform === 'win32' || !existsSync(SHELL)) return { prefix: [], layers: [] }
  const script = [
    'ulimit -c 0',
    'ulimit -f 0',
    `ulimit -n ${OPEN_FILES_MAX}`,
    `ulimit -d ${Math.ceil(MAPPED_MAX_BYTES / KIBIBYTE)}`,
    // The shell's own additions to an empty environment.
    'unset PWD OLDPWD SHLVL',
    'exec "$@"',
  ].join('; ')
  return { prefix: [SHELL, '-c', script, 'sh'], layers: ['limits'] }
}

function together(...parts: readonly Confinement[]): Confinement {
  return {
    prefix: parts.flatMap(({ prefix }) => prefix),
    layers: parts.flatMap(({ layers }) => layers),
  }
}

function find(name: string, { platform, searchPath }: ConfinementOptions): string | undefined {
  if (platform !== 'linux') return undefined
  return searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find((file) => isExecutable(file))
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
