// @module-tag full
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bellhop, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { canaries } from '../../support/canaries.ts'
import { descendantsOf } from '../../support/processes.ts'

test('the key of a new chat is in a file and in no log, and is shown to who asks for it', async () => {
  using dir = tempDir()
  const data = ['--data-dir', dir.path]
  await using server = await serveBellhop([...data, '--log-level', 'debug'])
  const { email, key } = server.owner()
  expect(key).toMatch(/^[A-Za-z0-9]{32}$/)
  expect(server.stderr()).not.toContain(key)
  expect(server.stderr()).toContain('`bellhop chat user key` shows the API key of its owner')
  const show = async () => bellhop(['chat', 'user', 'key', ...data])
  expect(await show()).toMatchObject({ code: 0, stdout: `API key of ${email}: ${key}\n` })
  const authorization = `Basic ${btoa(`${email}:${key}`)}`
  const me = await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization } })
  expect(await me.json()).toMatchObject({ is_owner: true })
  const { stdout } = await bellhop(['chat', 'user', 'key', email, ...data])
  expect(stdout).toMatch(/: \S{32}\n$/)
  const late = await show()
  expect(late.code).toBe(2)
  expect(late.stderr).toContain('does not work any more')
  expect(late.stderr).not.toContain(key)
})

test.runIf(process.platform === 'linux')(
  'nobody can read secrets in the environment that a server was started with, nor in that of its children',
  async () => {
    const { password, key } = canaries()
    await using server = await serveBellhop([], {
      BELLHOP_WALLET_PASSWORD: password,
      BELLHOP_WALLET_KEY: key,
      BELLHOP_SMTP_URL: `smtp://mailer:${password}@127.0.0.1:9`,
      AWS_SECRET_ACCESS_KEY: password,
    })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ data: '# x', from: 'markdown', to: 'html' })
    const converted = await fetch(`${server.url}/convert`, { method: 'POST', headers, body })
    expect(converted.status).toBe(200)
    const pid = server.process.pid ?? 0
    const children = descendantsOf(pid)
    expect(children.length).toBeGreaterThan(0)
    for (const one of [String(pid), ...children]) {
      const environ = readFileSync(join('/proc', one, 'environ'), 'latin1')
      expect(environ).not.toContain(password)
      expect(environ).not.toContain(key.slice(2))
    }
    expect(readFileSync(join('/proc', String(pid), 'environ')).every((byte) => byte === 0)).toBe(
      true,
    )
  },
)
