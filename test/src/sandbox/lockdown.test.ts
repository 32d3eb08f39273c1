import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Attempts } from '../../support/sandbox-hostile-child.ts'
import { HOSTILE_ENTRY, hostilePool, openHostilePool } from '../../support/sandbox-pool.ts'

/** What the hostile child tries to write. */
const ESCAPED = new URL('./sandbox-escaped', HOSTILE_ENTRY)

const shared = openHostilePool()
const server = createServer((socket) => socket.destroy())
let connections = 0
server.on('connection', () => connections++)

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  rmSync(ESCAPED, { force: true })
  server.close()
  shared.pool.close()
})

/** What stops each way out: Node's permission model, or our own lockdown. */
const FILE_WAYS = new Set(['readSecret', 'readEnvironment', 'write', 'report'])

function outcomes(attempts: Attempts, of: (way: string) => string): Attempts {
  return Object.fromEntries(Object.keys(attempts).map((way) => [way, of(way)]))
}

test('no way leads out of a child: files, processes, signals, network, databases', async () => {
  const { port } = server.address() as AddressInfo
  const attempts = (await shared.run('attempts', { port })) as Attempts
  expect(Object.keys(attempts).length).toBeGreaterThan(20)
  expect(attempts).toEqual(
    outcomes(attempts, (way) => (FILE_WAYS.has(way) ? 'ERR_ACCESS_DENIED' : 'ERR_SANDBOX')),
  )
  expect(connections).toBe(0)
  expect(existsSync(ESCAPED)).toBe(false)
})

test('the environment is empty, fetch is gone, __proto__ is gone', async () => {
  expect(await shared.run('environment')).toEqual([])
  expect(await shared.run('globals')).toEqual(['undefined', 'undefined', 'undefined'])
  expect(await shared.run('protoIsGone')).toBe(true)
})

test.skipIf(process.platform !== 'linux')('the environment is empty from the start', async () => {
  const pid = (await shared.run('pid')) as number
  expect(readFileSync(`/proc/${pid}/environ`, 'latin1')).toBe('')
})

test('the permission model grants no writing, no process, no thread and no native code', async () => {
  expect(await shared.run('permissions')).toEqual([])
})

test('where no process can be started, a thread has the same lockdown except for files', async () => {
  const { port } = server.address() as AddressInfo
  const { run, pool } = hostilePool({ execPath: '/nowhere/host-application' })
  expect((await pool.isolation()).kind).toBe('thread')
  const attempts = (await run('attemptsWithoutFiles', { port })) as Attempts
  expect(Object.keys(attempts).length).toBeGreaterThan(15)
  expect(attempts).toEqual(outcomes(attempts, () => 'ERR_SANDBOX'))
  expect(await run('environment')).toEqual([])
  expect(await run('globals')).toEqual(['undefined', 'undefined', 'undefined'])
  expect(connections).toBe(0)
})
