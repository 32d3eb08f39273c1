import { z } from 'zod'
import type { ChatServer, RemoteActor } from '../../chat/kernel/types.ts'
import { OperationError } from '../../contract/errors.ts'
import type { IncomingFile } from '../../contract/operation.ts'
import type { Log } from '../../lib/log.ts'
import { once } from '../../lib/once.ts'
import { AcknowledgedQueues } from './acknowledged-queues.ts'
import {
  type ChatAccount,
  isUnknownRoute,
  type ChatHttpClient,
  type ChatHttpClientSettings,
  openChatHttpClient,
} from './chat-http-client.ts'
import { type GetJson, remoteDirectory } from './directory.ts'
import { encodeCall } from './encode-call.ts'
import { type ChatAnswer, noChatServer, notThere, otherShape, readAs, tooOld } from './failures.ts'
import { Feed } from './feed.ts'
import { CHAT_FILE_MAX_BYTES, FEATURE_LEVEL_MIN } from './limits.ts'
import type { FilePart } from './multipart.ts'
import type { RemoteFile } from './open-file.ts'
import { WAIT_REGISTRATION } from './registrations.ts'
import type { ChatWatch } from './watch.ts'

/** A chat server and the account that is used there. */
export interface ChatServerSettings extends ChatHttpClientSettings {
  /** Looked for by the first call. Throws where there is none. */
  account(): Promise<ChatAccount>
  log: Log
}

/** A chat server in use. */
export interface OpenChatServer {
  actor: RemoteActor
  /** Whom the server takes this account for. Throws where it does not know it, or is none. */
  whoAmI(): Promise<{ id: number; name: string; email: string; level: number }>
  /** Notifies of changes at a `chat://…` address, as `WatchChat` does, for the account there. */
  watch(uri: string, changed: () => void): Promise<() => void>
  /** An upload that the account may see, by its path below `/user_uploads/`. Throws `not_found` for any other. */
  openFile(path: string, signal: AbortSignal): Promise<RemoteFile>
  /** Lets go of the event queues. */
  close(): Promise<void>
}

/** What a server tells of itself before anybody signs in. */
interface Nature {
  level: number
  /** Whether it has the names of the public API in place of those of the specification. */
  usesPublicNames: boolean
}

/** Fields of answers that servers may leave out, with what their absence means. */
const LEFT_OUT: Readonly<
  Record<string, ((input: Readonly<Record<string, unknown>>) => ChatAnswer) | undefined>
> = {
  get_events: ({ queue_id }) => ({ queue_id }),
  get_messages: () => ({ history_limited: false }),
  subscribe: () => ({ new_subscription_messages_sent: false }),
}

const ownUser = z.object({ user_id: z.int(), full_name: z.string(), email: z.string() })

/** Opens a chat server with the same contract, or with that of the public API. Nothing is connected before the first call. */
export function openChatServer(settings: ChatServerSettings): OpenChatServer {
  const { log, now } = settings
  const client = openChatHttpClient(settings)
  // Shared by all callers: none of them may cancel it for the others.
  const anytime = new AbortController().signal
  const account = once(settings.account)
  const nature = once(async (): Promise<Nature> => {
    const request = { method: 'GET', path: '/server_settings', fields: {} } as const
    const serverSettings = await client(request, { signal: anytime })
    const level = Number(serverSettings['service_feature_level'])
    if (!Number.isInteger(level)) throw noChatServer(200)
    if (level < FEATURE_LEVEL_MIN) throw tooOld(level, FEATURE_LEVEL_MIN)
    return { level, usesPublicNames: !('bellhop_version' in serverSettings) }
  })
  const signedIn: ChatHttpClient = async (request, options) => {
    await nature()
    return client(request, { ...options, account: await account() })
  }
  const getJson: GetJson = async (path, fields = {}) =>
    signedIn({ method: 'GET', path, fields }, { signal: anytime })
  const self = once(async () => readAs(ownUser, await getJson('/users/me')))
  const directory = remoteDirectory(getJson, now)
  const ownId = async () => (await self()).user_id
  const connection = { client: signedIn, ownId, directory, log }
  const feed = new Feed({ ...connection, registration: async () => WAIT_REGISTRATION })
  const queues = new AcknowledgedQueues()
  let watching: ChatWatch | undefined

  const run: ChatServer['run'] = async (operation, { input, signal, file }) => {
    const { level, usesPublicNames } = await nature()
    const request = {
      ...encodeCall(operation, input, usesPublicNames),
      ...(file ? { file: await readWhole(file) } : {}),
    }
    const {
      result: _,
      msg: __,
      ...answer
    } = await client(request, { signal, account: await account() }).catch((thrown: unknown) => {
      throw isUnknownRoute(thrown) ? notThere(operation.name, level) : thrown
    })
    const parsed = operation.output.safeParse({ ...LEFT_OUT[operation.name]?.(input), ...answer })
    if (!parsed.success) throw otherShape(operation.name, level, parsed.error)
    queues.note(operation.name, input, parsed.data)
    return parsed.data as Record<string, unknown>
  }

  const acknowledged = (queueId: string) => queues.acknowledged(queueId)
  const server: ChatServer = { run, directory, events: feed, acknowledged }
  return {
    actor: { server },
    async whoAmI() {
      const { user_id: id, full_name: name, email } = await self()
      return { id, name, email, level: (await nature()).level }
    },
    async watch(uri, changed) {
      const { ChatWatch } = await import('./watch.ts')
      watching ??= new ChatWatch({ ...connection, queues, now })
      return watching.watch(uri, changed)
    },
    async openFile(path, signal) {
      const { openRemoteFile } = await import('./open-file.ts')
      return openRemoteFile({ ...settings, client: signedIn }, path, signal)
    },
    close: async () => void (await Promise.all([feed.close(), watching?.close()])),
  }
}

/** The bytes of a file, which go in one request. Throws `too_large`. */
async function readWhole({ name, bytes }: IncomingFile): Promise<FilePart> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of bytes) {
    size += part.byteLength
    if (size > CHAT_FILE_MAX_BYTES) {
      throw new OperationError('too_large', 'The file is too large for a chat server.', {
        hint: `Send at most ${CHAT_FILE_MAX_BYTES} bytes.`,
      })
    }
    parts.push(part)
  }
  return { name, bytes: Buffer.concat(parts) }
}
