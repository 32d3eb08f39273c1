import { expect, test } from 'vitest'
import { selectTools } from '../../src/core/select/select.ts'
import { toolSchemas } from '../../src/mcp/schema.ts'
import { wholeCatalogue } from '../../tools/index.ts'

const operations = selectTools(await wholeCatalogue())

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
  '%s and each of its parameters are described',
  (_, operation) => {
    expect(operation.description.length, 'the description is too short').toBeGreaterThan(20)
    const { properties } = toolSchemas(operation).input as {
      properties: Record<string, { description?: string }>
    }
    const silent = Object.entries(properties)
      .filter(([, { description }]) => !description)
      .map(([name]) => name)
    expect(silent, 'add .describe() to these').toEqual([])
  },
)
