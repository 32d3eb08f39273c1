// @module-tag full
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { sandboxEntry } from '../../../src/app/sandbox-entry.ts'
import { EXTRACT_JOB, PAGE_INFO_JOB } from '../../../src/extract/jobs.ts'
import { createLog } from '../../../src/lib/log.ts'
import { readableBy } from '../../../src/sandbox/layout.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { ROOT } from '../../support/bellhop.ts'
import { PATIENT_JOBS } from '../../support/patience.ts'
import { HOSTILE_ENTRY } from '../../support/sandbox-pool.ts'

/** Modules of the engines that run in children. */
const ENGINE_MODULES = 'src/{convert,extract,feed,images,pdf,qr}/**/*.ts'

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
  const sandbox = createSandbox({
    log: createLog('silent'),
    entry: sandboxEntry(),
    limits: PATIENT_JOBS,
  })
  onTestFinished(() => sandbox.close())
  const { signal } = new AbortController()
  const { markdown } = await sandbox.run(EXTRACT_JOB, PAGE, { signal })
  expect(markdown).toContain('A hostile paragraph.')
  expect((await sandbox.run(PAGE_INFO_JOB, PAGE, { signal })).title).toBe('t')
})

test('from source, the real child starts and knows only its own jobs', async () => {
  const sandbox = createSandbox({
    log: createLog('silent'),
    entry: sandboxEntry(),
    limits: PATIENT_JOBS,
  })
  onTestFinished(() => sandbox.close())
  expect((await sandbox.isolation()).kind).toBe('process')
  const { signal } = new AbortController()
  for (const name of ['no_such_job', 'constructor', '__proto__']) {
    const unknown = sandbox.run({ ...EXTRACT_JOB, name }, PAGE, { signal })
    await expect(unknown).rejects.toMatchObject({ code: 'internal' })
  }
})

test('what a child may read is enough for every module of the engines, also those loaded late', async () => {
  const modules = globSync(ENGINE_MODULES, { cwd: ROOT }).map((file) => join(ROOT, file))
  expect(modules.length).toBeGreaterThan(100)
  const { folders, files } = readableBy(sandboxEntry())
  const readable = [...folders, ...files].map((path) => `--allow-fs-read=${path}`)
  const script = `for (const file of ${JSON.stringify(modules)}) await import(file)
    process.stdout.write(String(process.permission.has('fs.read', '${ROOT}')))`
  const flags = ['--permission', '--disable-proto=delete', ...readable, '--input-type=module']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '-e', script])
  expect(stdout).toBe('false')
})

test.skipIf(process.platform === 'win32')(
  'where no file can be opened, no parser is busy: the log says why, and it works again afterwards',
  async () => {
    const script = 'ulimit -n 64; exec "$@"'
    const program = join(ROOT, 'test/support/sandbox-without-files.ts')
    const args = ['-c', script, 'sh', process.execPath, program, HOSTILE_ENTRY.href]
    const { stdout } = await promisify(execFile)('/bin/sh', args)
    const said = JSON.parse(stdout) as Record<string, unknown>
    const noParser = {
      code: 'internal',
      message: 'This server cannot start a parser.',
      hint: expect.stringContaining('not of your input'),
    }
    expect(said).toMatchObject({ unloaded: noParser, after: {}, atLast: {} })
    expect((said['unstarted'] as unknown[]).at(-1)).toEqual(noParser)
    expect(JSON.stringify(said['logged'])).toMatch(/EMFILE.*EMFILE/)
  },
)
