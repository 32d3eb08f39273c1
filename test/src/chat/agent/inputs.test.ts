import { expect, test } from 'vitest'
import { countLine } from '../../../../src/chat/agent/inputs.ts'

test.each<[Parameters<typeof countLine>, string]>([
  [[3, 3, 'users'], '3 of 3 users'],
  [[0, 0, 'users'], '0 of 0 users'],
  [[2, 3, 'users'], '2 of 3 users; for others raise limit, or give a part of the name as query'],
  [[2, 3, 'topics', false], '2 of 3 topics; for others raise limit'],
])('%j: %s', (counted, line) => {
  expect(countLine(...counted)).toBe(line)
})
