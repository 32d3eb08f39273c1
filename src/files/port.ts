import type { Readable } from 'node:stream'
import type { ByteRange } from '../contract/byte-range.ts'

/** Keeps files under keys of our own (hexadecimal digits), whole or not at all. */
export interface FileStore {
  /**
   * Takes over a file of this machine, which is durable under the key when this resolves, and gone from its path.
   * Replaces what the key held. Throws `unavailable` where the file cannot be stored.
   */
  keep(key: string, path: string): Promise<void>
  /** Opens a file, or a part of it. Throws `unavailable` where there is none. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Removes a file; no error where there is none. */
  remove(key: string): Promise<void>
  /**
   * Makes one file of several, in their order; these stay. Present where machines share the store and no disk, so that what arrives
   * in pieces may arrive on any of them. Throws `unavailable`.
   */
  join?(key: string, pieces: readonly string[]): Promise<void>
}

/** Incoming files: on the local disk, whichever store keeps them afterwards. */
export interface Incoming {
  /** Throws `unavailable` unless this many more bytes fit on the disk beside its reserve. */
  requireRoom(bytes: number): Promise<void>
  /**
   * Writes bytes at an offset and returns the end offset, once they are durable. Bytes received before an
   * interruption stay. Throws `unavailable` where the disk is full but for its reserve, and errors of the byte stream.
   */
  append(id: string, offset: number, bytes: AsyncIterable<Uint8Array>): Promise<number>
  /** Bytes that have arrived; undefined where nothing has. */
  size(id: string): Promise<number | undefined>
  /** Where the file is, for the store to take over. */
  path(id: string): string
  /** Removes a file; no error where there is none. */
  remove(id: string): Promise<void>
  /** Ids of files that were not written to since an instant. */
  idleSince(time: Date): Promise<string[]>
}

/** Where files of one instance are. */
export interface Files {
  store: FileStore
  incoming: Incoming
}
