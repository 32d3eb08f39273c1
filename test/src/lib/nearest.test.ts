import { expect, test } from 'vitest'
import { nearestOf } from '../../../src/lib/nearest.ts'

const COMMANDS = ['serve', 'call', 'tools', 'wallet', 'doctor', 'extract', 'pdf_to_markdown']

test.each([
  ['srve', 'serve'],
  ['tool', 'tools'],
  ['claL', 'call'],
  ['wlalet', 'wallet'],
  ['exttract', 'extract'],
  ['doktor', 'doctor'],
  ['pdf', 'pdf_to_markdown'],
])('%s means %s', (typed, meant) => {
  expect(nearestOf(typed, COMMANDS)).toBe(meant)
})

test.each(['nonsense', 'zz', '', 'x'.repeat(10_000)])('%s means nothing', (typed) => {
  expect(nearestOf(typed, COMMANDS)).toBeUndefined()
})

test('words that nobody types are not compared', () => {
  expect(nearestOf('x'.repeat(64), ['x'.repeat(65)])).toBe('x'.repeat(65))
  expect(nearestOf('x'.repeat(65), ['x'.repeat(65)])).toBeUndefined()
})

test('of several that are near, the nearest is meant', () => {
  expect(nearestOf('get_user', ['get_users', 'get_user', 'get_own_user'])).toBe('get_user')
  expect(nearestOf('get_usr', ['get_users', 'get_user'])).toBe('get_user')
})
