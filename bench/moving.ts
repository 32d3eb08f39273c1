import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unpackArchive } from '../src/files/archive/unpack.ts'
import { DiskSpace } from '../src/lib/disk-space.ts'
import { cleanEnv, CLI } from '../test/support/bellhop.ts'
import { readExport, writeExport } from '../test/support/chat-export.ts'
import { machineLine, recordSection } from './record.ts'

/** A team of years. `MOVING_MESSAGES` makes it smaller for a trial. */
const MESSAGES = Number(process.env['MOVING_MESSAGES'] ?? 200_000)
const SIZE = {
  people: 200,
  channels: 300,
  messages: MESSAGES,
  files: Math.ceil(MESSAGES / 200),
  fileBytes: 1024 * 1024,
  seed: 4711,
}

/** How long the first run lives before it is killed. */
const LIFE_MS = 20_000

/** Imports an export of a large team, killed once on the way, and exports, backs up and restores it. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-moving-'))
  try {
    const rows = await measure(folder)
    const table = rows.map(([what, value]) => `| ${what} | ${value} |`).join('\n')
    const text = `${machineLine()}\n\n| | |\n| --- | --- |\n${table}`
    console.log(text)
    if (MESSAGES === 200_000) recordSection('moving', 'Moving a chat', text)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(folder: string): Promise<[what: string, value: string][]> {
  const source = join(folder, 'source')
  writeExport(source, SIZE)
  const before = readExport(source)
  const data = ['--data-dir', join(folder, 'data')]
  const killed = start(['chat', 'import', source, ...data])
  await sleep(LIFE_MS)
  killed.kill('SIGKILL')
  const importing = await timed(async () => finish(['chat', 'import', source, ...data]))
  const out = join(folder, 'out.tar.gz')
  const exporting = await timed(async () => finish(['chat', 'export', out, ...data]))
  const disk = new DiskSpace({ folder, reserveBytes: 0 })
  await unpackArchive(out, join(folder, 'out'), disk)
  const after = readExport(join(folder, 'out', 'export'))
  rmSync(join(folder, 'out'), { recursive: true })
  const all = join(folder, 'all.tar.gz')
  const backing = await timed(async () => finish(['backup', all, ...data]))
  mkdirSync(join(folder, 'fresh'))
  const restoring = await timed(async () =>
    finish(['restore', all, '--data-dir', join(folder, 'fresh')]),
  )
  const isSame = (['messages', 'flags', 'reactions', 'attachments'] as const).map(
    (part) =>
      `${part} ${JSON.stringify(before[part]) === JSON.stringify(after[part]) ? 'same' : 'NOT the same'}`,
  )
  const gigabytes = (path: string) => `${(statSync(path).size / 1e9).toFixed(2)} GB`
  return [
    [
      'export',
      `${SIZE.people} people, ${SIZE.channels} channels, ${MESSAGES} messages, ${before.flags.length} flags, ${SIZE.files} files of 1 MiB`,
    ],
    [
      'import, killed after 20 s and taken up again',
      `${(importing + LIFE_MS / 1_000).toFixed(0)} s`,
    ],
    ['export again', `${exporting.toFixed(0)} s, ${gigabytes(out)}`],
    ['backup', `${backing.toFixed(0)} s, ${gigabytes(all)}`],
    ['restore, checked', `${restoring.toFixed(0)} s`],
    ['what was imported, exported again', isSame.join(', ')],
  ]
}

function start(args: readonly string[]) {
  return spawn(process.execPath, [CLI[1], ...args], {
    env: cleanEnv(),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function finish(args: readonly string[]): Promise<void> {
  const [code] = (await once(start(args), 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`)
}

/** Seconds that work takes. */
async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}
