import { expect, test } from 'vitest'
import { countWords } from '../../../src/markdown/word-count.ts'

test.each([
  ['Plain words, five of them.', 5],
  ['# A heading\n\n- item one\n- item two\n\n---\n', 6],
  ['| a | b |\n| --- | --- |\n| 1 | 2 |', 4],
  ['[two words](https://a.test/b) **bold**', 3],
  ['don’t count e-mail twice', 4],
  ['日本語です', 5],
  ['Привет, мир', 2],
  ['\ud842 alone, then 𠮷野家 a𠮷b', 8],
  ['no\u00a0break \u{1F600} ½', 3],
  ['', 0],
])('%j', (markdown, words) => {
  expect(countWords(markdown)).toBe(words)
})
