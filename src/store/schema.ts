/**
 * All tables of the database, one interface per table.
 *
 * Columns mean the same on SQLite and Postgres only within these rules: `text`, `bigint` (read as a
 * number, refused above 2^53), `double precision` and `bytea`; flags are `bigint` 0 or 1; times are
 * `text` in ISO 8601 or `bigint` milliseconds; amounts above 2^53 (wei) are `text`. Text must not
 * hold U+0000 (Postgres refuses it), and its order is the database's: sort by another column.
 */

/** One row of instance-wide state, e.g. the key that seals cursors. */
export interface SettingTable {
  name: string
  value: string
}

/** All tables. Payments and chat add theirs. */
export interface Schema {
  setting: SettingTable
}
