import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConfigError, envName, loadConfig } from '../../../../src/app/config/config.ts'
import { defaultOf, type Setting } from '../../../../src/app/config/setting.ts'
import { SECRETS, SETTINGS } from '../../../../src/app/config/settings.ts'
import { nearestName } from '../../../../src/lib/nearest-name.ts'
import { tempDir } from '../../../support/bellhop.ts'
import { canaries } from '../../../support/canaries.ts'
import { messageOf } from '../../../support/thrown.ts'

test('works without any setting', () => {
  expect(loadConfig({ env: { PATH: '/bin' } })).toMatchObject({
    host: '127.0.0.1',
    port: 8402,
    'allow-hosts': [],
    'read-only': false,
    searchPath: '/bin',
  })
})

test('a flag wins over the environment, that over the file, that over the default', () => {
  using dir = tempDir()
  const config = join(dir.path, 'config.json')
  writeFileSync(config, JSON.stringify({ port: 1, host: '::1', 'allow-hosts': ['a.example'] }))
  const env = { BELLHOP_PORT: '2', BELLHOP_HOST: 'localhost', BELLHOP_CONFIG: config }
  expect(loadConfig({ flags: { port: '3' }, env })).toMatchObject({
    port: 3,
    host: 'localhost',
    'allow-hosts': ['a.example'],
  })
})

test('a config file may begin with a byte order mark, as Windows editors write', () => {
  using dir = tempDir()
  const config = join(dir.path, 'config.json')
  writeFileSync(config, `\uFEFF${JSON.stringify({ port: 7 })}`)
  expect(loadConfig({ env: { BELLHOP_CONFIG: config } }).port).toBe(7)
})

test('the public address is a base without a slash at its end', () => {
  const flags = { 'public-url': 'https://a.example/api/' }
  expect(loadConfig({ flags, env: {} })['public-url']).toBe('https://a.example/api')
})

test('lists take commas and spaces, switches take the usual words', () => {
  const env = { BELLHOP_TOOLS: 'a, b  c', BELLHOP_READ_ONLY: 'true' }
  expect(loadConfig({ env })).toMatchObject({ tools: ['a', 'b', 'c'], 'read-only': true })
})

test.each(['', '${user_config.allow_hosts}'])(
  'a value that a desktop host left open counts as unset: "%s"',
  (value) => {
    expect(loadConfig({ env: { BELLHOP_ALLOW_HOSTS: value } })['allow-hosts']).toEqual([])
  },
)

test.each([
  [{ XDG_DATA_HOME: '/x' }, '/x/bellhop'],
  [{}, /bellhop$/i],
])('the data folder belongs to the user: %j', (env, expected) => {
  expect(loadConfig({ env })['data-dir']).toMatch(expected)
})

describe('a setting that cannot be used names its source', () => {
  test.each([
    [{ flags: { port: 'x' } }, '--port'],
    [{ env: { BELLHOP_PORT: '70000' } }, 'BELLHOP_PORT'],
    [{ env: { BELLHOP_LOG_LEVEL: 'loud' } }, 'BELLHOP_LOG_LEVEL'],
    [{ env: { BELLHOP_DATABASE_URL: 'mysql://x' } }, 'BELLHOP_DATABASE_URL'],
    [{ env: { BELLHOP_CONFIG: '/nowhere.json' } }, '--config'],
  ])('%j', (sources, name) => {
    expect(() => loadConfig({ env: {}, ...sources })).toThrow(ConfigError)
    expect(() => loadConfig({ env: {}, ...sources })).toThrow(name)
  })

  test('a database password is not echoed', () => {
    const env = { BELLHOP_DATABASE_URL: 'mysql://user:hunter2@db/x' }
    const message = messageOf(() => loadConfig({ env }))
    expect(message).toContain('BELLHOP_DATABASE_URL')
    expect(message).not.toContain('hunter2')
  })

  test('an unknown name in the file', () => {
    using dir = tempDir()
    const config = join(dir.path, 'config.json')
    writeFileSync(config, '{"prot": 1}')
    expect(() => loadConfig({ env: { BELLHOP_CONFIG: config } })).toThrow('prot')
  })
})

test('the chat is here, off, or at a server that its key can be sent to', () => {
  const place = (chat?: string) => loadConfig({ flags: { chat }, env: {} }).chat
  expect(place()).toBe('here')
  expect(place('off')).toBe('off')
  expect(place('https://chat.example.com/')).toBe('https://chat.example.com')
  expect(place('https://example.com/chat/api/v1/')).toBe('https://example.com/chat')
  expect(place('http://127.0.0.1:8402')).toBe('http://127.0.0.1:8402')
  expect(place('http://[::1]:8402')).toBe('http://[::1]:8402')
  for (const bad of [
    'there',
    'http://chat.example.com',
    'http://127.0.0.1.example.com',
    'https://a:b@example.com',
    'file:///x',
  ]) {
    expect(() => place(bad)).toThrow('--chat')
  }
})

test('the key of the chat account is taken out of the environment', () => {
  const env = { BELLHOP_CHAT_KEY: canaries().chatKey }
  const { secrets } = loadConfig({ env })
  expect(env).toEqual({})
  expect(secrets.chatKey?.reveal()).toBe(canaries().chatKey)
})

test('rate limits of the chat are rules, or off', () => {
  const limits = (text?: string) =>
    loadConfig({ flags: { 'chat-rate-limits': text }, env: {} })['chat-rate-limits']
  expect(limits()).toEqual([
    { count: 200, seconds: 60 },
    { count: 2_000, seconds: 3_600 },
  ])
  expect(limits('5/10')).toEqual([{ count: 5, seconds: 10 }])
  expect(limits('off')).toEqual([])
  expect(() => limits('many')).toThrow('--chat-rate-limits')
})

describe('what holds where nobody set it', () => {
  const settings = Object.entries<Setting<unknown>>(SETTINGS)

  test('is written as one would set it', () => {
    const { port, 'rate-limits': rates, 'spool-mb': spool, 'pay-hosts': hosts, tools } = SETTINGS
    expect([port, rates, spool, hosts, tools, SETTINGS['read-only']].map(defaultOf)).toEqual([
      '8402',
      '300/10,1200/60',
      '1000',
      'none',
      'those of the toolsets',
      'false',
    ])
  })

  test.each(settings)('is said by the schema or beside it, of %s', (_, setting) => {
    const { schema, description, unset } = setting
    expect(description).not.toMatch(/\bdefaults?\b|unless set|if unset|when unset/i)
    expect(unset).not.toBe('none')
    const bySchema = defaultOf({ schema, description })
    const expected: unknown = schema.parse(bySchema === 'none' ? undefined : bySchema)
    expect(expected).toEqual(schema.parse(undefined))
    expect(defaultOf(setting)).toBe(unset === undefined ? bySchema : unset)
  })
})

describe('chains that the operator names', () => {
  test('come from flags, the environment and the file, each under its name, with or without an id', () => {
    using dir = tempDir()
    const config = join(dir.path, 'config.json')
    const file = { 'rpc-celo': 'https://c.example', rpc: { scroll: ['https://s.example'] } }
    writeFileSync(config, JSON.stringify(file))
    const env = {
      BELLHOP_CONFIG: config,
      BELLHOP_RPC_GNOSIS: 'eip155:100,https://g.example https://h.example',
      BELLHOP_RPC_BASE_SEPOLIA: 'https://env.example',
      BELLHOP_RPC_BASE: 'https://b.example',
    }
    const flags = { 'rpc-base-sepolia': 'https://flag.example/key=1' }
    const read = loadConfig({ flags, env })
    expect(read.rpc).toEqual({
      scroll: { endpoints: ['https://s.example'] },
      celo: { endpoints: ['https://c.example'] },
      gnosis: { id: 100, endpoints: ['https://g.example', 'https://h.example'] },
      'base-sepolia': { endpoints: ['https://flag.example/key=1'] },
    })
    expect(read['rpc-base']).toEqual(['https://b.example'])
    expect(loadConfig({ env: {} }).rpc).toEqual({})
    const pairs = 'gnosis=https://g.example/?k=1 celo=eip155:42220,https://c.example'
    expect(loadConfig({ env: { BELLHOP_RPC: pairs } }).rpc).toEqual({
      gnosis: { endpoints: ['https://g.example/?k=1'] },
      celo: { id: 42_220, endpoints: ['https://c.example'] },
    })
  })

  test.each([
    [{ BELLHOP_RPC_ETHERUM: 'https://e.example' }, 'is rpc-ethereum meant?'],
    [{ BELLHOP_RPC_POLIGON: 'https://e.example' }, 'is rpc-polygon meant?'],
    [{ BELLHOP_RPC_GNOSIS: 'eip155:100' }, 'addresses'],
    [{ BELLHOP_RPC_GNOSIS: 'ftp://g.example' }, 'addresses'],
    [{ BELLHOP_RPC_GNOSIS: 'eip155:0,https://g.example' }, 'addresses'],
  ])('are refused where they are a slip: %j', (env, why) => {
    expect(() => loadConfig({ env })).toThrow(why)
  })
})

describe('the schema of an organization', () => {
  const DATABASE = { BELLHOP_DATABASE_URL: 'postgres://localhost/x', BELLHOP_DATA_DIR: '/data' }
  const read = (env: Record<string, string>) => loadConfig({ env: { ...DATABASE, ...env } })

  test('gives it a folder of its own in what several may be given, and its uploads a place', () => {
    const env = { BELLHOP_DATABASE_SCHEMA: 'acme' }
    const own = read(env)
    expect([own['data-dir'], own['wallet-file'], own['upload-store']]).toEqual([
      '/data/organizations/acme',
      '/data/organizations/acme/wallet.json',
      undefined,
    ])
    const places = {
      '/uploads/': '/uploads/organizations/acme',
      's3://team': 's3://team/organizations/acme',
      's3://team/chat/?endpoint=http://b:9000/x':
        's3://team/chat/organizations/acme?endpoint=http://b:9000/x',
    }
    for (const [given, place] of Object.entries(places)) {
      expect(read({ ...env, BELLHOP_UPLOAD_STORE: given })['upload-store']).toBe(place)
      expect(read({ BELLHOP_UPLOAD_STORE: given })['upload-store']).toBe(given)
    }
    expect(read({})['data-dir']).toBe('/data')
  })

  test('is refused without Postgres, and under names that the database has or that need quotes', () => {
    const alone = { BELLHOP_DATABASE_SCHEMA: 'acme' }
    expect(() => loadConfig({ env: alone })).toThrow('it needs --database-url')
    const refused = [
      'public',
      'pg_catalog',
      'pg_x',
      'information_schema',
      'Acme',
      'a-b',
      '9a',
      '_a',
      'a b',
      'ä',
    ]
    for (const name of [
      ...refused,
      'a"; drop schema public; --',
      '..',
      '.',
      'a/b',
      'a'.repeat(64),
    ]) {
      expect(() => read({ BELLHOP_DATABASE_SCHEMA: name }), name).toThrow('BELLHOP_DATABASE_SCHEMA')
    }
  })

  test('of two names the places never meet, whatever they are given besides', () => {
    const written = fc.stringMatching(/^[abz][abz09_]{0,20}$/)
    const store = fc.constantFrom('/data', '/data/files', '/u', 's3://b', 's3://b/files/?region=x')
    fc.assert(
      fc.property(written, written, store, (one, other, place) => {
        fc.pre(one !== other)
        const [a, b, none] = [one, other, ''].map((schema) =>
          read({ BELLHOP_DATABASE_SCHEMA: schema, BELLHOP_UPLOAD_STORE: place }),
        )
        for (const key of ['data-dir', 'upload-store'] as const) {
          const [mine, theirs] = [a?.[key] ?? '', b?.[key] ?? ''].map(
            (path) => `${path.replace(/\?.*/, '')}/`,
          )
          expect(mine?.startsWith(theirs ?? '') || theirs?.startsWith(mine ?? '')).toBe(false)
          // Nor with what is kept where there is no schema: its files, cache and spool lie beside.
          const rest = mine?.slice(String(none?.[key]).replace(/\/?(\?.*)?$/, '').length)
          expect(rest).toMatch(/^\/organizations\//)
        }
      }),
    )
  })
})

const VARIABLES = [
  ...Object.keys(SETTINGS).map(envName),
  ...Object.values(SECRETS).map(({ variable }) => variable),
].filter((name) => name.startsWith('BELLHOP_'))

test('a variable with a slip in its name is refused with the right one, wherever the slip is', () => {
  const letter = fc.stringMatching(/^[A-Z_]$/)
  const slip = fc.record({
    right: fc.constantFrom(...VARIABLES),
    at: fc.nat(60),
    kind: fc.constantFrom('left out', 'too many', 'other', 'swapped'),
    letter,
  })
  fc.assert(
    fc.property(slip, ({ right, at, kind, letter: other }) => {
      const rest = right.slice('BELLHOP_'.length)
      const i = at % rest.length
      const [before, here, next, after] = [
        rest.slice(0, i),
        rest[i],
        rest[i + 1],
        rest.slice(i + 2),
      ]
      const tail = (next ?? '') + after
      const wrong = {
        'left out': before + tail,
        'too many': before + other + here + tail,
        other: before + other + tail,
        swapped: before + (next ?? '') + here + after,
      }[kind]
      const name = `BELLHOP_${wrong}`
      fc.pre(!VARIABLES.includes(name) && !name.startsWith('BELLHOP_RPC_'))
      const message = messageOf(() => loadConfig({ env: { [name]: '1' } }))
      expect(message).toMatch(new RegExp(`^${name}: there is no such setting`))
      // Of short names several are one letter away.
      const meant = /Is (\w+) meant/.exec(message)?.[1]
      expect(rest.length < 6 || meant === right || nearestName(name, VARIABLES) === meant).toBe(
        true,
      )
    }),
    { numRuns: 500 },
  )
})

test('a variable that nothing reads stops the start, also where nothing is near', () => {
  for (const name of ['BELLHOP_SPLINES_OF_RETICULATION', 'BELLHOP_', 'BELLHOP_SERVE_PORT']) {
    expect(() => loadConfig({ env: { [name]: 'x' } })).toThrow(`${name}: there is no such setting`)
  }
  expect(() => loadConfig({ env: { BELLHOP_PROT: '1' } })).toThrow('Is BELLHOP_PORT meant?')
  // Empty ones are unset, and those of others are theirs.
  expect(loadConfig({ env: { BELLHOP_PROT: '', BELL_PROT: '1' } }).port).toBe(8402)
})

test('what Kubernetes sets for a service of this name is no slip', () => {
  const env = {
    BELLHOP_SERVICE_HOST: '10.0.0.1',
    BELLHOP_SERVICE_PORT: '8402',
    BELLHOP_SERVICE_PORT_HTTP: '8402',
    BELLHOP_PORT: 'tcp://10.0.0.1:8402',
    BELLHOP_PORT_8402_TCP: 'tcp://10.0.0.1:8402',
    BELLHOP_PORT_8402_TCP_PROTO: 'tcp',
    BELLHOP_PORT_8402_TCP_PORT: '8402',
    BELLHOP_PORT_8402_TCP_ADDR: '10.0.0.1',
    BELLHOP_WEB_PORT: 'tcp://10.0.0.1:80',
    BELLHOP_NAME: 'bellhop.example.com',
  }
  expect(loadConfig({ env }).port).toBe(8402)
})
