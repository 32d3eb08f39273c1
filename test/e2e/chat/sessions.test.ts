// @module-tag full
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, expect, test } from 'vitest'
import { CLI, cleanEnv, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { databaseSettings } from '../../support/database.ts'

const [node, cli] = CLI
const dir = tempDir()
afterAll(() => dir[Symbol.dispose]())

/** Longest wait for an answer: twenty programs that start at once have one machine. */
const ANSWER_MAX_MS = 110_000

/** A session of a client, which calls itself by a name. */
interface Session {
  pid: number | null
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes.
  ask(tool: string, input?: Record<string, unknown>): Promise<Record<string, any>>
  close(): Promise<void>
}

async function open(
  name: string,
  transport: StdioClientTransport | StreamableHTTPClientTransport,
): Promise<Session> {
  const client = new Client({ name, version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  const patience = { timeout: ANSWER_MAX_MS }
  await client.connect(transport, patience)
  return {
    pid: 'pid' in transport ? transport.pid : null,
    close: async () => client.close(),
    async ask(tool, input = {}) {
      const answer = await client.callTool({ name: tool, arguments: input }, patience)
      const [said] = answer.content as { text?: string }[]
      if (answer.isError) throw new Error(said?.text)
      return answer.structuredContent as Record<string, unknown>
    },
  }
}

async function onStdio(name: string, folder = dir.path, ...flags: string[]): Promise<Session> {
  const args = [cli, '--data-dir', folder, ...flags]
  const env = cleanEnv(await databaseSettings(folder))
  return open(name, new StdioClientTransport({ command: node, args, env, stderr: 'inherit' }))
}

const PLACE = { channel: 'general', topic: 'handover' }
const nameOf = async (session: Session) => (await session.ask('get_own_user'))['name']

test('two sessions of one client write, hear and answer; a killed one has its number again', async () => {
  const one = await onStdio('claude-code')
  let other = await onStdio('claude-code')
  expect(await nameOf(one)).toBe('claude-code')
  expect(await nameOf(other)).toBe('claude-code 2')

  const begun = await one.ask('chat_wait_for_events', { seconds: 0 })
  const { cursor } = await other.ask('chat_wait_for_events', { seconds: 0 })
  const hearing = other.ask('chat_wait_for_events', { cursor, seconds: 30 })
  await one.ask('send_message', { ...PLACE, content: 'Will you take it?' })
  expect((await hearing)['events']).toEqual([
    expect.stringMatching(/\| claude-code.*: Will you take it\?$/),
  ])
  const answered = one.ask('chat_wait_for_events', { cursor: begun['cursor'], seconds: 30 })
  await other.ask('send_message', { ...PLACE, content: 'Yes.' })
  expect((await answered)['events']).toEqual([expect.stringMatching(/\| claude-code 2.*: Yes\.$/)])

  const { id } = await other.ask('get_own_user')
  process.kill(other.pid ?? 0, 'SIGKILL')
  await other.close()
  other = await onStdio('claude-code')
  expect(await other.ask('get_own_user')).toMatchObject({ id, name: 'claude-code 2' })
  await one.close()
  const next = await onStdio('claude-code')
  expect(await nameOf(next)).toBe('claude-code')
  await Promise.all([next, other].map(async (session) => session.close()))
})

test('twenty starts at once have twenty accounts', async () => {
  const sessions = await Promise.all(Array.from({ length: 20 }, async () => onStdio('swarm')))
  const names = await Promise.all(sessions.map(nameOf))
  expect(new Set(names).size).toBe(20)
  await Promise.all(sessions.map(async (session) => session.close()))
}, 240_000)

test('sessions of an open server are participants too, and names go by a header or a flag', async () => {
  await using server = await serveBellhop(['--data-dir', dir.path])
  const over = (name: string, headers = {}) =>
    open(
      name,
      new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }),
    )
  const sessions = [
    await over('editor'),
    await over('editor'),
    await over('editor', { 'x-bellhop-chat-name': encodeURIComponent('日本語') }),
    await over('Owner'),
    await onStdio('editor'),
    await onStdio('editor', dir.path, '--chat-name', 'Ελληνικά'),
  ]
  expect(await Promise.all(sessions.slice(0, 1).map(nameOf))).toEqual(['editor'])
  expect(await nameOf(sessions[1]!)).toBe('editor 2')
  expect(await nameOf(sessions[2]!)).toBe('日本語')
  expect(await nameOf(sessions[3]!)).toBe('owner (agent)')
  expect(await nameOf(sessions[4]!)).toBe('editor 3')
  expect(await nameOf(sessions[5]!)).toBe('ελληνικά')
  await sessions[5]!.ask('send_message', { people: ['Owner'], content: 'Psst.' })
  const { messages } = await sessions[5]!.ask('get_messages', { people: ['Owner'] })
  expect(messages).toMatchObject([{ people: expect.arrayContaining(['Owner']), content: 'Psst.' }])
  await Promise.all(sessions.map(async (session) => session.close()))
})
