import { describe, expect, test } from 'vitest'
import type { AnyOperation } from '../../../../src/contract/operation.ts'
import { readArguments } from '../../../../src/core/run/read-arguments.ts'
import { selectTools } from '../../../../src/core/select/select.ts'
import { wholeCatalogue } from '../../../../tools/index.ts'

const tools = selectTools(await wholeCatalogue())

function requireTool(name: string): AnyOperation {
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw new Error(`There is no ${name}.`)
  return tool
}

type Arguments = Record<string, unknown>

/** A call by the names of somebody else's tool, and the one of ours that it means. */
type Row = readonly [theirs: string, tool: string, loose: Arguments, typed: Arguments]

const PAGE = 'https://example.com/a'

/** Names of the tools of public servers for Slack: the reference one, and the one that most people run. */
const SLACK: readonly Row[] = [
  [
    'slack_post_message',
    'send_message',
    { channel_id: 'general', topic: 'plan', text: 'Hello' },
    { channel: 'general', topic: 'plan', content: 'Hello' },
  ],
  [
    'conversations_add_message',
    'send_message',
    { channel_id: '#general', thread: 'plan', payload: 'Hello' },
    { channel: '#general', topic: 'plan', content: 'Hello' },
  ],
  [
    'slack_add_reaction',
    'add_reaction',
    { id: 7, reaction: 'tada' },
    { message_id: 7, emoji: 'tada' },
  ],
  [
    'slack_get_channel_history',
    'get_messages',
    { channel_id: 'general', num_messages: 5 },
    { channel: 'general', limit: 5 },
  ],
  [
    'conversations_search_messages',
    'get_messages',
    { search_query: 'deploy', filter_in_channel: 'general', count: '10' },
    { search: 'deploy', channel: 'general', limit: 10 },
  ],
  ['slack_list_channels', 'get_streams', { max_results: 20 }, { limit: 20 }],
  ['slack_get_users', 'get_users', { search: 'ada', num: 3 }, { query: 'ada', limit: 3 }],
  ['slack_get_user_profile', 'get_user', { username: 'Ada' }, { user: 'Ada' }],
  [
    'conversations_create',
    'create_channel',
    { channel_name: 'plans', is_private: true, purpose: 'What comes' },
    { name: 'plans', invite_only: true, description: 'What comes' },
  ],
  [
    'create_channel',
    'create_channel',
    { name: 'a', private: 'true' },
    { name: 'a', invite_only: true },
  ],
  ['conversations_join', 'subscribe', { channel: 'plans' }, { channels: ['plans'] }],
  [
    'files_upload',
    'upload_file',
    { title: 'a.txt', content: 'Hello' },
    { filename: 'a.txt', text: 'Hello' },
  ],
  ['upload_file', 'upload_file', { path: '/srv/plans/a.pdf' }, { url: '/srv/plans/a.pdf' }],
  [
    'chat_scheduleMessage',
    'create_scheduled_message',
    { channel: 'general', topic: 'a', text: 'Hello', post_at: '2030-01-01T00:00:00Z' },
    { channel: 'general', topic: 'a', content: 'Hello', at: '2030-01-01T00:00:00Z' },
  ],
]

/** Names of the tools of public servers for Zulip. */
const ZULIP: readonly Row[] = [
  [
    'send_message',
    'send_message',
    { stream_name: 'general', topic_name: 'plan', message: 'Hello' },
    { channel: 'general', topic: 'plan', content: 'Hello' },
  ],
  [
    'send_message to a person',
    'send_message',
    { users: ['Ada'], message: 'Hello' },
    { people: ['Ada'], content: 'Hello' },
  ],
  [
    'send_message to one person',
    'send_message',
    { recipient: 'Ada', body: 'Hello' },
    { people: ['Ada'], content: 'Hello' },
  ],
  [
    'edit_message',
    'update_message',
    { id: 3, new_content: 'Later' },
    { message_id: 3, content: 'Later' },
  ],
  ['get-message', 'get_message', { msg_id: '3' }, { message_id: 3 }],
  ['get-topics-in-stream', 'get_stream_topics', { stream_name: 'general' }, { channel: 'general' }],
  ['search_messages', 'get_messages', { query: 'deploy' }, { search: 'deploy' }],
  ['remove-emoji-reaction', 'remove_reaction', { id: 1, emoji_name: 'tada' }, { message_id: 1 }],
  ['update-status', 'update_status', { status: 'Away' }, { status_text: 'Away' }],
  [
    'topic move',
    'move_messages',
    { channel: 'a', topic: 'old', new_topic: 'new' },
    { channel: 'a', topic: 'old', to_topic: 'new' },
  ],
  [
    'ask',
    'ask',
    { people: 'Ada', message: 'Now?', timeout: 20 },
    { people: ['Ada'], question: 'Now?', seconds: 20 },
  ],
  ['listen', 'chat_wait_for_events', { timeout: '9' }, { seconds: 9 }],
]

/** Names of the tools that read the web: fetch, Firecrawl, MarkItDown, Jina, Playwright. */
const WEB: readonly Row[] = [
  ['fetch', 'read', { url: PAGE, max_length: 5_000 }, { urls: [PAGE], maxChars: 5_000 }],
  ['fetch', 'extract', { url: PAGE, max_length: 5_000 }, { url: PAGE, maxChars: 5_000 }],
  [
    'firecrawl_scrape',
    'extract',
    { url: PAGE, excludeTags: ['nav'] },
    { url: PAGE, exclude: ['nav'] },
  ],
  ['firecrawl_extract', 'extract', { urls: [PAGE] }, { url: PAGE }],
  ['convert_to_markdown', 'read', { uri: PAGE }, { urls: [PAGE] }],
  [
    'convert_to_markdown',
    'pdf_to_markdown',
    { uri: `${PAGE}.pdf`, page_range: '1-3' },
    { url: `${PAGE}.pdf`, pages: '1-3' },
  ],
  ['read_pdf', 'pdf_to_markdown', { file_path: `${PAGE}.pdf` }, { url: `${PAGE}.pdf` }],
  ['read_url', 'read', { link: PAGE, query: 'price' }, { urls: [PAGE], find: 'price' }],
  [
    'screenshot',
    'screenshot',
    { url: PAGE, full_page: true, viewport_width: 800 },
    { url: PAGE, fullPage: true, width: 800 },
  ],
  ['screenshot', 'screenshot', { website: PAGE, wait: '#done' }, { url: PAGE, waitFor: '#done' }],
  ['metadata', 'metadata', { link: 'example.com/a' }, { url: PAGE }],
  [
    'rss',
    'rss_to_json',
    { link: PAGE, max_items: 5, since: '3 days' },
    { url: PAGE, limit: 5, since: '3 days' },
  ],
  ['qr', 'qr', { data: 'Hello' }, { text: 'Hello' }],
  [
    'convert',
    'convert',
    { content: 'a,b', input_format: 'csv', output_format: 'json' },
    { data: 'a,b', from: 'csv', to: 'json' },
  ],
  ['get_token_price', 'token_price', { coin: 'ETH', vs_currency: 'usd' }, { symbol: 'ETH' }],
  [
    'get_balance',
    'wallet_balance',
    { wallet_address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', chain: 'base' },
    { network: 'base' },
  ],
  ['resolve_ens', 'resolve_name', { domain: 'vitalik.eth' }, { name: 'vitalik.eth' }],
]

const ROWS = [...SLACK, ...ZULIP, ...WEB]

describe('names that models know from other servers are taken for ours', () => {
  test.each(ROWS)('%s is %s with %o', async (_, name, loose, typed) => {
    const { input, ignored } = await readArguments(requireTool(name), loose)
    expect(input).toMatchObject(typed)
    expect(ignored).toEqual([])
  })
})

describe('a name that may mean two things is not guessed at', () => {
  test.each([
    ['update_message', { message: 'x' }],
    ['upload_file', { filename: 'a', data: 'x' }],
    ['send_message', { channel: 'a', topic: 'b', content: 'x', format: 'markdown' }],
    ['delete_message', { message: 1, id: 2 }],
  ])('%s with %o', async (name, args) => {
    await expect(readArguments(requireTool(name), args)).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})

test('more than there may be is as much as there may be, and told', async () => {
  const asked = await readArguments(requireTool('ask'), {
    people: ['Ada'],
    question: 'Now?',
    seconds: 120,
  })
  expect(asked.input).toMatchObject({ seconds: 50 })
  expect(asked.ignored).toEqual(['seconds: 50 at most, which was taken'])
  const listed = await readArguments(requireTool('get_messages'), { limit: '1000' })
  expect(listed.input).toMatchObject({ limit: 100 })
  await expect(readArguments(requireTool('get_messages'), { limit: 0 })).rejects.toThrow(/limit/)
})
