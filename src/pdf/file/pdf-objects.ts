import { constants, inflateSync } from 'node:zlib'
import { type Dictionary, Name, Ref, type Value, ValueReader, Word } from './pdf-values.ts'

/** Objects of a file that are known, and bytes of one stream. */
const OBJECTS_MAX_COUNT = 2_000_000
const STREAM_MAX_BYTES = 50_000_000
/** Bytes of all streams that are unpacked. */
const STREAMS_MAX_BYTES = 200_000_000
const REFS_MAX_COUNT = 20
/** Bytes before `obj` in which the number of an object stands. */
const NUMBER_MAX_BYTES = 24
/** Characters of a letter of a name that is written as its code. */
const ESCAPED_CHARS = 3

/** An object, with its bytes where it is a stream. */
export interface PdfObject {
  value: Value
  stream?: Uint8Array
}

/** Where an object stands: in the file, or in a stream of objects. */
interface Place {
  bytes: Uint8Array
  at: number
}

const PARENTS_MAX_COUNT = 64

/** The objects of a file as they are written, found without its table of contents, of which the last of a number counts. */
export class PdfObjects {
  readonly #file: Buffer
  #places: Map<number, Place> | undefined
  #isReadable: boolean | undefined
  readonly #mentioned = new Map<string, boolean>()
  #bytesLeft = STREAMS_MAX_BYTES

  constructor(bytes: Uint8Array) {
    this.#file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Whether strings and streams can be read, which they cannot where the file is encrypted. */
  get isReadable(): boolean {
    this.#isReadable ??= !this.#file.includes('/Encrypt')
    return this.#isReadable
  }

  /** Whether a name stands in the file as it lies, spelled in whatever way; what is packed is not looked through. */
  mentions(name: string): boolean {
    const known = this.#mentioned.get(name)
    if (known !== undefined) return known
    const isMentioned = this.#file.includes(`/${name}`) || this.#mentionsEscaped(name)
    this.#mentioned.set(name, isMentioned)
    return isMentioned
  }

  /** Whether a name stands in the file with letters of it written as `#` and their codes. */
  #mentionsEscaped(name: string): boolean {
    for (let at = this.#file.indexOf('#'); at !== -1; at = this.#file.indexOf('#', at + 1)) {
      const from = Math.max(0, at - name.length * ESCAPED_CHARS)
      const slash = this.#file.subarray(from, at).lastIndexOf('/')
      const found = slash === -1 ? undefined : new ValueReader(this.#file, from + slash).next()
      if (found instanceof Name && found.name === name) return true
    }
    return false
  }

  /** The object of a number. */
  object(number: number): PdfObject | undefined {
    this.#places ??= this.#index()
    const place = this.#places.get(number)
    return place && this.#read(place, true)
  }

  /** An object without its bytes, which need not be unpacked then. */
  #header(number: number): PdfObject | undefined {
    this.#places ??= this.#index()
    const place = this.#places.get(number)
    return place && this.#read(place, false)
  }

  /** What a value stands for, references followed. */
  resolve(value: Value | undefined): PdfObject | undefined {
    return this.#follow(value, (number) => this.object(number))
  }

  #follow(
    value: Value | undefined,
    read: (number: number) => PdfObject | undefined,
  ): PdfObject | undefined {
    let found: PdfObject | undefined = value === undefined ? undefined : { value }
    for (let hops = 0; found?.value instanceof Ref && hops < REFS_MAX_COUNT; hops += 1) {
      found = read(found.value.number)
    }
    return found?.value instanceof Ref ? undefined : found
  }

  /** A dictionary, or that of a stream. */
  dictionary(value: Value | undefined): Dictionary | undefined {
    const found = this.#follow(value, (number) => this.#header(number))?.value
    return found instanceof Map ? found : undefined
  }

  #read({ bytes, at }: Place, isWhole: boolean): PdfObject | undefined {
    const reader = new ValueReader(bytes, at)
    const value = reader.next()
    if (value === undefined) return undefined
    if (bytes !== this.#file || !(value instanceof Map)) {
      // A reference is told by what follows its number.
      const rest = typeof value === 'number' ? [reader.next(), reader.next()] : []
      const isRef = rest[1] instanceof Word && rest[1].word === 'R'
      return { value: isRef ? new Ref(value as number) : value }
    }
    if (!isWhole) return { value }
    const word = reader.next()
    if (!(word instanceof Word) || word.word !== 'stream') return { value }
    const stream = this.#unpack(value, reader.at)
    return stream ? { value, stream } : { value }
  }

  #unpack(dictionary: Dictionary, at: number): Uint8Array | undefined {
    const from = at + (this.#file[at] === 13 ? 2 : 1)
    const length = this.resolve(dictionary.get('Length'))?.value
    const isSaid =
      typeof length === 'number' &&
      this.#file.subarray(from + length, from + length + 20).includes('endstream')
    const end = isSaid ? from + length : this.#file.indexOf('endstream', from)
    const packed = this.#file.subarray(from, end === -1 ? this.#file.length : end)
    const filter = this.resolve(dictionary.get('Filter'))?.value
    const filters = filter === undefined ? [] : Array.isArray(filter) ? filter : [filter]
    if (this.#bytesLeft <= 0) return undefined
    if (filters.length === 0) return this.#counted(packed)
    const [only] = filters
    const isPlain = filters.length === 1 && only instanceof Name && only.name === 'FlateDecode'
    if (!isPlain || dictionary.has('DecodeParms')) return undefined
    try {
      const maxOutputLength = Math.min(STREAM_MAX_BYTES, this.#bytesLeft)
      const limits = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH }
      return this.#counted(inflateSync(packed, limits))
    } catch {
      return undefined
    }
  }

  #counted(bytes: Uint8Array): Uint8Array {
    // Even an empty stream costs something.
    this.#bytesLeft -= bytes.length + 100
    return bytes
  }

  #index(): Map<number, Place> {
    const places = new Map<number, Place>()
    this.#places = places
    for (let at = this.#file.indexOf(' obj'); at !== -1; at = this.#file.indexOf(' obj', at + 4)) {
      const before = this.#file.subarray(Math.max(0, at - NUMBER_MAX_BYTES), at).toString('latin1')
      const number = /(\d{1,10})\s+\d{1,5}$/.exec(before)?.[1]
      if (number === undefined) continue
      places.set(Number(number), { bytes: this.#file, at: at + 4 })
      if (places.size > OBJECTS_MAX_COUNT) break
    }
    const streams = [...places.values()].filter(({ at }) =>
      this.#file.subarray(at, at + 200).includes('/ObjStm'),
    )
    for (const place of streams) this.#addPacked(places, place)
    return places
  }

  #addPacked(places: Map<number, Place>, place: Place): void {
    const packed = this.#read(place, true)
    if (!packed?.stream || !(packed.value instanceof Map)) return
    const first = Number(packed.value.get('First'))
    const reader = new ValueReader(packed.stream)
    while (reader.at < first && places.size <= OBJECTS_MAX_COUNT) {
      const number = reader.next()
      const offset = reader.next()
      if (typeof number !== 'number' || typeof offset !== 'number') return
      const known = places.get(number)
      if (known?.bytes === this.#file && known.at > place.at) continue
      places.set(number, { bytes: packed.stream, at: first + offset })
    }
  }
}

/** The drawing operators of a page, all its streams in one. */
export function contentOf(objects: PdfObjects, page: Dictionary): Uint8Array {
  const contents = objects.resolve(page.get('Contents'))
  if (contents?.stream) return contents.stream
  const streams = Array.isArray(contents?.value) ? contents.value : []
  const parts = streams.map((value) => objects.resolve(value)?.stream ?? new Uint8Array())
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]))
}

/** What the operators of a page name: fonts, forms, pictures; perhaps given by a node above it. */
export function resourcesOf(objects: PdfObjects, page: Dictionary): Dictionary | undefined {
  let holder: Dictionary | undefined = page
  for (let depth = 0; holder && depth < PARENTS_MAX_COUNT; depth += 1) {
    const resources = objects.dictionary(holder.get('Resources'))
    if (resources) return resources
    holder = objects.dictionary(holder.get('Parent'))
  }
  return undefined
}
