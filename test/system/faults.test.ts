import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, globSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { asOwner } from '../support/ask-owner.ts'
import { cleanEnv, CLI, ownerIn, tempDir } from '../support/bellhop.ts'
import { systemProgram } from '../support/debian.ts'
import { mountSmallDisk, resizeDisk, unmountDisk } from '../support/small-disk.ts'

/** Starts a server whose log is a file, and resolves once it listens. */
async function serveLoggingTo(
  logFile: string,
  dataDir: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
) {
  const log = openSync(logFile, 'a')
  const words = ['serve', '--port', '0', '--data-dir', dataDir, '--disk-reserve-mb', '0', ...args]
  const child = spawn(CLI[0], [CLI[1], ...words], {
    env: cleanEnv(env),
    stdio: ['ignore', 'ignore', log],
  })
  closeSync(log)
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  onTestFinished(stop)
  const text = () => readFileSync(logFile, 'utf8')
  const url = await vi.waitFor(
    () => {
      const [, found] = /"url":"([^"]+)"/.exec(text()) ?? []
      if (found === undefined) throw new Error(`not listening: ${text()}`)
      return found
    },
    { timeout: 60_000, interval: 50 },
  )
  const owner = asOwner(url, () => ownerIn(dataDir))
  await vi.waitFor(async () => expect((await owner.send()).status).toBe(200), 20_000)
  return { child, text, stop, ...owner }
}

const disk = mountSmallDisk(8)

test.skipIf(!disk)(
  'log and store on a full disk: reads are served, sends are refused for what it is, nobody is called malformed',
  async () => {
    const folder = disk ?? ''
    const server = await serveLoggingTo(join(folder, 'log'), join(folder, 'data'))
    onTestFinished(async () => {
      await server.stop()
      unmountDisk(folder)
    })
    const fill = () => writeFileSync(join(folder, 'full'), Buffer.alloc(20_000_000))
    expect(fill).toThrow('ENOSPC')
    const sent = []
    for (let count = 0; count < 60; count += 1) sent.push(await server.send())
    const refused = sent.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(20)
    for (const { status, body } of refused) {
      expect(status).toBe(503)
      expect(body).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        msg: expect.stringMatching('full'),
      })
    }
    for (let count = 0; count < 20; count += 1) expect((await server.read()).status).toBe(200)
    const ready = await server.ask('/readyz')
    expect([ready.status, ready.body['reason']]).toEqual([503, expect.stringMatching('full')])
    expect(await server.metric('bellhop_log_lines_lost')).toBeGreaterThan(0)
    expect(await server.metric('outcome="invalid_input"')).toBe(0)
    expect(await server.metric('outcome="internal"')).toBe(0)
    resizeDisk(folder, 32)
    await vi.waitFor(async () => expect((await server.send()).status).toBe(200), 20_000)
    await server.ask('/api/v1/messages/999999')
    expect(server.text()).toContain('lines of this log could not be written')
  },
)

/** Path of the library that moves the clock of a program. It lies beside the program of its name, a folder for each architecture. */
function faketimeLibrary(): string {
  systemProgram('faketime', 'faketime')
  const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
  if (library === undefined) throw new Error('faketime came without libfaketimeMT.so.1.')
  return library
}

test('a clock that jumps back and forth loses nothing, and nobody is refused for it', async () => {
  using dir = tempDir()
  const clock = join(dir.path, 'clock')
  const setClock = (offset: string) => writeFileSync(clock, offset)
  setClock('+0d')
  const server = await serveLoggingTo(join(dir.path, 'log'), join(dir.path, 'data'), {
    env: {
      LD_PRELOAD: faketimeLibrary(),
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  })
  const { body } = await server.ask('/api/v1/register', { event_types: '["message"]' })
  const sent: unknown[] = []
  const times: number[] = []
  for (const offset of ['+0d', '-1d', '+1h', '-400d', '+30d', '+0d']) {
    setClock(offset)
    for (let count = 0; count < 5; count += 1) {
      const answer = await server.send()
      expect([offset, answer.status]).toEqual([offset, 200])
      sent.push(answer.body['id'])
    }
    const { body: read } = await server.read()
    const messages = read['messages'] as { id: number; timestamp: number }[]
    expect(messages.at(-1)?.id).toBe(sent.at(-1))
    times.push(messages.at(-1)?.timestamp ?? 0)
    expect([offset, (await server.ask('/readyz')).status]).toEqual([offset, 200])
  }
  // The clock really jumped.
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(400 * 86_400)
  expect(sent).toEqual(sent.toSorted((a, b) => Number(a) - Number(b)))
  const path = `/api/v1/events?queue_id=${String(body['queue_id'])}&last_event_id=-1&dont_block=true`
  const { body: heard } = await server.ask(path)
  const events = heard['events'] as { message: { id: number } }[]
  expect(events.map(({ message }) => message.id)).toEqual(sent)
  expect(await server.metric('outcome="internal"')).toBe(0)
})

test('a data folder that becomes read-only is told as that: reads go on, writes and probes say what to do', async () => {
  using dir = tempDir()
  const data = join(dir.path, 'data')
  mkdirSync(data)
  const canMount = tryMount(['--bind', data, data])
  if (!canMount) {
    console.warn('SKIPPED: the test with a read-only data folder, because only root can mount one.')
    return
  }
  onTestFinished(() => void execFileSync('umount', ['-l', data]))
  const first = await serveLoggingTo(join(dir.path, 'log'), data)
  await first.stop()
  expect(tryMount(['-o', 'remount,ro,bind', data])).toBe(true)
  const log = join(dir.path, 'log-2')
  const logFile = openSync(log, 'a')
  const child = spawn(CLI[0], [CLI[1], 'serve', '--port', '0', '--data-dir', data], {
    env: cleanEnv(),
    stdio: ['ignore', 'ignore', logFile],
  })
  closeSync(logFile)
  const text = () => readFileSync(log, 'utf8')
  try {
    await vi.waitFor(() => expect(text()).toContain('"url":'), { timeout: 60_000, interval: 50 })
    const [, url = ''] = /"url":"([^"]+)"/.exec(text()) ?? []
    const { ask, send } = asOwner(url, () => ownerIn(data))
    const ready = await ask('/readyz')
    expect([ready.status, ready.body['reason']]).toEqual([503, expect.stringMatching(/store/)])
    const sent = await send()
    expect([sent.status, sent.body['code']]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(text()).toContain('--data-dir')
    expect(text()).not.toContain('call failed')
  } finally {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
})

function tryMount(args: readonly string[]): boolean {
  try {
    execFileSync('mount', [...args], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}
