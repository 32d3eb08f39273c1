import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  FOLDER_PREFIX,
  OWNER_FILE,
  ownerMark,
  sweepFolders,
} from '../../../../src/browser/launch/folders.ts'
import { findProcessPlace } from '../../../../src/lib/process-place.ts'

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
