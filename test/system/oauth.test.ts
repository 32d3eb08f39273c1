import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createPlainServer } from 'node:net'
import { join } from 'node:path'
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanEnv, ROOT, tempDir } from '../support/bellhop.ts'
import { canaries } from '../support/canaries.ts'
import { selfSignedFor } from '../support/net-certificate.ts'
import { OAuthClient, statusWith, type Tokens } from '../support/oauth-client.ts'
import { OAuthPerson } from '../support/oauth-person.ts'
import { type OAuthProcesses, startOAuthProcesses } from '../support/oauth-processes.ts'
import { outsideEnv } from '../support/outside.ts'
import { rememberingProvider } from '../support/sdk-oauth.ts'

const { password } = canaries()
const HOST = '198.41.0.4'
const DOCUMENT = `https://${HOST}:8080/client.json`

const dir = tempDir()
const { key, cert } = selfSignedFor(HOST)
let fetched = 0
const site = createServer({ key, cert }, (_, outgoing) => {
  fetched += 1
  outgoing.writeHead(200, { 'content-type': 'application/json' })
  const document = {
    client_id: DOCUMENT,
    client_name: 'Documented client',
    redirect_uris: ['http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
  outgoing.end(JSON.stringify(document))
})
let world: OAuthProcesses

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve)
  })
  const certificate = join(dir.path, 'cert.pem')
  writeFileSync(certificate, cert)
  const env = {
    ...outsideEnv((site.address() as AddressInfo).port),
    NODE_EXTRA_CA_CERTS: certificate,
  }
  world = await startOAuthProcesses({ password, env, keepsSessions: true })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  site.close()
  dir[Symbol.dispose]()
})

describe('the client of the SDK, by address alone, each hop in another process', () => {
  test.each([
    ['by its document', DOCUMENT],
    ['by registering itself', undefined],
  ])('%s', async (_, document) => {
    const { provider, kept, sent, redirectUrl } = rememberingProvider(document)
    world.hops.length = 0
    const connect = async () => {
      const transport = new StreamableHTTPClientTransport(new URL(world.mcpUrl), {
        authProvider: provider,
      })
      const client = new Client({ name: 'sdk', version: '1' })
      return { client, transport, connecting: client.connect(transport) }
    }
    const first = await connect()
    await expect(first.connecting).rejects.toThrow(UnauthorizedError)
    const [url] = sent as [URL]
    expect(url.searchParams.get('scope')).toMatch(/^mcp chat:write( offline_access)?$/)
    expect(url.searchParams.get('resource')).toBe(world.mcpUrl)
    expect(url.searchParams.get('client_id') === DOCUMENT).toBe(document !== undefined)
    const back = await new OAuthPerson().authorize(url, redirectUrl, world.owner)
    await first.transport.finishAuth(back.searchParams)
    const again = await connect()
    await again.connecting
    const { content } = await again.client.callTool({
      name: 'convert',
      arguments: { from: 'csv', to: 'json', data: 'a\n1' },
    })
    expect(JSON.stringify(content)).toContain('a')
    await again.client.close()
    expect((kept['tokens'] as Tokens).refresh_token).toBeTruthy()
    const turns = world.hops.filter(({ path }) => path !== '/mcp').map(({ process }) => process)
    expect(new Set(turns)).toEqual(new Set([0, 1]))
  })

  test('asks for more once a call needs it', async () => {
    const { provider, sent, redirectUrl } = rememberingProvider()
    const open = () =>
      new StreamableHTTPClientTransport(new URL(world.mcpUrl), { authProvider: provider })
    const newClient = () => new Client({ name: 'sdk', version: '1' })
    const person = new OAuthPerson()
    const comeIn = async (transport: StreamableHTTPClientTransport, clears: string[]) => {
      const url = sent.pop()
      if (!url) throw new Error('Nobody is sent anywhere.')
      const back = await person.authorize(url, redirectUrl, { ...world.owner, clears })
      await transport.finishAuth(back.searchParams)
    }
    const first = open()
    await expect(newClient().connect(first)).rejects.toThrow(UnauthorizedError)
    await comeIn(first, ['chat:write'])
    const transport = open()
    const client = newClient()
    await client.connect(transport)
    const message = { type: 'channel', to: 'general', topic: 't', content: 'by consent' }
    const write = async () => client.callTool({ name: 'send_message', arguments: message })
    await expect(write()).rejects.toThrow()
    expect(sent.at(-1)?.searchParams.get('scope')).toMatch(/^mcp chat:write\b/)
    await comeIn(transport, [])
    expect((await write()).isError ?? false).toBe(false)
    await client.close()
  })

  test('documents are fetched once by a process, and kept', () => {
    expect(fetched).toBeGreaterThan(0)
    expect(fetched).toBeLessThanOrEqual(2)
  })
})

test('mcp-remote calls a tool, added by its address alone', async () => {
  const remote = spawnRemote()
  const person = new OAuthPerson()
  const open = async () => {
    const url = await remote.opening
    const redirectUri = url.searchParams.get('redirect_uri') ?? ''
    const back = await person.authorize(url, redirectUri, world.owner)
    await (await fetch(back)).text()
  }
  const opening = open()
  const client = new Client({ name: 'host', version: '1' })
  await client.connect(remote.transport)
  await opening
  const { content } = await client.callTool({
    name: 'convert',
    arguments: { from: 'csv', to: 'json', data: 'a\n1' },
  })
  expect(JSON.stringify(content)).toContain('a')
  await client.close()
})

/** Starts mcp-remote with a home of its own and no browser; the address that it wants to have opened. */
function spawnRemote() {
  const { promise: opening, resolve } = Promise.withResolvers<URL>()
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(ROOT, 'node_modules/mcp-remote/dist/proxy.js'), world.mcpUrl, '--allow-http'],
    env: cleanEnv({ HOME: dir.path, MCP_REMOTE_CONFIG_DIR: join(dir.path, 'mcp'), PATH: dir.path }),
    stderr: 'pipe',
  })
  let text = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    const found = /(http:\/\/localhost:\d+\/oauth\/authorize\S+)/.exec(text)?.[1]
    if (found !== undefined && text.includes('\n', text.indexOf(found))) resolve(new URL(found))
  })
  return { transport, opening }
}

test('the authorization scenarios of the conformance suite pass', async () => {
  const port = await freePort()
  const redirectUri = `http://127.0.0.1:${port}/callback`
  const { id } = await OAuthClient.registered(world.url, redirectUri)
  const suite = join(ROOT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const out = join(dir.path, 'conformance')
  const args = ['authorization', '--url', world.url, '--client-id', id, '--resource', world.mcpUrl]
  const run = spawn(process.execPath, [suite, ...args, '--port', String(port), '-o', out], {
    env: cleanEnv(),
  })
  let text = ''
  const person = new OAuthPerson()
  const visited = new Set<string>()
  const hear = (chunk: Buffer) => {
    text += chunk.toString()
    for (const [url = ''] of text.matchAll(
      /http:\/\/localhost:\d+\/oauth\/authorize\?\S+(?=\s)/g,
    )) {
      if (visited.has(url)) continue
      visited.add(url)
      void person
        .authorize(new URL(url), redirectUri, world.owner)
        .then(async (back) => (await fetch(back)).text())
    }
  }
  run.stdout.on('data', hear)
  run.stderr.on('data', hear)
  await once(run, 'exit')
  const checks = readdirSync(out).flatMap((folder) =>
    (
      JSON.parse(readFileSync(join(out, folder, 'checks.json'), 'utf8')) as {
        id: string
        status: string
      }[]
    ).map(({ id: check, status }) => `${check}: ${status}`),
  )
  expect(checks.toSorted()).toEqual([
    'authorization-code-grant: SUCCESS',
    'authorization-server-metadata-cimd: SUCCESS',
    'authorization-server-metadata: SUCCESS',
  ])
})

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createPlainServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('the process that began a sign-in is killed: another one goes on', async () => {
  await using mortal = await startOAuthProcesses({ password })
  const client = await OAuthClient.registered(mortal.url)
  let pages = 0
  const sees = () => {
    pages += 1
    if (pages === 1) mortal.kill(mortal.hops.at(-1)?.process ?? 0)
  }
  const tokens = await client.comeIn(new OAuthPerson(), { ...mortal.owner, sees })
  expect(pages).toBe(2)
  expect(await statusWith(mortal.mcpUrl, tokens.access_token)).toBe(200)
})
