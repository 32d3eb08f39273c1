import type { Kysely } from 'kysely'
import { createNumberedTable } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** Creates the tables of sold calls, signed payments and payees of hosts. */
export async function createPayments(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createSales(db)
  await createPurchases(db, kind)
}

async function createSales(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('seller_payment')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('asset', 'text', (column) => column.notNull())
    .addColumn('payer', 'text', (column) => column.notNull())
    .addColumn('pay_to', 'text', (column) => column.notNull())
    .addColumn('units', 'bigint', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('proof_hash', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('payment', 'text', (column) => column.notNull())
    .addColumn('payment_key', 'text')
    .addColumn('has_id', 'bigint', (column) => column.notNull())
    .addColumn('valid_before_ms', 'bigint', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('answer_until_ms', 'bigint')
    .addColumn('transaction_hash', 'text')
    .addColumn('reason', 'text')
    .addColumn('doubtful', 'bigint', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('leased_until_ms', 'bigint', (column) => column.notNull())
    .addColumn('created_ms', 'bigint', (column) => column.notNull())
    .addColumn('closed_ms', 'bigint')
    .execute()
  await index(db, 'seller_payment', ['state', 'leased_until_ms'])
  await index(db, 'seller_payment', ['payer', 'state', 'closed_ms'])
  await index(db, 'seller_payment', ['closed_ms'])
  await index(db, 'seller_payment', ['answer_until_ms'])
  // By which payments with one id of one payer find each other.
  await db.schema
    .createIndex('seller_payment_payment_key')
    .unique()
    .on('seller_payment')
    .column('payment_key')
    .execute()
}

async function createPurchases(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await db.schema
    .createTable('buyer_authorization')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('x402_version', 'bigint', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('asset', 'text', (column) => column.notNull())
    .addColumn('payer', 'text', (column) => column.notNull())
    .addColumn('pay_to', 'text', (column) => column.notNull())
    .addColumn('units', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('payment', 'text', (column) => column.notNull())
    .addColumn('method', 'text')
    .addColumn('account_id', 'bigint')
    .addColumn('consent', 'text')
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('signed_ms', 'bigint', (column) => column.notNull())
    .addColumn('valid_before_ms', 'bigint', (column) => column.notNull())
    .addColumn('delivered', 'bigint', (column) => column.notNull())
    .addColumn('transaction_hash', 'text')
    .addColumn('reason', 'text')
    .addColumn('closed_ms', 'bigint')
    .execute()
  await index(db, 'buyer_authorization', ['state', 'valid_before_ms'])
  await index(db, 'buyer_authorization', ['payer', 'signed_ms'])
  await index(db, 'buyer_authorization', ['session'])
  await index(db, 'buyer_authorization', ['request_hash', 'state'])
  await index(db, 'buyer_authorization', ['account_id', 'signed_ms'])
  await createNumberedTable(
    db,
    kind,
    'standing_consent',
    'account_id:n host network pay_to units_per_day:n made_ms:n',
  )
  await db.schema
    .createIndex('standing_consent_of')
    .unique()
    .on('standing_consent')
    .columns(['account_id', 'host', 'network', 'pay_to'])
    .execute()
  await db.schema
    .createTable('payee_pin')
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('pay_to', 'text', (column) => column.notNull())
    .addColumn('pinned_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('payee_pin_key', ['host', 'network'])
    .execute()
}

async function index(
  db: Kysely<unknown>,
  table: string,
  columns: readonly string[],
): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns([...columns])
    .execute()
}
