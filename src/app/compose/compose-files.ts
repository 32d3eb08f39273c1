import { Readable } from 'node:stream'
import { addressOfUpload, pathOfLink } from '../../chat/files/file-links.ts'
import { noFile } from '../../chat/kernel/failures.ts'
import {
  type Account,
  type ChatService,
  isRemoteAccount,
  type LinkedFile,
  type LinkedFiles,
} from '../../contract/chat.ts'
import { OperationError } from '../../contract/errors.ts'
import type { GuardedFetch } from '../../contract/net.ts'
import { isLocalAddress } from '../../contract/web-address.ts'
import type { InnerReading } from '../../documents/inner-files.ts'
import { once } from '../../lib/once.ts'
import type { ReadFile } from '../../net/fetch/file-reader.ts'
import type { ReadableFile } from '../../net/fetch/keep-file.ts'
import type { OpenChatServer } from '../../remote/chat/server.ts'

/** Uploads of the chat that an instance uses, by their path below `/user_uploads/`. */
export interface Uploads {
  /** Base address of the chat's server. */
  url(): string
  /** Throws the same `not_found` for a missing upload, a hidden one, and nobody's call. */
  open(path: string, actor: Account | undefined, signal: AbortSignal): Promise<ReadableFile>
}

/** Uploads to the chat of this instance. */
export function uploadsHere(chat: () => Promise<ChatService>, url: () => string): Uploads {
  return {
    url,
    async open(path, actor) {
      if (actor === undefined || isRemoteAccount(actor)) throw noFile()
      const { fileAccess } = await chat()
      const file = await fileAccess.upload(actor, path)
      return { bytes: file.bytes, open: async () => file.read() }
    },
  }
}

/** Uploads to the chat of another server, as this instance's account there may see them. */
export function uploadsThere(server: () => Promise<OpenChatServer>, url: string): Uploads {
  return {
    url: () => url,
    async open(path, actor, signal) {
      if (actor === undefined) throw noFile()
      const file = await (await server()).openFile(path, signal)
      return { open: async (options) => Readable.from([await file.read(options)]) }
    },
  }
}

/** The files of an instance without a chat: links are known, and none leads anywhere. */
export function uploadsNowhere(url: () => string): Uploads {
  return {
    url,
    open: async () => {
      throw new OperationError(
        'invalid_input',
        'This is the link of a chat file, without a chat.',
        {
          hint: 'The owner has switched the chat off (--chat off). Give a public address.',
        },
      )
    },
  }
}

/** Loaded by the first address of a file within another one. */
const loadInner = once(async () => import('../../documents/inner-files.ts'))

/** Whether an address may be one of a file within another one, which what is loaded then tells. */
function mayBeInner(address: string): boolean {
  return address.includes('!/')
}

/** A fetch that reads files within others, where its caller takes such addresses (`archive.zip!/path`). */
export function fetchingInner(fetch: GuardedFetch, reading: InnerReading): GuardedFetch {
  return async (url, options) => {
    const mayUnpack = options.unpacks === true && options.from === undefined && mayBeInner(url)
    if (!mayUnpack) return fetch(url, options)
    const { fetchInner } = await loadInner()
    return fetchInner(url, options, fetch, reading)
  }
}

/** Files by their links, and files within them. */
export function holdingInner(files: LinkedFiles, reading: InnerReading): LinkedFiles {
  return {
    ...files,
    async open(address, reader) {
      if (!mayBeInner(address)) return files.open(address, reader)
      const { withInnerFiles } = await loadInner()
      return withInnerFiles(files, reading).open(address, reader)
    },
  }
}

/** Files by their links, and those of this machine by their paths: only for whoever started the process and speaks to it over stdio. */
export function withLocalFiles(files: LinkedFiles, load: () => Promise<LocalFiles>): LinkedFiles {
  return {
    names: (address) => isLocalAddress(address) || files.names(address),
    async open(address, reader) {
      return isLocalAddress(address) ? (await load()).open(address) : files.open(address, reader)
    },
    write: async (path, file) => (await load()).write(path, file),
  }
}

/** Files of this machine, for its user. */
export interface LocalFiles {
  open(address: string): Promise<LinkedFile>
  write: NonNullable<LinkedFiles['write']>
}

/** Files of the chat by their links, read within the bounds of all fetches. */
export function linkFiles(uploads: Uploads, readFile: ReadFile): LinkedFiles {
  return {
    names: (address) => pathOfLink(address, uploads.url()) !== undefined,
    async open(address, { actor, signal }) {
      const path = pathOfLink(address, uploads.url()) ?? ''
      const upload = await uploads.open(path, actor, signal)
      const url = addressOfUpload(path, uploads.url())
      return {
        url,
        // Its kind is told by its bytes: what its sender called it counts for nothing.
        read: async (options) => ({
          ...(await readFile(upload, options)),
          url,
          status: 200,
          headers: {},
          hops: 0,
        }),
      }
    },
  }
}
