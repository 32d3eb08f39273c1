import type { Migration } from '../migrate.ts'

/** By which payments with one id of one payer find each other. */
export const paymentKeys: Migration = {
  name: 'payment-keys',
  async up(db) {
    await db.schema.alterTable('seller_payment').addColumn('payment_key', 'text').execute()
    await db.schema
      .createIndex('seller_payment_payment_key')
      .unique()
      .on('seller_payment')
      .column('payment_key')
      .execute()
  },
}
