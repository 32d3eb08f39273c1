import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { cleanEnv, ROOT } from '../support/bellhop.ts'
import { startPageServer } from '../support/page-server.ts'

const run = promisify(execFile)

test('the entry says which Node it needs to one that lacks what it uses', () => {
  const entry = readFileSync(join(ROOT, 'src/cli.ts'), 'utf8')
  const imports = [...entry.matchAll(/^import .*/gm)].map(([line]) => line)
  expect(imports).toEqual(["import module from 'node:module'"])
})

test('what is published reads a page: compiled, with its sandbox child', async () => {
  // Inside the project, so that the compiled files find its packages.
  const out = mkdtempSync(join(ROOT, 'node_modules/.build-'))
  try {
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    await run(process.execPath, [tsc, '-p', join(ROOT, 'tsconfig.build.json'), '--outDir', out])
    await using pages = await startPageServer({
      '/a': {
        body: `<title>The Lobby</title><article>${'<p>A bellhop carries it.</p>'.repeat(40)}`,
      },
    })
    const cli = join(out, 'src/cli.js')
    const args = ['call', 'extract', `${pages.origin}/a`, '--allow-hosts', '127.0.0.1']
    const { stdout } = await run(process.execPath, [cli, ...args], { env: cleanEnv() })
    expect(JSON.parse(stdout)).toMatchObject({ title: 'The Lobby' })
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
})
