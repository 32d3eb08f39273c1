import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeOwnFolder } from '../../../src/lib/own-folder.ts'
import { tempDir } from '../../support/bellhop.ts'

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
