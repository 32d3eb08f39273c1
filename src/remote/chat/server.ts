import { z } from 'zod'
import type { ChatServer, RemoteActor } from '../../chat/port.ts'
import { OperationError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { once } from '../../once.ts'
import type { IncomingFile } from '../../operation.ts'
import { type Ask, remoteDirectory } from './directory.ts'
import { encodeCall } from './encode-call.ts'
import { type ChatAnswer, noChatServer, notThere, otherShape, readAs, tooOld } from './failures.ts'
import { Feed } from './feed.ts'
import { CHAT_FILE_MAX_BYTES, FEATURE_LEVEL_MIN } from './limits.ts'
import type { FilePart } from './multipart.ts'
import { type ChatAccount, isUnknownRoute, type LineSettings, openLine } from './line.ts'

/** A chat server and the account that is used there. */
export interface ChatServerSettings extends LineSettings {
  /** Looked for by the first call. Throws where there is none. */
  account(): Promise<ChatAccount>
  log: Log
}

/** A chat server in use. */
export interface OpenChatServer {
  actor: RemoteActor
  /** Whom the server takes this account for. Throws where it does not know it, or is none. */
  whoAmI(): Promise<{ id: number; name: string; email: string; level: number }>
  /** Lets go of the event queue. */
  close(): Promise<void>
}

/** What a server tells of itself before anybody signs in. */
interface Nature {
  level: number
  /** Whether it has the names of the public API in place of those of the specification. */
  usesPublicNames: boolean
}

/** Fields of answers that later releases have added, with what their absence means. */
const LATER_FIELDS: Readonly<Record<string, ChatAnswer>> = {
  get_messages: { history_limited: false },
  subscribe: { new_subscription_messages_sent: false },
}

const ownUser = z.object({ user_id: z.int(), full_name: z.string(), email: z.string() })

/** Opens a chat server with the same contract, or with that of the public API. Nothing is dialled before the first call. */
export function openChatServer(settings: ChatServerSettings): OpenChatServer {
  const { log, now } = settings
  const line = openLine(settings)
  // Shared by all callers: none of them may cancel it for the others.
  const anytime = new AbortController().signal
  const account = once(settings.account)
  const nature = once(async (): Promise<Nature> => {
    const request = { method: 'GET', path: '/server_settings', fields: {} } as const
    const told = await line(request, { signal: anytime })
    const level = Number(told['service_feature_level'])
    if (!Number.isInteger(level)) throw noChatServer(200)
    if (level < FEATURE_LEVEL_MIN) throw tooOld(level, FEATURE_LEVEL_MIN)
    return { level, usesPublicNames: !('bellhop_version' in told) }
  })
  const ask: Ask = async (path, fields = {}) => {
    await nature()
    return line({ method: 'GET', path, fields }, { signal: anytime, account: await account() })
  }
  const self = once(async () => readAs(ownUser, await ask('/users/me')))
  const directory = remoteDirectory(ask, now)
  const feed = new Feed({
    line: async (request, asking) => {
      await nature()
      return line(request, { ...asking, account: await account() })
    },
    ownId: async () => (await self()).user_id,
    directory,
    log,
  })

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
    } = await line(request, { signal, account: await account() }).catch((thrown: unknown) => {
      throw isUnknownRoute(thrown) ? notThere(operation.name, level) : thrown
    })
    const parsed = operation.output.safeParse({ ...LATER_FIELDS[operation.name], ...answer })
    if (!parsed.success) throw otherShape(operation.name, level, parsed.error)
    return parsed.data as Record<string, unknown>
  }

  const server: ChatServer = { run, directory, events: feed }
  return {
    actor: { server },
    async whoAmI() {
      const { user_id: id, full_name: name, email } = await self()
      return { id, name, email, level: (await nature()).level }
    },
    close: async () => feed.close(),
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
