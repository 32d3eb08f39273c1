import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildReader, READER_FILE } from '../../../../scripts/build-reader.ts'

test('the script that reads pages is the one that its source makes (npm run reader)', async () => {
  expect(readFileSync(READER_FILE, 'utf8')).toBe(await buildReader())
})
