import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What a surface sees of the payments engine: the gate, the messages, the price tags. */
const SELLING = ['src/pay/codec.ts', 'src/pay/names.ts', 'src/pay/port.ts', 'src/pay/terms.ts']

/** And what it sees of spending: shapes only. */
const SPENDING = 'src/contract/spending.ts'

/** What each place may import. Read it top-down: it is the architecture. `kit` and `ground` are groups. */
const allowed: Record<string, readonly string[]> = {
  // entry
  'src/cli/bellhop.js': ['src/cli/main.ts'],
  'src/cli/main.ts': [
    'tools/index.ts',
    'tools/schemas.json',
    'src/commands',
    'src/app/compose.ts',
    'src/app/compose-place.ts',
    'src/app/config/config.ts',
    'src/app/config/settings.ts',
    'src/mcp',
    'kit',
    'ground',
  ],
  'src/commands': [
    'src/chat',
    'src/jobs',
    'src/commands',
    'src/app/compose.ts',
    'src/app/compose-buyer.ts',
    'src/app/compose-chat.ts',
    'src/pay/keystore.ts',
    'src/pay/wallet.ts',
    'src/app/config/config.ts',
    'src/app/config/settings.ts',
    'src/mcp',
    'src/http',
    'src/pay',
    'src/remote/chat/kept-accounts.ts',
    'kit',
    'ground',
    'zod',
  ],
  'src/app/compose.ts': [
    'src/app/compose-chat.ts',
    'src/app/config/config.ts',
    'src/app/compose-place.ts',
    'src/app/compose-seller.ts',
    'src/mcp/server.ts',
    'src/app/limits.ts',
    'src/sandbox',
    'src/store',
    'src/net',
    'src/app/compose-onchain.ts',
    'src/pay/seller.ts',
    'kit',
    'ground',
  ],
  'src/app/compose-chat.ts': [
    'src/chat/users/accounts.ts',
    'src/chat/open-on-demand.ts',
    'src/chat/kernel/types.ts',
    'src/app/compose-chat-options.ts',
    'src/app/config/config.ts',
    'src/contract/net.ts',
    'src/remote/chat',
    'kit',
    'ground',
  ],
  'src/app/compose-chat-options.ts': [
    'src/chat/users/token-key.ts',
    'src/chat/kernel/types.ts',
    'src/chat/notifications/push-relay-port.ts',
    'src/chat/notifications/push-relay.ts',
    'src/app/config/config.ts',
    'src/net/mail.ts',
    'src/contract/net.ts',
    'src/app/config/settings.ts',
  ],
  'src/app/compose-place.ts': [
    'src/app/compose-buyer.ts',
    'src/app/config/config.ts',
    'src/remote',
    'kit',
    'ground',
  ],
  'src/app/compose-rpc.ts': ['src/app/config/config.ts', 'src/contract/net.ts', 'src/pay'],
  'src/app/compose-buyer.ts': [
    'src/app/compose-rpc.ts',
    'src/app/config/config.ts',
    'src/contract/net.ts',
    'src/pay',
    'src/remote',
    'kit',
    'ground',
  ],
  'src/app/compose-onchain.ts': [
    'src/app/config/config.ts',
    'src/contract/net.ts',
    'src/onchain',
    'ground',
  ],
  'src/app/compose-seller.ts': [
    'src/app/compose-rpc.ts',
    'src/app/config/config.ts',
    'src/contract/net.ts',
    'src/pay',
    'kit',
    'ground',
  ],
  'src/app/limits.ts': [
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
  'src/app/config/chat-address.ts': ['zod'],
  'src/app/config/setting-values.ts': ['src/pay/money.ts', 'zod'],
  'src/app/config/settings.ts': [
    'src/chat/limits.ts',
    'src/app/config/chat-address.ts',
    'src/lib/log.ts',
    'src/app/config/setting-values.ts',
    'zod',
  ],
  'src/app/config/config.ts': ['src/lib/secret.ts', 'src/app/config/settings.ts', 'zod'],
  // surfaces
  'src/mcp': [
    'src/mcp',
    'src/chat/kernel/types.ts',
    ...SELLING,
    SPENDING,
    'kit',
    'ground',
    'zod',
    '@modelcontextprotocol/server',
  ],
  'src/http': [
    'src/http',
    'src/chat/kernel/types.ts',
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
    'src/onchain/check-questions.ts',
    'src/onchain/limits.ts',
    'src/pdf',
    'src/qr',
    'src/contract/net.ts',
    'zod',
  ],
  // kit
  'src/core/offers.ts': ['kit', 'src/pay/terms.ts', 'zod'],
  'src/core/agent-form.ts': ['kit', 'ground'],
  'src/contract/field-types.ts': ['kit', 'zod'],
  'src/core/run.ts': ['kit', 'ground', 'zod'],
  'src/core/select.ts': ['kit', 'ground'],
  'src/contract/operation.ts': [
    'src/chat/kernel/types.ts',
    'src/contract/services.ts',
    'src/contract/spending.ts',
    'zod',
  ],
  'src/contract/services.ts': [
    'src/chat/kernel/types.ts',
    'src/contract/operation.ts',
    'src/contract/net.ts',
    'src/contract/onchain.ts',
    'src/contract/spending.ts',
    'src/contract/sandbox.ts',
    'src/store/port.ts',
    'ground',
  ],
  // engines; the sandbox knows the engines' jobs by type and loads them in its child
  'src/extract': [
    'src/extract',
    'src/contract/net.ts',
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
    'src/jobs/call.ts',
    'src/jobs/port.ts',
    'src/files',
    'src/contract/net.ts',
    'src/contract/operation.ts',
    'src/contract/sandbox.ts',
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
  'src/jobs': ['src/jobs', 'src/store/port.ts', 'src/store/schema.ts', 'ground', 'kysely'],
  'src/images': ['src/images', 'ground'],
  'src/qr': ['src/qr', 'ground', 'qrcode'],
  'src/onchain': ['src/onchain', 'src/contract/net.ts', 'ground', 'viem', '@adraffy/ens-normalize'],
  'src/convert': ['src/convert', 'ground', 'markdown-it', 'sanitize-html'],
  'src/pay': [
    'src/pay',
    'src/contract/net.ts',
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
    'src/chat/resources/event-listener.ts',
    'src/chat/resources/resource-subject.ts',
    'src/chat/resources/touched-resources.ts',
    'src/chat/kernel/types.ts',
    'src/contract/net.ts',
    'kit',
    'ground',
    'zod',
  ],
  'src/remote': ['src/remote', 'src/contract/net.ts', 'src/pay', 'kit', 'ground'],
  'src/app/sandbox-jobs.ts': [
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
  'src/lib/metrics.ts': ['prom-client'],
  'src/lib/log.ts': ['src/contract/errors.ts', 'pino'],
  'src/lib/version.ts': ['package.json'],
  'src/markdown': ['src/markdown', 'src/contract/errors.ts', 'htmlparser2'],
  'src/lib/once.ts': [],
  'src/lib/rate-limit.ts': ['src/contract/errors.ts'],
  'src/lib/secret.ts': [],
  'src/lib/text.ts': [],
  'src/lib/text-bounds.ts': ['src/lib/text.ts', 'zod'],
  'src/lib/decode.ts': [],
  'src/lib/load-once.ts': [],
  'src/lib/months.ts': [],
  'src/contract/errors.ts': [],
  'src/lib/zones.ts': [],
}

const groups: Record<string, readonly string[]> = {
  kit: [
    'src/core/agent-form.ts',
    'src/contract/field-types.ts',
    'src/core/offers.ts',
    'src/contract/operation.ts',
    'src/core/run.ts',
    'src/core/select.ts',
    'src/contract/services.ts',
  ],
  ground: [
    'src/lib/decode.ts',
    'src/lib/load-once.ts',
    'src/contract/errors.ts',
    'src/lib/log.ts',
    'src/markdown',
    'src/lib/metrics.ts',
    'src/lib/months.ts',
    'src/lib/once.ts',
    'src/lib/rate-limit.ts',
    'src/lib/secret.ts',
    'src/lib/text.ts',
    'src/lib/text-bounds.ts',
    'src/lib/version.ts',
    'src/lib/zones.ts',
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
const environmentReaders = new Set(['src/app/config/config.ts', 'src/sandbox/lockdown.ts'])

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
    ['src/app/compose.ts', "import { keccak256 } from 'viem/utils'"],
    ['src/mcp/server.ts', "import { operations } from '../../tools/index.ts'"],
    ['src/http/app.ts', "import { DatabaseSync } from 'node:sqlite'"],
    ['src/net/agent.ts', 'const proxy = process.env.HTTP_PROXY'],
    ['src/strange/new.ts', ''],
  ])('%s is refused: %s', (file, source) => {
    expect(refusals(file, source)).toHaveLength(1)
  })
})
