import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { digestOfReaders, READERS_FILE } from '../../../scripts/compile-contracts.ts'

it('ships code that was compiled from the sources as they are', () => {
  // The long tests compile them anew and compare the code itself.
  expect(readFileSync(READERS_FILE, 'utf8')).toContain(digestOfReaders())
})
