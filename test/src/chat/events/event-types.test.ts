import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ClientEvent, EmittedEvent, HeardEvent } from '../../../../src/chat/events/event.ts'
import {
  chatEventSchema,
  clientEventSchema,
  eventsBySubject,
} from '../../../../src/chat/events/schema/chat-events.ts'
import type { EventKind } from '../../../../src/chat/events/schema/define.ts'
import type { ChatWork } from '../../../../src/chat/kernel/unit-of-work.ts'
import { ROOT } from '../../../support/bellhop.ts'

const draft = { id: 1, type: '', to: [], topic: '', content: 'x', timestamp: 1 } as const

describe('what is no event of the union', () => {
  test('is refused by the compiler and by the schema where it is emitted', () => {
    const emitted: EmittedEvent[] = []
    const emit: ChatWork['emit'] = ({ payload }) => void emitted.push(payload)
    const to = 'all'
    // @ts-expect-error -- a misspelt field
    emit({ payload: { type: 'drafts', op: 'remove', darft_id: 1 }, to })
    // @ts-expect-error -- a field too many
    emit({ payload: { type: 'drafts', op: 'remove', draft_id: 1, draft }, to })
    // @ts-expect-error -- a missing field
    emit({ payload: { type: 'drafts', op: 'add' }, to })
    // @ts-expect-error -- a value of another type
    emit({ payload: { type: 'drafts', op: 'remove', draft_id: '1' }, to })
    // @ts-expect-error -- an op that there is not
    emit({ payload: { type: 'drafts', op: 'delete', draft_id: 1 }, to })
    // @ts-expect-error -- an op of another form
    emit({ payload: { type: 'drafts', op: 'update', drafts: [draft] }, to })
    // @ts-expect-error -- no op where there is one
    emit({ payload: { type: 'drafts', draft_id: 1 }, to })
    // @ts-expect-error -- a type that there is not
    emit({ payload: { type: 'draft', op: 'remove', draft_id: 1 }, to })
    // @ts-expect-error -- what is only for clients
    emit({ payload: { type: 'heartbeat' }, to })
    // @ts-expect-error -- a misspelt field within a record
    emit({ payload: { type: 'muted_users', muted_users: [{ id: 1, time: 1 }] }, to })
    const misspelt = { status_txt: 'away' }
    // @ts-expect-error -- a misspelt field that is spread
    emit({ payload: { type: 'user_status', user_id: 1, ...misspelt }, to })
    expect(emitted).toHaveLength(11)
    expect(emitted.filter((event) => chatEventSchema.safeParse(event).success)).toEqual([])
  })

  test('is refused where it is fitted to a client', () => {
    const clientEvents: ClientEvent[] = [
      // @ts-expect-error -- no id
      { type: 'heartbeat' },
      // @ts-expect-error -- what is only in the log
      { type: 'typing', id: 1, op: 'start', sender_id: 1 },
      // @ts-expect-error -- a misspelt field
      { type: 'presence', id: 1, presence: {} },
    ]
    expect(clientEvents.filter((event) => clientEventSchema.safeParse(event).success)).toEqual([])
  })

  test('is refused by name where it is read', () => {
    const read = (event: HeardEvent): unknown => {
      // @ts-expect-error -- a type that there is not
      if (event.type === 'reactions') return undefined
      // @ts-expect-error -- a misspelt field
      return event.type === 'reaction' ? event.emoji_nmae : undefined
    }
    expect(read({ type: 'reaction', id: 1, emoji_name: 'tada' })).toBeUndefined()
  })
})

test('an event of the union is emitted, shown and read', () => {
  const stored: EmittedEvent = { type: 'drafts', op: 'add', drafts: [draft] }
  const clientEvent: ClientEvent = { ...stored, id: 0 }
  const heard: HeardEvent = clientEvent
  expect(chatEventSchema.parse(stored)).toEqual(stored)
  expect(clientEventSchema.parse(heard)).toEqual(clientEvent)
})

const kinds: EventKind[] = Object.values(eventsBySubject).flat()

describe.each(kinds)('$sent', ({ since, sent, stored, clientForms }) => {
  test('is described in a sentence, with a level of the public API', () => {
    expect(sent).toMatch(/^[A-Z].+\.$/)
    expect(since).toBeGreaterThanOrEqual(0)
    expect(since).toBeLessThanOrEqual(496)
  })

  test('is of one type, and refuses unknown fields at every depth', () => {
    const forms = [...stored, ...clientForms]
    const types = forms.map(({ shape }) => (shape['type'] as z.ZodLiteral).value)
    expect(new Set(types).size).toBe(1)
    for (const form of forms) {
      const open = openObjects(z.toJSONSchema(form, { io: 'input' }))
      expect(open).toEqual([])
    }
  })
})

test('no type and op is described twice', () => {
  const names = kinds.flatMap(({ clientForms }) => [...new Set(clientForms.flatMap(namesOf))])
  expect(names).toEqual([...new Set(names)])
})

test('what runs takes only types from the schemas, which cost it nothing', () => {
  const files = globSync('{src,tools}/**/*.ts', { cwd: ROOT })
  const loading = files.filter((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    const imports = [...source.matchAll(/^import\s+(type\s)?[^']*'([^']+)'|import\('([^']+)'\)/gm)]
    return imports.some(
      ([, isType, from = '', lazily = '']) =>
        !isType && /events\/schema\/|^\.\/schema\//.test(from + lazily),
    )
  })
  expect(files.length).toBeGreaterThan(100)
  expect(loading).toEqual([])
})

function namesOf({ shape }: z.ZodObject): string[] {
  const type = (shape['type'] as z.ZodLiteral).value
  const op = shape['op'] as z.ZodLiteral | z.ZodEnum | undefined
  const ops: unknown[] = op === undefined ? [''] : 'options' in op ? op.options : [op.value]
  return ops.map((one) => `${String(type)} ${String(one)}`)
}

/** Objects with named fields that take others too. */
function openObjects(schema: unknown): unknown[] {
  if (typeof schema !== 'object' || schema === null) return []
  const isOpen = 'properties' in schema && Reflect.get(schema, 'additionalProperties') !== false
  return [...(isOpen ? [schema] : []), ...Object.values(schema).flatMap(openObjects)]
}
