import { constants } from 'node:fs'
import { open, unlink } from 'node:fs/promises'
import { posix, win32 } from 'node:path'
import { OperationError } from '../../contract/errors.ts'
import type { ResultFile } from '../../contract/result-view.ts'
import {
  findReal,
  isBelow,
  isKept,
  MADE_UP,
  realRoots,
  type Roots,
  whereIs,
} from './open-under-roots.ts'

/** A new file and nothing else: no link at the end, nothing that was there. */
const NEWLY =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/** Endings of files, by what is in them: a name never says that a picture is a program. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/svg+xml': ['.svg'],
}

/**
 * Makes a new file in a folder below one of the roots, and returns its path, with the ending of what is in it. Nothing is overwritten,
 * and no folder is made. Throws `url_not_allowed` for other places, and `invalid_input` where something is there or no folder is.
 */
export async function writeUnderRoots(
  path: string,
  { mimeType, bytes }: Pick<ResultFile, 'mimeType' | 'bytes'>,
  allowed: Roots,
): Promise<string> {
  const { platform } = allowed
  const { dirname, basename, extname, join } = platform === 'win32' ? win32 : posix
  const endings = ENDINGS[mimeType] ?? []
  const ending = endings.includes(extname(path).toLowerCase()) ? '' : (endings[0] ?? '.bin')
  const named = path + ending
  const roots = await realRoots(allowed)
  const isWritten = [...allowed.roots, ...roots].some((root) => isBelow(named, root, platform))
  const folder = isWritten ? await findReal(dirname(named)) : undefined
  if (isWritten && folder === undefined) throw noFolder()
  const isOpen = async (place: string): Promise<boolean> =>
    roots.some((root) => isBelow(place, root, platform)) &&
    !MADE_UP.test(place) &&
    !(await isKept(place, allowed))
  const real = folder === undefined ? undefined : join(folder, basename(named))
  if (real === undefined || !(await isOpen(real))) throw notBelowRoots()
  const handle = await open(real, NEWLY, 0o644).catch(asTaken)
  try {
    const opened = await whereIs(handle, real)
    if (opened === undefined || !(await isOpen(opened))) return await withdraw(opened ?? real)
    await handle.writeFile(bytes)
    return opened
  } finally {
    await handle.close()
  }
}

/** Somebody exchanged a folder meanwhile: what was made elsewhere is gone again. */
async function withdraw(path: string): Promise<never> {
  await unlink(path).catch(() => {})
  throw notBelowRoots()
}

function asTaken(cause: NodeJS.ErrnoException): never {
  const isTaken = cause.code === 'EEXIST' || cause.code === 'ELOOP'
  const message = isTaken ? 'to: There is a file of that name.' : 'to: No file can be made there.'
  throw new OperationError('invalid_input', message, { hint: 'Choose another name.', cause })
}

function noFolder(): OperationError {
  return new OperationError('invalid_input', 'to: There is no such folder.', {
    hint: 'Choose a folder that is there.',
  })
}

function notBelowRoots(): OperationError {
  return new OperationError('url_not_allowed', 'This server may write no file there.', {
    hint: 'The user can name the folder (--write-roots) and start the server again. Names with a dot before them are not written.',
    fields: { reason: 'outside_write_roots' },
  })
}
