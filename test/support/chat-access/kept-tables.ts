import { sql } from 'kysely'
import { writeChat } from '../../../src/chat/kernel/unit-of-work.ts'
import type { ChatWorld } from '../chat-world.ts'

/** A copy of what the chat held at a time. */
export interface KeptTables {
  /** Tables that have changed since then, with how many rows came and went; not the log of events. */
  changes(): Promise<Readonly<Record<string, readonly [number, number]>>>
  /** Undoes all changes since then. */
  restore(): Promise<void>
}

/** What every change leaves behind. */
const EVENT_LOG = /^chat_(counter|event|event_user|queue)$/

/** Never deleted: servers remember their ids. */
const PLACES_OF_MESSAGES = /^chat_(thread|conversation)/

/** Keeps a copy of all other tables; returns what compares them with it, and what brings them back to it. */
export async function keepTables({ chat }: ChatWorld): Promise<KeptTables> {
  const tables =
    chat.store.kind === 'postgres'
      ? sql<{ name: string }>`select tablename as name from pg_tables
          where schemaname = current_schema() and (tablename like 'chat\\_%' or tablename like 'oauth\\_%')
            and tablename <> 'chat_message_words'`
      : sql<{ name: string }>`select name from sqlite_master
          where type = 'table' and (name like 'chat\\_%' escape '\\' or name like 'oauth\\_%' escape '\\')
            and name not like 'chat\\_message\\_words%' escape '\\'`
  const { rows } = await tables.execute(chat.store.db)
  const names = rows.map(({ name }) => name).filter((name) => !PLACES_OF_MESSAGES.test(name))
  await writeChat(chat, async ({ tx }) => {
    for (const name of names) {
      await sql`create table ${sql.id(`kept_${name}`)} as select * from ${sql.id(name)}`.execute(tx)
    }
  })
  const without = async (name: string, other: string): Promise<number> => {
    const [table, rest] = [sql.id(name), sql.id(other)]
    const { rows: counts } = await sql<{ count: number }>`
      select count(*) as count from (select * from ${table} except select * from ${rest}) t
    `.execute(chat.store.db)
    return Number(counts[0]?.count)
  }
  const changes = async () => {
    const changed: Record<string, readonly [number, number]> = {}
    for (const name of names.filter((one) => !EVENT_LOG.test(one))) {
      const counts = [await without(name, `kept_${name}`), await without(`kept_${name}`, name)]
      const [come = 0, gone = 0] = counts
      if (come + gone > 0) changed[name] = [come, gone]
    }
    return changed
  }
  const restore = async () => {
    await chat.store.write(async (tx) => {
      for (const name of names) {
        await sql`delete from ${sql.id(name)}`.execute(tx)
        await sql`insert into ${sql.id(name)} select * from ${sql.id(`kept_${name}`)}`.execute(tx)
      }
      // What was remembered meanwhile is forgotten.
      await sql`update chat_counter set value = value + ${(restores += 1_000)}
        where name = 'directory'`.execute(tx)
    })
  }
  return { changes, restore }
}

let restores = 0
