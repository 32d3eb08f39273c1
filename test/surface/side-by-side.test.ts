import { globSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Files that may lie side by side: of more, nobody has an overview. */
const SIDE_BY_SIDE_MAX_COUNT = 24

/** Folders of which each file is one item of a kind, found by its name; and what the kind is. */
const ITEMS: Readonly<Record<string, string>> = {
  'tools/**': 'an operation',
  'test/tools/**': 'the tests of an operation',
  'test/surface/tool-schemas': 'the schema of an operation',
  'src/cli/commands': 'a command',
  'src/store/migrations': 'a migration',
  'src/pdf/file/cmaps': 'a character map',
  'src/lib': 'a function that any program could use',
  'test/fixtures/**': 'a document of somebody else',
  'test/support': 'something that several tests need',
  bench: 'a measurement',
}

function isExempt(folder: string): boolean {
  return Object.keys(ITEMS).some((items) => matchesGlob(folder, items))
}

/** Folders with more files than lie well side by side, and how many they have. */
function crowded(files: readonly string[]): string[] {
  const byFolder = Map.groupBy(files, (file) => dirname(file))
  return [...byFolder]
    .filter(([folder, { length }]) => length > SIDE_BY_SIDE_MAX_COUNT && !isExempt(folder))
    .map(([folder, { length }]) => `${folder} has ${length} files: part it into rooms`)
}

test('no folder has more files than lie well side by side', () => {
  const places = '{bench,examples,scripts,src,test,tools,web}/**'
  const entries = globSync(places, { cwd: root, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
  expect(files.length).toBeGreaterThan(2_000)
  expect(crowded(files)).toEqual([])
})

test.each([
  ['src/chat/users', 24, 0],
  ['src/chat/users', 25, 1],
  ['src/chat/users/accounts', 25, 1],
  ['src/lib', 50, 0],
  ['src/lib/dates', 25, 1],
  ['tools/chat/users', 50, 0],
])('%s with %i files is crowded: %i', (folder, count, found) => {
  const files = Array.from({ length: count }, (_, index) => `${folder}/${index}.ts`)
  expect(crowded(files)).toHaveLength(found)
})
