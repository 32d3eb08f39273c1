import { countChars } from '../../lib/text.ts'
import { badRequest, noRecord } from '../kernel/failures.ts'
import type { Tx } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import {
  MESSAGE_MAX_CHARS,
  SNIPPET_TITLE_MAX_CHARS,
  SNIPPETS_MAX_BYTES,
  SNIPPETS_MAX_COUNT,
} from '../limits.ts'
import { type SnippetRecord, findSnippet, loadSnippetRecords } from './snippet-record.ts'
import { requireStored, type StoredTexts } from './stored-texts.ts'

const SNIPPETS: StoredTexts = {
  table: 'chat_snippet',
  columns: ['content'],
  items: 'saved snippets',
  maxCount: SNIPPETS_MAX_COUNT,
  maxBytes: SNIPPETS_MAX_BYTES,
}

/** The caller's saved snippets. */
export async function listSnippets(chat: Chat, { user }: Actor): Promise<SnippetRecord[]> {
  return loadSnippetRecords(reader(chat), user.id)
}

/** Saves a text under a title. Returns its id. */
export async function addSnippet(
  chat: Chat,
  { user }: Actor,
  wish: { title: string; content: string },
): Promise<number> {
  const columns = { title: requireTitle(wish.title), content: requireText(wish.content) }
  return writeChat(chat, async ({ tx, emit }) => {
    const row = { ...columns, user_id: user.id, created_at: chat.now().getTime() }
    const added = tx.insertInto('chat_snippet').values(row).returning('id')
    const { id } = await added.executeTakeFirstOrThrow()
    await requireStored(tx, user.id, SNIPPETS)
    const saved_snippet = await one(tx, user.id, id)
    emit({
      payload: { type: 'saved_snippets', op: 'add', saved_snippet },
      to: { users: [user.id] },
    })
    return id
  })
}

/** Changes title or text of a snippet of the caller. */
export async function editSnippet(
  chat: Chat,
  { user }: Actor,
  id: number,
  { title, content }: { title?: string | undefined; content?: string | undefined },
): Promise<void> {
  if (title === undefined && content === undefined) throw badRequest('No new data is supplied')
  const columns = {
    ...(title === undefined ? {} : { title: requireTitle(title) }),
    ...(content === undefined ? {} : { content: requireText(content) }),
  }
  await writeChat(chat, async ({ tx, emit }) => {
    await one(tx, user.id, id)
    await tx.updateTable('chat_snippet').set(columns).where('id', '=', id).execute()
    await requireStored(tx, user.id, SNIPPETS)
    const saved_snippet = await one(tx, user.id, id)
    emit({
      payload: { type: 'saved_snippets', op: 'update', saved_snippet },
      to: { users: [user.id] },
    })
  })
}

/** Deletes a snippet of the caller. */
export async function deleteSnippet(chat: Chat, { user }: Actor, id: number): Promise<void> {
  await writeChat(chat, async ({ tx, emit }) => {
    await one(tx, user.id, id)
    await tx.deleteFrom('chat_snippet').where('id', '=', id).execute()
    emit({
      payload: { type: 'saved_snippets', op: 'remove', saved_snippet_id: id },
      to: { users: [user.id] },
    })
  })
}

async function one(tx: Tx, userId: number, id: number): Promise<SnippetRecord> {
  const found = await findSnippet(tx, userId, id)
  if (!found) throw noRecord('Saved snippet does not exist.')
  return found
}

function requireTitle(text: string): string {
  const title = text.trim()
  if (title === '') throw badRequest('Title cannot be empty.')
  if (countChars(title) > SNIPPET_TITLE_MAX_CHARS) {
    throw badRequest(`title is too long (limit: ${SNIPPET_TITLE_MAX_CHARS} characters)`)
  }
  return title
}

function requireText(text: string): string {
  const content = text.trim()
  if (content === '') throw badRequest('Content cannot be empty.')
  if (content.includes('\0')) throw badRequest('Content must not contain null bytes')
  if (countChars(content) > MESSAGE_MAX_CHARS) {
    throw badRequest(`content is too long (limit: ${MESSAGE_MAX_CHARS} characters)`)
  }
  return content
}
