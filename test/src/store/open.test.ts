import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { openStore, storeOnDemand } from '../../../src/store/open.ts'
import { names, put, quietLog as log } from '../../support/store-backend.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a path and a file: URL open the same file with SQLite', async () => {
  const path = join(folder, 'one.db')
  const first = await openStore({ location: path, log })
  const second = await openStore({ location: pathToFileURL(path).href, log })
  await put(first, 'a')
  expect([first.kind, await names(second)]).toEqual(['sqlite', ['a']])
  await Promise.all([first.close(), second.close()])
})

test.each(['postgres', 'postgresql'])('a %s:// address is opened with Postgres', async (scheme) => {
  const location = `${scheme}://bellhop@127.0.0.1:9/none`
  await expect(openStore({ location, log })).rejects.toThrow('The database cannot be reached.')
})

test('an address of another kind is refused and creates no file', async () => {
  const location = 'mysql://127.0.0.1/bellhop'
  await expect(openStore({ location, log })).rejects.toMatchObject({
    code: 'unavailable',
    hint: expect.stringContaining('postgres://'),
  })
  expect(existsSync('mysql:')).toBe(false)
})

test('a store on demand is opened once, by its first user', async () => {
  const path = join(folder, 'lazy.db')
  const onDemand = storeOnDemand({ location: path, log })
  expect(existsSync(path)).toBe(false)
  const [first, second] = await Promise.all([onDemand.open(), onDemand.open()])
  expect(first).toBe(second)
  await onDemand.close()
  await expect(first.check()).rejects.toMatchObject({ code: 'unavailable' })
})

test('a store on demand tries again after it could not be opened', async () => {
  const inTheWay = join(folder, 'in-the-way')
  writeFileSync(inTheWay, '')
  const onDemand = storeOnDemand({ location: join(inTheWay, 'store.db'), log })
  await expect(onDemand.open()).rejects.toMatchObject({ code: 'unavailable' })
  rmSync(inTheWay)
  await (await onDemand.open()).check()
  await onDemand.close()
})

test.skipIf(!existsSync('/proc'))('a folder that cannot be made is refused at once', async () => {
  const location = '/proc/bellhop/store.db'
  await expect(openStore({ location, log })).rejects.toMatchObject({ code: 'unavailable' })
})

test('the folders of a new store are for their owner only', async () => {
  const outer = join(folder, 'outer')
  await (await openStore({ location: join(outer, 'inner', 'store.db'), log })).close()
  expect([outer, join(outer, 'inner')].map((path) => statSync(path).mode & 0o777)).toEqual([
    0o700, 0o700,
  ])
})

test('a store on demand that nobody used is closed without being opened', async () => {
  const path = join(folder, 'unused.db')
  await storeOnDemand({ location: path, log }).close()
  expect(existsSync(path)).toBe(false)
})
