import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { StoreKind } from './port.ts'

/** A table as the database describes it. */
export interface TableShape {
  name: string
  /** Columns in the order of their names. */
  columns: readonly string[]
  /** Columns of the primary key. */
  key: readonly string[]
}

/** A row of any table. */
export type DumpedRow = Record<string, unknown>

/** Rows that one statement reads. */
const PAGE_ROWS = 1_000

/** Tables that say how the database is made or which servers use it now, that are made of others, or are about files on their way in. */
const DERIVED = /^(?:migration|instance|sqlite_.*|chat_message_words(?:_.*)?|chat_upload_piece)$/

/** Rows that are about one kind of database, or about the backup itself. */
const OWN_ROWS: Readonly<Record<string, ReadonlySet<unknown>>> = {
  chat_counter: new Set(['words', 'unindexed']),
  setting: new Set(['restoring', 'check']),
}

/** The tables that hold data, in the order of their names. */
export async function listTables(db: Kysely<never>, kind: StoreKind): Promise<TableShape[]> {
  const { rows } =
    kind === 'sqlite'
      ? await sql<Described>`select t.name as table_name, c.name as column_name, c.pk as key_place
          from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'`.execute(db)
      : await sql<Described>`select c.relname as table_name, a.attname as column_name,
          coalesce(array_position(i.indkey::int2[], a.attnum), -1) + 1 as key_place
          from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          left join pg_index i on i.indrelid = c.oid and i.indisprimary
          where c.relkind = 'r' and c.relnamespace = quote_ident(current_schema())::regnamespace`.execute(
          db,
        )
  return [...Map.groupBy(rows, ({ table_name }) => table_name)]
    .filter(([name]) => !DERIVED.test(name))
    .map(([name, columns]) => ({
      name,
      columns: columns.map(({ column_name }) => column_name).toSorted(),
      key: columns
        .filter(({ key_place }) => key_place > 0)
        .toSorted((a, b) => a.key_place - b.key_place)
        .map(({ column_name }) => column_name),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

interface Described {
  table_name: string
  column_name: string
  key_place: number
}

/**
 * Reads all rows of a table, a page at a time.
 *
 * @yields the rows of a page.
 */
export async function* readTable(
  db: Kysely<never>,
  { name, columns, key }: TableShape,
): AsyncGenerator<DumpedRow[]> {
  const refs = (names: readonly string[]) => sql.join(names.map((one) => sql.ref(one)))
  const own = OWN_ROWS[name]
  for (let last: DumpedRow | undefined; ;) {
    const above =
      last === undefined
        ? sql`true`
        : sql`(${refs(key)}) > (${sql.join(key.map((column) => last?.[column]))})`
    const { rows } = await sql<DumpedRow>`select ${refs(columns)} from ${sql.table(name)}
      where ${above} order by ${refs(key)} limit ${sql.lit(PAGE_ROWS)}`.execute(db)
    if (rows.length === 0) return
    last = rows.at(-1)
    yield own ? rows.filter((row) => !own.has(row['name'])) : rows
  }
}

/** Digest of the rows of a table, whatever their order: the same on both kinds of databases. */
export class TableDigest {
  readonly #sum = Buffer.alloc(32)
  rows = 0

  add(columns: readonly string[], row: DumpedRow): void {
    const hash = createHash('sha256')
      .update(JSON.stringify(columns.map((column) => row[column])))
      .digest()
    for (const [at, byte] of hash.entries()) this.#sum[at] = (this.#sum[at] ?? 0) ^ byte
    this.rows += 1
  }

  get hex(): string {
    return this.#sum.toString('hex')
  }
}

/** Names of the migrations that the database has had. */
export async function listMigrations(db: Kysely<never>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from migration`.execute(db)
  return rows.map(({ name }) => name).toSorted()
}
