import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { sandboxEntry } from '../../../src/app/sandbox-entry.ts'
import { readableBy } from '../../../src/sandbox/layout.ts'
import { ROOT } from '../../support/bellhop.ts'

/** Makes a tree of files, empty unless their text is given, and returns its real root. */
function tree(files: Readonly<Record<string, string>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  return root
}

function readable(root: string, file: string): string[] {
  const { folders, files } = readableBy(pathToFileURL(join(root, file)))
  return [...folders, ...files].map((path) => relative(root, path)).toSorted()
}

const MODULES = {
  'package.json': '{}',
  '.env': 'SECRET=1',
  'src/app/child.ts':
    "import { a } from '../engine/a.ts'\nconst b = () => import('../lazy/b.ts')\n" +
    "import fs from 'node:fs'\n",
  'src/engine/a.ts': "import type { C } from './deep/c.ts'\n",
  'src/engine/deep/c.ts': "import { deep } from 'parser/deep'\n",
  'src/lazy/b.ts': 'import {\n  one,\n} from "@scope/lazy"\nimport \'./gone.ts\'\n',
  'src/server/d.ts': "import 'unused'\n",
}

const PACKAGES = {
  'node_modules/parser/package.json':
    '{"dependencies":{"nested":"1","absent":"1"},"devDependencies":{"unused":"1"}}',
  'node_modules/parser/node_modules/nested/package.json': '{"dependencies":{"shared":"1"}}',
  'node_modules/shared/package.json': '{"optionalDependencies":{"parser":"1"}}',
  'node_modules/@scope/lazy/package.json': '{}',
  'node_modules/unused/package.json': '{}',
  'node_modules/node/package.json': '{}',
  'node_modules/.cache/x': '',
}

const PROGRAM = [
  'node_modules/@scope/lazy',
  'node_modules/parser',
  'node_modules/shared',
  'package.json',
  'src/app',
  'src/engine',
  'src/lazy',
]

test('from source a child reads what it imports, now or later, and nothing else of the project', () => {
  expect(readable(tree({ ...MODULES, ...PACKAGES }), 'src/app/child.ts')).toEqual(PROGRAM)
})

test('in a workspace a child reads shared packages where they are', () => {
  const inOne = Object.entries(MODULES).map(([file, content]) => [`one/${file}`, content])
  const root = tree({ 'package.json': '{}', ...PACKAGES, ...Object.fromEntries(inOne) })
  const moved = PROGRAM.map((path) => (path.startsWith('node_modules') ? path : `one/${path}`))
  expect(readable(root, 'one/src/app/child.ts')).toEqual(moved.toSorted())
})

test('of an installed package a child reads its own folder', () => {
  const child = 'node_modules/bellhop/lib/sandbox/child.mjs'
  const root = tree({
    secret: '',
    'node_modules/bellhop/package.json': '{}',
    [child]: "from './x'",
  })
  expect(readable(root, child)).toEqual(['node_modules/bellhop/lib/sandbox'])
})

test('a module beside package.json does not open the project', () => {
  const root = tree({ 'package.json': '{}', 'child.ts': "import './part.ts'", 'part.ts': '' })
  expect(readable(root, 'child.ts')).toEqual(['child.ts', 'part.ts'])
})

test('a linked folder is readable under both of its names', () => {
  const root = tree({ 'clone/package.json': '{}', 'clone/src/sandbox/child.ts': '' })
  symlinkSync(join(root, 'clone'), join(root, 'link'))
  expect(readable(root, 'link/src/sandbox/child.ts')).toEqual([
    'clone/package.json',
    'clone/src/sandbox',
    'link/package.json',
    'link/src/sandbox',
  ])
})

test('a linked package is readable where it really is', () => {
  const root = tree({
    'clone/package.json': '{}',
    'clone/src/child.ts': "import 'x'",
    'main/node_modules/x/package.json': '{"dependencies":{"y":"1"}}',
    'main/node_modules/y/package.json': '{}',
  })
  symlinkSync(join(root, 'main/node_modules'), join(root, 'clone/node_modules'))
  expect(readable(root, 'clone/src/child.ts')).toEqual([
    'clone/node_modules/x',
    'clone/package.json',
    'clone/src',
    'main/node_modules/x',
    'main/node_modules/y',
  ])
})

test('the parsers are not given the server, its tests, its settings or the store', () => {
  const { folders, files } = readableBy(
    sandboxEntry(pathToFileURL(join(ROOT, 'src/app/x.ts')).href),
  )
  const all = [...folders, ...files].map((path) => relative(ROOT, path))
  expect(all).toEqual(expect.arrayContaining(['src/extract', 'src/pdf', 'node_modules/unpdf']))
  for (const secret of ['.env', '.git/config', 'package-lock.json', 'test', 'docs', 'src/store']) {
    expect(all.filter((path) => path === '' || `${secret}/`.startsWith(`${path}/`))).toEqual([])
  }
  expect(all.filter((path) => path.startsWith('..'))).toEqual([])
})
