// @module-tag full
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import connectZulip, { type Client } from 'zulip-js'
import {
  bellhop,
  CLI,
  cleanEnv,
  type Served,
  serveBellhop,
  tempDir,
} from '../../support/bellhop.ts'
import { ask, expectConversation, idIn } from '../../support/chat-conversation.ts'
import { CLIENTS, type McpClient, type ToolAnswer } from '../../support/clients.ts'
import { chooseCombinations } from '../../support/combinations.ts'
import { databaseSettings } from '../../support/database.ts'

const [node, cli] = CLI

async function onStdio(folder: string, ...args: string[]) {
  const env = cleanEnv(await databaseSettings(folder))
  return { command: node, args: [cli, '--data-dir', folder, ...args], env }
}

describe.each(chooseCombinations(CLIENTS, [1]))('%s', (_, connect) => {
  const dir = tempDir()
  let server: Served
  let person: Client
  let local: McpClient
  let remote: McpClient
  afterAll(() => dir[Symbol.dispose]())

  beforeAll(async () => {
    const keyFile = join(dir.path, 'keys')
    const key = 'key-of-the-operator-for-a-test'
    writeFileSync(keyFile, `helper ${key}\n`)
    server = await serveBellhop(['--data-dir', dir.path, '--key-file', keyFile])
    const { email: username, key: apiKey } = server.owner()
    person = await connectZulip({ username, apiKey, realm: server.url })
    local = await connect(await onStdio(dir.path))
    const headers = { authorization: `Bearer ${key}` }
    remote = await connect({ url: `${server.url}/mcp`, headers })
  })
  afterAll(async () => {
    await local.close()
    await remote.close()
    await server[Symbol.asyncDispose]()
  })

  test('an agent on stdio, one over HTTP and a person hold a conversation', async () => {
    const [one, other] = [
      { client: local, name: 'bellhop-tests' },
      { client: remote, name: 'helper' },
    ]
    await expectConversation(one, other, person)
  })

  test('reads page by page, and finds by words', async () => {
    const place = { channel: 'general', topic: 'pages' }
    const ids: number[] = []
    for (let n = 0; n < 5; n++) {
      ids.push((await ask(local, 'send_message', { ...place, content: `walnut ${n}` }))['id'])
    }
    const newest = await ask(remote, 'get_messages', { ...place, limit: 2 })
    const idsOf = ({ messages }: Record<string, unknown>) => (messages as string[]).map(idIn)
    expect(idsOf(newest)).toEqual(ids.slice(3))
    const older = await ask(remote, 'get_messages', {
      ...place,
      limit: 4,
      before: newest['before'],
    })
    expect(idsOf(older)).toEqual(ids.slice(0, 3))
    expect(older['before']).toBeUndefined()
    const newer = await ask(remote, 'get_messages', { ...place, limit: 2, after: ids[0] })
    expect(idsOf(newer)).toEqual(ids.slice(1, 3))
    expect(newer['after']).toBe(ids[2])
    expect(idsOf(await ask(remote, 'get_messages', { search: 'walnut 3' }))).toEqual([ids[3]])
    const narrow = [{ operator: 'sender', operand: 'bellhop-tests-agent@localhost' }]
    expect(idsOf(await ask(remote, 'get_messages', { ...place, narrow }))).toEqual(ids)
    expect((await ask(remote, 'get_stream_topics', { channel: 'general' }))['topics'][0]).toBe(
      'pages',
    )
  })

  test('what is read is read, unless it is only peeked at; all of it only when that is said', async () => {
    const place = { channel: 'general', topic: 'unread' }
    const { id } = await ask(local, 'send_message', { ...place, content: 'news' })
    const unread = async () => {
      const query = { ...place, is: 'unread', peek: true }
      return (await ask(remote, 'get_messages', query))['messages'].map(idIn)
    }
    expect(await unread()).toEqual([id])
    expect(await unread()).toEqual([id])
    await ask(remote, 'get_messages', place)
    expect(await unread()).toEqual([])
    const mark = async (input: object) =>
      ask(remote, 'update_message_flags_for_narrow', { ...input })
    await expect(mark({})).rejects.toThrow('every message')
    expect(await mark({ all: true })).toMatchObject({ is_all: true })
  })

  test('writes directly, joins channels, sees who is there', async () => {
    await person.callEndpoint('/users/me/presence', 'POST', { status: 'active', ping_only: 'true' })
    const { users } = await ask(local, 'get_users')
    expect(users).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\d+ Owner \(active\)$/),
        expect.stringMatching(/^\d+ helper \(bot\)$/),
      ]),
    )
    const { id } = await ask(local, 'send_message', { people: ['helper'], content: 'psst' })
    const direct = await ask(remote, 'get_messages', { people: ['bellhop-tests'] })
    expect(direct['messages']).toEqual([expect.stringMatching(new RegExp(`^${id} .* @ .*helper`))])
    expect(await ask(local, 'subscribe', { channels: ['#workshop', 'general'] })).toEqual({
      joined: ['workshop'],
      already_in: ['general'],
    })
    const { channels } = await ask(remote, 'get_streams', { query: 'work' })
    expect(channels).toEqual([expect.stringMatching(/^\d+ #workshop$/)])
    await ask(remote, 'add_reaction', { message_id: id, emoji: 'eyes' })
    expect(await ask(remote, 'remove_reaction', { message_id: id, emoji: 'eyes' })).toEqual({})
  })

  test.each([
    ['send_message', { channel: 'generl', content: 'x' }, /No channel .*\n.*general \(\d+\)/],
    [
      'send_message',
      { people: ['Ow'], content: 'x' },
      /No person .*\nPerhaps one of: Owner \(\d+\)/,
    ],
    ['send_message', { content: 'x' }, /Name a channel, or people/],
    ['send_message', { channel: 'general', content: ' ' }, /must not be empty/],
    ['get_messages', { channel: 'general', people: ['Owner'] }, /not both/],
    ['get_messages', { topic: 'x' }, /needs its channel/],
    ['get_messages', { narrow: [{ operator: 'zzz', operand: 1 }] }, /unknown operator/],
    ['get_stream_topics', { channel: 99 }, /No channel/],
    ['update_message_flags_for_narrow', { channel: 99 }, /No channel/],
    ['update_message', { message_id: 0, content: 'x' }, /^invalid_input/],
    ['add_reaction', { message_id: 0, emoji: 'tada' }, /^invalid_input/],
    ['remove_reaction', { message_id: 0, emoji: 'tada' }, /^invalid_input/],
    ['get_streams', { limit: 0 }, /^invalid_input/],
    ['get_users', { limit: 0 }, /^invalid_input/],
    ['subscribe', { channels: [] }, /^invalid_input/],
    ['chat_wait_for_events', { cursor: 'x' }, /no cursor/],
  ])('%s %j tells what is wrong', async (name, input, words) => {
    const { isError, content }: ToolAnswer = await local.callTool({ name, arguments: input })
    expect(isError).toBe(true)
    expect(content[0]?.text).toMatch(words)
  })

  test('a cursor is of use to nobody else, and an unknown one begins anew and says so', async () => {
    const { cursor } = await ask(remote, 'chat_wait_for_events', { seconds: 0 })
    const foreign = await ask(local, 'chat_wait_for_events', { cursor, seconds: 0 })
    expect(foreign).toMatchObject({ events: [], missed: true })
    expect(foreign['cursor']).not.toBe(cursor)
  })

  test('a wait is cancelled, and tells that it goes on', async () => {
    const stop = new AbortController()
    const ticks: number[] = []
    const wait = local.callTool(
      { name: 'chat_wait_for_events', arguments: { seconds: 50 } },
      {
        signal: stop.signal,
        onprogress: ({ progress }) => {
          ticks.push(progress)
          stop.abort()
        },
      },
    )
    await expect(wait).rejects.toThrow()
    expect(ticks).toHaveLength(1)
    expect(await ask(local, 'get_own_user')).toMatchObject({ name: 'bellhop-tests' })
  })

  test('without a key, a program of this machine has an account as on stdio', async () => {
    await using open = await serveBellhop(['--data-dir', dir.path])
    const program = await connect({ url: `${open.url}/mcp` })
    const { name } = await ask(program, 'get_own_user')
    expect(name).toMatch(/^bellhop-tests( 2)?$/)
    const { resources } = await program.listResources()
    expect(resources.filter(({ uri }) => uri.startsWith('chat://'))).not.toEqual([])
    await (
      await program.subscribe('chat://inbox')
    )()
    await program.close()
  })

  test('an API key of the chat is a bearer key of /mcp', async () => {
    const added = await bellhop([
      'chat',
      'user',
      'add',
      'ada@example.com',
      'Ada',
      '--data-dir',
      dir.path,
    ])
    const apiKey = /API key: (\S+)/.exec(added.stdout)?.[1] ?? ''
    const url = `${server.url}/mcp`
    const ada = await connect({ url, headers: { authorization: `Bearer ${apiKey}` } })
    expect(await ask(ada, 'get_own_user')).toMatchObject({ email: 'ada@example.com', name: 'Ada' })
    await bellhop(['chat', 'user', 'deactivate', 'ada@example.com', '--data-dir', dir.path])
    await expect(ask(ada, 'get_own_user')).rejects.toThrow()
    await ada.close()
    const wrong = 'x'.repeat(32)
    await expect(connect({ url, headers: { authorization: `Bearer ${wrong}` } })).rejects.toThrow()
  })
})

const [, connect] = CLIENTS[0] ?? []

describe('several agents on one machine', () => {
  test('each has its own account, and the first call makes the chat', async () => {
    using dir = tempDir()
    const given = ['Claude Desktop', 'cursor', 'cursor']
    const agents = await Promise.all(
      given.map(async (name) => connect!(await onStdio(dir.path, '--chat-name', name))),
    )
    await Promise.all(agents.map(async (agent) => agent.listTools()))
    expect(readdirSync(dir.path)).toEqual([])
    const selves = await Promise.all(agents.map(async (agent) => ask(agent, 'get_own_user')))
    const names = selves.map(({ name }) => String(name))
    expect(names.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'claude-desktop',
      'cursor',
      'cursor 2',
    ])
    expect(names[0]).toBe('claude-desktop')
    const keys = readdirSync(join(dir.path, 'agents'))
    expect(keys.toSorted()).toEqual(['claude-desktop.key', 'cursor.2.key', 'cursor.key'])
    for (const key of keys) {
      expect(statSync(join(dir.path, 'agents', key)).mode & 0o777).toBe(0o600)
    }
    const { cursor } = await ask(agents[0]!, 'chat_wait_for_events', { seconds: 0 })
    const waiting = ask(agents[0]!, 'chat_wait_for_events', { cursor, seconds: 20 })
    await ask(agents[2]!, 'send_message', { channel: 'general', topic: 't', content: 'here' })
    expect((await waiting)['events']).toEqual([expect.stringMatching(/: here$/)])

    await using server = await serveBellhop(['--data-dir', dir.path])
    const key = readFileSync(join(dir.path, 'agents', 'cursor.key'), 'utf8').trim()
    const again = await connect!({
      url: `${server.url}/mcp`,
      headers: { authorization: `Bearer ${key}` },
    })
    expect(await ask(again, 'get_own_user')).toEqual(selves.find(({ name }) => name === 'cursor'))
    await Promise.all([again, ...agents].map(async (agent) => agent.close()))
  })

  test('--chat off offers no chat, and serves none', async () => {
    using dir = tempDir()
    const client = await connect!(await onStdio(dir.path, '--chat', 'off'))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).not.toContain('send_message')
    await client.close()
    await using server = await serveBellhop(['--data-dir', dir.path, '--chat', 'off'])
    expect((await fetch(`${server.url}/api/v1/server_settings`)).status).toBe(404)
  })
})
