import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { build } from '../../scripts/build.ts'
import { cleanEnv, ROOT } from '../support/bellhop.ts'
import { hexText, pdfOf } from '../support/pdf.ts'
import { startPageServer } from '../support/page-server.ts'

const run = promisify(execFile)

test('the entry says which Node it needs to one that lacks what it uses', () => {
  const entry = readFileSync(join(ROOT, 'src/cli.ts'), 'utf8')
  const imports = [...entry.matchAll(/^import .*/gm)].map(([line]) => line)
  expect(imports).toEqual(["import module from 'node:module'"])
})

test('what is published reads a page and a Chinese PDF: compiled, with its sandbox child', async () => {
  // Inside the project, so that the compiled files find its packages.
  const out = mkdtempSync(join(ROOT, 'node_modules/.build-'))
  try {
    await build(out)
    await using pages = await startPageServer({
      '/a': {
        body: `<title>The Lobby</title><article>${'<p>A bellhop carries it.</p>'.repeat(40)}`,
      },
      '/b.pdf': { body: pdfOf([hexText(72, 700, 'C4E3BAC3CAC0BDE7', 'cjk')]) },
    })
    const cli = join(out, 'src/cli.js')
    const call = async (tool: string, path: string): Promise<unknown> => {
      const args = ['call', tool, pages.origin + path, '--allow-hosts', '127.0.0.1']
      const { stdout } = await run(process.execPath, [cli, ...args], { env: cleanEnv() })
      return JSON.parse(stdout)
    }
    expect(await call('extract', '/a')).toMatchObject({ title: 'The Lobby' })
    // Its text depends on the character maps, which the build has to bring along.
    expect(await call('pdf_to_markdown', '/b.pdf')).toMatchObject({ markdown: '你好世界' })
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
})
