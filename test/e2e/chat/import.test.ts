// @module-tag full
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bellhop, tempDir } from '../../support/bellhop.ts'
import { makeMattermostArchive } from '../../support/mattermost-archive.ts'
import { zipOf } from '../../support/zip.ts'

test('a dry run prints what the import then does, and only the import changes something', async () => {
  using dir = tempDir()
  const archive = join(dir.path, 'team.zip')
  const { files, rowCount } = makeMattermostArchive(9)
  writeFileSync(archive, zipOf(files))
  const data = ['--data-dir', join(dir.path, 'data')]
  const runImport = async (...flags: string[]) =>
    bellhop(['chat', 'import', archive, ...flags, ...data])
  const counts = (text: string) => text.split('\n').filter((line) => /^\s+\d+ {2}/.test(line))

  const tried = await runImport('--dry-run')
  expect(tried, tried.stderr).toMatchObject({ code: 0 })
  expect(tried.stdout).toContain('A dry run: nothing was changed.')
  expect(tried.stdout).toContain(`An archive of Mattermost with ${rowCount} messages`)
  const done = await runImport()
  expect(done.stdout).not.toContain('nothing was')
  expect(counts(done.stdout)).toEqual(counts(tried.stdout))
  const again = await runImport()
  expect(again.stdout).toContain('This archive was imported before; nothing was done.')
  expect(readdirSync(join(dir.path, 'data', 'imports'))).toHaveLength(2)

  const other = await bellhop(['tools', '--dry-run', ...data])
  expect(other).toMatchObject({ code: 2 })
  expect(other.stderr).toContain('--dry-run is for chat import.')
})
