import { z } from 'zod'
import type { AnyOperation } from '../../src/contract/operation.ts'
import type { Furniture } from './specified-calls.ts'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
}

/** Ids that may or may not be of something, by what a field is called. */
function idsFor(name: string, { bob, lab, den, crew, field, linkifier, messages }: Furniture) {
  if (/message/.test(name) || name === 'anchor') return [...messages, 99_999]
  if (/stream|channel/.test(name) && !/folder/.test(name)) return [lab, den, 1, 99_999]
  if (/group/.test(name)) return [crew, 3, 7, 99_999]
  if (/user|principal|bot|member|recipient|^to$/.test(name)) return [bob.id, 1, 2, 99_999]
  if (/linkifier|filter/.test(name)) return [linkifier, 99_999]
  if (/field/.test(name)) return [field, 99_999]
  return [1, 2, 0, 99_999]
}

const TEXTS = [
  'plan',
  't',
  'lab',
  'heart',
  'bob@example.com',
  '#112233',
  'narrow/has/link',
  'Größe',
  '',
  '  ',
  'x'.repeat(1_100),
]

/** Draws arguments for operations from their schemas, which now and then do not fit: the same for the same numbers. */
export class ArgumentSource {
  readonly #random: () => number
  readonly #furniture: Furniture

  constructor(random: () => number, furniture: Furniture) {
    this.#random = random
    this.#furniture = furniture
  }

  for({ input }: AnyOperation): Record<string, unknown> {
    const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema
    return this.#object(schema, 0.35)
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T
  }

  #object({ properties = {}, required = [] }: Schema, share: number): Record<string, unknown> {
    const entries = Object.entries(properties).filter(([name]) =>
      required.includes(name) ? this.#random() < 0.97 : this.#random() < share,
    )
    return Object.fromEntries(entries.map(([name, schema]) => [name, this.#value(name, schema)]))
  }

  #value(name: string, schema: Schema): unknown {
    // What both forms can say: over HTTP, a number for a text is a text.
    const isWrong = this.#random() < 0.08
    if (schema.anyOf) return this.#value(name, this.#pick(schema.anyOf))
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return isWrong ? 'no such choice' : this.#pick(schema.enum)
    const type = Array.isArray(schema.type) ? this.#pick(schema.type) : schema.type
    if (type === 'boolean') return isWrong ? 'perhaps' : this.#random() < 0.5
    if (type === 'integer' || type === 'number') {
      if (isWrong) return this.#pick(['many', -1, 2 ** 53, 1.5])
      const { minimum = 0, maximum = 1e9 } = schema
      const ids = idsFor(name, this.#furniture).filter((id) => id >= minimum && id <= maximum)
      return this.#pick(ids.length > 0 ? ids : [minimum])
    }
    if (type === 'array') {
      // Tools take one word for a list of one.
      if (isWrong) return this.#pick([{}, [[]]])
      const length = Math.floor(this.#random() * 3)
      return Array.from({ length }, () => this.#value(name, schema.items ?? { type: 'string' }))
    }
    if (type === 'object') return isWrong ? 'nothing' : this.#object(schema, 0.6)
    if (type === 'null') return null
    return this.#pick(TEXTS)
  }
}
