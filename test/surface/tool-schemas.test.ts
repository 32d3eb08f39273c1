import { expect, test } from 'vitest'
import { selectTools } from '../../src/core/select/select.ts'
import { chatDocument } from '../../src/http/openapi/chat-document.ts'
import { utilityDocument } from '../../src/http/openapi/utility-document.ts'
import { toolSchemas } from '../../src/mcp/schema.ts'
import { wholeCatalogue } from '../../tools/index.ts'
import { speaksForItself, unclearWithin, whyUnclear } from '../support/published-texts.ts'

const routes = await wholeCatalogue()
const operations = selectTools(routes)

test.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s keeps its published shape',
  async (name, operation) => {
    const { title, description, toolset, tier, effects, http, price } = operation
    const shape = {
      name,
      title,
      description,
      toolset,
      ...(tier ? { tier } : {}),
      effects,
      http,
      price,
      ...toolSchemas(operation),
    }
    const hint = 'what clients see of it changed: if that is meant, `npm run docs` writes it anew'
    await expect(`${JSON.stringify(shape, null, 2)}\n`, hint).toMatchFileSnapshot(
      `./tool-schemas/${name}.json`,
    )
  },
)

test.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s is described, and so is each parameter that does not speak for itself',
  (_, operation) => {
    expect(operation.description.length, 'the description is too short').toBeGreaterThan(20)
    const { properties } = toolSchemas(operation).input as {
      properties: Record<string, { description?: string }>
    }
    const silent = Object.entries(properties)
      .filter(([name, schema]) => !schema.description && !speaksForItself(name, schema))
      .map(([name]) => name)
    expect(silent, 'add .describe() to these').toEqual([])
  },
)

test.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s is described so that who reads one text understands it',
  (_, operation) => {
    const { description } = operation
    expect(unclearWithin({ description, ...toolSchemas(operation) })).toEqual([])
  },
)

test('the documents of the routes say what can be understood alone', () => {
  const parts = { operations: routes, baseUrl: 'http://localhost' }
  expect(unclearWithin([chatDocument(parts), utilityDocument(parts)])).toEqual([])
})

test('a text that says too little, leans or breaks off is found', () => {
  const unclear = ['Hex.', 'Of the image.', 'They are.', 'Those of it.', 'The same, larger.']
  expect([...unclear, 'Names of', 'The file and.'].filter((text) => !whyUnclear(text))).toEqual([])
  expect(whyUnclear('Color like #003366.')).toBeUndefined()
})
