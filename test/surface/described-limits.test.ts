import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AGENT_SPLIT_MAX_CHARS, MESSAGE_MAX_CHARS, TOPIC_MAX_CHARS } from '../../src/chat/limits.ts'
import type { AnyOperation } from '../../src/contract/operation.ts'
import { selectTools } from '../../src/core/select/select.ts'
import { wholeCatalogue } from '../../tools/index.ts'

const routes = await wholeCatalogue()
const tools = selectTools(routes)

const BOUNDS = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'] as const

/** How a description tells of a limit, with its number. */
const LIMIT =
  /(?:at most|at least|up to|more than|fewer than|less than|max(?:imum)?|limit(?:ed)?(?: to| of|:)?|longest|shortest)\s+([\d,]*\d)|([\d,]*\d)\s+(?:characters|chars|items|entries|code points|at most)/gi

type Json = Readonly<Record<string, unknown>>

/** Every schema within a schema, itself included. */
function within(schema: unknown): Json[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = Array.isArray(schema) ? [] : [schema as Json]
  return [...own, ...Object.values(schema).flatMap(within)]
}

function limitsIn(text: unknown): number[] {
  if (typeof text !== 'string') return []
  return [...text.matchAll(LIMIT)].map(([, after, before = '']) =>
    Number((after ?? before).replaceAll(',', '')),
  )
}

/** Limits that the descriptions of a schema tell and no bound in the same place keeps. */
function unkept(schema: unknown): string[] {
  return within(schema).flatMap((part) => {
    const kept = new Set(within(part).flatMap((inner) => BOUNDS.map((key) => inner[key])))
    const described = limitsIn(part['description']).filter((limit) => !kept.has(limit))
    return described.map((limit) => `${limit}: ${String(part['description'])}`)
  })
}

const inputOf = ({ input }: AnyOperation) =>
  z.toJSONSchema(input, { io: 'input', reused: 'inline' })

describe.each([
  ['route', routes],
  ['tool', tools],
])('as a %s', (_, operations) => {
  test.each(operations.map((operation) => [operation.name, operation] as const))(
    '%s keeps the limits that it tells',
    (_name, operation) => {
      const schema = { ...inputOf(operation), description: operation.description }
      expect(unkept(schema)).toEqual([])
    },
  )
})

test('a limit is recognized as people write it, and asked for where it is told', () => {
  const texts = [
    'At most 1,024 characters.',
    '60 characters.',
    'Up to 20 names.',
    'max 5',
    '7 items',
  ]
  expect(texts.flatMap(limitsIn)).toEqual([1_024, 60, 20, 5, 7])
  const described = z.object({ a: z.string().describe('At most 60 characters.') })
  expect(unkept(z.toJSONSchema(described))).toEqual(['60: At most 60 characters.'])
})

test('what routes of the chat cut, its tools refuse', () => {
  const limits: Readonly<Record<string, number>> = {
    content: MESSAGE_MAX_CHARS,
    topic: TOPIC_MAX_CHARS,
    topic_name: TOPIC_MAX_CHARS,
  }
  const chat = tools.filter(({ toolset }) => toolset === 'chat')
  const fields = chat.flatMap((tool) =>
    within(inputOf(tool))
      .flatMap(({ properties }) => Object.entries((properties ?? {}) as Record<string, Json>))
      .filter(([name, { type }]) => name in limits && type === 'string')
      .map(([name, schema]) => [tool.name, name, schema['maxLength'], limits[name]] as const),
  )
  expect(fields.length).toBeGreaterThan(15)
  // It sends several messages where it is asked to, and else refuses (test/tools/chat/tolerant-tools.test.ts).
  const splits = ['send_message', 'content', AGENT_SPLIT_MAX_CHARS, MESSAGE_MAX_CHARS]
  expect(fields.filter(([, , bound, limit]) => bound !== limit)).toEqual([splits])
})
