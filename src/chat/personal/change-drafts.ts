import { requireChannelById } from '../channels/access.ts'
import { badRequest, noRecord } from '../kernel/failures.ts'
import { loadMember, type Member } from '../kernel/requester.ts'
import type { Reader, Tx } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { CONVERSATION_MAX_USERS, DRAFTS_MAX_BYTES, DRAFTS_MAX_COUNT } from '../limits.ts'
import { requireContent } from '../messages/send/send-message.ts'
import { readTopic } from '../topics/topic.ts'
import { findSeen } from '../users/find-users.ts'
import { type DraftRecord, draftRecord, loadDraftRecords, type DraftWish } from './draft-record.ts'
import { requireStored, type StoredTexts } from './stored-texts.ts'
import { settingsOf } from './user-settings.ts'

const DRAFTS: StoredTexts = {
  table: 'chat_draft',
  columns: ['content'],
  items: 'drafts',
  maxCount: DRAFTS_MAX_COUNT,
  maxBytes: DRAFTS_MAX_BYTES,
}

/** The caller's drafts. */
export async function listDrafts(chat: Chat, actor: Actor): Promise<DraftRecord[]> {
  requireSynchronization(actor)
  return loadDraftRecords(reader(chat), actor.user.id)
}

/** Stores drafts of the caller, all or none. Returns their ids. */
export async function addDrafts(
  chat: Chat,
  actor: Actor,
  wishes: readonly DraftWish[],
): Promise<number[]> {
  const columns = await requireDrafts(chat, actor, wishes)
  if (columns.length === 0) return []
  const user_id = actor.user.id
  return writeChat(chat, async ({ tx, emit }) => {
    const drafts: DraftRecord[] = []
    for (const values of columns) {
      const added = tx
        .insertInto('chat_draft')
        .values({ ...values, user_id })
        .returningAll()
      drafts.push(draftRecord(await added.executeTakeFirstOrThrow()))
    }
    await requireStored(tx, user_id, DRAFTS)
    emit({ payload: { type: 'drafts', op: 'add', drafts }, to: { users: [user_id] } })
    return drafts.map(({ id }) => id)
  })
}

/** Replaces a draft of the caller. */
export async function editDraft(
  chat: Chat,
  actor: Actor,
  id: number,
  wish: DraftWish,
): Promise<void> {
  const [columns] = await requireDrafts(chat, actor, [wish])
  const user_id = actor.user.id
  await writeChat(chat, async ({ tx, emit }) => {
    const changed = await tx
      .updateTable('chat_draft')
      .set({ ...columns })
      .where('id', '=', id)
      .where('user_id', '=', user_id)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw noRecord('Draft does not exist')
    await requireStored(tx, user_id, DRAFTS)
    const draft = draftRecord(changed)
    emit({ payload: { type: 'drafts', op: 'update', draft }, to: { users: [user_id] } })
  })
}

/** Deletes a draft of the caller. */
export async function deleteDraft(chat: Chat, actor: Actor, id: number): Promise<void> {
  requireSynchronization(actor)
  await writeChat(chat, async (unit) => {
    const known = await ownDraft(unit.tx, actor.user.id, id)
    if (!known) throw noRecord('Draft does not exist')
    await dropDrafts(unit, actor.user.id, [id])
  })
}

async function ownDraft(tx: Tx, userId: number, id: number): Promise<boolean> {
  const found = tx.selectFrom('chat_draft').select('id').where('id', '=', id)
  return (await found.where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

function requireSynchronization({ user }: Actor): void {
  if (!settingsOf(user).enable_drafts_synchronization) {
    throw badRequest('User has disabled synchronizing drafts.')
  }
}

async function requireDrafts(chat: Chat, actor: Actor, wishes: readonly DraftWish[]) {
  requireSynchronization(actor)
  if (wishes.length > DRAFTS_MAX_COUNT) throw badRequest('Too many drafts.')
  const db = reader(chat)
  const nowMs = chat.now().getTime()
  const member = await loadMember(db, actor, nowMs)
  const checked = []
  for (const wish of wishes) {
    const seconds = wish.timestamp ?? nowMs / 1_000
    if (seconds < 0) throw badRequest('Timestamp must not be negative.')
    if (!Number.isSafeInteger(Math.floor(seconds))) throw badRequest('Invalid timestamp.')
    const content = requireContent(wish.content)
    const place = await requirePlace(db, member, wish)
    checked.push({ type: wish.type, ...place, content, edited_at: Math.floor(seconds) })
  }
  return checked
}

/** Destination of a draft. Throws for one that does not exist or is hidden from the caller. */
async function requirePlace(
  db: Reader,
  member: Member,
  { type, to, topic }: DraftWish,
): Promise<{ recipients: string; topic: string }> {
  if (topic.includes('\0')) throw badRequest('Topic must not contain null bytes')
  if (type === '') return { recipients: '[]', topic: '' }
  if (type === 'stream') {
    const [channelId] = to
    if (channelId === undefined || to.length !== 1) {
      throw badRequest('Must specify exactly 1 channel ID for channel messages')
    }
    await requireChannelById(db, member, channelId)
    return { recipients: JSON.stringify(to), topic: readTopic(topic) }
  }
  const ids = [...new Set(to)]
  if (ids.length > CONVERSATION_MAX_USERS) throw badRequest('Too many recipients')
  for (const id of ids) {
    if (!(await findSeen(db, member, id))) throw badRequest(`Invalid user ID ${id}`)
  }
  return { recipients: JSON.stringify(ids), topic: '' }
}

/** Removes drafts of a user and notifies the user's clients. */
export async function dropDrafts(
  { tx, emit }: ChatWork,
  userId: number,
  ids: readonly number[],
): Promise<void> {
  for (const draft_id of ids) {
    await tx.deleteFrom('chat_draft').where('id', '=', draft_id).execute()
    emit({ payload: { type: 'drafts', op: 'remove', draft_id }, to: { users: [userId] } })
  }
}
