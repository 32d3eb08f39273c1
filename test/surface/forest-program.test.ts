import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FOREST_PROGRAM, forestProgram } from '../../scripts/assemble-forest.ts'

test('the program for forests is as `npm run docs` writes it', async () => {
  const written = readFileSync(join(import.meta.dirname, '../..', FOREST_PROGRAM), 'utf8')
  expect(written).toBe(await forestProgram())
})
