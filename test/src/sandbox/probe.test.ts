// @module-tag full
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { causeOf, hostilePool, type HostilePool } from '../../support/sandbox-pool.ts'

const NODE = process.execPath

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Writes an executable shell script and returns its path. */
function script(folder: string, name: string, body: string): string {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${body}\n`)
  chmodSync(file, 0o755)
  return file
}

/** A folder for the search path, whose `node` is the real one. */
function nodeFolder(): string {
  const folder = tempFolder()
  symlinkSync(NODE, join(folder, 'node'))
  return folder
}

function warnings({ lines }: HostilePool): string[] {
  return lines.filter(({ level }) => level === 40).map(({ msg }) => msg)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

// The stand-ins for executables that are no node are shell scripts.
describe.skipIf(process.platform === 'win32')('finding a node', () => {
  test('a host application that plays node when asked is used as one', async () => {
    const host = script(
      tempFolder(),
      'Host Application Helper',
      `[ "$ELECTRON_RUN_AS_NODE" = 1 ] || exit 3\nexec "${NODE}" "$@"`,
    )
    const sandbox = hostilePool({ execPath: host })
    expect((await sandbox.pool.isolation()).kind).toBe('process')
    // The request to play node is not for the jobs to see.
    expect(await sandbox.run('environment')).toEqual([])
    expect(warnings(sandbox)).toEqual([])
  })

  test('a host application that refuses is passed over for the node on the search path', async () => {
    const folder = tempFolder()
    // Folders count the calls: a child can write no file.
    const host = script(folder, 'host', `mkdir "${folder}/$ELECTRON_RUN_AS_NODE-$#-$$"; exit 1`)
    const sandbox = hostilePool({
      execPath: host,
      searchPath: `/nowhere${delimiter}${nodeFolder()}`,
    })
    expect(await sandbox.run('echo', 1)).toBe(1)
    expect((await sandbox.pool.isolation()).kind).toBe('process')
    // Asked to play node, with the strict flags and without; never started as itself.
    const calls = readdirSync(folder).filter((name) => name !== 'host')
    expect(calls).toEqual([expect.stringMatching(/^1-/), expect.stringMatching(/^1-/)])
    expect(warnings(sandbox)).toEqual([])
  })

  test('a host application that ignores the request and stays is passed over too', async () => {
    const host = script(tempFolder(), 'host', 'exec sleep 30')
    const sandbox = hostilePool({
      execPath: host,
      searchPath: nodeFolder(),
      limits: { startDeadlineMs: 5_000 },
    })
    expect(await sandbox.run('echo', 1)).toBe(1)
    expect((await sandbox.pool.isolation()).kind).toBe('process')
  })

  test('a node that is too old, or in a relative folder of the path, is not used', async () => {
    const folder = tempFolder()
    script(folder, 'node', `echo '["22.22.1","${NODE}"]'`)
    const relativeFolder = relative(process.cwd(), nodeFolder())
    const sandbox = hostilePool({
      execPath: script(folder, 'host', 'echo I am not a node'),
      searchPath: [folder, relativeFolder].join(delimiter),
    })
    expect((await sandbox.pool.isolation()).kind).toBe('thread')
  })

  test('a node that does not know the permission flags still runs jobs, and the log says so', async () => {
    const old = script(
      tempFolder(),
      'node',
      `for a in "$@"; do [ "$a" = --permission ] && exit 9; done\nexec "${NODE}" "$@"`,
    )
    const sandbox = hostilePool({ execPath: old })
    expect(await sandbox.run('echo', 1)).toBe(1)
    expect((await sandbox.pool.isolation()).kind).toBe('process')
    expect(warnings(sandbox)).toEqual(['sandbox children run without the Node permission model'])
    const memory = await sandbox.fail('buffers', undefined, { deadlineMs: 60_000 })
    expect(causeOf(memory)).toContain('memory')
  })

  test('a node that is only too slow to start is no reason for a thread', async () => {
    const slow = script(tempFolder(), 'node', 'exec sleep 30')
    const sandbox = hostilePool({
      execPath: slow,
      limits: { startDeadlineMs: 700 },
    })
    await expect(sandbox.pool.isolation()).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('a node that disappears makes the sandbox unavailable, not weaker, until it is back', async () => {
    const folder = nodeFolder()
    const node = join(folder, 'node')
    const sandbox = hostilePool({ execPath: node })
    expect(await sandbox.run('echo', 1)).toBe(1)
    rmSync(node)
    // Two kills: the running child and the spare.
    await sandbox.fail('exit')
    const codes = [await sandbox.fail('exit'), await sandbox.fail('pid')].map(({ code }) => code)
    expect(codes.at(-1)).toBe('internal')
    symlinkSync(NODE, node)
    expect(await sandbox.run('echo', 2)).toBe(2)
    expect((await sandbox.pool.isolation()).kind).toBe('process')
    expect(sandbox.lines.some(({ msg }) => msg.includes('thread'))).toBe(false)
  })

  test('a folder with a comma and a space in its name can be read', async () => {
    const folder = join(tempFolder(), 'a, b')
    mkdirSync(folder)
    const wire = new URL('../../../src/sandbox/serve.ts', import.meta.url)
    writeFileSync(join(folder, 'part.mjs'), 'export const part = 1')
    writeFileSync(
      join(folder, 'sandbox-child.mjs'),
      `const { part } = await import('./part.mjs')
       import { Socket } from 'node:net'
       import { serialize } from 'node:v8'
       const body = serialize({ kind: 'ready', guarded: part === 1 && !process.permission.has('fs.read', ${JSON.stringify(wire.pathname)}) })
       const header = Buffer.alloc(4); header.writeUInt32BE(body.length)
       new Socket({ fd: 3 }).resume().write(Buffer.concat([header, body]))`,
    )
    const sandbox = hostilePool({
      entry: new URL(`file://${encodeURI(join(folder, 'sandbox-child.mjs'))}`),
    })
    expect((await sandbox.pool.isolation()).kind).toBe('process')
    expect(warnings(sandbox)).toEqual([])
  })
})

describe('without any node', () => {
  const nowhere = { execPath: '/nowhere/host-application', searchPath: '' }

  test('jobs run in a thread with the deadline, and the log says so once', async () => {
    const sandbox = hostilePool(nowhere)
    expect(await sandbox.run('echo', 'text')).toBe('text')
    expect((await sandbox.pool.isolation()).kind).toBe('thread')
    const spun = await sandbox.fail('spin', undefined, { deadlineMs: 200 })
    expect(spun.code).toBe('unparsable')
    expect(causeOf(spun)).toContain('deadline: 200 ms')
    expect((await sandbox.fail('exit')).code).toBe('unparsable')
    expect((await sandbox.fail('garbage', undefined, { deadlineMs: 60_000 })).code).toBe(
      'unparsable',
    )
    expect(await sandbox.run('pid')).toBe(process.pid)
    expect(warnings(sandbox).filter((text) => text.includes('found no node'))).toHaveLength(1)
  })

  test('a thread that is ended has really ended', async () => {
    const { fail } = hostilePool(nowhere)
    const file = join(tempFolder(), 'beat')
    await fail('beat', file, { deadlineMs: 2_000 })
    await pause(100)
    const { size } = statSync(file)
    await pause(200)
    expect(size).toBeGreaterThan(0)
    expect(statSync(file).size).toBe(size)
  })

  test('inputs are smaller, results are capped, abort works', async () => {
    const { run, fail } = hostilePool({
      ...nowhere,
      limits: { threadInputMaxBytes: 1_000_000, resultMaxBytes: 2_000_000 },
    })
    // The first job is refused as well: what kind of child there is shows only when it starts.
    expect(await fail('echo', new Uint8Array(1_000_000))).toMatchObject({ code: 'too_large' })
    expect(await fail('echo', new Uint8Array(1_000_000))).toMatchObject({ code: 'too_large' })
    expect(await run('echo', 1)).toBe(1)
    expect(causeOf(await fail('result', 3))).toContain('oversize')
    const abort = new AbortController()
    const spinning = fail('spin', undefined, { signal: abort.signal })
    setTimeout(() => abort.abort(), 50)
    expect((await spinning).code).toBe('cancelled')
    expect(await run('echo', 1)).toBe(1)
  })
})
