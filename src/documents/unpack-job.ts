import { once } from '../lib/once.ts'
import { type DocumentFormat, INNER_MARK, type Source } from './document.ts'
import { findUnpackedFormat } from './formats.ts'
import { decodedName } from './inner-address.ts'
import { isPlainName } from './inner-name.ts'
import { isPackage } from './is-document.ts'
import { INNER_DEPTH_MAX, INNER_FILE_MAX_BYTES } from './limits.ts'
import { ZipPackage } from './package/zip-package.ts'
import { innerFileTooLarge, noInnerFile, notArchive, tooManyArchives } from './refusals.ts'

/** What the sandbox needs to take one file out of another. */
export interface UnpackJobInput extends Source {
  /** Its name within the file, and so on where that one is an archive too: `b.zip!/c.docx`. */
  path: string
}

/** The file, as hostile as the one that held it. */
export interface UnpackJobOutput {
  bytes: Uint8Array
}

/** Finds a file by its exact name within another one. */
type FindFile = (name: string) => Promise<Uint8Array | undefined>

/** Finds a file within one of a format that is not packed, such as an attachment of a mail. */
type FindWithin = (bytes: Uint8Array, name: string) => Promise<Uint8Array | undefined>

/** What finds files in such formats, loaded when it is asked for. */
type Holders = Readonly<Partial<Record<DocumentFormat, () => Promise<FindWithin>>>>

const HOLDERS: Holders = {
  eml: once(async () => (await import('./mail/parse-mail.ts')).findAttachment),
}

/** Names that one path is split into are tried in as many ways: a name may hold the mark itself. */
const SPLITS_MAX_COUNT = 8

/**
 * Takes one file out of an archive, an office document, a book or a mail, by its path. Throws `unsupported_content` for what holds
 * no files and for encrypted ones, `not_found`, `too_large`, `invalid_input` for too many archives within each other.
 */
export async function unpackJob(
  { path, ...source }: UnpackJobInput,
  _report?: unknown,
  holders = HOLDERS,
): Promise<UnpackJobOutput> {
  let holder: Source = source
  let left = path
  for (let depth = 0; depth < INNER_DEPTH_MAX; depth += 1) {
    const found = await findAlong(await requireHolder(holder, holders), left)
    if (!found) throw noInnerFile()
    const { bytes, name, rest } = found
    if (rest === '') {
      if (bytes.byteLength > INNER_FILE_MAX_BYTES) throw innerFileTooLarge()
      return { bytes }
    }
    holder = { bytes, name: name.slice(name.lastIndexOf('/') + 1), contentType: '' }
    left = rest
  }
  throw tooManyArchives()
}

async function requireHolder(source: Source, holders: Holders): Promise<FindFile> {
  const { bytes } = source
  if (isPackage(bytes)) {
    const pack = await ZipPackage.open(bytes)
    return async (name) => pack.findFile(name)
  }
  const format = findUnpackedFormat(source)
  const findWithin = format && (await holders[format]?.())
  if (!findWithin) throw notArchive()
  return async (name) => findWithin(bytes, name)
}

/** The file that a path names, or the archive that the first part of it names, with the rest of the path. */
async function findAlong(find: FindFile, path: string) {
  for (const [name, rest] of splitsOf(path)) {
    for (const form of formsOf(name)) {
      const bytes = isPlainName(form) ? await find(form) : undefined
      if (bytes) return { bytes, name: form, rest }
    }
  }
  return undefined
}

/** The whole path as one name, then each of its beginnings. */
function splitsOf(path: string): [name: string, rest: string][] {
  const splits: [string, string][] = [[path, '']]
  let at = path.indexOf(INNER_MARK)
  while (at !== -1 && splits.length <= SPLITS_MAX_COUNT) {
    splits.push([path.slice(0, at), path.slice(at + INNER_MARK.length)])
    at = path.indexOf(INNER_MARK, at + 1)
  }
  return splits
}

/** A name as it stands in an address, and as it may stand in an archive: systems differ in how they write accents. */
function formsOf(name: string): Set<string> {
  const written = [name, decodedName(name)]
  return new Set(
    ['NFC', 'NFD'].flatMap((form) => [...written, ...written.map((one) => one.normalize(form))]),
  )
}
