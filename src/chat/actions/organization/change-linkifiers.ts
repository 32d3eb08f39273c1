import { badRequest } from '../../failures.ts'
import { LINKIFIERS_MAX_COUNT } from '../../limits.ts'
import { checkLinkifier, type LinkifierWish } from '../../organization/check-linkifier.ts'
import { noteCustoms } from '../../organization/customs.ts'
import { linkifierRecords } from '../../organization/linkifier-record.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadMember, requireCustomizer } from '../../viewer.ts'
import { type ChatWork, reader, writeChat } from '../../write.ts'

/** Adds a pattern behind all others. Answers its id. */
export async function addLinkifier(chat: Chat, actor: Actor, wish: LinkifierWish): Promise<number> {
  await requireRight(chat, actor)
  const columns = await checkLinkifier(wish)
  return changeLinkifiers(chat, async ({ tx }) => {
    const known = await linkifierRecords(tx)
    if (known.length >= LINKIFIERS_MAX_COUNT) throw badRequest('Too many linkifiers.')
    refuseTaken(known, columns.pattern)
    const { position } = await tx
      .selectFrom('chat_linkifier')
      .select((eb) => eb.fn.max<number | null>('position').as('position'))
      .executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('chat_linkifier')
      .values({ ...columns, position: (position ?? 0) + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Replaces a pattern; what a client leaves out of examples and templates for the way back stays. */
export async function updateLinkifier(
  chat: Chat,
  actor: Actor,
  id: number,
  wish: LinkifierWish,
): Promise<void> {
  await requireRight(chat, actor)
  const before = (await linkifierRecords(reader(chat))).find((one) => one.id === id)
  if (!before) throw badRequest('Linkifier not found.')
  const given = Object.entries(wish).filter(([, value]) => value !== undefined)
  const columns = await checkLinkifier({ ...before, ...Object.fromEntries(given) })
  await changeLinkifiers(chat, async ({ tx }) => {
    const others = (await linkifierRecords(tx)).filter((one) => one.id !== id)
    refuseTaken(others, columns.pattern)
    const { numUpdatedRows } = await tx
      .updateTable('chat_linkifier')
      .set(columns)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw badRequest('Linkifier not found.')
  })
}

/** Removes a pattern; messages keep the links that it made. */
export async function removeLinkifier(chat: Chat, actor: Actor, id: number): Promise<void> {
  await requireRight(chat, actor)
  await changeLinkifiers(chat, async ({ tx }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('chat_linkifier')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw badRequest('Linkifier not found.')
  })
}

/** Puts the patterns into another order, which must name each of them once. */
export async function reorderLinkifiers(
  chat: Chat,
  actor: Actor,
  ids: readonly number[],
): Promise<void> {
  await requireRight(chat, actor)
  await changeLinkifiers(chat, async ({ tx }) => {
    const known = new Set((await linkifierRecords(tx)).map(({ id }) => id))
    if (ids.length !== known.size || known.symmetricDifference(new Set(ids)).size > 0) {
      throw badRequest('The ordered list must enumerate all existing linkifiers exactly once')
    }
    for (const [position, id] of ids.entries()) {
      await tx.updateTable('chat_linkifier').set({ position }).where('id', '=', id).execute()
    }
  })
}

async function requireRight(chat: Chat, actor: Actor): Promise<void> {
  requireCustomizer(await loadMember(reader(chat), actor, chat.now().getTime()))
}

function refuseTaken(known: readonly { pattern: string }[], pattern: string): void {
  if (known.some((one) => one.pattern === pattern)) {
    throw badRequest('Linkifier with this pattern already exists.')
  }
}

/** Changes the patterns and tells everybody what they are now. */
async function changeLinkifiers<T>(chat: Chat, work: (unit: ChatWork) => Promise<T>): Promise<T> {
  return writeChat(chat, async (unit) => {
    const result = await work(unit)
    await noteCustoms(unit.tx)
    const realm_linkifiers = await linkifierRecords(unit.tx)
    unit.emit({ payload: { type: 'realm_linkifiers', realm_linkifiers }, to: 'all' })
    return result
  })
}
