import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readableFolders } from '../../../src/sandbox/layout.ts'

/** Makes a tree of empty files and returns its real root. */
function tree(files: readonly string[]): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-')))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), '')
  }
  return root
}

function folders(root: string, file: string): string[] {
  return readableFolders(pathToFileURL(join(root, file))).map((folder) => relative(root, folder))
}

test.each([
  ['a clone', ['package.json', 'node_modules/x/index.js', 'src/app/sandbox-child.ts'], ['']],
  [
    'a workspace with shared dependencies',
    ['package.json', 'secret', 'node_modules/x/index.js', 'one/package.json', 'one/src/child.ts'],
    ['one', 'node_modules'],
  ],
  [
    'an installed package',
    ['secret', 'node_modules/bellhop/package.json', 'node_modules/bellhop/lib/sandbox/child.mjs'],
    ['node_modules/bellhop/lib/sandbox'],
  ],
])('in %s a child reads its code and its dependencies only', (_name, files, readable) => {
  expect(folders(tree(files), files.at(-1) ?? '')).toEqual(readable)
})

test('a linked folder is readable under both of its names', () => {
  const root = tree(['clone/package.json', 'clone/src/sandbox/child.ts'])
  symlinkSync(join(root, 'clone'), join(root, 'link'))
  expect(folders(root, 'link/src/sandbox/child.ts')).toEqual(['link', 'clone'])
})

test('a linked node_modules is readable where it really is', () => {
  const root = tree(['clone/package.json', 'clone/src/sandbox/child.ts', 'main/node_modules/x'])
  symlinkSync(join(root, 'main/node_modules'), join(root, 'clone/node_modules'))
  expect(folders(root, 'clone/src/sandbox/child.ts')).toEqual(['clone', 'main/node_modules'])
})
