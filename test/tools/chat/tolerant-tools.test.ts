import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AllTools, serveAllTools } from '../../support/all-tools.ts'
import { canaries } from '../../support/canaries.ts'
import { ask } from '../../support/chat-conversation.ts'
import type { McpClient } from '../../support/clients.ts'

let served: AllTools
let agent: McpClient

beforeAll(async () => {
  served = await serveAllTools()
  agent = served.agent
})
afterAll(async () => served[Symbol.asyncDispose]())

const place = { channel: 'general', topic: 'tolerant' }

/** Messages as the route gives them. */
async function messagesIn(
  input: Record<string, unknown>,
): Promise<{ id: number; content: string }[]> {
  return (await ask(agent, 'get_messages', { ...input, full: true }))['full'].messages
}

async function refusal(name: string, input: Record<string, unknown>): Promise<string> {
  const answer = await agent.callTool({ name, arguments: input })
  expect(answer.isError).toBe(true)
  return answer.content[0]?.text ?? ''
}

describe('nothing is sent for less than was given', () => {
  const long = Array.from({ length: 24 }, (_, at) => `${at} ${'x'.repeat(800)}`).join('\n\n')

  test('a message that is too long is refused with its length, and the offer to split it', async () => {
    const message = await refusal('send_message', { ...place, content: long })
    expect(message).toMatch(
      /^invalid_input: content is too long \(limit: 10000 characters\): it has 19/,
    )
    expect(message).toContain('split: true to send it as 2 messages')
    const edit = await refusal('update_message', { message_id: 1, content: long })
    expect(edit).toMatch(/is too long \(limit: 10000 characters\): it has 19/)
  })

  test.each([
    ['send_message', { channel: 'general', topic: 't'.repeat(61), content: 'x' }],
    ['send_message', { channel: `#general > ${'t'.repeat(61)}`, content: 'x' }],
    ['update_message', { message_id: 1, topic: 't'.repeat(61) }],
  ])('%s refuses a topic that is too long', async (name, input) => {
    expect(await refusal(name, input)).toMatch(
      /^invalid_input: [^]*is too long \(limit: 60 characters\): it has 61/,
    )
  })

  test.each([
    ['ask', { ...place, question: long }, 'question'],
    [
      'create_scheduled_message',
      { ...place, content: long, at: '2030-01-01T00:00:00Z' },
      'content',
    ],
    ['update_scheduled_message', { scheduled_message_id: 1, content: long }, 'content'],
    ['create_drafts', { ...place, content: long }, 'content'],
    [
      'edit_draft',
      { draft_id: 1, draft: { type: 'stream', to: [1], topic: 't', content: long } },
      'draft.content',
    ],
    ['render_message', { content: long }, 'content'],
  ])('%s refuses a text that is too long, with its length', async (name, input, field) => {
    const message = await refusal(name, input)
    expect(message).toMatch(
      /^invalid_input: \S+ is too long \(limit: 10000 characters\): it has 19/,
    )
    expect(message).toContain(`${field} is too long`)
  })

  test('a question whose choices would be cut off is refused, and one that fits is sent whole', async () => {
    const question = (chars: number) => ({
      channel: 'general',
      topic: 'long question',
      question: 'x'.repeat(chars),
      choices: ['now', 'later'],
      seconds: 0,
    })
    const message = await refusal('ask', question(9_984))
    expect(message).toMatch(
      /^invalid_input: .*with its choices it has 10001\. Nothing was sent\.\n/,
    )
    expect(message).toContain('send_message and split: true')
    await ask(agent, 'ask', question(9_983))
    const sent = await messagesIn({ channel: '#general > long question' })
    expect(sent).toMatchObject([
      { content: expect.stringMatching(/^x{9983}\n\n1\. now\n2\. later$/) },
    ])
  })

  test('split sends all of it, in order, and tells all ids', async () => {
    const call = { name: 'send_message', arguments: { ...place, content: long, split: true } }
    const { structuredContent, content } = await agent.callTool(call)
    const ids = structuredContent?.['ids'] as number[]
    expect(ids).toHaveLength(2)
    expect(structuredContent?.['id']).toBe(ids[0])
    expect(content[0]?.text).toContain(`Sent as 2 messages: ${ids.join(', ')}.`)
    const first = Math.min(...ids)
    const sent = await messagesIn({ ...place, after: first - 1, limit: 2 })
    expect(sent.map(({ id }) => id)).toEqual(ids)
    expect(sent.map((one) => one.content).join('\n\n')).toBe(long)
  })

  test('split leaves a short message as it is', async () => {
    const sent = await ask(agent, 'send_message', { ...place, content: 'short', split: true })
    expect(sent).toEqual({ id: expect.any(Number), cursor: expect.any(String) })
  })
})

describe('who makes a channel is in it', () => {
  test('with others, also where it is private', async () => {
    const { user_id: bea } = await ask(agent, 'create_user', {
      email: 'bea@example.com',
      full_name: 'Bea',
      password: canaries().password,
    })
    const { id } = await ask(agent, 'create_channel', {
      name: 'den',
      subscribers: ['Bea'],
      invite_only: true,
    })
    const { id: me } = await ask(agent, 'get_own_user')
    const { subscribers } = await ask(agent, 'get_subscribers', { channel: String(id) })
    expect(new Set(subscribers)).toEqual(new Set([me, bea]))
    await ask(agent, 'send_message', { channel: 'den', topic: 't', content: 'in' })
  })

  test('unless they say otherwise', async () => {
    await ask(agent, 'create_channel', { name: 'others', subscribers: ['Bea'], join: false })
    const { subscribers } = await ask(agent, 'get_subscribers', { channel: 'others' })
    expect(subscribers).toHaveLength(1)
  })
})

describe('what agents write', () => {
  let message: number
  beforeAll(async () => {
    const sent = { channel: '#general > written', content: 'plain' }
    message = (await ask(agent, 'send_message', sent))['id']
  })

  test('a channel with its topic is a place, to write to and to read', async () => {
    const { messages } = await ask(agent, 'get_messages', { channel: '#general > written' })
    expect(messages).toEqual([expect.stringMatching(`^${message} [^|]*#general > written \\| `)])
    const marked = await ask(agent, 'update_message_flags_for_narrow', {
      channel: '#**general>written**',
    })
    expect(marked).toMatchObject({ is_all: true })
  })

  test.each(['👍', ':+1:', 'thumbs up', '👍🏿'])('%s is an emoji', async (emoji) => {
    await ask(agent, 'add_reaction', { message_id: message, emoji })
    const { full } = await ask(agent, 'get_message', { message_id: message, full: true })
    expect(full.message.reactions).toHaveLength(1)
    await ask(agent, 'remove_reaction', { message_id: message, emoji: '👍' })
  })

  test('a status takes an emoji as itself', async () => {
    await ask(agent, 'update_status', { status_text: 'here', emoji_name: '🎉' })
    const { status } = await ask(agent, 'get_user_status', { user: 'Owner' })
    expect(status).toMatchObject({ emoji_name: 'tada', status_text: 'here' })
  })

  test.each([
    ['get_messages', () => ({ channel: 'general', topic: 'written' })],
    ['check_messages_match_narrow', () => ({ msg_ids: [message] })],
  ])('a sender has a name in a narrow of %s', async (name, input) => {
    const narrow = [{ operator: 'sender', operand: '@Owner' }]
    const found = await ask(agent, name, { ...input(), narrow })
    expect(JSON.stringify(found)).toContain(String(message))
    const wrong = [{ operator: 'sender', operand: 'Owne' }]
    expect(await refusal(name, { ...input(), narrow: wrong })).toMatch(
      /No person.*\n.*Owner \(\d+\)/,
    )
  })

  test('messages are found by time', async () => {
    const since = await ask(agent, 'get_messages', { ...place, since: 'an hour ago', limit: 1 })
    expect(since['messages']).toHaveLength(1)
    const before = await ask(agent, 'get_messages', { ...place, before: 'yesterday' })
    expect(before).toEqual({ messages: [] })
    expect(await refusal('get_messages', { since: 'whenever' })).toMatch(
      /^invalid_input: since .*\n.*2 days ago/,
    )
  })

  test('who has the name of another one hides nobody', async () => {
    await ask(agent, 'create_user', {
      email: 'sly@example.com',
      full_name: 'owner',
      password: canaries().password,
    })
    for (const people of [['Owner'], ['@owner'], ['@**Owner**']]) {
      expect(await refusal('send_message', { people, content: 'psst' })).toMatch(
        /More than one person has that name.*\nGive the id: .*Owner \(\d+\)/i,
      )
    }
  })
})

test('names of other chat servers are taken for ours', async () => {
  const call = async (name: string, input: Record<string, unknown>) =>
    agent.callTool({ name, arguments: input })
  await call('create_channel', {
    channel_name: 'closed plans',
    private: true,
    purpose: 'What comes',
  })
  const channels = await call('get_streams', { search: 'closed plans', full: true })
  expect(JSON.stringify(channels)).toContain('"invite_only":true')
  const sent = { channel_id: 'closed plans', thread: 'first', text: 'Hello there' }
  expect((await call('send_message', sent)).isError).toBeUndefined()
  const found = await call('get_messages', { query: 'Hello', stream_name: 'closed plans' })
  expect(found.content[0]?.text).toContain('Hello there')
  expect(await refusal('upload_file', { path: '/etc/hostname' })).toContain('--read-roots')
})
