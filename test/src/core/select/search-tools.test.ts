import { describe, expect, test } from 'vitest'
import { searchTools } from '../../../../src/core/select/search-tools.ts'
import { selectTools } from '../../../../src/core/select/select.ts'
import { wholeCatalogue } from '../../../../tools/index.ts'
import purposes from '../../../../tools/purposes.json' with { type: 'json' }

const tools = selectTools(await wholeCatalogue())
const found = (query: string) => searchTools(tools, query, purposes).tools.map(({ name }) => name)

/** What agents may look for, and the tool that does it. */
const EXPECTED: readonly (readonly [query: string, tool: string])[] = [
  ['read a web page', 'extract'],
  ['convert csv to json', 'convert'],
  ['QR code', 'qr'],
  ['pdf', 'pdf_to_markdown'],
  ['RSS feed items', 'rss_to_json'],
  ['price of bitcoin or another crypto asset', 'token_price'],
  ['gas fees', 'gas'],
  ['ENS name to address', 'resolve_name'],
  ['edit a chat message', 'update_message'],
  ['delete message', 'delete_message'],
  ['react with an emoji', 'add_reaction'],
  ['leave a channel', 'unsubscribe'],
  ['make a new channel', 'create_channel'],
  ['mark messages as read', 'update_message_flags'],
  ['mute a user', 'mute_user'],
  ['schedule a message for later', 'create_scheduled_message'],
  ['who has read my message', 'get_read_receipts'],
  ['upload a file', 'upload_file'],
  ['status text of a user', 'get_user_status'],
  ['members of a user group', 'get_user_group_members'],
  ['deactivate account', 'deactivate_user'],
  ['custom emoji', 'get_custom_emoji'],
]

describe('words lead to the tool that does it, within the first five', () => {
  test.each(EXPECTED)('%s: %s', (query, tool) => {
    expect(found(query).slice(0, 5)).toContain(tool)
  })
})

test.each([
  ['unsubscribe', ['unsubscribe']],
  ['get_drafts, create_drafts', ['get_drafts', 'create_drafts']],
  ['getDrafts  Get-Drafts', ['get_drafts']],
])('names are found as names: %s', (query, names) => {
  expect(found(query)).toEqual(names)
})

test('a name that is written wrong finds the nearest one', () => {
  expect(found('sned_mesage')).toEqual(['send_message'])
})

test('words that no tool has find nothing', () => {
  expect(found('xylophone')).toEqual([])
  expect(found('')).toEqual([])
  expect(found('the of and')).toEqual([])
})

test('what fits much worse than the best is left out', () => {
  const some = found('who reacted to what in a message')
  expect(some.length).toBeGreaterThan(0)
  expect(some.length).toBeLessThan(tools.length / 2)
})
