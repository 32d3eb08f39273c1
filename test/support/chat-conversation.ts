import { expect } from 'vitest'
import type { Client } from 'zulip-js'
import type { McpClient } from './clients.ts'

/** What a tool answers, if it does. */
export async function ask(
  client: McpClient,
  name: string,
  input: Record<string, unknown> = {},
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes.
): Promise<Record<string, any>> {
  const answer = await client.callTool({ name, arguments: input })
  if (answer.isError) throw new Error(answer.content[0]?.text)
  return answer.structuredContent ?? {}
}

/** Id of the message that a line of a result is about. */
export function idIn(line: string): number {
  return Number(/^\d+/.exec(line)?.[0])
}

/** An agent of a conversation, and the name of its account. */
export interface Talker {
  client: McpClient
  name: string
}

/** Two agents and a person, who is called Owner, send, wait, read, edit and react in one topic. */
export async function expectConversation(
  one: Talker,
  other: Talker,
  person: Client,
): Promise<void> {
  const [local, remote] = [one.client, other.client]
  expect(await ask(local, 'get_own_user')).toMatchObject({ name: one.name })
  expect(await ask(remote, 'get_own_user')).toMatchObject({ name: other.name })

  const { cursor } = await ask(remote, 'chat_wait_for_events', { seconds: 0 })
  const waiting = ask(remote, 'chat_wait_for_events', { cursor, seconds: 20 })
  const place = { channel: '#General', topic: 'plans' }
  const content = `Shall **we**, @**${other.name}**?`
  const { id } = await ask(local, 'send_message', { ...place, content })
  const heard = await waiting
  const [line, ...others] = heard['events'] as string[]
  expect(others).toEqual([])
  expect(line).toContain(`#general > plans | ${one.name} [unread, mentioned]: ${content}`)
  expect(idIn(String(line))).toBe(id)

  const mine = await ask(local, 'chat_wait_for_events', { seconds: 0 })
  await ask(remote, 'add_reaction', { message_id: id, emoji: ':tada:' })
  const { id: reply } = await ask(remote, 'send_message', { ...place, content: 'Yes' })
  await ask(remote, 'update_message', { message_id: reply, content: 'Yes!' })
  const sent = await person.messages.send({
    to: 'general',
    type: 'stream',
    topic: 'plans',
    content: 'Me too',
  })
  expect(sent).toMatchObject({ result: 'success' })
  const kinds: string[] = []
  for (let next = mine['cursor']; kinds.length < 4;) {
    const part = await ask(local, 'chat_wait_for_events', { cursor: next, seconds: 10, peek: true })
    expect(part['events'].length).toBeGreaterThan(0)
    kinds.push(...part['events'].map((event: string) => /^[a-z]+/.exec(event)?.[0] ?? 'message'))
    next = part['cursor']
  }
  expect(kinds).toEqual(['reaction', 'message', 'edited', 'message'])

  const page = await local.callTool({
    name: 'get_messages',
    arguments: { ...place, peek: true },
  })
  expect(page._meta?.['bellhop/untrusted']).toBe(true)
  expect(page.structuredContent).toMatchObject({
    messages: [
      expect.stringMatching(new RegExp(`^${id} .* \\| ${one.name} \\[tada 1\\]: `)),
      expect.stringMatching(
        new RegExp(`^${reply} .* \\| ${other.name} \\[unread, edited\\]: Yes!$`),
      ),
      expect.stringMatching(/ \| Owner.*: Me too$/),
    ],
  })
  expect(page.content[0]?.text).toContain(`${id} `)
  expect(await ask(local, 'update_message_flags_for_narrow', place)).toEqual({
    updated_count: 2,
    is_all: true,
  })
  expect((await ask(local, 'get_messages', { ...place, is: 'unread' }))['messages']).toEqual([])
}
