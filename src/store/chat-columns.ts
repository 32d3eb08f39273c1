import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { StoreKind } from './port.ts'

interface Column {
  name: string
  type: 'text' | 'bigint'
  isNullable: boolean
  byDefault: string | number | undefined
}

/** Columns as `name`, `name:n` for integers, with `?` where null is allowed and `=` before a default, which may be an empty text. */
function columnsOf(text: string): Column[] {
  return text.split(' ').map((word) => {
    const [, name = '', number, nullable, given] = /^(\w+)(:n)?(\?)?(?:=(\w*))?$/.exec(word) ?? []
    return {
      name,
      type: number ? 'bigint' : 'text',
      isNullable: nullable !== undefined,
      byDefault: number && given !== undefined ? Number(given) : given,
    }
  })
}

function withColumns(table: CreateTableBuilder<string>, text: string): CreateTableBuilder<string> {
  let built = table
  for (const { name, type, isNullable, byDefault } of columnsOf(text)) {
    built = built.addColumn(name, type, (column) => {
      const typed = isNullable ? column : column.notNull()
      return byDefault === undefined ? typed : typed.defaultTo(byDefault)
    })
  }
  return built
}

/** A table whose ids the database gives out, none of them twice. */
export async function createNumberedTable(
  db: Kysely<unknown>,
  kind: StoreKind,
  name: string,
  columns: string,
): Promise<void> {
  const table = db.schema
    .createTable(name)
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', (column) =>
      kind === 'sqlite'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedByDefaultAsIdentity(),
    )
  await withColumns(table, columns).execute()
}

/** A table whose ids, given by us, grow; on SQLite they are the numbers of its rows, with no index beside it. */
export async function createOrderedTable(
  db: Kysely<unknown>,
  kind: StoreKind,
  name: string,
  columns: string,
): Promise<void> {
  const table = db.schema
    .createTable(name)
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigint', (column) => column.primaryKey())
  await withColumns(table, columns).execute()
}

/**
 * A table with a primary key of these columns. Where the kind of the database is given, rows, which must be
 * short, are kept in the tree of the key: one look instead of two.
 */
export async function createKeyedTable(
  db: Kysely<unknown>,
  name: string,
  key: readonly string[],
  columns: string,
  kind?: StoreKind,
): Promise<void> {
  const table = withColumns(db.schema.createTable(name), columns)
  const keyedTable = table.addPrimaryKeyConstraint(`${name}_key`, key as never)
  await (kind === 'sqlite' ? keyedTable.modifyEnd(sql`without rowid`) : keyedTable).execute()
}

/** An index, named after the table and its columns. */
export async function createIndex(
  db: Kysely<unknown>,
  table: string,
  columns: string[],
  unique?: 'unique',
): Promise<void> {
  const built = db.schema.createIndex(`${table}_by_${columns.join('_')}`).on(table)
  await (unique ? built.unique() : built).columns(columns).execute()
}
