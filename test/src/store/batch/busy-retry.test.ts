import { join } from 'node:path'
import { expect, test } from 'vitest'
import { retryWhileBusy } from '../../../../src/store/batch/busy-retry.ts'
import { openConnections, readDataVersion } from '../../../../src/store/sqlite/sqlite-file.ts'
import { tempDir } from '../../../support/bellhop.ts'

const busy = () => Object.assign(new Error('database is locked'), { errcode: 5 })

/** A step that a lock holds up for so many tries. */
function heldUpFor(tries: number): () => string {
  let left = tries
  return () => {
    left -= 1
    if (left >= 0) throw busy()
    return 'done'
  }
}

test('a lock is waited for', async () => {
  expect(await retryWhileBusy(heldUpFor(5))).toBe('done')
})

test('a lock that nobody gives back is not waited for any longer', async () => {
  const readVersion = () => 7
  await expect(
    retryWhileBusy(heldUpFor(Infinity), { readVersion, waitMaxMs: 20 }),
  ).rejects.toMatchObject({ code: 'unavailable' })
})

test('a lock that others take in turns is waited for longer, not forever', async () => {
  let version = 0
  const signs = { readVersion: () => (version += 1), waitMaxMs: 2, turnsMaxMs: 60_000 }
  expect(await retryWhileBusy(heldUpFor(50), signs)).toBe('done')
  await expect(
    retryWhileBusy(heldUpFor(Infinity), { ...signs, turnsMaxMs: 20 }),
  ).rejects.toMatchObject({ code: 'unavailable' })
})

test('what is no lock fails at once', async () => {
  const error = new Error('no such table')
  await expect(
    retryWhileBusy(() => {
      throw error
    }),
  ).rejects.toBe(error)
})

test('commits of other connections are seen, one’s own are not', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'store.db')
  const [one, other] = [await openConnections(path), await openConnections(path)]
  const before = readDataVersion(one.writer)
  one.writer.exec('create table own (id integer)')
  expect(readDataVersion(one.writer)).toBe(before)
  other.writer.exec('create table others (id integer)')
  expect(readDataVersion(one.writer)).not.toBe(before)
  one.close()
  other.close()
  expect(readDataVersion(one.writer)).toBeUndefined()
})
