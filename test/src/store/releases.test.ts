import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { VERSION } from '../../../src/lib/version.ts'
import type { Store } from '../../../src/store/port.ts'
import { openPostgres } from '../../../src/store/postgres/postgres.ts'
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts'
import { ROOT } from '../../support/bellhop.ts'
import { startPostgresTwin } from '../../support/both-databases.ts'
import {
  fillReleaseStore,
  readReleaseStore,
  type ReleaseFacts,
  type ReleaseOwner,
} from '../../support/release-store.ts'
import { quietLog as log } from '../../support/store-backend.ts'
import { schemaOf } from '../../support/store-schema.ts'

/** Databases that releases have left, a folder each: one of SQLite, one of Postgres as SQL, and what they hold. */
const FIXTURES = join(ROOT, 'test/fixtures/stores')
const FILES = { sqlite: 'sqlite.db.gz', postgres: 'postgres.sql.gz' } as const
type Kind = keyof typeof FILES

/** What lies beside them. */
interface Kept {
  owners: Record<Kind, ReleaseOwner>
  /** What the release has read there itself. */
  facts: ReleaseFacts
}

const keptOf = (version: string): Kept =>
  JSON.parse(readFileSync(join(FIXTURES, version, 'facts.json'), 'utf8')) as Kept

/** Set by `npm run store-fixture`, before a release: writes the fixture of this version anew. */
const IS_WRITING = process.env['WRITE_STORE_FIXTURE'] !== undefined

const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
const server = await startPostgresTwin()
let files = 0

afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const newFile = (): string => join(folder, `${(files += 1)}.db`)

function newDatabase(): string {
  if (!server) throw new Error('There is no Postgres.')
  return server.newDatabase()
}

async function openNew(kind: Kind): Promise<Store> {
  return kind === 'sqlite'
    ? openSqlite({ path: newFile(), log })
    : openPostgres({ url: newDatabase(), log })
}

/** Opens a copy of what a release has left. */
async function openFixture(version: string, kind: Kind): Promise<Store> {
  const bytes = gunzipSync(readFileSync(join(FIXTURES, version, FILES[kind])))
  if (kind === 'sqlite') {
    const path = newFile()
    writeFileSync(path, bytes)
    return openSqlite({ path, log })
  }
  const url = newDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(bytes.toString())
  await client.end()
  return openPostgres({ url, log })
}

async function writeFixtures(): Promise<void> {
  const target = join(FIXTURES, VERSION)
  mkdirSync(target, { recursive: true })
  const path = newFile()
  const url = newDatabase()
  const sqlite = await fillReleaseStore(await openSqlite({ path, log }))
  const postgres = await fillReleaseStore(await openPostgres({ url, log }))
  expect(postgres.facts).toEqual(sqlite.facts)
  const kept: Kept = {
    owners: { sqlite: sqlite.owner, postgres: postgres.owner },
    facts: sqlite.facts,
  }
  writeFileSync(join(target, 'facts.json'), `${JSON.stringify(kept, null, 2)}\n`)
  // Without the lines that only the newest psql understands.
  const dump = server?.dump(url).replaceAll(/^\\.*$/gm, '') ?? ''
  for (const [kind, bytes] of [
    ['sqlite', readFileSync(path)],
    ['postgres', dump],
  ] as const) {
    writeFileSync(join(target, FILES[kind]), gzipSync(bytes, { level: 9 }))
  }
}

beforeAll(async () => {
  if (IS_WRITING) await writeFixtures()
})

test('this version has left a store: `npm run store-fixture` writes it', () => {
  expect(existsSync(join(FIXTURES, VERSION))).toBe(true)
})

const versions = IS_WRITING ? [VERSION] : readdirSync(FIXTURES)

describe.each(versions)('a store of %s', (version) => {
  describe.each([
    ['SQLite', 'sqlite', false],
    ['Postgres', 'postgres', !server],
  ] as const)('on %s', (_, kind, isSkipped) => {
    test.skipIf(isSkipped)(
      'is upgraded to the schema of a new one, with all it holds',
      { tags: kind === 'postgres' ? 'full' : [] },
      async () => {
        const store = await openFixture(version, kind)
        const fresh = await openNew(kind)
        expect(await schemaOf(store)).toEqual(await schemaOf(fresh))
        await fresh.close()
        await store.check({ deep: true })
        const { owners, facts } = keptOf(version)
        expect(await readReleaseStore(store, owners[kind])).toMatchObject(facts)
      },
    )
  })
})
