import type { Selectable } from 'kysely'
import { toOperationError } from '../../contract/errors.ts'
import type { ChatBotServiceTable } from '../../store/tables/chat-account-tables.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Reader, Tx } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { makeApiKey } from '../users/sign-in/api-keys.ts'
import { SERVICE_FORMATS } from './port.ts'

/** The service that a bot hands messages on to, as stored. */
export type BotService = Selectable<ChatBotServiceTable>

/** The service of a bot, as its owner wants it. */
export interface ServiceWish {
  payload_url: string
  /** Format of its requests: one of `SERVICE_FORMATS`. */
  interface_type: number
}

const URL_MAX_CHARS = 2_000

/** Stores where a bot hands messages on to. The token, by which the service knows them, stays the same. */
export async function storeService(
  tx: Tx,
  botId: number,
  { payload_url, interface_type }: ServiceWish,
): Promise<void> {
  if (!(Object.values(SERVICE_FORMATS) as number[]).includes(interface_type)) {
    throw badRequest('Invalid interface_type')
  }
  const url = readAddress(payload_url)
  const row = { url, interface: interface_type }
  await tx
    .insertInto('chat_bot_service')
    .values({ user_id: botId, ...row, token: makeApiKey().key })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Throws for an address of a service that is none, or that a call would be refused at. May look a name up: not within a unit. */
export async function requireCallable({ serviceClient }: Chat, address: string): Promise<void> {
  const url = readAddress(address)
  try {
    await serviceClient?.requireAllowed(url)
  } catch (thrown) {
    const { code, message, hint = '', fields } = toOperationError(thrown)
    if (code !== 'url_not_allowed') throw thrown
    throw badRequest(`payload_url is not allowed: ${message} ${hint}`, fields)
  }
}

function readAddress(text: string): string {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.username || url.password || url.href.length > URL_MAX_CHARS) {
    throw badRequest('payload_url is not a URL')
  }
  return url.href
}

/** Services by the bots that hand messages on to them. */
export async function loadServices(
  db: Reader,
  botIds: readonly number[],
): Promise<ReadonlyMap<number, BotService>> {
  if (botIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('chat_bot_service')
    .selectAll()
    .where('user_id', 'in', [...botIds])
    .execute()
  return new Map(rows.map((row) => [row.user_id, row]))
}
