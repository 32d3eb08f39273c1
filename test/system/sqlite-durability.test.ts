import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { systemProgram } from '../support/debian.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-durability-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SOURCE = new URL('../../src/', import.meta.url)
const WRITES = 5

/** Writes one after another, and says so to a file that can be told from all others when each is done. */
const PROGRAM = `
import { closeSync, openSync, writeSync } from 'node:fs'
const { openSqlite } = await import('${new URL('store/sqlite/sqlite.ts', SOURCE).href}')
const { createLog } = await import('${new URL('lib/log.ts', SOURCE).href}')
const store = await openSqlite({ path: process.argv[1], log: createLog('silent') })
const said = openSync(process.argv[2], 'w')
for (let n = 0; n < ${WRITES}; n += 1) {
  await store.write(async (tx) => {
    await tx.insertInto('setting').values({ name: 'n' + n, value: 'x' }).execute()
  })
  writeSync(said, 'done')
}
closeSync(said)
await store.close()
`

test('each write is on the disk before it is acknowledged, as the kernel sees it', () => {
  const trace = join(folder, 'trace')
  const database = join(folder, 'store.db')
  const said = join(folder, 'said')
  const options = ['-f', '-y', '-e', 'trace=write,pwrite64,fsync,fdatasync', '-o', trace]
  const program = [process.execPath, '--input-type=module', '-e', PROGRAM, database, said]
  execFileSync(systemProgram('strace', 'strace'), options.concat(program))
  // The log was changed and not synced, at the time of each acknowledgement.
  let isDirty = false
  let wasWritten = false
  const acknowledged: string[] = []
  for (const line of readFileSync(trace, 'utf8').split('\n')) {
    const isLog = line.includes(`<${database}-wal>`)
    if (isLog && /\bp?write(64)?\(/.test(line)) isDirty = wasWritten = true
    // A call that another thread interrupts ends in a line of its own, which names no file.
    if ((isLog && /sync\(.*= 0$/.test(line)) || /<\.\.\. fdatasync resumed>.*= 0$/.test(line)) {
      isDirty = false
    }
    if (line.includes(`<${said}>`)) {
      acknowledged.push(
        `${wasWritten ? 'written' : 'not written'}, ${isDirty ? 'not synced' : 'synced'}`,
      )
      wasWritten = false
    }
  }
  expect(acknowledged).toEqual(Array.from({ length: WRITES }, () => 'written, synced'))
})
