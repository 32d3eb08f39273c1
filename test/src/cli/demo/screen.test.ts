import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Screen, Skipped, wrap } from '../../../../src/cli/demo/screen.ts'

const text = fc
  .array(
    fc
      .string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 })
      .map((word) => word.replaceAll(' ', '_')),
    {
      minLength: 1,
      maxLength: 60,
    },
  )
  .map((words) => words.join(' '))

test('wrapped words are all there, in lines that fit', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 0, max: 10 }), (given, indent) => {
      const lines = wrap(given, ' '.repeat(indent))
      expect(lines.map((line) => line.slice(indent)).join(' ')).toBe(given)
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
    }),
  )
})

test('an indent of the text and a word longer than a line stay', () => {
  expect(wrap('  - a list', '')).toEqual(['  - a list'])
  const long = 'x'.repeat(100)
  expect(wrap(`before ${long} after`, '')).toEqual(['before', long, 'after'])
})

async function shown(work: () => Promise<{ result: string; note: string }>) {
  let output = ''
  const screen = new Screen((written) => {
    output += written
  })
  await screen.step('It tries', 'try {}', work)
  const { steps, failures } = screen
  return { output: stripVTControlCharacters(output), steps, failures }
}

test('a step that holds shows its call, its result and how long it took', async () => {
  const held = await shown(async () => ({ result: 'one\n\n  two', note: 'Good.' }))
  expect(held).toMatchObject({ steps: 1, failures: 0 })
  expect(held.output.replace(/\d\.\d\d s/, '0.00 s')).toBe(
    '\n 1  It tries\n    try {}\n    │ one\n    │\n    │   two\n    ✓ 0.00 s  Good.\n',
  )
})

test('a long result says how many lines are left out', async () => {
  const result = Array.from({ length: 30 }, (_, at) => `line ${at}`).join('\n')
  const { output } = await shown(async () => ({ result, note: 'Long.' }))
  expect(output).toContain('│ line 9\n    │ … 20 more lines\n')
})

test('a step that fails is counted and says why; one that is skipped is neither', async () => {
  const failed = await shown(async () => {
    throw new Error('No.')
  })
  expect(failed).toMatchObject({ steps: 1, failures: 1 })
  expect(failed.output).toMatch(/✗ \d\.\d\d s {2}No\.\n$/)
  const skipped = await shown(async () => {
    throw new Skipped('there is none.')
  })
  expect(skipped).toMatchObject({ steps: 0, failures: 0 })
  expect(skipped.output).toContain('– skipped: there is none.\n')
})
