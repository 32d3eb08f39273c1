import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/app/config/config.ts'
import { ROOT, ownerIn, tempDir } from '../support/bellhop.ts'
import { canaries } from '../support/canaries.ts'
import { authorization } from '../support/chat-uploads.ts'
import { readCompose, startDeployment } from '../support/deployment.ts'
import { OAuthPerson } from '../support/oauth-person.ts'
import { rememberingProvider } from '../support/sdk-oauth.ts'

const { password } = canaries()
const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string
  devDependencies: { node: string; '@aws-sdk/client-s3': string }
}
const UPLOAD = 'words of a file, kept in the bucket'

test('docker-compose understands the file, in which every container of ours is confined', () => {
  const services = readCompose()
  expect(Object.keys(services).toSorted()).toEqual([
    'backup',
    'bellhop-1',
    'bellhop-2',
    'bucket',
    'caddy',
    'migrate',
    'postgres',
  ])
  const { build: _, ...first } = services['bellhop-1'] ?? { image: '' }
  const { build: __, ...second } = services['bellhop-2'] ?? { image: '' }
  expect(second).toEqual(first)
  for (const name of ['backup', 'bellhop-1', 'bellhop-2', 'migrate']) {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      init: true,
    })
  }
  // Nobody reaches a server, the database or the bucket but through the proxy.
  const published = Object.entries(services).filter(([, service]) => 'ports' in service)
  expect(published.map(([name]) => name)).toEqual(['caddy'])
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  expect(dockerfile).toMatch(/^USER node$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK .*healthz/m)
  const base = `FROM node:${MANIFEST.devDependencies.node}-bookworm-slim`
  expect(dockerfile.match(/^FROM (\S+)/gm)).toEqual([base, base])
  expect(dockerfile).not.toMatch(/^COPY (?:--\S+ )?\. /m)
})

const ORGANIZATION = { ORGANIZATION: 'acme', ORGANIZATION_NAME: 'acme.example.com' }

test('a further organization is confined as the first one is, and has its own name and schema', () => {
  const { bellhop } = readCompose('compose.organization.yaml', ORGANIZATION)
  const first = readCompose()['bellhop-1']
  const { build: _, depends_on: __, ...confined } = first ?? { image: '' }
  expect(bellhop).toEqual({
    ...confined,
    environment: {
      ...first?.environment,
      BELLHOP_DATABASE_SCHEMA: 'acme',
      BELLHOP_PUBLIC_URL: 'https://acme.example.com',
      BELLHOP_ALLOWED_HOSTS: 'acme.example.com',
    },
    networks: { default: { aliases: ['acme'] } },
  })
})

/**
 * What takes the parsers their confinement: bubblewrap makes no namespaces if one kind of them is forbidden, and no /proc where part of
 * the service's own is covered.
 */
const BREAKING_BUBBLEWRAP =
  /^(?:RestrictNamespaces|ProtectKernelTunables|ProtectKernelLogs|ProtectHostname|ProtectProc|ProcSubset)=/m

test('the unit of systemd serves one organization, and as a template each of several in a place of its own', () => {
  const unit = readFileSync(join(ROOT, 'deploy/systemd/bellhop.service'), 'utf8')
  const configOf = (name: string, own: Record<string, string> = {}) => {
    const [, instance = ''] = name.split('@')
    const here = unit.replaceAll('%i', instance).replaceAll('%N', name)
    const settings = [...here.matchAll(/(BELLHOP_\w+)=(\S*)/g)]
      .filter(({ index }) => !here.slice(0, index).split('\n').at(-1)?.startsWith('#'))
      .map(([, key, value]) => [key, value] as const)
    expect(here).toContain(`\nStateDirectory=${name}\n`)
    expect(here).not.toMatch(BREAKING_BUBBLEWRAP)
    expect(here).toContain(`\nEnvironmentFile=-/etc/bellhop/${instance}.env\n`)
    return loadConfig({ env: { ...(Object.fromEntries(settings) as object), ...own } })
  }
  expect(configOf('bellhop')).toMatchObject({ 'data-dir': '/var/lib/bellhop' })
  expect(configOf('bellhop')['database-schema']).toBeUndefined()
  expect(configOf('bellhop@acme', { BELLHOP_DATABASE_URL: 'postgres://x/y' })).toMatchObject({
    'database-schema': 'acme',
    'data-dir': '/var/lib/bellhop@acme/organizations/acme',
  })
})

test('images have exact tags, logs an end, and whoever waits for a server waits until it is ready', () => {
  const services = readCompose()
  const further = readCompose('compose.organization.yaml', ORGANIZATION)
  for (const [name, service] of [...Object.entries(services), ...Object.entries(further)]) {
    expect(service.image, name).toMatch(/:v?\d+\.\d+(?:\.\d+)?$/)
    expect(service['logging'], name).toMatchObject({
      options: { 'max-size': '20m', 'max-file': '5' },
    })
  }
  expect(services['bellhop-1']?.image).toBe(`bellhop:${MANIFEST.version}`)
  expect(JSON.stringify(services['bellhop-1']?.['healthcheck'])).toContain('/readyz')
  const locked = JSON.parse(
    readFileSync(join(ROOT, 'deploy/s3-client/package-lock.json'), 'utf8'),
  ) as { packages: Record<string, { version?: string }> }
  const client = '@aws-sdk/client-s3'
  expect(locked.packages[`node_modules/${client}`]?.version).toBe(MANIFEST.devDependencies[client])
})

test('what the file starts lets an MCP client in by its address, and goes on when a server dies', async () => {
  using dir = tempDir()
  await using deployment = await startDeployment(dir.path)
  if (!deployment) throw new Error('There is no Postgres here: apt-get install postgresql.')
  const owner = ownerIn(join(dir.path, 'data'))
  const set = await deployment.exec(['chat', 'user', 'password', owner.email], password)
  expect(set).toMatchObject({ code: 0 })

  const { provider, sent, redirectUrl } = rememberingProvider()
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${deployment.url}/mcp`), {
      authProvider: provider,
    })
    const client = new Client({ name: 'sdk', version: '1' })
    return { client, transport, connecting: client.connect(transport) }
  }
  const first = await connect()
  await expect(first.connecting).rejects.toThrow(UnauthorizedError)
  const manners = { username: owner.email, password }
  const back = await new OAuthPerson().authorize(sent[0] as URL, redirectUrl, manners)
  await first.transport.finishAuth(back.searchParams)

  const form = new FormData()
  form.append('filename', new File([UPLOAD], 'a.txt'))
  const headers = authorization(owner)
  const made = await fetch(`${deployment.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers,
    body: form,
  })
  const { url: path } = (await made.json()) as { url: string }

  for (const victim of [undefined, deployment.members[0]]) {
    await victim?.kill()
    // A request that is on its way to a server that dies fails; the proxy knows by that, or by its next look.
    const countRequests = async () =>
      Promise.all(
        [1, 2, 3, 4].map(async () =>
          fetch(`${deployment.url}/mcp`, { method: 'POST' }).then(({ status }) => status),
        ),
      )
    await expect.poll(countRequests, { timeout: 60_000 }).toEqual([401, 401, 401, 401])
    const { client, connecting } = await connect()
    await connecting
    const { content } = await client.callTool({
      name: 'convert',
      arguments: { from: 'csv', to: 'json', data: 'a\n1' },
    })
    expect(JSON.stringify(content)).toContain('a')
    await client.close()
    const file = await fetch(new URL(path, deployment.url), { headers })
    expect(await file.text()).toBe(UPLOAD)
  }
})
