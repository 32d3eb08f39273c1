import { randomBytes } from 'node:crypto'
import type { UploadedFile } from '../../contract/chat.ts'
import type { IncomingFile } from '../../contract/operation.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Tx } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, writeChat } from '../kernel/unit-of-work.ts'
import { type Attachment, loadAttachmentRecords, uploadUrl } from './attachment-record.ts'
import { claimLoose, moveToStore, receive } from './loose-files.ts'
import { NO_MEDIA_FACTS, readMediaFacts } from './media-facts.ts'
import { toPathName, toDisplayName } from './names.ts'
import { countUsedBytes, MIB, payerOf, reserveSpace, uploadMaxBytes } from './quota.ts'

/** The organization in addresses of uploads; there is one. */
export const REALM_ID = '1'

/** Too long to guess: only its path keeps an upload from readers of a message that names it. */
const SECRET_BYTES = 24

/** What an announced length may count besides the file: the form around it. */
const FORM_MAX_BYTES = 65_536

/** Space that a file of unknown size gets at a time: more for larger ones, as each step is a write to the store. */
const STEP_MIN_BYTES = MIB
const STEP_MAX_BYTES = 16 * MIB

/** A completely received file. */
export interface Arrived {
  /** Id of the file during the transfer, which becomes its key. */
  key: string
  name: string
  bytes: number
}

/** A new key of a file. */
export function makeFileKey(): string {
  return randomBytes(16).toString('hex')
}

/**
 * Makes an upload of a file in permanent storage and notifies its owner's clients. A process that dies before leaves an
 * unreferenced file, which the sweep removes or a repeated call reuses. `also` joins the unit of work.
 */
export async function keepUpload(
  chat: Chat,
  { user }: Actor,
  { key, name, bytes }: Arrived,
  also: (tx: Tx, attachment: Attachment) => Promise<void> = async () => {},
): Promise<UploadedFile> {
  const { store } = chat.files
  const facts =
    bytes === 0
      ? NO_MEDIA_FACTS
      : await readMediaFacts(async (count) => store.read(key, { start: 0, end: count - 1 }))
  const displayName = toDisplayName(name)
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const row = {
    owner_id: user.id,
    name: displayName,
    path_id: `${REALM_ID}/${secret}/${toPathName(displayName)}`,
    file_key: key,
    bytes,
    ...facts,
    created_at: chat.now().getTime(),
    unclaimed_since: null,
  }
  const stored = await writeChat(chat, async (unit) => {
    await claimLoose(unit.tx, key, bytes)
    const added = unit.tx.insertInto('chat_attachment').values(row).returningAll()
    const attachment = await added.executeTakeFirstOrThrow()
    await also(unit.tx, attachment)
    await emitToOwner(unit, 'add', attachment)
    return attachment
  })
  return { url: uploadUrl(stored), filename: stored.name }
}

/** Notifies the owner's clients of a new or changed upload. */
export async function emitToOwner(
  { tx, emit }: ChatWork,
  op: 'add' | 'update',
  attachment: Attachment,
): Promise<void> {
  const [record] = await loadAttachmentRecords(tx, [attachment])
  if (!record) return
  emit({
    payload: {
      type: 'attachment',
      op,
      attachment: record,
      upload_space_used: await countUsedBytes(tx),
    },
    to: { users: [attachment.owner_id] },
  })
}

/** Stores the file sent with a call; only its owner can see it until a message links to it. */
export async function upload(
  chat: Chat,
  actor: Actor,
  file: IncomingFile | undefined,
): Promise<UploadedFile> {
  if (!file) throw badRequest('You must specify a file to upload')
  const space = await SpaceOfUpload.reserve(chat, actor, file)
  const { key } = space
  const bytes = await receive(chat, key, space.watch(file.bytes))
  await moveToStore(chat, key)
  return keepUpload(chat, actor, { key, name: file.name, bytes })
}

/** The space that is reserved for a file whose exact size is known at its end only. */
class SpaceOfUpload {
  readonly key = makeFileKey()
  readonly #chat: Chat
  readonly #payerId: number
  #grantedBytes = 0

  private constructor(chat: Chat, { user }: Actor) {
    this.#chat = chat
    this.#payerId = payerOf(user)
  }

  /** Reserves what the sender announced, or a first step. Throws where there is no room for it. */
  static async reserve(
    chat: Chat,
    actor: Actor,
    { maxBytes }: IncomingFile,
  ): Promise<SpaceOfUpload> {
    const space = new SpaceOfUpload(chat, actor)
    const wishBytes = Math.min(maxBytes ?? STEP_MIN_BYTES, uploadMaxBytes(chat))
    const needBytes = maxBytes === undefined ? 0 : Math.max(0, wishBytes - FORM_MAX_BYTES)
    await chat.files.incoming.requireRoom(needBytes)
    await space.#grow(needBytes, wishBytes)
    return space
  }

  // Each piece passes once there is space for it.
  async *watch(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let received = 0
    for await (const chunk of bytes) {
      received += chunk.byteLength
      if (received > this.#grantedBytes) {
        const step = Math.min(Math.max(received, STEP_MIN_BYTES), STEP_MAX_BYTES)
        await this.#grow(received, received + step)
      }
      yield chunk
    }
  }

  async #grow(needBytes: number, wishBytes: number): Promise<void> {
    const request = { key: this.key, payerId: this.#payerId, needBytes, wishBytes }
    this.#grantedBytes = await writeChat(this.#chat, async ({ tx }) =>
      reserveSpace(this.#chat, tx, request),
    )
  }
}
