import { expect, test } from 'vitest'
import { toolSchemas } from '../../src/mcp/schema.ts'
import { toolsAmong } from '../../src/select.ts'
import { wholeCatalogue } from '../../tools/index.ts'

const operations = toolsAmong(await wholeCatalogue())

/** Parameters of which their name, or the description of their tool, says everything. */
const OBVIOUS_PARAMETERS = new Set([
  'url',
  'network',
  'text',
  'format',
  'size',
  'margin',
  'dark',
  'light',
  'selector',
  'focus',
  'links',
  'images',
  'maxChars',
  'maxTokens',
  'maxPages',
  'pageMarkers',
  'from',
  'to',
  'data',
  'delimiter',
  'escapeFormulas',
  'commonmark',
  'sanitize',
  'header',
  'errorCorrection',
])
const TOKENS_PER_TOOL_MAX_MEAN = 110

test.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s keeps its published shape',
  async (name, operation) => {
    const { title, description, toolset, effects, http, price } = operation
    const shape = {
      name,
      title,
      description,
      toolset,
      effects,
      http,
      price,
      ...toolSchemas(operation),
    }
    await expect(`${JSON.stringify(shape, null, 2)}\n`).toMatchFileSnapshot(
      `./tool-schemas/${name}.json`,
    )
  },
)

test.each(operations.map((operation) => [operation.name, operation] as const))(
  '%s and each of its parameters that needs it are described',
  (_, operation) => {
    expect(operation.description.length).toBeGreaterThan(20)
    const { properties } = toolSchemas(operation).input as {
      properties: Record<string, { description?: string }>
    }
    const silent = Object.entries(properties)
      .filter(([name, { description }]) => !description && !OBVIOUS_PARAMETERS.has(name))
      .map(([name]) => name)
    expect(silent).toEqual([])
  },
)

test('the tool list is cheap for a model', () => {
  const tokens = operations.map((operation) => {
    const { name, description } = operation
    const text = JSON.stringify({ name, description, inputSchema: toolSchemas(operation).input })
    return Buffer.byteLength(text) / 4
  })
  const mean = tokens.reduce((sum, count) => sum + count, 0) / tokens.length
  expect(mean).toBeLessThanOrEqual(TOKENS_PER_TOOL_MAX_MEAN)
})
