import { posix, win32 } from 'node:path'
import { OperationError } from '../../contract/errors.ts'

/** The system that a path is one of. */
export interface PathSystem {
  platform: NodeJS.Platform
  /** Folder that `~` stands for. */
  home: string
}

/** Longest path that is looked at. */
const PATH_MAX_CHARS = 4_096

/** Names that stand for devices in every folder, whatever follows a dot in them. */
const WINDOWS_DEVICE =
  /^(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$|clock\$)\s*(?:\.|$)/i

/** Characters of no name on Windows; a colon begins another stream of the same file. */
const NOT_IN_WINDOWS_NAMES = /[<>:"|?*]/

/**
 * The absolute path that an address names, as its system writes it: a path, one below `~/`, or a `file:` address. Nothing is looked
 * up. Throws `invalid_input` for paths of other machines, of devices and of streams, and for what is no path.
 */
export function pathOfAddress(address: string, { platform, home }: PathSystem): string {
  const isWindows = platform === 'win32'
  const written = /^file:/i.test(address) ? pathOfFileAddress(address, isWindows) : address
  const path = written.replace(/^~(?=[\\/]|$)/, () => home)
  // oxlint-disable-next-line no-control-regex -- such characters are the subject here.
  if (path.length > PATH_MAX_CHARS || /[\0-\u001F\u007F]/.test(path)) throw noPath()
  return isWindows ? windowsPath(path) : posixPath(path)
}

function pathOfFileAddress(address: string, isWindows: boolean): string {
  const [, encoded = ''] = /^file:(?:\/\/(?:localhost)?)?(\/(?!\/)[^?#]*)$/i.exec(address) ?? []
  // What is encoded here would mean something else once it is decoded.
  if (encoded === '' || /%(?:2f|5c|00)/i.test(encoded)) throw noPath()
  try {
    const path = decodeURIComponent(encoded)
    return isWindows ? path.slice(1) : path
  } catch {
    throw noPath()
  }
}

function posixPath(path: string): string {
  if (!/^\/(?!\/)/.test(path)) throw noPath()
  return withoutSlash(posix.normalize(path))
}

function windowsPath(path: string): string {
  if (!/^[a-z]:[\\/](?![\\/])/i.test(path)) throw noPath()
  const steps = path.slice(3).split(/[\\/]+/)
  if (steps.some(isOddOnWindows)) throw noPath()
  return withoutSlash(win32.normalize(path))
}

/** Whether Windows would take a name for another one: it leaves out dots and blanks at the end. */
function isOddOnWindows(name: string): boolean {
  if (name === '.' || name === '..') return false
  return NOT_IN_WINDOWS_NAMES.test(name) || WINDOWS_DEVICE.test(name) || /[. ]$/.test(name)
}

function withoutSlash(path: string): string {
  return path.length > 3 ? path.replace(/[\\/]$/, '') : path
}

function noPath(): OperationError {
  return new OperationError('invalid_input', 'This is no path of a file on this machine.', {
    hint: 'Give the whole path, such as /home/ada/report.docx. Network shares, devices and streams are not read.',
    fields: { reason: 'no_path' },
  })
}
