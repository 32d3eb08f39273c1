import { expect, test } from 'vitest'
import { z } from 'zod'
import { openObject } from '../../../src/contract/open-object.ts'
import { selectTools } from '../../../src/core/select/select.ts'
import { wholeCatalogue } from '../../../tools/index.ts'

test('an object and its JSON mean the same', () => {
  expect(openObject().parse({ a: [1] })).toEqual({ a: [1] })
  expect(openObject().parse('{"a":[1]}')).toEqual({ a: [1] })
})

test.each(['', 'a', '[]', '1', 'null', '{"a":', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`])(
  'the text %s is refused',
  (text) => {
    expect(openObject().safeParse(text).success).toBe(false)
  },
)

test('its schema is that of an object', () => {
  const { properties } = z.toJSONSchema(z.object({ a: openObject().optional() }), { io: 'input' })
  expect(properties).toMatchObject({ a: { type: 'object' } })
})

test.each([
  ['create_channel', 'options', { name: 'plans', options: '{"announce":true}' }],
  ['get_messages', 'narrow', { narrow: ['{"operator":"has","operand":"link"}'] }],
  ['update_settings', 'options', { options: '{"full_name":"Ada"}' }],
  ['price_check', 'input', { operation: 'extract', input: '{"url":"https://a.example/"}' }],
])('%s takes as text what the schema of %s does not list', async (name, field, input) => {
  const tool = selectTools(await wholeCatalogue()).find((one) => one.name === name)
  const read = tool?.input.parse(input) as Record<string, unknown>
  expect([read[field]].flat()).toEqual([expect.any(Object)])
})
