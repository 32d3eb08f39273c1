import { sql } from 'kysely'
import { type DumpedRow, listTables, readTable, type TableShape } from '../../store/dump.ts'
import { anyTable, loadRows } from '../../store/load.ts'
import type { Store } from '../../store/port.ts'
import type { Chat, ChatFiles } from '../kernel/types.ts'

/** Tables that no import looks at: of these a chat on trial has nothing. */
const NOT_LOOKED_AT =
  /^(?:seller_|buyer_|mcp_|oauth_|payee_|key_usage|background_job|chat_(?:edit|event|interval|missed|queue|reaction|receipt|session|upload)\w*$)/

/**
 * A chat for trying an import: on another store, with all of this one that an import looks at, and files that are kept nowhere.
 * Whatever is done to it, this one stays as it is.
 */
export async function openTrialChat(chat: Chat, store: Store): Promise<Chat> {
  const db = anyTable(chat.store.db)
  const shapes = await listTables(db, chat.store.kind)
  const tables = shapes.filter(({ name, key }) => key.length > 0 && !NOT_LOOKED_AT.test(name))
  await store.write(async (tx) => {
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(tx)
  })
  for (const shape of tables) {
    const pages =
      shape.name === 'chat_message' ? [await findNewestMessages(chat, shape)] : readTable(db, shape)
    for await (const rows of pages) await loadRows(store, shape, rows)
  }
  return { ...chat, store, files: discardingFiles(chat.files) }
}

/** Of messages an import sees which channels have some, and the newest. */
async function findNewestMessages(chat: Chat, { columns }: TableShape): Promise<DumpedRow[]> {
  const { rows } = await sql<DumpedRow>`select ${sql.join(columns.map((one) => sql.ref(one)))}
    from chat_message where id in (select max(id) from chat_message group by channel_id)`.execute(
    anyTable(chat.store.db),
  )
  return rows
}

function discardingFiles(files: ChatFiles): ChatFiles {
  return {
    ...files,
    incoming: {
      ...files.incoming,
      async append(_id, offset, bytes) {
        let end = offset
        for await (const piece of bytes) end += piece.byteLength
        return end
      },
      path: (id) => id,
      async remove() {},
    },
    store: { ...files.store, async keep() {}, async remove() {} },
  }
}
