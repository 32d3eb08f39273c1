import { z } from 'zod'
import { badNarrow, badRequest } from '../kernel/failures.ts'
import { NARROW_MAX_TERMS } from '../limits.ts'

const operandSchema = z.union([z.string(), z.int(), z.array(z.union([z.string(), z.int()]))])

/** One term of a narrow as clients send it: an object, or the older pair. */
export const termSchema = z.union([
  z.tuple([z.string(), z.union([z.string(), z.int()])]),
  z.object({ operator: z.string(), operand: operandSchema, negated: z.boolean().default(false) }),
])

/** Operand of a term: names, ids, or lists of them. */
export type Operand = z.infer<typeof operandSchema>

/** Operators by every name under which clients send them. */
const OPERATORS = {
  channel: 'channel',
  stream: 'channel',
  channels: 'channels',
  streams: 'channels',
  topic: 'topic',
  subject: 'topic',
  dm: 'dm',
  'pm-with': 'dm',
  pm_with: 'dm',
  'dm-including': 'dm-including',
  'group-pm-with': 'group-pm-with',
  group_pm_with: 'group-pm-with',
  sender: 'sender',
  from: 'sender',
  is: 'is',
  has: 'has',
  in: 'in',
  id: 'id',
  near: 'near',
  date: 'date',
  with: 'with',
  search: 'search',
  mentions: 'mentions',
} as const

/** What a term tests. */
export type Operator = (typeof OPERATORS)[keyof typeof OPERATORS]

/** Operators that take an id beside a name; `dm` takes a list besides. */
const TAKES_ID: ReadonlySet<Operator> = new Set([
  'channel',
  'sender',
  'dm',
  'dm-including',
  'group-pm-with',
  'id',
  'near',
  'with',
  'mentions',
])

/** One term of a narrow. */
export interface Term {
  operator: Operator
  operand: Operand
  negated: boolean
}

/** Reads the terms of a narrow, whatever their form. Throws `BAD_NARROW` for one that is unknown. */
export function readTerms(sent: readonly z.infer<typeof termSchema>[]): Term[] {
  if (sent.length > NARROW_MAX_TERMS) {
    throw badNarrow(`more than ${NARROW_MAX_TERMS} terms`)
  }
  return sent.map((term) => {
    const { operator, operand, negated } = Array.isArray(term)
      ? { operator: term[0], operand: term[1], negated: false }
      : term
    const isPrefixed = operator.startsWith('-')
    const name = isPrefixed ? operator.slice(1) : operator
    if (!Object.hasOwn(OPERATORS, name)) throw badNarrow(`unknown operator ${name}`)
    const known = OPERATORS[name as keyof typeof OPERATORS]
    requireOperand(known, operand)
    return { operator: known, operand, negated: negated !== isPrefixed }
  })
}

function requireOperand(operator: Operator, operand: Operand): void {
  if (operator === 'search' && operand === '') throw badRequest('operand cannot be blank.')
  if (typeof operand === 'string') return
  const isFit = Array.isArray(operand) ? operator === 'dm' : TAKES_ID.has(operator)
  if (!isFit) throw badNarrow(`operand of ${operator} is of the wrong type`)
}

/** The operand of a term that takes text only. */
export function operandText({ operand }: Term): string {
  return String(operand)
}

const ID = /^\d{1,16}$/

/** A positive id, sent as a number or as digits; undefined for anything else. */
export function idOf(operand: Operand): number | undefined {
  const text = Array.isArray(operand) ? '' : String(operand)
  const id = ID.test(text) ? Number(text) : 0
  return id > 0 && Number.isSafeInteger(id) ? id : undefined
}
