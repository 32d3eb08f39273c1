import { expect, test } from 'vitest'
import { findInstalls } from '../../../../src/extract/records/installs.ts'
import { VERSION } from '../../../../src/extract/records/terms.ts'
import { parsePage } from '../../../../src/markup/html/parse-page.ts'

// With one way too many to read them, these would never end.
test('a command of nothing but options ends', () => {
  const tree = parsePage(`<pre>npm i ${'-a '.repeat(190)}&lt;</pre>`)
  expect(findInstalls(tree, new Uint8Array(tree.nodes.length), [])).toEqual([])
})

test('what looks like a version to its last character ends', () => {
  expect(VERSION.test(`1.1${'a'.repeat(5_000)}_`)).toBe(false)
  expect(VERSION.exec('v1.2.3-rc.1, 2.0')?.[0]).toBe('v1.2.3-rc.1')
})
