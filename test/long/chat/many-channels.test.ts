import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PIECE_MAX_BYTES } from '../../../src/http/bodies/answer-json.ts'
import { startChatWorld } from '../../support/chat-world.ts'

/** SQLite takes 32,766 parameters in a statement. */
const CHANNELS = 33_000

test('a registration holds more channels than a statement may have parameters', async () => {
  await using world = await startChatWorld()
  const bob = await world.add('Bob')
  await world.chat.store.write(async (tx) =>
    sql`insert into chat_channel (name, name_key, description, rendered_description, created_at, creator_id,
        is_private, is_web_public, has_shared_history, is_archived, is_default, retention_days, topics_policy,
        folder_id, settings)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${CHANNELS})
      select 'channel ' || i, 'channel ' || i, '', '', created_at, creator_id, is_private, is_web_public,
        has_shared_history, is_archived, is_default, retention_days, topics_policy, folder_id, settings
      from chat_channel, n where id = 1`.execute(tx),
  )
  const response = await world.request('/register', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${bob.email}:${bob.key}`)}` },
    body: new URLSearchParams({ fetch_event_types: '["stream"]' }),
  })
  expect(response.status).toBe(200)
  let bytes = 0
  let pieces = 0
  for await (const piece of response.body ?? []) {
    expect(piece.byteLength).toBeLessThanOrEqual(PIECE_MAX_BYTES)
    bytes += piece.byteLength
    pieces += 1
  }
  expect(bytes).toBeGreaterThan(CHANNELS * 800)
  expect(pieces).toBeGreaterThan(bytes / PIECE_MAX_BYTES)
}, 120_000)
