import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv'
import { describe, expect, test } from 'vitest'
import { FINDER_TOOLS } from '../../src/core/select/finder.ts'
import { selectStandard, selectTools } from '../../src/core/select/select.ts'
import { CALL_TOOL, FIND_TOOLS } from '../../src/mcp/list/finder-tools.ts'
import { toolSchemas } from '../../src/mcp/schema.ts'
import { wholeCatalogue } from '../../tools/index.ts'
import { geminiProblems, toGemini } from '../support/gemini-schema.ts'
import { strictProblems, toOpenAiStrict } from '../support/openai-strict.ts'
import { Unconvertible } from '../support/schema-walk.ts'

const all = selectTools(await wholeCatalogue())
const tools = selectStandard(all)
const named = tools.map((tool) => [tool.name, toolSchemas(tool)] as const)
const schemas = [
  ...named,
  ...[FIND_TOOLS, CALL_TOOL].map((tool, at) => [FINDER_TOOLS[at], toolSchemas(tool)] as const),
].flatMap(([name, { input, output }]) => [
  [`${name}, input`, input] as const,
  ...(output ? [[`${name}, output`, output] as const] : []),
])

const validator = new AjvJsonSchemaValidator()

describe('every tool of the default list can be offered by hosts of other models', () => {
  test.each(schemas)('%s, to OpenAI in strict mode', (_, schema) => {
    expect(strictProblems(toOpenAiStrict(schema))).toEqual([])
  })

  test.each(schemas)('%s, to Gemini', (_, schema) => {
    const converted = toGemini(schema)
    expect(converted === undefined ? [] : geminiProblems(converted)).toEqual([])
  })

  test.each(schemas)('%s, is a JSON Schema that the official client can use', (_, schema) => {
    const validate = validator.getValidator(schema)
    expect(validate(null).valid).toBe(false)
  })
})

describe('no field loses its meaning in strict mode', () => {
  test.each(['register_queue', 'check_messages_match_narrow'])(
    'the terms of %s are listed',
    (name) => {
      const tool = all.find((one) => one.name === name)
      const text = JSON.stringify(toOpenAiStrict(tool ? toolSchemas(tool).input : {}))
      expect(text).toContain('"operator":{"type":"string"}')
      expect(text).toContain('"operand":{"type":"string"}')
    },
  )
})

describe('what these dialects have no words for is found', () => {
  const object = (field: unknown) => ({ type: 'object', properties: { field } })

  test.each([
    ['a boolean schema', true],
    ['a list that ends', { type: 'array', prefixItems: [{ type: 'string' }], items: false }],
    ['a list of anything', { type: 'array' }],
    ['no type', {}],
    ['alternatives that exclude each other', { oneOf: [{ type: 'string' }] }],
    ['a reference', { $ref: '#/$defs/a' }],
  ])('%s', (_, field) => {
    expect(() => toOpenAiStrict(object(field))).toThrow(Unconvertible)
    expect(() => toGemini(object(field))).toThrow(Unconvertible)
  })

  test('by the rules alone, too', () => {
    expect(strictProblems(object({ type: 'string', maxLength: 3 }))).toEqual([
      'schema: additionalProperties',
      'schema: required',
      'schema.field: maxLength',
    ])
    expect(geminiProblems({ type: 'OBJECT', properties: { field: { type: 'string' } } })).toEqual([
      'schema.field: no type',
    ])
  })
})
