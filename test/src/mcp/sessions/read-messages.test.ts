import { describe, expect, test } from 'vitest'
import { readMessages, refusalText } from '../../../../src/mcp/sessions/read-messages.ts'
import { seeds } from '../../../support/full.ts'
import { seededRandom } from '../../../support/seeded-random.ts'
import { ask, callWith, WIRE_CASES } from '../../../support/wire-cases.ts'

/** What many programs put between messages. */
const BETWEEN = ['', ' ', '\r\n', '\uFEFF', '\t\uFEFF ']

const WHOLE = [ask('2025', '1'), ask('2026', '"a } b"'), callWith('2025', { text: '[{"\\' }), '[]']
const PIECES = [
  ...WHOLE,
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  'x',
  '{"id":3}',
  '1',
  'null',
  '{"id":',
  ',',
]

describe('what a client sends at once', () => {
  test('is read whole, however its messages stand beside each other', () => {
    for (let seed = 0; seed < seeds(100, 3_000); seed += 1) {
      const random = seededRandom(seed)
      const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
      const sent = Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
        pick(WHOLE.slice(0, 3)),
      )
      const text = sent.map((message) => pick(BETWEEN) + message + pick(BETWEEN)).join('')
      const { messages, refusals } = readMessages(text)
      expect(refusals).toEqual([])
      expect(messages).toEqual(sent.map((message): unknown => JSON.parse(message)))
    }
  })

  test('is never dropped without a word', () => {
    for (let seed = 0; seed < seeds(500, 20_000); seed += 1) {
      const random = seededRandom(seed)
      const text = Array.from(
        { length: 1 + Math.floor(random() * 8) },
        () => PIECES[Math.floor(random() * PIECES.length)],
      ).join('')
      const { messages, refusals } = readMessages(text)
      expect(messages.length + refusals.length, text).toBeGreaterThan(0)
      for (const refusal of refusals) {
        expect(JSON.parse(refusalText(refusal))).toMatchObject({ error: { code: refusal.code } })
      }
    }
  })

  test.each(['', ' ', '\uFEFF', '\r'])('is nothing where it is blank: %j', (text) => {
    expect(readMessages(text)).toEqual({ messages: [], refusals: [], isBatch: false })
  })

  test('takes time in proportion to its length', () => {
    const odd = ['"\\', '{"a":"', '}{', '{}', '[', ' ', '\uFEFF']
    for (const piece of odd) {
      const { messages, refusals } = readMessages(piece.repeat(200_000))
      expect(messages.length + refusals.length).toBeLessThanOrEqual(101)
    }
  })
})

test.each(WIRE_CASES)('$name', ({ text, answers, over }) => {
  const { messages, refusals } = readMessages(text('2025'))
  const refused = answers.filter(([, outcome]) => outcome === -32_600 || outcome === -32_700)
  expect(refusals.map(({ id, code }) => [id, code])).toEqual(refused)
  const isOneAnswer = over?.http !== undefined || answers.length === 0
  expect(isOneAnswer || messages.length + refusals.length === answers.length).toBe(true)
})
