// @module-tag full
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  expect(manifest).toMatchObject({ name: 'bellhop', version: VERSION, license: 'MIT' })
  const { messages } = await publint({ pkgDir: built, strict: true })
  expect(messages).toEqual([])
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
