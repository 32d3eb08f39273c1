import { countChars } from '../../lib/text.ts'
import { badRequest, noRecord } from '../kernel/failures.ts'
import type { Tx } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { VIEW_FRAGMENT_MAX_CHARS, VIEW_NAME_MAX_CHARS, VIEWS_MAX_COUNT } from '../limits.ts'
import { isBuiltIn, type ViewRecord, loadViewRecords } from './view-record.ts'

/** The caller's views. */
export async function listViews(chat: Chat, { user }: Actor): Promise<ViewRecord[]> {
  return loadViewRecords(reader(chat), user.id)
}

/** Adds a custom view of the caller, or their settings for a built-in one. */
export async function addView(
  chat: Chat,
  { user }: Actor,
  wish: { fragment: string; is_pinned: boolean; name?: string | null | undefined },
): Promise<void> {
  const fragment = requireFragment(wish.fragment)
  const name = readName(fragment, wish.name)
  if (name === null && !isBuiltIn(fragment))
    throw badRequest('Custom views must have a valid name.')
  await writeChat(chat, async ({ tx, emit }) => {
    const known = await loadViewRecords(tx, user.id)
    if (known.length >= VIEWS_MAX_COUNT) throw badRequest('Too many navigation views.')
    requireUntaken(known, { fragment, name })
    const { is_pinned } = wish
    const row = { user_id: user.id, fragment, is_pinned: is_pinned ? 1 : 0, name }
    await tx.insertInto('chat_view').values(row).execute()
    const navigation_view = { fragment, is_pinned, name }
    emit({
      payload: { type: 'navigation_view', op: 'add', navigation_view },
      to: { users: [user.id] },
    })
  })
}

/** Pins, hides or renames a view of the caller. Throws `NOT_FOUND` when there is no such view. */
export async function editView(
  chat: Chat,
  { user }: Actor,
  fragment: string,
  change: { is_pinned?: boolean | undefined; name?: string | undefined },
): Promise<void> {
  const name = readName(fragment, change.name)
  await writeChat(chat, async ({ tx, emit }) => {
    const others = (await viewOf(tx, user.id, fragment)).others
    const { is_pinned } = change
    if (is_pinned === undefined && name === null) throw badRequest('Nothing to update.')
    requireUntaken(others, { fragment, name })
    await tx
      .updateTable('chat_view')
      .set({
        ...(is_pinned === undefined ? {} : { is_pinned: is_pinned ? 1 : 0 }),
        ...(name === null ? {} : { name }),
      })
      .where('user_id', '=', user.id)
      .where('fragment', '=', fragment)
      .execute()
    const data = {
      ...(is_pinned === undefined ? {} : { is_pinned }),
      ...(name === null ? {} : { name }),
    }
    emit({
      payload: { type: 'navigation_view', op: 'update', fragment, data },
      to: { users: [user.id] },
    })
  })
}

/** Removes a view of the caller. Throws `NOT_FOUND` when there is no such view. */
export async function removeView(chat: Chat, { user }: Actor, fragment: string): Promise<void> {
  await writeChat(chat, async ({ tx, emit }) => {
    await viewOf(tx, user.id, fragment)
    const gone = tx.deleteFrom('chat_view').where('user_id', '=', user.id)
    await gone.where('fragment', '=', fragment).execute()
    emit({
      payload: { type: 'navigation_view', op: 'remove', fragment },
      to: { users: [user.id] },
    })
  })
}

async function viewOf(tx: Tx, userId: number, fragment: string) {
  const known = await loadViewRecords(tx, userId)
  const view = known.find((one) => one.fragment === fragment)
  if (!view) throw noRecord('Navigation view does not exist.')
  return { view, others: known.filter((one) => one !== view) }
}

function requireUntaken(
  known: readonly ViewRecord[],
  view: { fragment: string; name: string | null },
): void {
  const isTaken = known.some(
    ({ fragment, name }) => fragment === view.fragment || (name !== null && name === view.name),
  )
  if (isTaken) throw badRequest('Navigation view already exists.')
}

function requireFragment(text: string): string {
  const fragment = text.trim().replace(/^#/, '')
  if (fragment === '') throw badRequest('fragment cannot be blank')
  if (countChars(fragment) > VIEW_FRAGMENT_MAX_CHARS) {
    throw badRequest(`fragment is too long (limit: ${VIEW_FRAGMENT_MAX_CHARS} characters)`)
  }
  if (/[\s\p{Cc}<>"]/u.test(fragment)) throw badRequest('Invalid characters in fragment')
  return fragment
}

/** The custom name of a view, or null. Throws for a built-in view and for an invalid name. */
function readName(fragment: string, rawName: string | null | undefined): string | null {
  if (rawName === undefined || rawName === null) return null
  if (isBuiltIn(fragment)) throw badRequest('Built-in views cannot have a custom name.')
  const name = rawName.trim()
  if (name === '' || /\p{Cc}/u.test(name)) throw badRequest('Custom views must have a valid name.')
  if (countChars(name) > VIEW_NAME_MAX_CHARS) {
    throw badRequest(`name is too long (limit: ${VIEW_NAME_MAX_CHARS} characters)`)
  }
  return name
}
