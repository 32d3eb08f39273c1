import { z } from 'zod'
import { type AnyOperation, listedOf } from '../../contract/operation.ts'
import { inputSchemaOf } from '../../core/run/input-schema.ts'
import type { JsonSchema } from '../../mcp/schema.ts'
import { exampleCall, exampleInput } from './example-call.ts'

/** `bellhop tools <name>`: everything a caller must know of one operation, as text for a terminal, as JSON for a pipe. */
export function toolText(operation: AnyOperation, isTerminal = process.stdout.isTTY): string {
  const { name, title, description, toolset, price, effects } = operation
  const http = operation.toolOnly ? undefined : operation.http
  const listed = listedOf(operation)
  const input = inputSchemaOf(listed.input)
  if (!isTerminal) {
    const output = z.toJSONSchema(listed.output, { io: 'output', reused: 'inline' })
    const about = { name, title, description, toolset }
    const facts = { ...about, http: http ?? null, price: price ?? null, effects }
    return JSON.stringify({ ...facts, input, output, example: exampleInput(operation) })
  }
  const cost = price === undefined ? 'free' : `${price} USD where calls are sold`
  const effect = effects.readOnly ? 'changes nothing' : 'changes something'
  return [
    `${name}: ${title}`,
    description,
    '',
    `Toolset ${toolset}, ${http ? `${http.method} ${http.path}` : 'no route'}, ${cost}, ${effect}.`,
    '',
    'Fields',
    ...fieldLines(input),
    '',
    'Example',
    `  ${exampleCall(operation)}`,
  ].join('\n')
}

/** Column of what is said of a field. */
const NAME_WIDTH = 20

function fieldLines(schema: JsonSchema): string[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Readonly<Record<string, JsonSchema>>
    required?: readonly string[]
  }
  const lines = Object.entries(properties).map(([name, property]) => {
    const said = [typeOf(property), ...limitsOf(property), necessityOf(property, required, name)]
    const { description } = property
    const more = typeof description === 'string' ? `. ${description}` : '.'
    return `  ${name.padEnd(NAME_WIDTH)}${said.join(', ')}${more}`
  })
  return lines.length > 0 ? lines : ['  none']
}

function necessityOf(schema: JsonSchema, required: readonly string[], name: string): string {
  const { default: byDefault } = schema
  if (byDefault !== undefined) return `default ${JSON.stringify(byDefault)}`
  return required.includes(name) ? 'required' : 'optional'
}

function typeOf(schema: JsonSchema): string {
  const { type, enum: values, const: only, anyOf, oneOf, items, format } = schema
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return values.map(String).join(' | ')
  const alternatives = anyOf ?? oneOf
  if (Array.isArray(alternatives)) return (alternatives as JsonSchema[]).map(typeOf).join(' or ')
  if (Array.isArray(type)) return type.join(' or ')
  if (type === 'array') return `list of ${typeOf((items ?? {}) as JsonSchema)}`
  if (type === 'string') return typeof format === 'string' ? `text (${format})` : 'text'
  return typeof type === 'string' ? type : 'anything'
}

function limitsOf(schema: JsonSchema): string[] {
  return [
    rangeOf(schema['minimum'], schema['maximum'], ''),
    rangeOf(schema['minLength'], schema['maxLength'], ' characters'),
    rangeOf(schema['minItems'], schema['maxItems'], ' items'),
  ].filter((range) => range !== '')
}

/** Bounds that only say that a number is one. */
function isBound(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER
}

function rangeOf(least: unknown, most: unknown, unit: string): string {
  if (isBound(least) && isBound(most)) return `${least} to ${most}${unit}`
  if (isBound(most)) return `up to ${most}${unit}`
  return isBound(least) ? `at least ${least}${unit}` : ''
}
