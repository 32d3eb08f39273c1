import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { selectOperations, selectStandard, selectTools } from '../../src/core/select.ts'
import { toolSchemas } from '../../src/mcp/schema.ts'
import { INSTRUCTIONS } from '../../src/mcp/server.ts'
import { wholeCatalogue } from '../../tools/index.ts'

const operations = selectTools(await wholeCatalogue())

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

/** The default list, the wallet's tools included, and the list for hosts that want a short one. */
const DEFAULT_LIST_MAX_TOKENS = 6_500
const CORE_LIST_MAX_TOKENS = 2_660

/** What the server says of itself, by the tokenizer of a model (o200k). */
const INSTRUCTIONS_MAX_TOKENS = 120

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

function tokensOf(operation: (typeof operations)[number]): number {
  const { name, description } = operation
  const text = JSON.stringify({ name, description, inputSchema: toolSchemas(operation).input })
  return Buffer.byteLength(text) / 4
}

function tokensOfList(list: readonly (typeof operations)[number][]): number {
  return list.reduce((sum, operation) => sum + tokensOf(operation), 0)
}

test('the tool lists are cheap for a model', () => {
  expect(tokensOfList(operations) / operations.length).toBeLessThanOrEqual(TOKENS_PER_TOOL_MAX_MEAN)
  const standard = selectStandard(operations)
  expect(standard.length).toBeGreaterThan(50)
  expect(tokensOfList(standard)).toBeLessThanOrEqual(DEFAULT_LIST_MAX_TOKENS)
  const core = selectOperations(operations, { toolsets: ['core'] })
  expect(core.length).toBeGreaterThan(20)
  expect(tokensOfList(core)).toBeLessThanOrEqual(CORE_LIST_MAX_TOKENS)
})

test('what the server says of itself is cheap for a model', () => {
  expect(countTokens(INSTRUCTIONS)).toBeLessThanOrEqual(INSTRUCTIONS_MAX_TOKENS)
})
