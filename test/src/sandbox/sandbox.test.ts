import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../src/log.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'

const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url))

const PAGE = {
  url: 'https://site.example/page',
  status: 200,
  kind: 'html',
  complete: true,
  contentType: 'text/html',
  bytes: Buffer.from(
    `<title>t</title><article>${'<p>A hostile paragraph.</p>'.repeat(40)}</article>`,
  ),
  links: 'inline',
  images: 'keep',
} as const

test('the real parsers load and work behind all fences', async () => {
  const sandbox = createSandbox({ log: createLog('silent') })
  onTestFinished(() => sandbox.close())
  const { signal } = new AbortController()
  const { markdown } = await sandbox.run('extract', PAGE, { signal })
  expect(markdown).toContain('A hostile paragraph.')
  expect((await sandbox.run('page_info', PAGE, { signal })).title).toBe('t')
})

test('from source, the real child starts and knows only its own jobs', async () => {
  const sandbox = createSandbox({ log: createLog('silent') })
  onTestFinished(() => sandbox.close())
  expect(await sandbox.isolation()).toBe('process')
  const { signal } = new AbortController()
  for (const name of ['no_such_job', 'constructor', '__proto__']) {
    const unknown = sandbox.run(name as 'extract', {} as never, { signal })
    await expect(unknown).rejects.toMatchObject({ code: 'internal' })
  }
})

test('in a bundle, the child is its own file beside the main file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const shared = { bundle: true, platform: 'node', format: 'esm', logLevel: 'error' } as const
  // Dependencies that are CommonJS need a require in a bundle.
  const banner = {
    js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`,
  }
  const main = `
    import { createLog } from './log.ts'
    import { createSandbox } from './sandbox/sandbox.ts'
    const sandbox = createSandbox({ log: createLog('warn') })
    const signal = new AbortController().signal
    const page = { ...${JSON.stringify(PAGE)}, bytes: Buffer.from(${JSON.stringify(PAGE.bytes.toString())}) }
    const { markdown } = await sandbox.run('extract', page, { signal })
    process.stdout.write(await sandbox.isolation() + ' ' + markdown.slice(0, 20))`
  await build({
    ...shared,
    banner,
    stdin: { contents: main, resolveDir: SOURCE, loader: 'ts' },
    outfile: join(folder, 'index.mjs'),
  })
  await build({
    ...shared,
    banner,
    entryPoints: [join(SOURCE, 'sandbox/child.ts')],
    outfile: join(folder, 'sandbox-child.mjs'),
  })
  const run = promisify(execFile)
  const { stdout, stderr } = await run(process.execPath, [join(folder, 'index.mjs')])
  expect(stderr).toBe('')
  expect(stdout).toBe('process A hostile paragraph.')
})
