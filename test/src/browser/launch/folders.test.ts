import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  FOLDER_PREFIX,
  OWNER_FILE,
  ownerMark,
  sweepFolders,
} from '../../../../src/browser/launch/folders.ts'
import { makeOwnFolder } from '../../../../src/lib/own-folder.ts'
import { findProcessPlace } from '../../../../src/lib/process-place.ts'
import { tempDir } from '../../../support/bellhop.ts'

test('folders of owners that have ended are swept, and no others', () => {
  const parent = mkdtempSync(join(tmpdir(), 'bellhop-sweep-'))
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const place = findProcessPlace()
  const make = (name: string, owner: string): string => {
    const folder = join(parent, name)
    mkdirSync(folder)
    writeFileSync(join(folder, OWNER_FILE), owner)
    return folder
  }
  const ended = make(`${FOLDER_PREFIX}ended`, `${place} ${pid}`)
  const own = make(`${FOLDER_PREFIX}own`, ownerMark())
  const elsewhere = make(`${FOLDER_PREFIX}elsewhere`, `another/place ${pid}`)
  const foreign = make('somebody-else', `${place} ${pid}`)
  const torn = make(`${FOLDER_PREFIX}torn`, '')
  sweepFolders(parent)
  expect([ended, own, elsewhere, foreign, torn].map(existsSync)).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
  sweepFolders(parent, Date.now() + 2 * 86_400_000)
  expect([own, elsewhere, foreign, torn].map(existsSync)).toEqual([false, false, true, false])
  rmSync(parent, { recursive: true })
})

test('folders of processes that were killed go with the next one of their kind, and no others', () => {
  using dir = tempDir()
  const own = makeOwnFolder('first', dir.path)
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const left = (kind: string): string => {
    const path = join(
      dir.path,
      basename(own).replace('first', kind).replace(`-${process.pid}-`, `-${pid}-`),
    )
    mkdirSync(path)
    writeFileSync(join(path, 'store.db'), 'x')
    return path
  }
  const [killed, other] = [left('second'), left('third')]
  const elsewhere = join(dir.path, `bellhop-second-000000000000-${pid}-abcdef`)
  mkdirSync(elsewhere)
  const made = makeOwnFolder('second', dir.path)
  expect([own, made, other, elsewhere].map(existsSync)).toEqual([true, true, true, true])
  expect(existsSync(killed)).toBe(false)
})
