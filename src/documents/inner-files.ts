import { Readable } from 'node:stream'
import type { LinkedFiles } from '../contract/chat.ts'
import { OperationError } from '../contract/errors.ts'
import type { Fetched, FetchOptions, GuardedFetch } from '../contract/net.ts'
import { STRANGER } from '../contract/principal.ts'
import type { Sandbox } from '../contract/sandbox.ts'
import { STATUS_MIN_BAD } from '../extract/refusals.ts'
import type { ReadFile } from '../net/fetch/file-reader.ts'
import { type InnerAddress, joinInnerAddress, splitInnerAddress } from './inner-address.ts'
import { nameOf } from './is-document.ts'
import { UNPACK_JOB } from './jobs.ts'
import { DOCUMENT_BODY_MAX_BYTES, DOCUMENT_DEADLINE_MS } from './limits.ts'
import { NOT_ARCHIVE } from './refusals.ts'

/** What reading files within others needs. */
export interface InnerReading {
  sandbox: Pick<Sandbox, 'run' | 'leaseResults'>
  /** Keeps what was unpacked within the room for bodies. */
  readFile: ReadFile
}

/** Fetches a file within another one; an address that is no such thing after all as it is written. */
export async function fetchInner(
  url: string,
  options: FetchOptions,
  fetch: GuardedFetch,
  reading: InnerReading,
): Promise<Fetched> {
  const inner = splitInnerAddress(url)
  if (!inner) return fetch(url, options)
  let refusal: OperationError | undefined
  try {
    const load = async (more: FetchOptions) => fetch(inner.outer, more)
    const fetched = await readInner(inner, options, load, reading)
    if (fetched.status < STATUS_MIN_BAD) return fetched
    fetched.held?.release()
  } catch (thrown) {
    if (!isNotArchive(thrown)) throw thrown
    refusal = thrown
  }
  const literal = await fetch(url, options)
  if (refusal === undefined || literal.status < STATUS_MIN_BAD) return literal
  literal.held?.release()
  throw refusal
}

/** Files of the chat or of this machine, and files within them. */
export function withInnerFiles(files: LinkedFiles, reading: InnerReading): LinkedFiles {
  return {
    ...files,
    async open(address, reader) {
      const inner = splitInnerAddress(address)
      if (!inner) return files.open(address, reader)
      const file = await files.open(inner.outer, reader)
      return {
        url: joinInnerAddress(file.url, inner.path),
        read: async (options) => readInner(inner, options, file.read, reading),
      }
    },
  }
}

/** Bytes that are given on at a time. */
const PIECE_BYTES = 65_536

async function readInner(
  { path }: InnerAddress,
  options: FetchOptions,
  load: (options: FetchOptions) => Promise<Fetched>,
  { sandbox, readFile }: InnerReading,
): Promise<Fetched> {
  const { accept: _accept, enough: _enough, cache: _cache, progress, ...rest } = options
  const { signal, principal = STRANGER, waiting } = options
  const progressing = progress ? { progress } : {}
  const outer = await load({
    ...rest,
    ...progressing,
    hold: true,
    maxBytes: DOCUMENT_BODY_MAX_BYTES,
  })
  const { url, status, headers, body, held } = outer
  if (status >= STATUS_MIN_BAD) return outer
  try {
    using results = sandbox.leaseResults(principal.id)
    const { bytes } = await sandbox.run(
      UNPACK_JOB,
      { bytes: held ?? body, name: nameOf(url), contentType: headers['content-type'] ?? '', path },
      {
        signal,
        principal,
        results,
        deadlineMs: DOCUMENT_DEADLINE_MS,
        ...(waiting ? { waiting } : {}),
      },
    )
    const open = async () => Readable.from(piecesOf(bytes))
    const kept = await readFile(
      { bytes: bytes.byteLength, open },
      { ...options, progress: () => {} },
    )
    return { ...kept, url: joinInnerAddress(url, path), status, headers: {}, hops: outer.hops }
  } finally {
    held?.release()
  }
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES)
  }
}

function isNotArchive(thrown: unknown): thrown is OperationError {
  return thrown instanceof OperationError && thrown.fields['reason'] === NOT_ARCHIVE
}
