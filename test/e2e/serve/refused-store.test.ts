// @module-tag full
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bellhop, serveBellhop, tempDir } from '../../support/bellhop.ts'
import { openStoreOf } from '../../support/database.ts'

const REFUSAL =
  'This store was made by a newer version of Bellhop. ' +
  'Start that version, or name another store with --data-dir or --database-url.'

/** Lets a store look as if a newer version had used it. */
async function makeNewer(folder: string): Promise<void> {
  const store = await openStoreOf(folder)
  await store.write(async (tx) =>
    sql`insert into migration (name, applied_at) values ('of tomorrow', '2030-01-01')`.execute(tx),
  )
  await store.close()
}

test.each([
  ['serve', ['serve', '--port', '0'], 2],
  ['chat', ['chat', 'user', 'list'], 2],
  ['earnings', ['earnings'], 2],
  ['doctor', ['doctor'], 1],
])(
  '%s tells in one line that a newer version has made the store, which stays as it is',
  async (_, command, code) => {
    using dir = tempDir()
    await makeNewer(dir.path)
    const file = join(dir.path, 'bellhop.sqlite')
    const bytes = () => (existsSync(file) ? readFileSync(file).toString('base64') : '')
    const before = bytes()
    const result = await bellhop([...command, '--data-dir', dir.path])
    expect(result.code).toBe(code)
    expect(result.stdout + result.stderr).toContain(REFUSAL)
    expect(result.stdout + result.stderr).not.toMatch(/\n\s+at /)
    expect(bytes() === before).toBe(true)
  },
)

test('a server without a chat tells that it is not ready, and why', async () => {
  using dir = tempDir()
  await makeNewer(dir.path)
  await using server = await serveBellhop(['--data-dir', dir.path, '--toolsets', 'web'])
  const response = await fetch(`${server.url}/readyz`)
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 503,
    body: {
      status: 'not ready',
      reason: 'This store was made by a newer version of Bellhop.',
    },
  })
  const line = server
    .stderr()
    .split('\n')
    .find((text) => text.includes('"not ready"'))
  expect(line).toContain('made by a newer version of Bellhop')
  expect(line).toContain('Start that version')
})
