import { expect, test } from 'vitest'
import { sandboxEntry } from '../../../src/app/sandbox-entry.ts'

test.each([
  ['file:///package/src/app/compose.ts', 'file:///package/src/app/sandbox-child.ts'],
  ['file:///package/lib/main.mjs', 'file:///package/lib/sandbox/child.mjs'],
])('beside %s the child is %s', (here, child) => {
  expect(sandboxEntry(here).href).toBe(child)
})
