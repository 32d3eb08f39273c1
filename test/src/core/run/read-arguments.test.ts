import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyOperation } from '../../../../src/contract/operation.ts'
import { asTool } from '../../../../src/core/run/agent-form.ts'
import { unknownArguments } from '../../../../src/core/run/argument-names.ts'
import { readArguments } from '../../../../src/core/run/read-arguments.ts'
import { echo, fetching, slow } from '../../../support/operations.ts'

const inputOf = async (operation: AnyOperation, given: Record<string, unknown>) =>
  (await readArguments(operation, given)).input

const wide: AnyOperation = {
  ...echo,
  input: z.object({
    maxChars: z.int().optional(),
    max_tokens: z.int().optional(),
    cursor: z.string().nullable().optional(),
  }),
}
const writing: AnyOperation = { ...wide, effects: { ...wide.effects, readOnly: false } }

describe('names', () => {
  test.each([
    [{ max_chars: 1 }, { maxChars: 1 }],
    [
      { 'Max-Chars': 1, maxTokens: 2 },
      { maxChars: 1, max_tokens: 2 },
    ],
  ])('%j is %j, in a write too', async (given, meant) => {
    const read = { input: meant, ignored: [] }
    expect(await readArguments(wide, given)).toEqual(read)
    expect(await readArguments(writing, given)).toEqual(read)
  })

  test('the known name counts where both spellings are given, and the other one is told', async () => {
    expect(await readArguments(wide, { max_chars: 1, maxChars: 2 })).toEqual({
      input: { maxChars: 2 },
      ignored: ['max_chars: did you mean maxChars?'],
    })
    await expect(readArguments(writing, { max_chars: 1, maxChars: 2 })).rejects.toThrow(
      'Unknown argument max_chars; did you mean maxChars?',
    )
    const twice = { max_chars: 1, maxchars: 2 }
    expect((await readArguments(wide, twice)).ignored).toEqual(['maxchars: did you mean maxChars?'])
  })

  test('a spelling that two fields share is none of them', async () => {
    const both = { ...wide, input: z.object({ max_chars: z.int(), maxChars: z.int() }).partial() }
    const { input, ignored } = await readArguments(both, { MaxChars: 1 })
    expect(input).toEqual({})
    expect(ignored).toEqual(['MaxChars: did you mean max_chars?'])
  })
})

describe('arguments that nobody knows', () => {
  test('are told where the operation reads', async () => {
    expect(await readArguments(wide, { maxChar: 5, colour: 'red', cursor: 'a' })).toEqual({
      input: { cursor: 'a' },
      ignored: ['maxChar: did you mean maxChars?', 'colour: unknown'],
    })
  })

  test('are refused where it writes, and nothing runs', async () => {
    await expect(readArguments(writing, { maxChar: 5, colour: 'red' })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Unknown argument maxChar; did you mean maxChars?\nUnknown argument colour.',
      hint: expect.stringContaining('maxChars, max_tokens, cursor'),
    })
    await expect(readArguments(slow, { steps: 1, stepMs: 1, constructor: 1 })).rejects.toThrow(
      'Unknown argument constructor.',
    )
  })

  test('are told in few words, however many and long they are', { tags: 'full' }, async () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `\u001B[31m${at}\n${'x'.repeat(100)}`)
    const given = Object.fromEntries(names.map((name) => [name, 1]))
    const { ignored } = await readArguments(wide, given)
    expect(ignored).toHaveLength(11)
    expect(ignored.at(-1)).toBe('and 99990 more')
    const text = ignored.join('\n')
    expect(text.length).toBeLessThan(1_000)
    expect(text).not.toContain('\u001B')
    expect(unknownArguments(['a'], given).message.split('\n')).toHaveLength(11)
  })

  test('are left to an operation that takes any', async () => {
    const loose = { ...writing, input: z.looseObject({ maxChars: z.int().optional() }) }
    expect(await readArguments(loose, { max_chars: '5', other: 1 })).toEqual({
      input: { maxChars: 5, other: 1 },
      ignored: [],
    })
  })

  test('are those of the whole form of a tool, of which an error lists what is shown', async () => {
    const tool = { input: z.object({ size: z.int().optional() }), output: writing.output }
    const form = asTool({
      ...writing,
      agentForm: () => ({
        ...tool,
        whole: () => ({ ...tool, input: tool.input.extend({ hidden: z.int().optional() }) }),
        text: () => '',
        run: async () => ({}),
      }),
    })
    expect(await readArguments(form, { Hidden: '5' })).toEqual({
      input: { hidden: 5 },
      ignored: [],
    })
    await expect(readArguments(form, { hiden: 1 })).rejects.toMatchObject({
      message: 'Unknown argument hiden; did you mean hidden?',
      hint: 'Nothing was done. Known arguments: size.',
    })
  })
})

describe('values', () => {
  test('are read as they were meant', async () => {
    expect(await inputOf(echo, { text: 5, times: '3' })).toEqual({ text: '5', times: 3 })
    expect(await inputOf(fetching, { url: 'example.com/a' })).toEqual({
      url: 'https://example.com/a',
    })
  })

  test('defaults stand where nothing was given, under no spelling', async () => {
    const defaults = { maxChars: 9 }
    expect((await readArguments(wide, {}, { defaults })).input).toEqual({ maxChars: 9 })
    expect((await readArguments(wide, { max_chars: '5' }, { defaults })).input).toEqual({
      maxChars: 5,
    })
    expect((await readArguments(wide, { maxChars: null }, { defaults })).input).toEqual({
      maxChars: 9,
    })
  })

  test('null is nothing where a read takes none, and stays where a field or a write has it', async () => {
    expect(await inputOf(wide, { maxChars: null, cursor: null })).toEqual({ cursor: null })
    await expect(inputOf(writing, { maxChars: null })).rejects.toThrow(/^maxChars: expected/)
    await expect(inputOf(echo, { text: null })).rejects.toThrow(/^text: expected text .*not null/)
  })

  test.each(['1e999', ' 0x10', '', '1_0', 'NaN'])('%j for a number is refused', async (times) => {
    await expect(inputOf(echo, { text: 'a', times })).rejects.toMatchObject({
      code: 'invalid_input',
      message:
        'times: expected a whole number from 1 to 3, not text, for example 2 (How often to repeat the text.)',
    })
  })

  test('what the operation itself checks is checked of what was meant', async () => {
    const seen: unknown[] = []
    const checking = { ...echo, check: (input: unknown) => void seen.push(input) }
    await inputOf(checking, { text: 'a', times: '2' })
    expect(seen).toEqual([{ text: 'a', times: 2 }])
  })
})
