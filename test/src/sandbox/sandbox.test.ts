import { expect, onTestFinished, test } from 'vitest'
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
