import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import connectZulip, { type Client } from 'zulip-js'
import { bellhop, CLI, cleanEnv, type Served, serveBellhop, tempDir } from './bellhop.ts'
import { canaries } from './canaries.ts'
import type { CLIENTS, McpClient, Target } from './clients.ts'
import { databaseSettings } from './database.ts'

type Connect = (typeof CLIENTS)[number][1]

/** Those who meet in a chat, wherever it is. */
export interface Meeting extends AsyncDisposable {
  local: McpClient
  remote: McpClient
  /** An agent that is in no channel but `general`. */
  bystander: McpClient
  /** The owner, who speaks plain HTTP. */
  person: Person
  /** The owner again, with the real client of the public API. */
  zulip: Client
}

/** Brings them together: `local` by its own process where there are several, the others over HTTP. */
export type Arrange = (connectLocal: Connect, connectRemote: Connect) => Promise<Meeting>

/** A client of plain HTTP whose requests must succeed. */
export type Person = (
  method: string,
  path: string,
  fields?: Record<string, string>,
) => Promise<Record<string, unknown>>

const [node, cli] = CLI
const KEY = 'key-of-the-operator-for-a-test'
const KEY_FILE = `helper ${KEY}\nlocal ${KEY}-2\nby ${KEY}-3\n`

/** All over HTTP at one process. */
export const inOneProcess: Arrange = async (connectLocal, connectRemote) => {
  const dir = tempDir()
  const server = await serveBellhop(flagsFor(dir.path))
  return gather([server], [dir], {
    ...(await ownersAt(server, server)),
    local: await connectLocal(over(server, `${KEY}-2`)),
    remote: await connectRemote(over(server, KEY)),
    bystander: await connectRemote(over(server, `${KEY}-3`)),
  })
}

/** Each at a process of its own, all on one store. */
export const inThreeProcesses: Arrange = async (connectLocal, connectRemote) => {
  const dir = tempDir()
  const first = await serveBellhop(flagsFor(dir.path))
  const second = await serveBellhop(flagsFor(dir.path))
  return gather([first, second], [dir], {
    ...(await ownersAt(second, first)),
    local: await connectLocal(onStdio(['--data-dir', dir.path], await databaseSettings(dir.path))),
    remote: await connectRemote(over(first, KEY)),
    bystander: await connectRemote(over(first, `${KEY}-3`)),
  })
}

/** Both agents at processes of their own whose chat is that of another Bellhop, where the others are. */
export const atAnotherServer: Arrange = async (connectLocal, connectRemote) => {
  const there = tempDir()
  const here = tempDir()
  const server = await serveBellhop(flagsFor(there.path))
  const ada = await accountWithKey(there.path, 'ada', canaries().chatKey)
  const env = { BELLHOP_CHAT_EMAIL: ada.email, BELLHOP_CHAT_KEY: ada.key }
  const local = ['--data-dir', here.path, '--chat', server.url, '--log-level', 'debug']
  const bob = await accountWithKey(there.path, 'bob')
  const rc = join(here.path, 'bob.zuliprc')
  writeFileSync(rc, `[api]\nemail=${bob.email}\nkey=${bob.key}\nsite=${server.url}\n`)
  const flags = [...flagsFor(here.path), '--chat', server.url, '--zuliprc', rc]
  const own = await serveBellhop(flags)
  return gather([own, server], [here, there], {
    ...(await ownersAt(server, server)),
    local: await connectLocal(onStdio(local, env)),
    remote: await connectRemote(over(own, KEY)),
    bystander: await connectRemote(over(server, `${KEY}-3`)),
  })
}

/** Makes an agent's account in the chat of a data folder; with this API key, or with one of its own. */
export async function accountWithKey(
  folder: string,
  name: string,
  given?: string,
): Promise<{ email: string; key: string }> {
  const path = join(folder, 'agents', `${name}.key`)
  if (given !== undefined) {
    mkdirSync(join(folder, 'agents'), { recursive: true })
    writeFileSync(path, given, { mode: 0o600 })
  }
  const args = ['call', 'get_own_user', '--chat-name', name, '--data-dir', folder]
  const { email } = JSON.parse((await bellhop(args)).stdout) as { email: string }
  return { email, key: readFileSync(path, 'utf8').trim() }
}

function flagsFor(folder: string): string[] {
  const keyFile = join(folder, 'keys')
  writeFileSync(keyFile, KEY_FILE)
  return ['--data-dir', folder, '--key-file', keyFile]
}

function over(server: Served, bearer: string): Target {
  return { url: `${server.url}/mcp`, headers: { authorization: `Bearer ${bearer}` } }
}

function onStdio(flags: readonly string[], env: Record<string, string> = {}): Target {
  return { command: node, args: [cli, ...flags], env: cleanEnv(env) }
}

/** The owner of a chat, whose key the first of its processes has kept, at a server of it. */
async function ownersAt(server: Served, first: Served): Promise<Pick<Meeting, 'person' | 'zulip'>> {
  const { email: username, key: apiKey } = first.owner()
  return {
    person: personAt(server.url, username, apiKey),
    zulip: await connectZulip({ username, apiKey, realm: server.url }),
  }
}

function personAt(url: string, email: string, key: string): Person {
  return async (method, path, fields = {}) => {
    const query = method === 'GET' ? `?${new URLSearchParams(fields).toString()}` : ''
    const response = await fetch(`${url}/api/v1${path}${query}`, {
      method,
      headers: { authorization: `Basic ${btoa(`${email}:${key}`)}` },
      ...(method === 'GET' ? {} : { body: new URLSearchParams(fields) }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    expect(answer).toMatchObject({ result: 'success' })
    return answer
  }
}

function gather(
  servers: readonly Served[],
  folders: readonly Disposable[],
  guests: Omit<Meeting, typeof Symbol.asyncDispose>,
): Meeting {
  const { local, remote, bystander } = guests
  return {
    ...guests,
    async [Symbol.asyncDispose]() {
      await Promise.all([local, remote, bystander].map(async (client) => client.close()))
      for (const server of servers) await server[Symbol.asyncDispose]()
      for (const folder of folders) folder[Symbol.dispose]()
    },
  }
}
