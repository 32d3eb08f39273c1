import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { listKeptFiles } from '../../../src/app/backup/kept-files.ts'
import { tempDir } from '../../support/bellhop.ts'

test('a backup holds the keys and accounts of one organization, not those of others below it', async () => {
  using dir = tempDir()
  const files = [
    'owner.key',
    'agents/a',
    'organizations/acme/owner.key',
    'cache/a',
    'bellhop.sqlite',
  ]
  for (const file of files) {
    mkdirSync(dirname(join(dir.path, file)), { recursive: true })
    writeFileSync(join(dir.path, file), file)
  }
  const names = async (folder: string) => (await listKeptFiles(folder)).map(({ name }) => name)
  expect((await names(dir.path)).toSorted()).toEqual(['agents/a', 'owner.key'])
  expect(await names(join(dir.path, 'organizations/acme'))).toEqual(['owner.key'])
})
