import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unpackArchive } from '../../../src/files/archive/unpack.ts'
import { DiskSpace } from '../../../src/lib/disk-space.ts'
import { bellhop, cleanEnv, CLI, tempDir } from '../../support/bellhop.ts'
import { readExport } from '../../support/chat-export.ts'
import { writeLargeBulkExport } from '../../support/large-bulk-export.ts'
import { seededRandom } from '../../support/seeded-random.ts'

/** Where an import is killed: in a step or after it, once so many rows or files are done, a little later. */
interface Kill {
  step: string
  done: number
  laterMs: number
}

/** Runs an import, killed where that is said; returns its output and its peak memory. */
async function runImport(archive: string, data: string, kill?: Kill) {
  const child = spawn(process.execPath, [CLI[1], 'chat', 'import', archive, '--data-dir', data], {
    env: cleanEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, peakKib] = ['', 0]
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => {
    const [, step, done] = /(\w+): (\d+) of/.exec(piece.toString()) ?? []
    const isPast = step === kill?.step ? Number(done) >= (kill?.done ?? 0) : step === 'importing'
    if (kill && step !== undefined && isPast) {
      setTimeout(() => child.kill('SIGKILL'), kill.laterMs)
    }
  })
  const timer = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      // A process that has just ended has none.
      peakKib = Math.max(peakKib, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
    } catch {
      // Where there is no such file, the peak stays 0.
    }
  }, 50)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(timer)
  return { code, output, peakKib }
}

/** All that an import has brought and left out, without what differs from run to run. */
async function contentOf(data: string, folder: string) {
  const out = join(folder, 'out.tar.gz')
  const { code, stderr } = await bellhop(['chat', 'export', out, '--data-dir', data])
  expect(code, stderr).toBe(0)
  await unpackArchive(out, join(folder, 'out'), new DiskSpace({ folder, reserveBytes: 0 }))
  const imports = join(data, 'imports')
  const kept = readdirSync(imports)
  return {
    ...readExport(join(folder, 'out', 'export')),
    leftOut: kept.map((name) => [name, readFileSync(join(imports, name), 'utf8')]),
  }
}

test('an import of many messages that is killed again and again ends as if it had not been', async () => {
  using dir = tempDir()
  using other = tempDir()
  const archive = join(dir.path, 'bulk.jsonl')
  await writeLargeBulkExport(archive, { users: 60, channels: 30, messages: 20_000, seed: 5 })
  const whole = await runImport(archive, join(dir.path, 'data'))
  expect(whole.code).toBe(0)
  const random = seededRandom(5)
  const stopped = join(other.path, 'data')
  const kills = [
    { step: 'converting', done: Math.floor(random() * 10_000) },
    ...[0, 3, 7, 11, 15].map((done) => ({
      step: 'importing',
      done: done + Math.floor(random() * 3),
    })),
  ]
  let killed = 0
  for (const kill of kills) {
    const { code } = await runImport(archive, stopped, { ...kill, laterMs: random() * 700 })
    if (code === null) killed += 1
  }
  expect(killed).toBeGreaterThan(2)
  const last = await runImport(archive, stopped)
  const counts = (text: string) => text.split('\n').filter((line) => /^\s+\d+ {2}/.test(line))
  expect(counts(last.output)).toEqual(counts(whole.output))
  expect(await contentOf(stopped, other.path)).toEqual(
    await contentOf(join(dir.path, 'data'), dir.path),
  )
}, 3_600_000)

test('ten times as many messages take hardly more memory', async () => {
  const peaks: number[] = []
  for (const messages of [20_000, 200_000]) {
    using dir = tempDir()
    const archive = join(dir.path, 'bulk.jsonl')
    await writeLargeBulkExport(archive, { users: 200, channels: 100, messages, seed: 5 })
    const { code, peakKib, output } = await runImport(archive, join(dir.path, 'data'))
    expect(code).toBe(0)
    expect(output).toContain('0 left out')
    peaks.push(peakKib)
  }
  const [small = 0, large = 0] = peaks
  expect(large, `${small} KiB, then ${large} KiB`).toBeLessThan(small * 1.5)
}, 3_600_000)
