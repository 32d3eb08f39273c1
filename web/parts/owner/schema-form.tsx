import { AreaField, ChoiceField, TextField } from '../../kit/forms.tsx'
import { w } from '../../words/team.ts'
import type { Schema } from './types.ts'

/** Fields shown at once; further ones are folded. */
const SHOWN_COUNT = 6

/** Fields whose text is usually long. */
const LONG = /^(?:content|data|markdown|text|question|description)$/

type Kind = 'choice' | 'switch' | 'number' | 'text' | 'long' | 'lines' | 'json'

function kindOf(name: string, schema: Schema): Kind {
  if (schema.enum) return 'choice'
  if (schema.type === 'boolean') return 'switch'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'string') return LONG.test(name) ? 'long' : 'text'
  if (schema.type === 'array' && schema.items?.type === 'string' && !schema.items.enum) {
    return 'lines'
  }
  return 'json'
}

/** Fields for the arguments of a tool, made of their schema: those that must be filled in come first. */
export function ArgumentFields({ schema }: { schema: Schema }) {
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {}).toSorted(
    ([a], [b]) => Number(required.has(b)) - Number(required.has(a)),
  )
  const count = Math.max(SHOWN_COUNT, required.size)
  const draw = (some: typeof fields) =>
    some.map(([name, field]) => (
      <ArgumentField key={name} name={name} schema={field} isRequired={required.has(name)} />
    ))
  return (
    <>
      {draw(fields.slice(0, count))}
      {fields.length > count && (
        <details class="stack">
          <summary>{w.owner.more}</summary>
          <div class="stack">{draw(fields.slice(count))}</div>
        </details>
      )}
    </>
  )
}

function ArgumentField({
  name,
  schema,
  isRequired,
}: {
  name: string
  schema: Schema
  isRequired: boolean
}) {
  const kind = kindOf(name, schema)
  const label = isRequired ? name : `${name} (${w.owner.optional})`
  const hints = [
    schema.description,
    kind === 'lines' && w.owner.lines,
    kind === 'json' && w.owner.json,
  ]
  const hint = hints.filter(Boolean).join(' ')
  const shared = { label, name, ...(hint === '' ? {} : { hint }) }
  const begins = isPlain(schema.default) ? { value: String(schema.default) } : {}
  if (kind === 'choice' || kind === 'switch') {
    const values = kind === 'switch' ? ['true', 'false'] : (schema.enum ?? []).map(String)
    const choices = values.map((value) => [value, value] as const)
    return (
      <ChoiceField
        label={label}
        name={name}
        choices={isRequired ? choices : [['', '–'], ...choices]}
        {...begins}
      />
    )
  }
  if (kind === 'number')
    return <TextField {...shared} type="number" required={isRequired} {...begins} />
  if (kind === 'text') return <TextField {...shared} required={isRequired} {...begins} />
  return <AreaField {...shared} required={isRequired} />
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

/** The arguments that a form holds; empty fields are left out. Throws where a field is no JSON that should be. */
export function readArguments(schema: Schema, form: FormData): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const written = form.get(name)
    if (typeof written !== 'string' || written.trim() === '') continue
    given[name] = readValue(kindOf(name, field), written, name)
  }
  return given
}

function readValue(kind: Kind, written: string, name: string): unknown {
  if (kind === 'number') return Number(written)
  if (kind === 'switch') return written === 'true'
  if (kind === 'lines')
    return written
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  if (kind !== 'json') return written
  try {
    return JSON.parse(written)
  } catch (cause) {
    // Names and ids are texts and numbers at once.
    if (/^[^{["]/.test(written.trim())) return written.trim()
    throw new Error(`${name}: ${w.owner.json}`, { cause })
  }
}
