import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { STRANGER } from '../../../src/contract/principal.ts'
import {
  CHILD_NICENESS,
  HEAVY_NICENESS,
  LONG_JOB_NICENESS,
} from '../../../src/sandbox/processor.ts'
import { ROOT } from '../../support/bellhop.ts'
import { hostilePool, processGone } from '../../support/sandbox-pool.ts'
import { kernelLimits, nicenessOf, workersOf } from '../../support/sandbox-process.ts'

const PARENT = fileURLToPath(new URL('../../support/sandbox-parent.ts', import.meta.url))
const SOURCE = new URL('../../support/sandbox-hostile-child.ts', import.meta.url)
const RAISED_CORES = 'ulimit -c unlimited 2>/dev/null || ulimit -c "$(ulimit -H -c)"; exec "$@"'

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Makes programs of the system that are shell scripts; returns their folder. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const folder = tempFolder()
  for (const [name, body] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}

test('a child reads its program, and no other file of the project', async () => {
  const planted = join(ROOT, `.env.planted-${process.pid}`)
  writeFileSync(planted, 'SECRET=1')
  onTestFinished(() => rmSync(planted))
  const data = join(tempFolder(), 'bellhop.sqlite')
  writeFileSync(data, '')
  const secrets = [
    planted,
    data,
    join(ROOT, '.git'),
    join(ROOT, '.git/config'),
    join(ROOT, 'package-lock.json'),
    join(ROOT, 'docs/security.md'),
    join(ROOT, 'src/store/port.ts'),
    join(ROOT, 'node_modules/vitest/package.json'),
  ]
  const program = [join(ROOT, 'package.json'), join(ROOT, 'src/sandbox/serve.ts')]
  const { run } = hostilePool({ entry: SOURCE })
  expect(await run('read', secrets)).toEqual(secrets.map(() => 'ERR_ACCESS_DENIED'))
  expect(await run('read', program)).toEqual(['done', 'done'])
})

describe.skipIf(process.platform !== 'linux')('the kernel', () => {
  test(
    'holds a child to no core file, no written file, few open files and bounded memory',
    { tags: 'full' },
    async () => {
      const parent = spawn(
        '/bin/sh',
        ['-c', RAISED_CORES, 'sh', process.execPath, PARENT, 'wait'],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      onTestFinished(() => void parent.kill('SIGKILL'))
      const [printed] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string]
      expect(printed).toMatch(/ permissions limits$/m)
      const limits = kernelLimits(Number.parseInt(printed, 10))
      expect(limits['Max core file size']).toEqual(['0', '0'])
      expect(limits['Max file size']).toEqual(['0', '0'])
      expect(limits['Max open files']).toEqual(['128', '128'])
      expect(Number(limits['Max data size']?.[1])).toBeLessThanOrEqual(2_100_001_024)
    },
  )

  test('runs every thread of a child after the server', async () => {
    const { run } = hostilePool()
    const pid = (await run('pid')) as number
    const niceness = nicenessOf(pid)
    expect(niceness.length).toBeGreaterThan(3)
    expect(new Set(niceness)).toEqual(new Set([CHILD_NICENESS]))
  })

  test(
    'runs a child with a long job after those with short ones, and no other job in it',
    { tags: 'full' },
    async () => {
      const { run } = hostilePool({ limits: { maxRunning: 1, expressMaxRunning: 0 } })
      const pid = (await run('pid')) as number
      const long = run('sleep', 1_500)
      await expect.poll(() => new Set(nicenessOf(pid))).toEqual(new Set([LONG_JOB_NICENESS]))
      await long
      expect(await run('pid')).not.toBe(pid)
    },
  )

  test(
    'runs a child with jobs of a heavy principal after all others from their beginning, and keeps it for them',
    { tags: 'full' },
    async () => {
      const { run, fail } = hostilePool({ limits: { maxRunning: 2 } })
      const [ann, bob] = ['ann', 'bob'].map((id) => ({ principal: { ...STRANGER, id } }))
      await fail('spin', undefined, { ...ann, deadlineMs: 1_500 })
      await run('pid', undefined, bob)
      const pid = (await run('pid', undefined, ann)) as number
      expect(new Set(nicenessOf(pid))).toEqual(new Set([HEAVY_NICENESS]))
      expect(await run('pid', undefined, ann)).toBe(pid)
      const other = (await run('pid', undefined, bob)) as number
      expect(new Set(nicenessOf(other))).toEqual(new Set([CHILD_NICENESS]))
    },
  )

  test(
    'starts a child in an empty folder that only we may enter, and it is gone with the child',
    { tags: 'full' },
    async () => {
      const { run, fail, pool } = hostilePool()
      const pid = (await run('pid')) as number
      const folder = readlinkSync(`/proc/${pid}/cwd`)
      expect(readdirSync(folder)).toEqual([])
      expect(statSync(folder).mode & 0o777).toBe(0o500)
      // A core file would have been written here.
      await fail('abort')
      expect(existsSync(folder)).toBe(false)
      const next = readlinkSync(`/proc/${(await run('pid')) as number}/cwd`)
      pool.close()
      expect(existsSync(next)).toBe(false)
    },
  )

  test(
    'ends a child in a busy loop with its parent, where setpriv is there',
    { tags: 'full' },
    async () => {
      const folder = programs({ setpriv: 'exec /usr/bin/setpriv "$@"' })
      const parent = spawn(process.execPath, [PARENT, 'spin', folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => void parent.kill('SIGKILL'))
      const [printed] = (await once(parent.stdout.setEncoding('utf8'), 'data')) as [string]
      expect(printed).toMatch(/ permissions limits lifetime$/m)
      const workers = workersOf(parent.pid as number)
      expect(workers.length).toBeGreaterThan(0)
      parent.kill('SIGKILL')
      expect(await Promise.all(workers.map((pid) => processGone(pid)))).not.toContain(false)
    },
  )
})

// What the programs of the system do when they work is in test/system.
describe.skipIf(process.platform !== 'linux')('without namespaces', () => {
  const refusing = { bwrap: 'exit 1', unshare: 'exit 1', setpriv: 'exit 1' }

  test('children start without, and doctor is told why', async () => {
    const { pool, run, lines } = hostilePool({ searchPath: programs(refusing) })
    expect(await run('echo', 1)).toBe(1)
    expect(await pool.isolation()).toEqual({
      kind: 'process',
      layers: ['permissions', 'limits'],
      advice: expect.stringContaining('allow user namespaces'),
    })
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 20, layers: ['permissions', 'limits'] }),
    )
  })

  test('strict parses nothing, in no thread either', async () => {
    const searchPath = programs(refusing)
    const nowhere = '/nowhere/host-application'
    for (const options of [{ searchPath }, {}, { searchPath, execPath: nowhere }]) {
      const { pool, fail, lines } = hostilePool({ ...options, mode: 'strict' })
      const error = await fail('pid')
      // A setting, not load: to try again would not help.
      expect(error).toMatchObject({ code: 'internal', retryable: false })
      expect(`${error.message} ${error.hint}`).not.toMatch(/busy|try again|seconds/i)
      await expect(pool.isolation()).rejects.toMatchObject({ code: 'internal' })
      expect(JSON.stringify(lines)).toContain('not as strict as asked for')
    }
  })

  test('plain uses no namespaces, and says how to have them', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, 'called'))
    const called = `rmdir "${folder}/called"; exit 1`
    const searchPath = programs({ bwrap: called, unshare: called })
    const { pool } = hostilePool({ mode: 'plain', searchPath })
    expect(await pool.isolation()).toMatchObject({
      layers: ['permissions', 'limits'],
      advice: expect.stringContaining('--sandbox auto'),
    })
    expect(existsSync(join(folder, 'called'))).toBe(true)
  })

  test('programs are looked for in absolute folders only', async () => {
    const { pool } = hostilePool({ searchPath: relative(process.cwd(), programs(refusing)) })
    expect(await pool.isolation()).toMatchObject({
      advice: expect.stringContaining('install bubblewrap'),
    })
  })
})
