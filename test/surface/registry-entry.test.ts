import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { envName } from '../../src/app/config/config.ts'
import { SECRETS, SETTINGS } from '../../src/app/config/settings.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown

/** The rules of the MCP registry for `server.json`, revision 2025-12-11, as far as an npm package meets them. */
const serverJson = z.strictObject({
  $schema: z.literal(
    'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  ),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: z.url({ protocol: /^https$/ }),
  repository: z.strictObject({ url: z.url({ protocol: /^https$/ }), source: z.literal('github') }),
  icons: z.array(
    z.strictObject({
      src: z.url({ protocol: /^https$/ }).max(255),
      mimeType: z.literal('image/png'),
      sizes: z.array(z.string().regex(/^\d+x\d+$/)),
    }),
  ),
  remotes: z.array(
    z.strictObject({
      type: z.literal('streamable-http'),
      url: z.string().regex(/^https:\/\/\{\w+\}\/mcp$/),
      variables: z.record(
        z.string(),
        z.strictObject({
          description: z.string(),
          placeholder: z.string(),
          isRequired: z.literal(true),
        }),
      ),
    }),
  ),
  packages: z
    .array(
      z.strictObject({
        registryType: z.literal('npm'),
        registryBaseUrl: z.url(),
        identifier: z.string(),
        version: z.string().regex(/^\d+\.\d+\.\d+$/),
        runtimeHint: z.literal('npx'),
        transport: z.strictObject({ type: z.literal('stdio') }),
        environmentVariables: z.array(
          z.strictObject({
            name: z.string(),
            description: z.string(),
            format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
            isRequired: z.boolean(),
            isSecret: z.boolean().optional(),
          }),
        ),
      }),
    )
    .length(1),
})

test('server.json keeps the rules of the registry and names this package', () => {
  const server = serverJson.parse(read('server.json'))
  const manifest = read('package.json') as { name: string; mcpName: string; version: string }
  expect(server.name).toBe(manifest.mcpName)
  expect(server.packages[0]).toMatchObject({ identifier: manifest.name, version: manifest.version })
})

test('each setting that a desktop host asks for reaches the server, and secrets are marked', () => {
  const bundle = read('manifest.json') as {
    server: { mcp_config: { env: Readonly<Record<string, string>> } }
    user_config: Readonly<Record<string, { sensitive?: boolean }>>
  }
  const { env } = bundle.server.mcp_config
  const variables = Object.keys(bundle.user_config).map((name) => `\${user_config.${name}}`)
  expect(Object.values(env).toSorted()).toEqual(variables.toSorted())
  expect(Object.keys(env)).toEqual(
    expect.arrayContaining(['BELLHOP_TOOLSETS', 'BELLHOP_CHAT', 'BELLHOP_WALLET_FILE']),
  )
  const secrets = new Set<string>(Object.values(SECRETS).map(({ variable }) => variable))
  for (const [variable, placeholder] of Object.entries(env)) {
    const { sensitive = false } = bundle.user_config[placeholder.slice(14, -1)] ?? {}
    expect({ variable, sensitive }).toEqual({ variable, sensitive: secrets.has(variable) })
  }
})

test('server.json and manifest.json name settings that exist', () => {
  const known = new Set([
    ...Object.keys(SETTINGS).map(envName),
    ...Object.values(SECRETS).map(({ variable }) => variable),
  ])
  const server = serverJson.parse(read('server.json'))
  const bundle = read('manifest.json') as { server: { mcp_config: { env: object } } }
  const named = [
    ...server.packages.flatMap(({ environmentVariables }) =>
      environmentVariables.map(({ name }) => name),
    ),
    ...Object.keys(bundle.server.mcp_config.env),
  ]
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})
