import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What a surface sees of the payments engine: the gate, the messages, the price tags. */
const SELLING = ['src/pay/codec.ts', 'src/pay/names.ts', 'src/pay/port.ts', 'src/pay/terms.ts']

/** And what it sees of spending: shapes only. */
const SPENDING = 'src/pay/spending.ts'

/** What each place may import. Read it top-down: it is the architecture. `kit` and `ground` are groups. */
const allowed: Record<string, readonly string[]> = {
  // entry
  'src/cli.js': ['src/main.ts'],
  'src/main.ts': [
    'tools/index.ts',
    'tools/schemas.json',
    'src/commands',
    'src/compose.ts',
    'src/compose-place.ts',
    'src/config.ts',
    'src/settings.ts',
    'src/mcp',
    'kit',
    'ground',
  ],
  'src/commands': [
    'src/chat',
    'src/chores',
    'src/commands',
    'src/compose.ts',
    'src/compose-buyer.ts',
    'src/compose-chat.ts',
    'src/pay/keystore.ts',
    'src/pay/wallet.ts',
    'src/config.ts',
    'src/settings.ts',
    'src/mcp',
    'src/http',
    'src/pay',
    'src/remote/chat/kept-accounts.ts',
    'kit',
    'ground',
    'zod',
  ],
  'src/compose.ts': [
    'src/compose-chat.ts',
    'src/config.ts',
    'src/compose-place.ts',
    'src/compose-seller.ts',
    'src/mcp/server.ts',
    'src/limits.ts',
    'src/sandbox',
    'src/store',
    'src/net',
    'src/compose-onchain.ts',
    'src/pay/seller.ts',
    'kit',
    'ground',
  ],
  'src/compose-chat.ts': [
    'src/chat/accounts.ts',
    'src/chat/on-demand.ts',
    'src/chat/port.ts',
    'src/compose-chat-options.ts',
    'src/config.ts',
    'src/net/port.ts',
    'src/remote/chat',
    'kit',
    'ground',
  ],
  'src/compose-chat-options.ts': [
    'src/chat/people/token-key.ts',
    'src/chat/port.ts',
    'src/chat/push/port.ts',
    'src/chat/push/relay.ts',
    'src/config.ts',
    'src/net/mail.ts',
    'src/net/port.ts',
    'src/settings.ts',
  ],
  'src/compose-place.ts': ['src/compose-buyer.ts', 'src/config.ts', 'src/remote', 'kit', 'ground'],
  'src/compose-rpc.ts': ['src/config.ts', 'src/net/port.ts', 'src/pay'],
  'src/compose-buyer.ts': [
    'src/compose-rpc.ts',
    'src/config.ts',
    'src/net/port.ts',
    'src/pay',
    'src/remote',
    'kit',
    'ground',
  ],
  'src/compose-onchain.ts': ['src/config.ts', 'src/net/port.ts', 'src/onchain', 'ground'],
  'src/compose-seller.ts': [
    'src/compose-rpc.ts',
    'src/config.ts',
    'src/net/port.ts',
    'src/pay',
    'kit',
    'ground',
  ],
  'src/limits.ts': [
    'src/chat/limits.ts',
    'src/convert/limits.ts',
    'src/extract/limits.ts',
    'src/feed/limits.ts',
    'src/http/limits.ts',
    'src/mcp/limits.ts',
    'src/net/cache/limits.ts',
    'src/net/limits.ts',
    'src/pay/limits.ts',
    'src/pdf/limits.ts',
    'src/qr/limits.ts',
    'src/onchain/limits.ts',
    'src/sandbox/limits.ts',
    'src/pay/buyer-limits.ts',
    'src/remote/chat/limits.ts',
  ],
  'src/chat-place.ts': ['zod'],
  'src/setting-values.ts': ['src/pay/money.ts', 'zod'],
  'src/settings.ts': [
    'src/chat/limits.ts',
    'src/chat-place.ts',
    'src/log.ts',
    'src/setting-values.ts',
    'zod',
  ],
  'src/config.ts': ['src/secret.ts', 'src/settings.ts', 'zod'],
  // surfaces
  'src/mcp': [
    'src/mcp',
    'src/chat/port.ts',
    ...SELLING,
    SPENDING,
    'kit',
    'ground',
    'zod',
    '@modelcontextprotocol/server',
  ],
  'src/http': [
    'src/http',
    'src/chat/port.ts',
    ...SELLING,
    'kit',
    'ground',
    'zod',
    'hono',
    '@hono/node-server',
    '@fastify/busboy',
    '@tus/server',
  ],
  // operations
  'tools/index.ts': ['tools', 'kit'],
  'tools/chat.ts': ['tools/chat', 'kit'],
  'tools/chat-tools.ts': ['tools/chat', 'kit'],
  'tools/chat': ['kit', 'ground', 'src/chat', 'zod'],
  tools: [
    'kit',
    'ground',
    'src/convert',
    'src/extract',
    'src/feed',
    'src/onchain/chains.ts',
    'src/onchain/limits.ts',
    'src/pdf',
    'src/qr',
    'src/net/port.ts',
    'zod',
  ],
  // kit
  'src/offers.ts': ['kit', 'src/pay/terms.ts', 'zod'],
  'src/agent-form.ts': ['kit', 'ground'],
  'src/field-types.ts': ['kit', 'zod'],
  'src/run.ts': ['kit', 'ground', 'zod'],
  'src/select.ts': ['kit', 'ground'],
  'src/operation.ts': ['src/chat/port.ts', 'src/services.ts', 'src/pay/spending.ts', 'zod'],
  'src/services.ts': [
    'src/chat/port.ts',
    'src/operation.ts',
    'src/net/port.ts',
    'src/onchain/port.ts',
    'src/pay/spending.ts',
    'src/sandbox/port.ts',
    'src/store/port.ts',
    'ground',
  ],
  // engines; the sandbox knows the engines' jobs by type and loads them in its child
  'src/extract': [
    'src/extract',
    'src/net/port.ts',
    'ground',
    'css-select',
    'css-what',
    'entities',
    'htmlparser2',
    'markdown-it',
  ],
  'src/feed': ['src/feed', 'ground', 'entities'],
  'src/pdf': ['src/pdf', 'ground', 'unpdf'],
  'src/chat': [
    'src/chat',
    'src/chores/call.ts',
    'src/chores/port.ts',
    'src/files',
    'src/net/port.ts',
    'src/operation.ts',
    'src/sandbox/port.ts',
    'src/store/chat-account-tables.ts',
    'src/store/chat-record-tables.ts',
    'src/store/chat-tables.ts',
    'src/store/port.ts',
    'src/store/schema.ts',
    'ground',
    '@noble/ciphers',
    'gemoji',
    'jose',
    'katex',
    'kysely',
    'markdown-it',
    're2js',
    'sanitize-html',
    'stemmer',
    'url-template',
    'zod',
  ],
  'src/chores': ['src/chores', 'src/store/port.ts', 'src/store/schema.ts', 'ground', 'kysely'],
  'src/images': ['src/images', 'ground'],
  'src/qr': ['src/qr', 'ground', 'qrcode'],
  'src/onchain': ['src/onchain', 'src/net/port.ts', 'ground', 'viem', '@adraffy/ens-normalize'],
  'src/convert': ['src/convert', 'ground', 'markdown-it', 'sanitize-html'],
  'src/pay': [
    'src/pay',
    'src/net/port.ts',
    'src/store/port.ts',
    'src/store/schema.ts',
    'ground',
    'zod',
    'viem',
    'ox',
    '@x402/core',
    '@x402/evm',
  ],
  // calls at another instance are paid calls: the one engine that stands on another
  'src/remote/chat': [
    'src/remote/chat',
    'src/chat/agent/wait.ts',
    'src/chat/live/listener.ts',
    'src/chat/live/subject.ts',
    'src/chat/live/touched.ts',
    'src/chat/port.ts',
    'src/net/port.ts',
    'kit',
    'ground',
    'zod',
  ],
  'src/remote': ['src/remote', 'src/net/port.ts', 'src/pay', 'kit', 'ground'],
  'src/sandbox/jobs.ts': [
    'src/convert',
    'src/extract',
    'src/feed',
    'src/images',
    'src/pdf',
    'src/qr',
  ],
  'src/sandbox': ['src/sandbox', 'ground'],
  // ground
  'src/files': ['src/files', 'ground', '@aws-sdk/client-s3'],
  'src/store': ['src/store', 'ground', 'kysely', 'pg'],
  'src/net/cache': ['src/net/cache', 'ground', 'http-cache-semantics', 'lru-cache'],
  'src/net': ['src/net', 'ground', 'nodemailer', 'undici'],
  'src/metrics.ts': ['prom-client'],
  'src/log.ts': ['src/errors.ts', 'pino'],
  'src/version.ts': ['package.json'],
  'src/markdown': ['src/markdown', 'src/errors.ts', 'htmlparser2'],
  'src/once.ts': [],
  'src/rate-limit.ts': ['src/errors.ts'],
  'src/secret.ts': [],
  'src/text.ts': [],
  'src/decode.ts': [],
  'src/load-once.ts': [],
  'src/months.ts': [],
  'src/errors.ts': [],
  'src/zones.ts': [],
}

const groups: Record<string, readonly string[]> = {
  kit: [
    'src/agent-form.ts',
    'src/field-types.ts',
    'src/offers.ts',
    'src/operation.ts',
    'src/run.ts',
    'src/select.ts',
    'src/services.ts',
  ],
  ground: [
    'src/decode.ts',
    'src/load-once.ts',
    'src/errors.ts',
    'src/log.ts',
    'src/markdown',
    'src/metrics.ts',
    'src/months.ts',
    'src/once.ts',
    'src/rate-limit.ts',
    'src/secret.ts',
    'src/text.ts',
    'src/version.ts',
    'src/zones.ts',
  ],
}

/** Built-in modules that only one place may use. */
const fenced: Record<string, string> = {
  'node:sqlite': 'src/store',
  'node:http': 'src/http',
  'node:https': 'src/net',
  'node:dgram': 'src/net',
  'node:child_process': 'src/sandbox',
  'node:worker_threads': 'src/sandbox',
}

/** The one reader of the environment, and the one that empties it. */
const environmentReaders = new Set(['src/config.ts', 'src/sandbox/lockdown.ts'])

function ownerOf(file: string): string | undefined {
  return Object.keys(allowed)
    .filter((key) => file === key || file.startsWith(`${key}/`))
    .toSorted((a, b) => b.length - a.length)[0]
}

function refusals(file: string, source: string): string[] {
  const owner = ownerOf(file)
  if (owner === undefined) return [`${file} belongs to no place; add it to the table`]
  const rules = (allowed[owner] ?? []).flatMap((rule) => groups[rule] ?? [rule])
  const refused = [...source.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\s*\(\s*)'([\w@./:-]+)'/g)]
    .map(([, specifier = '']) =>
      specifier.startsWith('.') ? relative(root, join(root, dirname(file), specifier)) : specifier,
    )
    .filter((target) => {
      const fence = fenced[target]
      if (fence !== undefined) return !file.startsWith(`${fence}/`)
      if (target.startsWith('node:')) return false
      return !rules.some((rule) => target === rule || target.startsWith(`${rule}/`))
    })
    .map((target) => `${file} may not import ${target}`)
  if (/\bprocess\.env\b/.test(source) && !environmentReaders.has(file)) {
    refused.push(`${file} may not read process.env`)
  }
  return refused
}

describe('boundaries', () => {
  const files = globSync('{src,tools}/**/*.{js,ts}', { cwd: root })

  test('every file imports only what its place may', () => {
    expect(files.length).toBeGreaterThan(30)
    expect(files.flatMap((file) => refusals(file, readFileSync(join(root, file), 'utf8')))).toEqual(
      [],
    )
  })

  test.each([
    ['tools/web/extract.ts', "import { Hono } from 'hono'"],
    ['tools/web/extract.ts', "import { buildServer } from '../../src/mcp/server.ts'"],
    ['src/extract/engine.ts', "await import('undici')"],
    ['src/extract/engine.ts', "await import('unpdf')"],
    ['src/pdf/layout.ts', "import { decodeText } from '../extract/decode.ts'"],
    ['src/compose.ts', "import { keccak256 } from 'viem/utils'"],
    ['src/mcp/server.ts', "import { operations } from '../../tools/index.ts'"],
    ['src/http/app.ts', "import { DatabaseSync } from 'node:sqlite'"],
    ['src/net/agent.ts', 'const proxy = process.env.HTTP_PROXY'],
    ['src/strange/new.ts', ''],
  ])('%s is refused: %s', (file, source) => {
    expect(refusals(file, source)).toHaveLength(1)
  })
})
