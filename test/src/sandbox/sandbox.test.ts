import { expect, onTestFinished, test } from 'vitest'
import { sandboxEntry } from '../../../src/app/sandbox-entry.ts'
import { EXTRACT_JOB, PAGE_INFO_JOB } from '../../../src/extract/jobs.ts'
import { createLog } from '../../../src/lib/log.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'

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
  const sandbox = createSandbox({ log: createLog('silent'), entry: sandboxEntry() })
  onTestFinished(() => sandbox.close())
  const { signal } = new AbortController()
  const { markdown } = await sandbox.run(EXTRACT_JOB, PAGE, { signal })
  expect(markdown).toContain('A hostile paragraph.')
  expect((await sandbox.run(PAGE_INFO_JOB, PAGE, { signal })).title).toBe('t')
})

test('from source, the real child starts and knows only its own jobs', async () => {
  const sandbox = createSandbox({ log: createLog('silent'), entry: sandboxEntry() })
  onTestFinished(() => sandbox.close())
  expect((await sandbox.isolation()).kind).toBe('process')
  const { signal } = new AbortController()
  for (const name of ['no_such_job', 'constructor', '__proto__']) {
    const unknown = sandbox.run({ ...EXTRACT_JOB, name }, PAGE, { signal })
    await expect(unknown).rejects.toMatchObject({ code: 'internal' })
  }
})
