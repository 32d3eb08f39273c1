import { expect, test } from 'vitest'
import { z } from 'zod'
import { nameUpTo, textUpTo } from '../../../src/lib/text-bounds.ts'

const jsonOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' })

test.each([
  ['letters', 'x'],
  ['emoji, which are two units of UTF-16 each', '😀'],
])('a text is counted in code points: %s', (_, char) => {
  expect(textUpTo(5).safeParse(char.repeat(5)).success).toBe(true)
  expect(textUpTo(5).safeParse(char.repeat(6)).error?.issues).toMatchObject([
    { message: 'is too long (limit: 5 characters)' },
  ])
})

test('blanks around a name do not count, and go', () => {
  expect(nameUpTo(2).parse(' \t😀😀\n')).toBe('😀😀')
  expect(nameUpTo(2).safeParse('a b').success).toBe(false)
})

test('the JSON Schema says the limit, whatever is added to it', () => {
  expect(jsonOf(textUpTo(5))).toMatchObject({ type: 'string', maxLength: 5 })
  expect(jsonOf(textUpTo(5, z.string().min(1)).optional().describe('A text.'))).toMatchObject({
    minLength: 1,
    maxLength: 5,
    description: 'A text.',
  })
  expect(jsonOf(z.array(nameUpTo(5)).max(3))).toMatchObject({
    maxItems: 3,
    items: { maxLength: 5 },
  })
  expect(jsonOf(textUpTo(5).refine((text) => text !== '-', 'a name'))).toMatchObject({
    maxLength: 5,
  })
})
