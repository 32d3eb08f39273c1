import { encodePath } from '../../chat/files/file-links.ts'
import { noFile } from '../../chat/kernel/failures.ts'
import { OperationError } from '../../contract/errors.ts'
import type { OperatorFetch } from '../../contract/net.ts'
import type { ChatHttpClient } from './chat-http-client.ts'
import { noChatServer } from './failures.ts'
import { CHAT_ANSWER_MAX_MS, CHAT_FILE_MAX_BYTES } from './limits.ts'

/** An upload at a chat server that the account there may see. */
export interface RemoteFile {
  /** Throws `too_large`, and what a chat server causes. */
  read(options: { signal: AbortSignal; maxBytes: number }): Promise<Uint8Array>
}

/** How to reach the server. */
export interface FileSource {
  client: ChatHttpClient
  fetch: OperatorFetch
  /** Address of the server. */
  url: string
}

/** The one form of an address that opens without an account: on the same server, whatever it says. */
const LENT_PATH = /^\/user_uploads\/temporary\/[^/?#\\\s]+\/[^/?#\\\s]+$/

/** Codes of refusals that say, one way or the other, that the account gets no such file. */
const HIDDEN: ReadonlySet<string> = new Set(['not_found', 'invalid_input', 'method_not_allowed'])

/**
 * Finds an upload by its path below `/user_uploads/`, by asking for an address of it that works for a short time: servers of the
 * public API open uploads to API keys in no other way. Throws the same `not_found` for a missing file and a hidden one.
 */
export async function openRemoteFile(
  { client, fetch, url }: FileSource,
  path: string,
  signal: AbortSignal,
): Promise<RemoteFile> {
  if (path.split('/').some((part) => /^\.{0,2}$/.test(part))) throw noFile()
  const request = { method: 'GET', path: `/user_uploads/${encodePath(path)}`, fields: {} } as const
  const upload = await client(request, { signal }).catch((thrown: unknown) => {
    throw thrown instanceof OperationError && HIDDEN.has(thrown.code) ? noFile() : thrown
  })
  const lent = String(upload['url'])
  if (!LENT_PATH.test(lent)) throw noChatServer(200)
  return {
    async read({ signal: reading, maxBytes }) {
      const answer = await fetch(url.replace(/\/+$/, '') + lent, {
        signal: reading,
        deadlineMs: CHAT_ANSWER_MAX_MS,
        maxBytes: Math.min(maxBytes, CHAT_FILE_MAX_BYTES),
      }).catch((thrown: unknown) => {
        throw isTooLarge(thrown) ? thrown.cause : thrown
      })
      if (answer.status !== 200) throw noChatServer(answer.status)
      return answer.body
    },
  }
}

function isTooLarge(thrown: unknown): thrown is { cause: OperationError } {
  return (
    thrown instanceof OperationError &&
    thrown.cause instanceof OperationError &&
    thrown.cause.code === 'too_large'
  )
}
