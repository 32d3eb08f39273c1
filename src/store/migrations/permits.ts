import type { Migration } from '../migrate.ts'

/** How a payment of the wallet is authorized, where not by EIP-3009. */
export const permits: Migration = {
  name: 'permits',
  async up(db) {
    await db.schema.alterTable('buyer_authorization').addColumn('method', 'text').execute()
  },
}
