import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { SECRETS, SETTINGS } from '../../src/app/config/settings.ts'
import { said } from '../../src/app/limits.ts'
import { wholeCatalogue } from '../../tools/index.ts'

const root = join(import.meta.dirname, '../..')
const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8')
const valuesOf = async (file: string) =>
  Object.entries((await import(join(root, file))) as Readonly<Record<string, unknown>>)

/** Where limits are said, and the list that each of these files exports. */
const rooms = globSync('src/**/*.ts', { cwd: root }).flatMap((file) => {
  const [, list] = /\blimitsInto\((\w+_LIMITS)\)/.exec(sourceOf(file)) ?? []
  return list === undefined ? [] : [{ file, list }]
})

/** Constants that a file says to callers, with their units. */
function saidIn(file: string): [name: string, unit: string][] {
  const constants = sourceOf(file).matchAll(/export const (\w+) = limit\(\s*[^']+?,\s*'([^']+)'/g)
  return [...constants].map(([, name = '', unit = '']) => [name, unit])
}

test.each(rooms)('what $file says is among the limits', async ({ file, list }) => {
  const [, own] = (await valuesOf(file)).find(([name]) => name === list) ?? []
  expect(own).not.toEqual([])
  expect(said).toEqual(expect.arrayContaining([...(own as typeof said)]))
})

test('no two limits are said in the same words, and each in the unit of its name', () => {
  const meanings = said.map(({ meaning }) => meaning)
  expect(meanings.filter((meaning, index) => meanings.indexOf(meaning) !== index)).toEqual([])
  const units: readonly (readonly [ending: RegExp, unit: RegExp])[] = [
    [/_CHARS$/, /^characters$/],
    [/_BYTES$/, /^bytes$/],
    [/_MIB$/, /^MiB$/],
    [/_PX$/, /^pixels$/],
    [/_MS$/, /^ms\b/],
    [/_(?:SECONDS|S)$/, /^(?:seconds|s)$/],
    [/_HOURS$/, /^hours$/],
    [/_DAYS$/, /^days$/],
  ]
  const constants = rooms.flatMap(({ file }) => saidIn(file))
  expect(constants.length).toBeGreaterThan(150)
  const differs = ([name, unit]: readonly [string, string]) =>
    units.some(([ending, expected]) => ending.test(name) && !expected.test(unit))
  expect(constants.filter(differs)).toEqual([])
})

test('each limit can be understood alone', () => {
  const leaning =
    /^(?:and|it|its|of|or|such|that|the same|them|these|they|those)\b|\b(?:among|of) (?:them|these|those)\b/i
  const meanings = said.map(({ meaning }) => meaning)
  expect(meanings.filter((meaning) => leaning.test(meaning))).toEqual([])
})

test('settings that limits name are there', () => {
  const named = said.flatMap(({ setting }) => setting ?? [])
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !Object.hasOwn(SETTINGS, name))).toEqual([])
})

/** What reads the configuration, but for what says which settings there are. */
const readers = globSync('src/{app,cli}/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('settings.ts'))
  .map(sourceOf)
  .join('\n')

/** How something is read of an object: as a member, or by a pattern. */
const reads = (of: string, name: string) =>
  new RegExp(
    `\\b${of}(?:\\.|\\[')${name}\\b|[{,]\\s*'?${name}\\b[^{}]*\\}(?: = |: )(?:Pick<|config\\.)?${of}\\b`,
  )

test('every setting and every secret is read somewhere', () => {
  const isRead = (name: string) =>
    reads('(?:[cC]onfig|flags)', name).test(readers) ||
    // Those that begin alike are read together.
    readers.includes(`config[\`${name.split('-')[0]}-\${`)
  expect(Object.keys(SETTINGS).filter((name) => !isRead(name))).toEqual([])
  const isTaken = (name: string) => reads('secrets', name).test(readers)
  expect(Object.keys(SECRETS).filter((name) => !isTaken(name))).toEqual([])
  expect(['unread', 'unread-setting'].filter(isRead)).toEqual([])
})

const inputs = new Map(
  (await wholeCatalogue()).map(({ name, input }) => [name, z.toJSONSchema(input, { io: 'input' })]),
)

const BOUND = /^m(?:ax|in)(?:imum|Length|Items)$/

function boundsIn(schema: unknown): number[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    BOUND.test(key) ? [Number(value)] : boundsIn(value),
  )
}

/** Limits of a file that it does not say, with their values. */
async function unsaidIn(file: string): Promise<ReadonlyMap<string, number>> {
  const constants = new Set(saidIn(file).map(([name]) => name))
  const unsaid = (await valuesOf(file)).filter(
    ([name]) => /_M(?:AX|IN)_/.test(name) && !constants.has(name),
  )
  return new Map(unsaid.map(([name, value]) => [name, Number(value)]))
}

/** How often a document is parsed: nobody meets it, but how long a call may take follows from it. */
const INNER: ReadonlySet<string> = new Set(['JOB_RUNS_MAX_COUNT'])

test('limits that operations import are said, or bounds of their schemas', async () => {
  const open = new Set<string>()
  const imports = /import \{([^}]*)\} from '([^']*limits\.ts)'/g
  for (const file of globSync('tools/**/*.ts', { cwd: root })) {
    const bounds = boundsIn(inputs.get(basename(file, '.ts').replaceAll('-', '_')))
    for (const [, names = '', from = ''] of sourceOf(file).matchAll(imports)) {
      const unsaid = await unsaidIn(join(dirname(file), from))
      const imported = names.split(/[\s,]+/).filter((name) => unsaid.has(name))
      for (const name of imported) if (!bounds.includes(unsaid.get(name) ?? NaN)) open.add(name)
    }
  }
  expect(open).toEqual(INNER)
})

test('limits that an error tells are said, or bounds of a schema', async () => {
  const tells = /\b(?:badRequest|OperationError)\([^`]*?`[^`]*?\$\{(\w+_M(?:AX|IN)_\w+)\}/g
  const described = globSync('{src,tools}/**/*.ts', { cwd: root }).flatMap((file) =>
    [...sourceOf(file).matchAll(tells)].map(([, name = '']) => name),
  )
  expect(described.length).toBeGreaterThan(20)
  const files = globSync('src/**/*limits.ts', { cwd: root })
  const unsaid = new Map((await Promise.all(files.map(unsaidIn))).flatMap((one) => [...one]))
  const bounds = new Set([...inputs.values()].flatMap(boundsIn))
  expect(
    described.filter((name) => unsaid.has(name) && !bounds.has(unsaid.get(name) ?? NaN)),
  ).toEqual([])
})
