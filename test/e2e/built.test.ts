// @module-tag full
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REPOSITORY } from '../../src/lib/repository.ts'
import { VERSION } from '../../src/lib/version.ts'
import { cleanEnv, ROOT, tempDir } from '../support/bellhop.ts'
import { builtPackage } from '../support/built-package.ts'

const dir = tempDir()
/** The package before it is packed; `package.test.ts` installs it. */
let built = ''

beforeAll(async () => {
  built = await builtPackage(join(dir.path, 'built'))
})
afterAll(() => dir[Symbol.dispose]())

test('the entry says which Node it needs to one that lacks what it uses', () => {
  for (const entry of [join(ROOT, 'src/cli/bellhop.js'), join(built, 'lib/bellhop.mjs')]) {
    const imports = [...readFileSync(entry, 'utf8').matchAll(/^import .*/gm)].map(([line]) => line)
    expect(imports).toEqual([expect.stringMatching(/^import module from ["']node:module["'];?$/)])
  }
})

test('the manifest of the package is right', async () => {
  const manifest = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as object
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest).not.toHaveProperty('scripts')
  expect(manifest).toMatchObject({
    name: 'bellhop',
    version: VERSION,
    license: 'MIT',
    repository: { url: `git+${REPOSITORY}.git` },
    homepage: `${REPOSITORY}#readme`,
    bugs: `${REPOSITORY}/issues`,
  })
  const { messages } = await publint({ pkgDir: built, strict: true })
  expect(messages).toEqual([])
})

test('every link of its README leads to a page of the project that is there, from wherever it is read', () => {
  const readme = readFileSync(join(built, 'README.md'), 'utf8')
  const links = [...readme.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link)
  expect(links.length).toBeGreaterThan(8)
  for (const link of links) {
    const [, path] = new RegExp(`^${REPOSITORY}/(?:blob|raw)/main/([^#]+)$`).exec(link) ?? []
    expect(path !== undefined && existsSync(join(ROOT, path)), link).toBe(true)
  }
})

test('holds the licence of all that it is made of', () => {
  const notices = readFileSync(join(built, 'THIRD-PARTY-NOTICES'), 'utf8')
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const lines = new Set(notices.split('\n'))
  const missing = Object.entries(dependencies).filter(
    ([name, version]) => !lines.has(`${name} ${version}`),
  )
  expect(missing).toEqual([])
  expect(lines).toContain('pdf.js, in unpdf')
  const table = 'src/chat/messages/emoji/emoji-table.json'
  expect(lines).toContain(`Zulip (emoji_names.py), in ${table}`)
  expect(lines).toContain(`gemoji (names), in ${table}`)
  expect(
    notices.match(/Permission is hereby granted|Apache License|Redistribution/g)?.length,
  ).toBeGreaterThan(80)
  expect(readFileSync(join(built, 'lib/sandbox/cmaps/LICENSE'), 'utf8')).toContain(
    'Redistributions in binary form',
  )
  expect(readFileSync(join(built, 'LICENSE'), 'utf8')).toContain('MIT License')
})

test('every part of the server can be loaded', async () => {
  const script = `
    import { readdirSync } from 'node:fs'
    const parts = readdirSync('.').filter((file) => /(?<!^bellhop)[.]mjs$/.test(file))
    for (const part of parts) await import(process.cwd() + '/' + part)
    console.log(parts.length)`
  const args = ['--input-type=module', '--eval', script]
  const options = { env: cleanEnv(), cwd: join(built, 'lib') }
  const { stdout } = await promisify(execFile)(process.execPath, args, options)
  expect(Number(stdout)).toBeGreaterThan(100)
})
