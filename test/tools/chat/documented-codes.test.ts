import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { asTool } from '../../../src/core/run/agent-form.ts'
import { buildServer } from '../../../src/mcp/server.ts'
import { chatOperations } from '../../../tools/chat.ts'
import { createGroup } from '../../support/chat-groups.ts'
import { alice, owner, startChatForEach, world } from '../../support/chat-people.ts'
import type { Answer, Person } from '../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const DAY = 24 * 60 * 60
const tools = chatOperations.map(asTool)

/** Calls a tool over MCP, in the name of somebody or of nobody. */
async function callTool(who: Person | undefined, name: string, args: Record<string, unknown>) {
  const { services } = world
  const caller = who && (await services.accounts.callerOf(who.key))?.caller
  const info = { version: '1', charged: false, limits: async () => [] }
  const server = buildServer(
    { services, info, prompts: [] },
    { era: 'legacy', caller, operations: tools },
  )
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(near)
  try {
    return await client.callTool({ name, arguments: args })
  } finally {
    await client.close()
  }
}

/** One failure: how a tool meets it, and the route. */
interface Failure {
  /** Who calls; nobody where absent. */
  who?: () => Person
  tool: string
  args: Record<string, unknown>
  route: () => Promise<Answer>
  /** Facts besides the code that the route tells, which the tool tells too. */
  facts?: readonly string[]
}

/** What the codes of chat spec section 7 are met by; then codes of ours. */
const failures: Readonly<Record<string, () => Promise<Failure>>> = {
  BAD_REQUEST: async () => ({
    who: () => alice,
    tool: 'add_reaction',
    args: { message_id: 999_999, emoji: 'tada' },
    route: async () => alice.post('/messages/999999/reactions', { emoji_name: 'tada' }),
  }),
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: async () => {
    const old = await alice.say('old')
    world.pass(7 * DAY + 21)
    return {
      who: () => alice,
      tool: 'update_message',
      args: { message_id: old, topic: 'y' },
      route: async () => alice.patch(`/messages/${old}`, { topic: 'y' }),
      facts: [
        'first_message_id_allowed_to_move',
        'total_messages_in_topic',
        'total_messages_allowed_to_move',
      ],
    }
  },
  PUSH_SERVICE_NOT_CONFIGURED: async () => ({
    who: () => alice,
    tool: 'register_push_device',
    args: { device_id: 1 },
    route: async () => alice.post('/mobile_push/register', { device_id: 1 }),
  }),
  STREAM_DOES_NOT_EXIST: async () => ({
    who: () => alice,
    tool: 'unsubscribe',
    args: { channels: ['nowhere'] },
    route: async () => alice.delete('/users/me/subscriptions', { subscriptions: ['nowhere'] }),
    facts: ['stream'],
  }),
  NOT_FOUND: async () => ({
    who: () => alice,
    tool: 'edit_navigation_view',
    args: { fragment: 'narrow/none', is_pinned: true },
    route: async () => alice.patch('/navigation_views/narrow/none', { is_pinned: true }),
  }),
  BAD_EVENT_QUEUE_ID: async () => ({
    who: () => alice,
    tool: 'get_events',
    args: { queue_id: '0:1', last_event_id: 1 },
    route: async () => alice.get('/events', { queue_id: '0:1', last_event_id: 1 }),
    facts: ['queue_id'],
  }),
  UNAUTHORIZED_PRINCIPAL: async () => ({
    who: () => alice,
    tool: 'update_realm',
    args: { options: { name: 'Mine' } },
    route: async () => alice.patch('/realm', { name: 'Mine' }),
  }),
  EXPECTATION_MISMATCH: async () => {
    const id = await createGroup('g')
    const can_join_group = { new: 2, old: 3 }
    return {
      who: () => owner,
      tool: 'update_user_group',
      args: { group: 'g', options: { can_join_group } },
      route: async () => owner.patch(`/user_groups/${id}`, { can_join_group }),
    }
  },
  REACTION_DOES_NOT_EXIST: async () => {
    const id = await alice.say('x')
    return {
      who: () => alice,
      tool: 'remove_reaction',
      args: { message_id: id, emoji: 'tada' },
      route: async () => alice.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' }),
    }
  },
  UNAUTHORIZED: async () => ({
    tool: 'get_own_user',
    args: {},
    route: async () => world.anybody.get('/users/me'),
  }),
}

test.each(Object.keys(failures))('%s is told by the tool as by the route', async (code) => {
  const { who, tool, args, route, facts = [] } = await failures[code]!()
  const response = await route()
  expect(response).toMatchObject({ result: 'error', code })
  const refused = await callTool(who?.(), tool, args)
  expect(refused.isError).toBe(true)
  expect(refused.structuredContent).toBeUndefined()
  const error = refused._meta?.['bellhop/error'] as Record<string, unknown>
  expect(error).toMatchObject({ documentedCode: code, retryable: false })
  expect(error['fields'] ?? {}).toMatchObject(
    Object.fromEntries(facts.map((name) => [name, response[name]])),
  )
  const [first] = refused.content
  const text = first && 'text' in first ? first.text : ''
  expect(text.startsWith(`${String(error['code'])}: `)).toBe(true)
  const saysNoMore = ['BAD_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED'].includes(code)
  expect(text.includes(code)).toBe(!saysNoMore)
})

test('an input that does not fit is BAD_REQUEST, like over HTTP where the contract says so', async () => {
  const response = await owner.post('/realm/domains', { domain: 'a.test' })
  const refused = await callTool(owner, 'add_realm_domain', { domain: 'a.test' })
  expect(refused._meta?.['bellhop/error']).toMatchObject({
    code: 'invalid_input',
    documentedCode: response['code'],
  })
})

test('where the contract says nothing, a missing parameter has the code of the public server', async () => {
  const missing = { status: 400, code: 'REQUEST_VARIABLE_MISSING', var_name: 'stream' }
  expect(await alice.get('/get_stream_id')).toMatchObject(missing)
  expect(await alice.post('/messages', {})).toMatchObject({ ...missing, var_name: 'type' })
  const specified = { status: 400, code: 'BAD_REQUEST', var_name: 'allow_subdomains' }
  expect(await owner.post('/realm/domains', { domain: 'a.test' })).toMatchObject(specified)
})
