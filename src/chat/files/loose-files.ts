import { noFile } from '../kernel/failures.ts'
import type { Tx } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import { writeChat } from '../kernel/unit-of-work.ts'
import { addSpace } from './quota.ts'

/** Moves a received file to permanent storage, where it stays unreferenced until something refers to it. */
export async function moveToStore({ files }: Chat, key: string): Promise<void> {
  const { incoming, store } = files
  // Already moved by an earlier call.
  if ((await incoming.size(key)) !== undefined) await store.keep(key, incoming.path(key))
}

/**
 * Keeps a received file in permanent storage, noted before, so that a later process finds it there. Throws `not_found` for one
 * that was given up.
 */
export async function keepLoose(chat: Chat, key: string): Promise<void> {
  await writeChat(chat, async ({ tx }) => {
    const { numUpdatedRows } = await tx
      .updateTable('chat_loose_file')
      .set({ state: 'kept' })
      .where('file_key', '=', key)
      .where('state', '<>', 'going')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw noFile()
  })
  await moveToStore(chat, key)
}

/**
 * Lets a row of this unit of work refer to a file: its reservation is given back, and its size is counted.
 * Throws `not_found` for a file that was given up meanwhile.
 */
export async function claimLoose(tx: Tx, key: string, bytes: number): Promise<void> {
  const claimed = await tx
    .deleteFrom('chat_loose_file')
    .where('file_key', '=', key)
    .where('state', '<>', 'going')
    .returning('payer_id')
    .executeTakeFirst()
  if (!claimed) throw noFile()
  await addSpace(tx, claimed.payer_id, bytes)
}

/** Receives a file for which space is reserved. What does not arrive whole leaves nothing, and its space is given back. */
export async function receive(
  chat: Chat,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  try {
    return await chat.files.incoming.append(key, 0, bytes)
  } catch (thrown) {
    await giveUp(chat, key)
    throw thrown
  }
}

/** Removes a file that has not arrived; where that fails, the sweep does it. */
async function giveUp(chat: Chat, key: string): Promise<void> {
  try {
    await chat.files.incoming.remove(key)
    await forgetLoose(chat, key)
  } catch (thrown) {
    chat.log.warn({ err: thrown }, 'an upload that broke off could not be removed')
  }
}

/** Keeps everybody from referring to files that are about to be removed. */
export async function markGoing(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const going = tx.updateTable('chat_loose_file').set({ state: 'going' })
  await going.where('file_key', 'in', keys).execute()
}

/** Removes a file that nothing refers to any longer, and gives its space back. */
export async function dropFile(chat: Chat, key: string): Promise<void> {
  await chat.files.incoming.remove(key)
  await chat.files.store.remove(key)
  await forgetLoose(chat, key)
}

async function forgetLoose(chat: Chat, key: string): Promise<void> {
  await writeChat(chat, async ({ tx }) =>
    tx.deleteFrom('chat_loose_file').where('file_key', '=', key).execute(),
  )
}
