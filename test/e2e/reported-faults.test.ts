// @module-tag full
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { asOwner } from '../support/ask-owner.ts'
import { cleanEnv, CLI, ownerIn, serveBellhop, type Served, tempDir } from '../support/bellhop.ts'
import { freePort } from '../support/free-port.ts'

/** Begins a poll, and resolves to what leaves it once the server has taken it up. */
async function beginPoll(server: Served, path: string): Promise<() => void> {
  const { email, key } = server.owner()
  const headers = { authorization: `Basic ${btoa(`${email}:${key}`)}`, expect: '100-continue' }
  const polling = request(server.url + path, { headers })
  polling.on('error', () => {})
  polling.flushHeaders()
  await once(polling, 'continue')
  return () => void polling.destroy()
}

test('closed tabs count as cancelled, and a log that nobody reads any more costs its lines only', async () => {
  await using server = await serveBellhop()
  const { ask, send, read, metric } = asOwner(server.url, server.owner)
  const { body } = await ask('/api/v1/register', { event_types: '["message"]' })
  const path = `/api/v1/events?queue_id=${String(body['queue_id'])}&last_event_id=-1`
  for (let count = 0; count < 20; count += 1) (await beginPoll(server, path))()
  // A poll that another one of its queue ends has an answer, which nobody takes.
  await vi.waitFor(async () =>
    expect(await metric('calls_total{surface="http",operation="get_events"')).toBe(20),
  )
  expect(await metric('outcome="internal"')).toBe(0)
  expect(await metric('outcome="cancelled"')).toBeGreaterThan(0)

  server.process.stderr?.destroy()
  expect((await ask('/api/v1/messages/999999')).status).toBe(400)
  expect((await send()).status).toBe(200)
  expect((await read()).status).toBe(200)
  expect(await ask('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  expect(await metric('bellhop_log_lines_lost')).toBeGreaterThan(0)
})

test('a log on a full disk costs its lines only', async () => {
  using dir = tempDir()
  const full = openSync('/dev/full', 'w')
  const port = await freePort()
  const args = ['serve', '--port', String(port), '--data-dir', dir.path]
  const child = spawn(CLI[0], [CLI[1], ...args], {
    env: cleanEnv(),
    stdio: ['ignore', 'ignore', full],
  })
  closeSync(full)
  try {
    const url = `http://127.0.0.1:${port}`
    const { ask, send, read, metric } = asOwner(url, () => ownerIn(dir.path))
    await vi.waitFor(async () => ask('/readyz'), { interval: 50 })
    await vi.waitFor(async () => expect((await send()).status).toBe(200))
    expect((await read()).status).toBe(200)
    expect((await ask('/api/v1/messages/999999')).status).toBe(400)
    expect((await ask('/readyz')).status).toBe(200)
    expect(await metric('bellhop_log_lines_lost')).toBeGreaterThan(0)
    expect(child.exitCode).toBe(null)
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
})

test('a data folder that cannot be is a setting: nobody is told to try again, and errands go on', async () => {
  using dir = tempDir()
  writeFileSync(join(dir.path, 'file'), '')
  await using server = await serveBellhop(['--data-dir', join(dir.path, 'file', 'data')])
  const ready = await fetch(`${server.url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'not ready', reason: 'The file of the store cannot be created.' },
  ])
  const sent = await fetch(`${server.url}/api/v1/users/me`, {
    headers: { authorization: `Basic ${btoa('owner@localhost:none')}` },
  })
  expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, null])
  const body = JSON.stringify({ text: 'a' })
  const errand = await fetch(`${server.url}/qr`, { method: 'POST', body })
  expect(errand.status).toBe(200)
  expect(server.stderr()).toContain('--data-dir')
})

test('connections do not take the last files that the server may open, and it says so', async () => {
  using dir = tempDir()
  const limited = `ulimit -n 96; exec "$0" "$@"`
  const args = ['serve', '--port', '0', '--data-dir', dir.path, '--trusted-proxies', '1']
  const child = spawn('sh', ['-c', limited, ...CLI, ...args], {
    env: cleanEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  try {
    const urlOf = () => /"url":"([^"]+)"/.exec(stderr)?.[1] ?? ''
    await vi.waitFor(() => expect(urlOf()).not.toBe(''), { interval: 50 })
    const { send } = asOwner(urlOf(), () => ownerIn(dir.path))
    await vi.waitFor(async () => expect((await send()).status).toBe(200))
    const port = Number(new URL(urlOf()).port)
    const held = Array.from({ length: 100 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    await vi.waitFor(() => expect(stderr).toContain('ulimit -n'), { interval: 50 })
    for (const socket of held) socket.destroy()
    await vi.waitFor(async () => expect((await send()).status).toBe(200))
    expect(stderr).not.toContain('EMFILE')
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
})
