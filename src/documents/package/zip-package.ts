import { inflateRawSync } from 'node:zlib'
import {
  listZip,
  type RandomAccess,
  startOfContent,
  STORED,
  type ZipEntry,
} from '../../files/archive/zip-list.ts'
import { decodeXml } from '../../lib/decode.ts'
import { PACKAGE_FILES_MAX_COUNT, PACKAGE_MAX_BYTES, PACKED_FILE_MAX_BYTES } from '../limits.ts'
import {
  damagedPackage,
  encryptedDocument,
  tooLargeUnpacked,
  tooManyFiles,
  unknownPacking,
} from '../refusals.ts'

/** A packed document or archive in memory: its list is read at once, each file when it is asked for, all within the bounds of one document. */
export class ZipPackage {
  readonly #access: RandomAccess
  readonly #entries: ReadonlyMap<string, ZipEntry>
  /** Entries that are not read, since an earlier one has their name. */
  readonly repeatedNames: number
  #bytesLeft = PACKAGE_MAX_BYTES

  private constructor(
    access: RandomAccess,
    entries: ReadonlyMap<string, ZipEntry>,
    repeatedNames: number,
  ) {
    this.#access = access
    this.#entries = entries
    this.repeatedNames = repeatedNames
  }

  /** Throws `unparsable` for what is no archive, and `too_large` for one with too many files. */
  static async open(bytes: Uint8Array): Promise<ZipPackage> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const access: RandomAccess = {
      size: buffer.byteLength,
      async read(at, length) {
        if (at < 0 || at + length > buffer.byteLength) throw damagedPackage()
        return buffer.subarray(at, at + length)
      },
    }
    const entries = new Map<string, ZipEntry>()
    let count = 0
    for await (const entry of listedIn(access)) {
      count += 1
      if (count > PACKAGE_FILES_MAX_COUNT) throw tooManyFiles()
      // Names are as they were written: readers that disagree about two of one name could be shown two documents.
      const name = entry.name.replaceAll('\\', '/').replace(/^\/+/, '')
      if (!entries.has(name)) entries.set(name, entry)
    }
    return new ZipPackage(access, entries, count - entries.size)
  }

  /** Names of its files in the order of its list, without folders. */
  get names(): string[] {
    return [...this.#entries.keys()].filter((name) => !name.endsWith('/'))
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** What a file has unpacked, as the list says, which may be wrong; 0 for one that is not there. */
  sizeOf(name: string): number {
    return this.#entries.get(name)?.bytes ?? 0
  }

  isEncrypted(name: string): boolean {
    return this.#entries.get(name)?.isEncrypted === true
  }

  /** A file, unpacked; undefined where there is none. Throws `unparsable`, `too_large`, and `unsupported_content` for an encrypted one. */
  async findFile(name: string): Promise<Uint8Array | undefined> {
    const entry = this.#entries.get(name)
    if (!entry) return undefined
    if (entry.isEncrypted) throw encryptedDocument()
    if (!entry.isKnownMethod) throw unknownPacking()
    const room = Math.min(PACKED_FILE_MAX_BYTES, this.#bytesLeft)
    if (entry.bytes > room) throw tooLargeUnpacked()
    const start = await startOfContent(this.#access, entry).catch(asDamaged)
    const packed = await this.#access.read(start, entry.packedBytes)
    const bytes = entry.method === STORED ? packed : inflate(packed, room)
    if (bytes.byteLength > room) throw tooLargeUnpacked()
    this.#bytesLeft -= bytes.byteLength
    return bytes
  }

  /** A file of XML as text, by its declaration; undefined where there is none. */
  async findText(name: string): Promise<string | undefined> {
    const bytes = await this.findFile(name)
    return bytes && decodeXml(bytes, '')
  }
}

async function* listedIn(access: RandomAccess): AsyncGenerator<ZipEntry> {
  const entries = listZip(access)
  for (;;) {
    const next = await entries.next().catch(asDamaged)
    if (next.done) return
    yield next.value
  }
}

/** What reads archives says no more than that they are damaged. */
function asDamaged(thrown: unknown): never {
  throw damagedPackage(thrown)
}

function inflate(packed: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength })
  } catch (thrown) {
    const isLarge = (thrown as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw isLarge ? tooLargeUnpacked() : damagedPackage(thrown)
  }
}
