// @module-tag full
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { cleanEnv, ROOT, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { descendantsOf } from '../../support/processes.ts'

test.runIf(process.platform === 'linux')(
  'SIGTERM to `npm start -- serve` ends the server',
  async () => {
    using dir = tempDir()
    const words = ['start', '--silent', '--', 'serve', '--port', '0', '--data-dir', dir.path]
    const npm = spawn('npm', words, {
      cwd: ROOT,
      env: cleanEnv(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    npm.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
    await vi.waitFor(() => expect(stderr).toContain('"listening"'))
    const descendants = descendantsOf(npm.pid ?? 0)
    expect(descendants.length).toBeGreaterThan(0)
    const closed = once(npm.stderr, 'close')
    npm.kill('SIGTERM')
    await closed
    await vi.waitFor(() =>
      expect(descendants.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]),
    )
    expect(stderr).toContain('"stopping"')
  },
)

/** Longer than the test may take. */
const DRAIN_SECONDS = '600'

test('after SIGTERM a server goes on for a while, is not ready, and ends at a second signal', async () => {
  await using server = await serveBellhop(['--drain-seconds', DRAIN_SECONDS])
  const status = async (path: string) => (await fetch(`${server.url}${path}`)).status
  expect(await status('/readyz')).toBe(200)
  const exited = once(server.process, 'exit')
  server.process.kill('SIGTERM')
  await expect.poll(async () => status('/readyz')).toBe(503)
  expect(await status('/healthz')).toBe(200)
  expect(await status('/openapi.json')).toBe(200)
  server.process.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
})

test('SIGINT ends a server at once, however long it is to go on after SIGTERM', async () => {
  await using server = await serveBellhop(['--drain-seconds', DRAIN_SECONDS])
  const exited = once(server.process, 'exit')
  server.process.kill('SIGINT')
  expect(await exited).toEqual([0, null])
})
