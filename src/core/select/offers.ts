import { z } from 'zod'
import type { AnyOperation } from '../../contract/operation.ts'
import type { Offer } from '../../pay/protocol/terms.ts'

/** The operations that have a price, as price tags and directories need to know them. */
export function offersOf(operations: readonly AnyOperation[]): Offer[] {
  return operations.flatMap((operation) => {
    const { name, title, description, price, http, toolset, example, takesMaxMs } = operation
    if (price === undefined) return []
    return {
      name,
      title,
      description,
      method: http.method,
      path: http.path,
      price,
      tags: [toolset],
      ...(example ? { example } : {}),
      ...(takesMaxMs === undefined ? {} : { takesMaxMs }),
      inputSchema: jsonSchema(operation.input, 'input'),
      outputSchema: jsonSchema(operation.output, 'output'),
    }
  })
}

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}
