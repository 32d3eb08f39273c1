import { z } from 'zod'
import { eventsBySubject } from '../../src/chat/events/schema/chat-events.ts'
import { type EventKind, eventRecords } from '../../src/chat/events/schema/define.ts'

/** The parts of JSON Schema that events are described with. */
interface Described {
  $ref?: string
  $defs?: Record<string, Described>
  const?: unknown
  enum?: unknown[]
  anyOf?: Described[]
  oneOf?: Described[]
  type?: string | string[]
  items?: Described | false
  prefixItems?: Described[]
  properties?: Record<string, Described>
  required?: string[]
  additionalProperties?: Described | boolean
}

const LINE_MAX_CHARS = 100

/** Every kind of event with its fields, and the records that are among them, as Markdown. */
export function eventDocument(): string {
  const records = new Map<string, Described>()
  const describe = (form: z.ZodType): Described => {
    const described = z.toJSONSchema(form, { metadata: eventRecords }) as Described
    for (const [name, record] of Object.entries(described.$defs ?? {})) records.set(name, record)
    return described
  }
  const subjects = Object.entries(eventsBySubject).map(([subject, kinds]) =>
    [
      `## ${subject.replace(/^./, (letter) => letter.toUpperCase())}`,
      ...kinds.map((kind) => section(kind, describe)),
    ].join('\n\n'),
  )
  const named = [...records].toSorted(([a], [b]) => a.localeCompare(b))
  const parts = named.map(([name, record]) => `### ${name}\n\n${code([record])}`)
  return [...subjects, '## Records', ...parts].join('\n\n')
}

function section(
  { since, sent, stored, clientForms }: EventKind,
  describe: (form: z.ZodType) => Described,
): string {
  const forms = clientForms.map(describe)
  const logged = stored.map(describe)
  const isFitted = JSON.stringify(logged) !== JSON.stringify(forms)
  return [
    `### ${nameOf(forms)}`,
    `${sent} ${since === 0 ? 'Older than feature levels.' : `Since feature level ${since}.`}`,
    code(forms),
    ...(isFitted && logged.length > 0 ? ['In the log:', code(logged)] : []),
  ].join('\n\n')
}

function nameOf(forms: readonly Described[]): string {
  const ops = forms.flatMap(({ properties: { op } = {} }) => op?.enum ?? (op ? [op.const] : []))
  const type = String(forms[0]?.properties?.['type']?.const)
  return [`\`${type}\``, [...new Set(ops)].map((op) => `\`${String(op)}\``).join(', ')]
    .join(' ')
    .trimEnd()
}

/** The forms in which something may come. */
function code(forms: readonly Described[]): string {
  return ['```ts', forms.map(typeOf).join('\n// or\n'), '```'].join('\n')
}

function typeOf(described: Described): string {
  const { type, properties, items, prefixItems, additionalProperties } = described
  const options = described.anyOf ?? described.oneOf
  if (described.$ref !== undefined) return described.$ref.replace('#/$defs/', '')
  if (described.const !== undefined) return JSON.stringify(described.const)
  if (described.enum) return described.enum.map((one) => JSON.stringify(one)).join(' | ')
  if (options) return options.map(typeOf).join(' | ')
  if (properties) return objectOf(properties, described.required ?? [])
  if (prefixItems) return `[${prefixItems.map(typeOf).join(', ')}]`
  if (items) return isUnion(items) ? `(${typeOf(items)})[]` : `${typeOf(items)}[]`
  if (typeof additionalProperties === 'object') return `{ [key]: ${typeOf(additionalProperties)} }`
  return [type ?? 'unknown'].flat().join(' | ')
}

function isUnion({ anyOf, oneOf, enum: values, type }: Described): boolean {
  return (anyOf ?? oneOf ?? values) !== undefined || Array.isArray(type)
}

function objectOf(properties: Record<string, Described>, required: readonly string[]): string {
  const fields = Object.entries(properties).map(
    ([name, described]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(described)}`,
  )
  const line = `{ ${fields.join(', ')} }`
  if (line.length <= LINE_MAX_CHARS) return line
  return `{\n${fields.map((field) => `  ${field.replaceAll('\n', '\n  ')},`).join('\n')}\n}`
}
