import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readlink, realpath, statfs } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import { OperationError } from '../../contract/errors.ts'

/** What may be read of this machine, or written. */
export interface Roots {
  /** Absolute paths of folders, or of single files. */
  roots: readonly string[]
  /** Files and folders that are never read, wherever the roots are: keys, and what this program stores. */
  kept: readonly string[]
  platform: NodeJS.Platform
}

/** A file or folder that was opened, after all checks. */
export interface OpenedPlace extends AsyncDisposable {
  handle: FileHandle
  /** Where it really is. */
  path: string
  isFolder: boolean
  bytes: number
}

/** What the kernel makes up: it is no file of anybody, and may never end. */
export const MADE_UP = /^\/(?:proc|sys|dev)(?:\/|$)/

/** File systems of that kind, wherever they are mounted: proc, sys, devpts, debug, trace, cgroup, security, config, mqueue. */
const MADE_UP_SYSTEMS: ReadonlySet<number> = new Set([
  0x9f_a0, 0x62_65_65_72, 0x1c_d1, 0x64_62_67_20, 0x74_72_61_63, 0x27_e0_eb, 0x63_67_72_70,
  0x73_63_66_73, 0x62_65_65_70, 0x19_80_02_02,
])

/** Neither a link at the end, nor a wait for the other end of a pipe. Some are unknown on some systems. */
const SAFELY =
  constants.O_RDONLY |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0) |
  (constants.O_NOCTTY ?? 0)

/**
 * Opens a file or folder below one of the roots for reading. The path must be below one as it is written, and what is opened must be
 * really there: links are followed only within the roots, and what was opened is looked at again, so that nobody can exchange it
 * meanwhile. Names that begin with a dot are passed only where a root names them. Throws `url_not_allowed` for other paths, before
 * anything is looked up; `not_found` where there is nothing, and the same for what leads out, for devices, pipes and the like.
 */
export async function openUnderRoots(path: string, allowed: Roots): Promise<OpenedPlace> {
  const { platform } = allowed
  const roots = await Promise.all(
    allowed.roots.map(async (root) => ({ root, real: await findReal(root) })),
  )
  const named = roots.flatMap(({ root, real }) => (real === undefined ? [root] : [root, real]))
  const isCaseless = platform === 'win32' || platform === 'darwin'
  const fold = (text: string) => (isCaseless ? text.toLowerCase() : text)
  if (!named.some((root) => isBelow(fold(path), fold(root), platform))) throw notBelowRoots()
  const real = await findReal(path)
  const isOpen = async (place: string) =>
    roots.some((root) => root.real !== undefined && isBelow(place, root.real, platform)) &&
    !MADE_UP.test(place) &&
    !(await isKept(place, allowed))
  if (real === undefined || !(await isOpen(real))) throw nothingThere()
  return openReal(real, isOpen)
}

async function openReal(
  real: string,
  isOpen: (path: string) => Promise<boolean>,
): Promise<OpenedPlace> {
  // Opening a device may do something by itself.
  const before = await lstat(real, { bigint: true }).catch(asNothing)
  if (!before.isFile() && !before.isDirectory()) throw nothingThere()
  const handle = await open(real, SAFELY).catch(asNothing)
  try {
    const after = await handle.stat({ bigint: true })
    const isSame =
      after.ino === before.ino && after.dev === before.dev && after.mode === before.mode
    const opened = isSame ? await whereIs(handle, real) : undefined
    if (opened === undefined || !(await isOpen(opened))) throw nothingThere()
    return {
      handle,
      path: opened,
      isFolder: after.isDirectory(),
      bytes: Number(after.size),
      [Symbol.asyncDispose]: async () => handle.close(),
    }
  } catch (thrown) {
    await handle.close()
    throw thrown
  }
}

/** The real paths of the roots that there are. */
export async function realRoots({ roots }: Pick<Roots, 'roots'>): Promise<string[]> {
  const found = await Promise.all(roots.map(findReal))
  return found.filter((root) => root !== undefined)
}

/** The path of what is open: as the kernel knows it; where it does not say, the path that was opened, if that still leads there. */
export async function whereIs(handle: FileHandle, real: string): Promise<string | undefined> {
  const link = `/proc/self/fd/${handle.fd}`
  const known = await readlink(link).catch(() => undefined)
  if (known !== undefined) {
    const system = await statfs(link).catch(() => undefined)
    return system && MADE_UP_SYSTEMS.has(system.type) ? undefined : known
  }
  const there = await lstat(real, { bigint: true }).catch(asNothing)
  const opened = await handle.stat({ bigint: true })
  const isSame = there.ino === opened.ino && there.dev === opened.dev
  return isSame && (await findReal(real)) === real ? real : undefined
}

/** The path without links; undefined where there is nothing. */
export async function findReal(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined)
}

/** Whether a path is a root or below it, by no name with a dot before it. */
export function isBelow(path: string, root: string, platform: NodeJS.Platform): boolean {
  const { relative, isAbsolute, sep } = platform === 'win32' ? win32 : posix
  const steps = relative(root, path)
  if (steps === '') return true
  return !isAbsolute(steps) && steps.split(sep).every((step) => !step.startsWith('.'))
}

/** Whether a path is one of those that nobody reads, or below it, in letters of any case. */
export async function isKept(path: string, { kept, platform }: Roots): Promise<boolean> {
  const { sep } = platform === 'win32' ? win32 : posix
  for (const place of kept) {
    const real = ((await findReal(place)) ?? place).toLowerCase()
    if (`${path.toLowerCase()}${sep}`.startsWith(`${real}${sep}`)) return true
  }
  return false
}

function asNothing(): never {
  throw nothingThere()
}

function notBelowRoots(): OperationError {
  return new OperationError(
    'url_not_allowed',
    'The file is in no folder that this server may read.',
    {
      hint: 'The user can name its folder (--read-roots) and start the server again. Files whose names begin with a dot must be named themselves.',
      fields: { reason: 'outside_read_roots' },
    },
  )
}

function nothingThere(): OperationError {
  return new OperationError('not_found', 'There is no file to read at this path.', {
    hint: 'Only plain files are read, no devices, no hidden ones, and no links that lead out of the folders named by --read-roots. Read a folder to see its files.',
    fields: { reason: 'no_file' },
  })
}
