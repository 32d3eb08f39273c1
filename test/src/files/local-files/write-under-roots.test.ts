import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeUnderRoots } from '../../../../src/files/local-files/write-under-roots.ts'
import { tempDir } from '../../../support/bellhop.ts'

const PNG = { mimeType: 'image/png', bytes: Buffer.from('picture') }

/** A folder that may be written to, and what is around it. */
function stage() {
  const dir = tempDir()
  const at = (...path: string[]) => join(dir.path, ...path)
  for (const folder of ['open/below', 'open/.hidden', 'open/kept', 'closed', 'open-not']) {
    mkdirSync(at(folder), { recursive: true })
  }
  writeFileSync(at('open/there.png'), 'old')
  symlinkSync(at('closed'), at('open/out'))
  symlinkSync(at('open/below'), at('open/within'))
  symlinkSync(at('closed/aim.png'), at('open/dangling.png'))
  const allowed = { roots: [at('open')], kept: [at('open/kept')], platform: process.platform }
  return { dir, at, write: async (path: string) => writeUnderRoots(at(path), PNG, allowed) }
}

test.each([
  ['open/a.png', 'open/a.png'],
  ['open/a.PNG', 'open/a.PNG'],
  ['open/below/a', 'open/below/a.png'],
  ['open/run.sh', 'open/run.sh.png'],
  ['open/within/b.png', 'open/below/b.png'],
  ['open/below/../c.png', 'open/c.png'],
])('a new file is made: %s', async (path, made) => {
  const { dir, at, write } = stage()
  using _ = dir
  expect(await write(path)).toBe(at(made))
  expect(readFileSync(at(made), 'utf8')).toBe('picture')
})

test.each([
  ['open/there.png', 'invalid_input'],
  ['open/dangling.png', 'invalid_input'],
  ['open/none/a.png', 'invalid_input'],
  ['open/out/a.png', 'url_not_allowed'],
  ['open/../closed/a.png', 'url_not_allowed'],
  ['closed/a.png', 'url_not_allowed'],
  ['open-not/a.png', 'url_not_allowed'],
  ['open/.hidden/a.png', 'url_not_allowed'],
  ['open/.profile', 'url_not_allowed'],
  ['open/kept/a.png', 'url_not_allowed'],
])('no file is made, and none is changed: %s', async (path, code) => {
  const { dir, at, write } = stage()
  using _ = dir
  await expect(write(path)).rejects.toMatchObject({ code })
  expect(readFileSync(at('open/there.png'), 'utf8')).toBe('old')
  const files = ['closed', 'open-not', 'open/.hidden', 'open/kept', 'open/below']
  expect(files.flatMap((folder) => readdirSync(at(folder)))).toEqual([])
  expect(existsSync(at('open/.profile.png'))).toBe(false)
})
