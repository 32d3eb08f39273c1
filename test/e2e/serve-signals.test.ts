import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { cleanEnv, ROOT, tempDir } from '../support/bellhop.ts'
import { descendantsOf } from '../support/processes.ts'

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
    await vi.waitFor(() => expect(stderr).toContain('"listening"'), 30_000)
    const descendants = descendantsOf(npm.pid ?? 0)
    expect(descendants.length).toBeGreaterThan(0)
    const closed = once(npm.stderr, 'close')
    npm.kill('SIGTERM')
    await closed
    await vi.waitFor(
      () => expect(descendants.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]),
      30_000,
    )
    expect(stderr).toContain('"stopping"')
  },
)
