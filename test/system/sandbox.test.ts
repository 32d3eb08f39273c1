import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sandboxEntry } from '../../src/app/sandbox-entry.ts'
import { EXTRACT_JOB } from '../../src/extract/jobs.ts'
import { createLog } from '../../src/lib/log.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { systemProgram } from '../support/debian.ts'
import { descendantsOf } from '../support/processes.ts'
import {
  causeOf,
  hostilePool,
  isAlive,
  processGone,
  type HostileJob,
} from '../support/sandbox-pool.ts'
import { kernelLimits, nicenessOf, workersOf } from '../support/sandbox-process.ts'

const PARENT = fileURLToPath(new URL('../support/sandbox-parent.ts', import.meta.url))
const ALL_LAYERS = ['permissions', 'limits', 'lifetime', 'network', 'files', 'processes']

/** Runs what follows as root of a user namespace in which no further one can be made. */
const WITHOUT_NAMESPACES = [
  'unshare',
  '--user',
  '--map-root-user',
  '/bin/sh',
  '-c',
  'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"',
  'sh',
] as const
/** Runs what follows as a user without rights. */
const UNPRIVILEGED = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] as const

const POLL = { timeout: 10_000 }

let searchPath: string
beforeAll(() => {
  searchPath = [
    dirname(systemProgram('bwrap', 'bubblewrap')),
    dirname(systemProgram('unshare', 'util-linux')),
    dirname(systemProgram('setpriv', 'util-linux')),
  ].join(':')
})

/** A folder with the programs that confine, but for one. */
function searchPathWithout(absent: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['bwrap', 'unshare', 'setpriv'].filter((other) => other !== absent)) {
    symlinkSync(systemProgram(name, 'util-linux'), join(folder, name))
  }
  return folder
}

/** Starts a parent of its own through other programs; returns what it says of its isolation. */
async function startParent(prefix: readonly string[], after: string, mode = 'auto') {
  const [program, ...args] = [...prefix, process.execPath, PARENT, after, searchPath, mode]
  const parent = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const [printed] = (await Promise.race([
    once(parent.stdout.setEncoding('utf8'), 'data'),
    once(parent.stderr.setEncoding('utf8'), 'data'),
  ])) as [string]
  return { parent, printed, layers: printed.trim().split(' ').slice(1) }
}

describe('with bubblewrap', () => {
  // From source: what a child sees is told by the folders of the project.
  const entry = new URL('../support/sandbox-hostile-child.ts', import.meta.url)
  const confined = () => hostilePool({ searchPath, mode: 'strict', entry })

  test('a child sees its program, no network, no other process, and has no powers', async () => {
    const { pool, run } = confined()
    expect(await run('pid')).toBeLessThan(10)
    expect(await pool.isolation()).toEqual({
      kind: 'process',
      layers: ALL_LAYERS,
      advice: undefined,
    })
    expect(await run('environment')).toEqual([])
    const [pid] = workersOf(process.pid) as [number]
    for (const kind of ['net', 'pid', 'mnt', 'ipc', 'uts', 'user']) {
      expect(readlinkSync(`/proc/${pid}/ns/${kind}`)).not.toBe(
        readlinkSync(`/proc/self/ns/${kind}`),
      )
    }
    expect(readFileSync(`/proc/${pid}/net/route`, 'latin1').trim().split('\n')).toHaveLength(1)
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    expect(status).toMatch(/^CapEff:\t0+$/m)
    expect(status).toMatch(/^CapBnd:\t0+$/m)
    expect(status).toMatch(/^NoNewPrivs:\t1$/m)
    const seen = (folder: string) => readdirSync(`/proc/${pid}/root${folder}`)
    const project = fileURLToPath(new URL('../..', import.meta.url))
    const [, around] = project.split('/')
    expect(seen('/').filter((name) => name !== around)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(home|root|tmp|var|bin|dev)$/)]),
    )
    expect(seen('/etc')).toEqual(['ld.so.cache'])
    expect(seen('/usr').filter((name) => !name.startsWith('lib'))).toEqual([])
    expect(seen(project).toSorted()).toEqual(['node_modules', 'package.json', 'src', 'test'])
    expect(readFileSync(`/proc/${pid}/mountinfo`, 'latin1')).not.toMatch(
      /^\S+ \S+ \S+ \S+ (?!\/proc)\S+ rw/m,
    )
    expect(kernelLimits(pid)['Max core file size']).toEqual(['0', '0'])
    expect(new Set(nicenessOf(pid)).size).toBe(1)
  })

  test('every way out is closed as without it', async () => {
    const attempts = (await confined().run('attempts', { port: 9 })) as object
    expect(new Set(Object.values(attempts))).toEqual(new Set(['ERR_SANDBOX', 'ERR_ACCESS_DENIED']))
  })

  test.each<[HostileJob, RegExp]>([
    ['spin', /deadline/],
    ['deafSpin', /deadline/],
    // Its memory may be seen to be too much before its heap is.
    ['heapPush', /exit code 134|memory: \d+ bytes/],
    ['heapSplit', /exit code 134|memory: \d+ bytes/],
    ['buffers', /memory: \d+ bytes/],
    ['abort', /exit code 134/],
    ['exit', /exit code 0/],
    ['garbage', /malformed|oversize/],
  ])('%s ends its own child, with all that was started for it', async (job, cause) => {
    const { run, fail } = confined()
    await run('pid')
    const before = descendantsOf(process.pid).map(Number)
    const deadlineMs = cause.source === 'deadline' ? 700 : 60_000
    expect(causeOf(await fail(job, undefined, { deadlineMs }))).toMatch(cause)
    expect(await run('echo', job)).toBe(job)
    // Two processes around Node, and Node.
    await expect.poll(() => before.filter((pid) => !isAlive(pid)).length, POLL).toBeGreaterThan(2)
  })

  test('close ends every process', async () => {
    const { run, pool } = confined()
    await run('pid')
    const started = descendantsOf(process.pid).map(Number)
    expect(started.length).toBeGreaterThan(1)
    pool.close()
    expect(await Promise.all(started.map((pid) => processGone(pid)))).not.toContain(false)
  })

  test.each(['wait', 'spin'])('children that %s end when their parent is killed', async (after) => {
    const { parent, layers } = await startParent([], after)
    expect(layers).toEqual(ALL_LAYERS)
    const started = descendantsOf(parent.pid as number).map(Number)
    expect(workersOf(parent.pid as number).length).toBeGreaterThan(0)
    parent.kill('SIGKILL')
    expect(await Promise.all(started.map((pid) => processGone(pid)))).not.toContain(false)
  })

  test('the real parsers load and work', async () => {
    const sandbox = createSandbox({
      log: createLog('silent'),
      entry: sandboxEntry(),
      searchPath,
      mode: 'strict',
    })
    onTestFinished(() => sandbox.close())
    const page = {
      url: 'https://site.example/page',
      status: 200,
      kind: 'html',
      complete: true,
      contentType: 'text/html',
      bytes: Buffer.from(`<article>${'<p>A hostile paragraph.</p>'.repeat(40)}</article>`),
      links: 'inline',
      images: 'keep',
    } as const
    const { signal } = new AbortController()
    expect((await sandbox.run(EXTRACT_JOB, page, { signal })).markdown).toContain(
      'A hostile paragraph.',
    )
  })

  test('a user without rights has every layer', async () => {
    expect((await startParent(UNPRIVILEGED, 'wait')).layers).toEqual(ALL_LAYERS)
  })
})

describe('without bubblewrap', () => {
  test('unshare takes the network away', async () => {
    const { pool, run } = hostilePool({ searchPath: searchPathWithout('bwrap') })
    expect((await pool.isolation()).layers).toContain('network')
    const pid = (await run('pid')) as number
    expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'))
    expect(readFileSync(`/proc/${pid}/status`, 'latin1')).toMatch(/^CapEff:\t0+$/m)
  })

  test('where user namespaces are forbidden children start without, and strict refuses', async () => {
    const { layers } = await startParent(WITHOUT_NAMESPACES, 'wait')
    expect(layers).toEqual(['permissions', 'limits', 'lifetime'])
    const strict = await startParent(WITHOUT_NAMESPACES, 'wait', 'strict')
    expect(strict.printed).toContain('This server cannot start a parser')
  })
})
