import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/**
 * The places of the code, from top to bottom. A file imports its own place and those on lines below, in
 * types too; places on one line do not know each other.
 */
const LAYERS: readonly (readonly string[])[] = [
  ['cli'],
  ['app'],
  ['mcp', 'http', 'tools'],
  ['core'],
  ['remote'],
  ['documents'],
  ['extract', 'feed', 'pdf', 'convert', 'qr', 'onchain', 'pay', 'chat', 'browser', 'oauth'],
  ['sandbox', 'net', 'store', 'files', 'markdown', 'images'],
  ['markup'],
  ['contract'],
  ['lib'],
]

/**
 * Rooms of places with many files, from top to bottom like these. Beside them is what they share, and what leads into them, which
 * imports any.
 */
const ROOMS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'src/pdf': [['structure', 'write'], ['tables'], ['page', 'lines'], ['glyphs'], ['file']],
  'src/http': [['openapi'], ['owner'], ['routes'], ['bodies'], ['fairness'], ['callers']],
  'src/mcp': [['sessions'], ['tasks', 'views'], ['list'], ['calls']],
  'src/pay': [['buyer', 'seller'], ['wallet'], ['chain'], ['protocol']],
  'src/core': [['reading', 'select', 'plans'], ['run']],
  'src/net': [['operator'], ['fetch'], ['cache', 'guard', 'robots']],
  'src/app': [['backup', 'background-jobs', 'compose'], ['config']],
  'src/chat/users': [['agents', 'bots', 'profile'], ['accounts'], ['sign-in']],
  'src/chat/messages': [['conversations'], ['edit', 'marking'], ['fetch', 'send'], ['emoji']],
  'src/markdown': [['parts', 'write']],
  'src/convert': [['csv', 'html', 'json', 'markdown']],
  'src/extract': [
    ['records', 'threads'],
    ['content', 'emit', 'markdown', 'selectors', 'walls'],
    ['page-info'],
  ],
  'src/extract/content': [['keep'], ['leave'], ['model'], ['features']],
  'src/extract/emit': [['formulas', 'media', 'notes']],
  'src/extract/page-info': [['dates'], ['scan']],
  'src/feed': [['xml']],
  'src/documents': [
    ['book', 'mail', 'open-document', 'plain', 'sheets', 'slides', 'word'],
    ['package', 'text'],
  ],
  'src/browser': [['page'], ['launch']],
  'src/markup/html': [['hiding'], ['tree'], ['tokens']],
  'src/onchain': [['transactions'], ['names', 'prices', 'calls'], ['rpc'], ['contracts']],
  'src/store': [['migrations', 'postgres', 'sqlite'], ['batch'], ['tables']],
}

/** Layers of the page for people, of the views in hosts and of what reads pages in a browser. Of the server they know types only. */
const WEB_LAYERS: readonly (readonly string[])[] = [
  ['main', 'views', 'reader'],
  ['app'],
  ['parts'],
  ['chat'],
  ['kit'],
  ['ui'],
  ['store'],
  ['lib'],
  ['words', 'styles'],
]

/** What browsers load beside our own. */
const WEB_PACKAGES: ReadonlySet<string> = new Set(['preact', 'preact/hooks', '@preact/signals'])

/** Surfaces are generic: of the engines they know only the seller's gate. */
const ENGINES_OF_SURFACES: ReadonlySet<string> = new Set(['pay'])

/** Packages and built-in modules, and the only places that use them. */
const FENCES: readonly (readonly [packages: string, places: string])[] = [
  ['@modelcontextprotocol/server', 'mcp'],
  ['@modelcontextprotocol/client', 'cli'],
  ['hono @hono/node-server @fastify/busboy @tus/server', 'http'],
  ['node:http', 'cli http net'],
  ['css-select css-what', 'extract'],
  ['unpdf', 'pdf'],
  ['lean-qr', 'qr'],
  ['postal-mime', 'documents'],
  ['jpeg-js', 'images'],
  ['viem', 'onchain pay'],
  ['ox @x402/core @x402/evm', 'pay'],
  ['@adraffy/ens-normalize', 'onchain'],
  ['@noble/ciphers highlight.js katex re2js stemmer url-template', 'chat'],
  ['jose', 'chat oauth'],
  ['oidc-provider openid-client', 'oauth'],
  ['entities', 'markup'],
  ['markdown-it', 'extract convert chat markdown'],
  ['sanitize-html', 'chat'],
  ['kysely', 'app chat oauth pay store'],
  ['pg node:sqlite', 'store'],
  ['undici nodemailer http-cache-semantics lru-cache node:https', 'net'],
  ['node:dgram', 'net browser'],
  ['@aws-sdk/client-s3', 'files'],
  ['pino prom-client', 'lib'],
  ['@opentelemetry', 'app'],
  ['node:child_process', 'cli sandbox browser'],
  ['node:worker_threads', 'sandbox'],
]

/** The one reader of the environment, and the one that empties it. */
const ENVIRONMENT_READERS: ReadonlySet<string> = new Set([
  'src/app/config/config.ts',
  'src/sandbox/lockdown.ts',
])

/** Modules that any place may use. */
const EVERYWHERE: ReadonlySet<string> = new Set(['zod'])

function placeOf(file: string): string {
  const [top = '', folder = ''] = file.split('/')
  return top === 'src' ? folder : top
}

function depthOf(place: string): number {
  return LAYERS.findIndex((layer) => layer.includes(place))
}

/** What a file imports: files by their path from the root, packages by their name. */
function importsOf(file: string, source: string): string[] {
  const imports = source.matchAll(/(?:\bfrom\s+|\bimport\s+|\bimport\s*\(\s*)'([\w@./:-]+)'/g)
  return [...imports].map(([, specifier = '']) =>
    specifier.startsWith('.') ? relative(root, join(root, dirname(file), specifier)) : specifier,
  )
}

function isFileOf(target: string): boolean {
  return target.startsWith('src/') || target.startsWith('tools/')
}

function mayImport(from: string, target: string): boolean {
  if (isFileOf(target)) {
    const to = placeOf(target)
    if (to === from) return true
    const isEngine = depthOf(to) === depthOf('chat')
    if (isEngine && ['mcp', 'http'].includes(from)) return ENGINES_OF_SURFACES.has(to)
    return depthOf(to) > depthOf(from)
  }
  const fence = FENCES.find(([packages]) =>
    packages.split(' ').some((name) => target === name || target.startsWith(`${name}/`)),
  )
  if (fence) return fence[1].split(' ').includes(from)
  return target.startsWith('node:') || EVERYWHERE.has(target) || target === 'package.json'
}

/** The room of a place that a file lies in; undefined beside the rooms and elsewhere. */
function roomOf(file: string, place: string): string | undefined {
  const [room, ...inside] = file.startsWith(`${place}/`)
    ? file.slice(place.length + 1).split('/')
    : []
  return inside.length > 0 ? room : undefined
}

/** What a file imports of other rooms of its place that do not lie below its own. */
function roomRefusals(file: string, targets: readonly string[]): string[] {
  return Object.entries(ROOMS).flatMap(([place, lines]) => {
    const depthIn = (room: string) => lines.findIndex((line) => line.includes(room))
    const room = roomOf(file, place)
    if (room === undefined) return []
    if (depthIn(room) === -1) return [`${file} is in no room of ${place}; add it to the rooms`]
    return targets
      .map((target) => ({ target, to: roomOf(target, place) ?? room }))
      .filter(({ to }) => to !== room && depthIn(to) <= depthIn(room))
      .map(({ target }) => `${file} may not import ${target}`)
  })
}

function webPlaceOf(path: string): string {
  const [, place = ''] = path.split('/')
  return place.replace(/\.tsx$/, '')
}

function webDepthOf(path: string): number {
  return WEB_LAYERS.findIndex((layer) => layer.includes(webPlaceOf(path)))
}

/** The folder of a part of the page, which is loaded alone. */
function partOf(path: string): string | undefined {
  return /^web\/parts\/([^/]+)\//.exec(path)?.[1]
}

function mayPageImport(from: string, target: string): boolean {
  if (!target.startsWith('web/')) return WEB_PACKAGES.has(target)
  if (webPlaceOf(from) !== webPlaceOf(target)) return webDepthOf(target) > webDepthOf(from)
  const [part, other] = [partOf(from), partOf(target)]
  return other === undefined || part === other
}

function pageRefusals(file: string, source: string): string[] {
  if (webDepthOf(file) === -1) return [`${file} belongs to no place; add it to the layers`]
  // Of types nothing is left for the browser.
  const running = source.replaceAll(/\bimport type\b[^']*'[^']*'/g, '')
  return importsOf(file, running)
    .filter((target) => !mayPageImport(file, target))
    .map((target) => `${file} may not import ${target}`)
}

function refusals(file: string, source: string): string[] {
  if (file.startsWith('web/')) return pageRefusals(file, source)
  const from = placeOf(file)
  if (depthOf(from) === -1) return [`${file} belongs to no place; add it to the layers`]
  const targets = importsOf(file, source)
  const refused = targets
    .filter((target) => !mayImport(from, target))
    .map((target) => `${file} may not import ${target}`)
  refused.push(...roomRefusals(file, targets))
  if (/\bprocess\.env\b/.test(source) && !ENVIRONMENT_READERS.has(file)) {
    refused.push(`${file} may not read process.env`)
  }
  return refused
}

/** Groups of files that import each other in a circle, in types or on first use too. */
function cyclesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order: string[] = []
  const seen = new Set<string>()
  const visit = (file: string, next: (file: string) => readonly string[], into: string[]) => {
    const stack = [{ file, rest: [...next(file)] }]
    seen.add(file)
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const child = top.rest.pop()
      if (child === undefined) into.push(stack.pop()?.file ?? '')
      else if (!seen.has(child)) {
        seen.add(child)
        stack.push({ file: child, rest: [...next(child)] })
      }
    }
  }
  const importers = new Map<string, string[]>()
  for (const [file, targets] of imports) {
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file])
  }
  for (const file of imports.keys()) {
    if (!seen.has(file)) visit(file, (one) => imports.get(one) ?? [], order)
  }
  seen.clear()
  const groups: string[][] = []
  for (const file of order.toReversed()) {
    if (seen.has(file)) continue
    const group: string[] = []
    visit(file, (one) => importers.get(one) ?? [], group)
    if (group.length > 1) groups.push(group.toSorted())
  }
  return groups
}

const files = globSync(['{src,tools}/**/*.{js,ts}', 'web/**/*.{ts,tsx}'], { cwd: root })
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

describe('boundaries', () => {
  test('every file imports only what its place may', () => {
    expect(files.length).toBeGreaterThan(500)
    expect([...sources].flatMap(([file, source]) => refusals(file, source))).toEqual([])
  })

  test('no files import each other in a circle', () => {
    const imports = new Map(
      [...sources].map(([file, source]) => [
        file,
        importsOf(file, source).filter((target) => sources.has(target) && target !== file),
      ]),
    )
    expect(cyclesOf(imports)).toEqual([])
  })

  test('a circle is found wherever it begins', () => {
    const imports = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['b']],
      ['d', []],
    ])
    expect(cyclesOf(imports)).toEqual([['b', 'c']])
  })

  test('the root of the source and of the tools holds what the layers name', () => {
    const roots = globSync('src/*', { cwd: root }).map((path) => path.slice('src/'.length))
    expect(roots.toSorted()).toEqual(
      LAYERS.flat()
        .filter((place) => place !== 'tools')
        .toSorted(),
    )
  })

  test('subjects of the chat have one name in the source, the tools and their tests', () => {
    const subjects = (path: string) =>
      globSync(`${path}/*/`, { cwd: root }).map((found) => found.slice(path.length + 1))
    const inSource = subjects('src/chat')
    expect(subjects('tools/chat').filter((subject) => !inSource.includes(subject))).toEqual([])
    const tested = subjects('test/tools/chat').filter((subject) => subject !== 'agent-examples')
    expect(tested.toSorted()).toEqual(subjects('tools/chat').toSorted())
  })

  test('the page takes types of the server', () => {
    const types = "import type { Chat } from '../../src/chat/kernel/types.ts'"
    expect(refusals('web/lib/types.ts', types)).toEqual([])
  })

  test.each([
    ['tools/web/extract.ts', "import { Hono } from 'hono'"],
    ['tools/web/extract.ts', "import { buildServer } from '../../src/mcp/server.ts'"],
    ['src/extract/engine.ts', "await import('undici')"],
    ['src/extract/engine.ts', "await import('unpdf')"],
    ['src/pdf/limits.ts', "import { decodeText } from '../extract/decode.ts'"],
    ['src/app/compose.ts', "import { keccak256 } from 'viem/utils'"],
    ['src/app/compose.ts', "import { somewhere } from 'left-pad'"],
    ['src/mcp/server.ts', "import { operations } from '../../tools/index.ts'"],
    ['src/mcp/server.ts', "import type { Chat } from '../chat/kernel/types.ts'"],
    ['src/http/app.ts', "import { DatabaseSync } from 'node:sqlite'"],
    ['src/contract/operation.ts', "import type { Chat } from '../chat/kernel/types.ts'"],
    ['src/lib/log.ts', "import type { OperationError } from '../contract/errors.ts'"],
    ['src/pay/limits.ts', "import type { Remote } from '../remote/remote.ts'"],
    ['src/net/fetch/agent.ts', 'const proxy = process.env.HTTP_PROXY'],
    ['src/strange/new.ts', ''],
    ['src/pdf/strange/new.ts', ''],
    ['src/pdf/tables/grid.ts', "import { readStructure } from '../structure/structure.ts'"],
    ['src/pdf/lines/runs.ts', "import type { LinkArea } from '../page/link-areas.ts'"],
    ['src/http/app.ts', "import { state } from '../../web/store/state.ts'"],
    ['web/app/shell.tsx', "import { z } from 'zod'"],
    ['web/store/state.ts', "import { limits } from '../../src/chat/limits.ts'"],
    ['web/store/state.ts', "import { Icon } from '../ui/icon.tsx'"],
    ['web/parts/agents/page.tsx', "import { part } from '../owner/page.tsx'"],
    ['web/strange/new.ts', ''],
  ])('%s is refused: %s', (file, source) => {
    expect(refusals(file, source)).toHaveLength(1)
  })
})
