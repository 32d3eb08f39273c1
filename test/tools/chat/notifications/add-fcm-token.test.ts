import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { listTables, readTable } from '../../../../src/store/dump.ts'
import type { Store } from '../../../../src/store/port.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

async function everythingIn({ db, kind }: Store): Promise<unknown[]> {
  const reader = db as unknown as Kysely<never>
  const found: unknown[] = []
  for (const table of await listTables(reader, kind)) {
    for await (const rows of readTable(reader, table)) found.push(table.name, rows)
  }
  return found
}

test('takes as many tokens as come, and keeps nothing of them', async () => {
  await using world = await startChatWorld()
  const { owner, chat } = world
  const before = await everythingIn(chat.store)
  for (let count = 0; count < 60; count += 1) {
    ok(await owner.post('/users/me/android_gcm_reg_id', { token: `secret ${count}` }))
  }
  expect(await everythingIn(chat.store)).toEqual(before)
})
