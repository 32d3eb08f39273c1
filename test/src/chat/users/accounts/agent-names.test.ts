import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AGENT_NAME_MAX_CHARS } from '../../../../../src/chat/limits.ts'
import {
  addressOf,
  agentHandleOf,
  agentNameOf,
} from '../../../../../src/chat/users/accounts/agent-names.ts'
import { countChars } from '../../../../../src/lib/text.ts'
import { seeds } from '../../../../support/full.ts'

test.each([
  ['claude-code', 'claude-code'],
  ['Claude Desktop', 'claude-desktop'],
  ['../../x\0', 'x'],
  ['日本語', '日本語'],
  ['Ελληνικά', 'ελληνικά'],
  ['مساعد', 'مساعد'],
  ['हिन्दी', 'हिन्दी'],
  ['می\u200Cخواهم', 'میخواهم'],
  ['🤖 Robo ❤️ 1️⃣', 'robo-1'],
  ['👩🏽‍💻', 'agent'],
  ['Ｃｌａｕｄｅ', 'claude'],
  ['a\u202Eb\u2066c', 'abc'],
  ['', 'agent'],
  ['\u0301x', 'x'],
  ['x'.repeat(100), 'x'.repeat(40)],
])('%j is called %j', (given, name) => {
  expect(agentNameOf(given)).toBe(name)
})

const anyName = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme-ascii' }),
  fc
    .array(
      fc.constantFrom(
        '日',
        'Σ',
        'İ',
        '\u0301',
        '\u202E',
        '\u200D',
        '🤖',
        '-',
        ' ',
        'ß',
        '\uD800',
        'ﬁ',
        '\u3164',
      ),
    )
    .map((all) => all.join('')),
)

test('every name is bounded, whole, without what a reader cannot see, and the name of itself', () => {
  fc.assert(
    fc.property(anyName, (given) => {
      const name = agentNameOf(given)
      expect(name).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*$/u)
      expect(name).not.toMatch(/[\p{C}\p{Z}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u)
      expect(name.isWellFormed()).toBe(true)
      expect(countChars(name)).toBeLessThanOrEqual(AGENT_NAME_MAX_CHARS)
      expect(agentNameOf(name)).toBe(name)
    }),
    { numRuns: seeds(100, 2_000) },
  )
})

test('every name has an address and a file of its own, also with a number', () => {
  const number = fc.integer({ min: 1, max: 200 })
  fc.assert(
    fc.property(anyName, anyName, number, number, (one, other, first, second) => {
      const [a, b] = [agentNameOf(one), agentNameOf(other)]
      const handle = agentHandleOf(a, first)
      expect(handle).toMatch(/^[a-z0-9.-]{1,70}$/)
      expect(addressOf({ realmHost: 'x.test' }, a, first)).toBe(`${handle}-agent@x.test`)
      expect(handle === agentHandleOf(b, second)).toBe(a === b && first === second)
    }),
    { numRuns: seeds(100, 2_000) },
  )
})
