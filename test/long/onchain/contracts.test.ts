import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  compileMocks,
  compileReaders,
  MOCKS_FILE,
  READERS_FILE,
} from '../../../scripts/compile-contracts.ts'

it('ships the code that its sources compile to', () => {
  const bare = (source: string): string => source.replaceAll(/\s/g, '')
  expect(bare(readFileSync(READERS_FILE, 'utf8'))).toBe(bare(compileReaders()))
})

it('tests with the contracts that their sources compile to', () => {
  expect(JSON.parse(readFileSync(MOCKS_FILE, 'utf8'))).toEqual(JSON.parse(compileMocks()))
})
