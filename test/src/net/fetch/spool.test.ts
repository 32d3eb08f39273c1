import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Spool } from '../../../../src/net/fetch/spool.ts'

function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-spool-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Bytes of which no two pieces are alike. */
function patternOf(bytes: number): Buffer {
  const pattern = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at += 1) pattern[at] = (at * 31 + (at >> 8)) & 0xff
  return pattern
}

test('what was appended in any pieces is read back in order, more than once', async () => {
  const file = await new Spool(tempFolder()).open(() => {})
  onTestFinished(() => file.release())
  const bytes = patternOf(1_500_001)
  for (const [from, to] of [
    [0, 1],
    [1, 900_000],
    [900_000, 900_000],
    [900_000, 1_500_001],
  ]) {
    await file.append(bytes.subarray(from, to))
  }
  expect(file.byteLength).toBe(bytes.byteLength)
  expect(await file.complete(100)).toEqual(bytes.subarray(0, 100))
  for (const _ of [1, 2]) {
    const pieces: Buffer[] = []
    for await (const piece of file.pieces()) pieces.push(Buffer.from(piece))
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true)
    expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(262_144)
  }
})

test('a file has no name', async () => {
  const folder = join(tempFolder(), 'spool')
  const file = await new Spool(folder).open(() => {})
  onTestFinished(() => file.release())
  await file.append(patternOf(400_000))
  expect(readdirSync(folder)).toEqual([])
})

test.skipIf(process.platform === 'win32')('nobody else may look into the folder', async () => {
  const folder = join(tempFolder(), 'spool')
  const file = await new Spool(folder).open(() => {})
  file.release()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('what a killed process left is deleted by the next one', async () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 'left-behind'), 'hostile bytes')
  const file = await new Spool(folder).open(() => {})
  file.release()
  expect(readdirSync(folder)).toEqual([])
})

test('a released file is closed, once, and cannot be read', async () => {
  let closed = 0
  const gone = Promise.withResolvers<void>()
  const file = await new Spool(tempFolder()).open(() => {
    closed += 1
    gone.resolve()
  })
  await file.append(patternOf(300_000))
  await file.complete(10)
  file.release()
  file.release()
  await gone.promise
  await expect(file.pieces()[Symbol.asyncIterator]().next()).rejects.toThrow('closed')
  expect(closed).toBe(1)
})

test('a folder that was deleted is made again', async () => {
  const folder = tempFolder()
  const spool = new Spool(folder)
  for (const _ of [1, 2]) {
    const file = await spool.open(() => {})
    file.release()
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  }
})
