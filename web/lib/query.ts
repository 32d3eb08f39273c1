import type { Term } from './address.ts'

/** Names that stand for ids in a search. */
export interface Names {
  users: readonly { id: number; name: string }[]
  channels: readonly { id: number; name: string }[]
}

/** Operators that are offered to somebody who begins to search. */
export const SEARCH_HINTS: readonly string[] = [
  'from:',
  'channel:',
  'topic:',
  'dm:',
  'is:unread',
  'is:starred',
  'is:mentioned',
  'has:link',
  'has:image',
  'has:attachment',
]

/** Other words for operators. */
const OPERATORS: Readonly<Record<string, string>> = {
  from: 'sender',
  sender: 'sender',
  channel: 'channel',
  stream: 'channel',
  in: 'channel',
  topic: 'topic',
  dm: 'dm',
  with: 'dm-including',
  is: 'is',
  has: 'has',
  near: 'near',
  id: 'id',
}

/** An operator with what it names, in quotation marks where that has several words. */
const TERM = /(-?)\b([a-z]+):(?:"([^"]*)"|(\S+))(\s|$)/gi

/**
 * Takes operators out of a text that somebody types: `from:Ada deploy is:unread`. What is still being typed stays a word unless `isLast`,
 * and so does an operator that names nobody.
 */
export function readTerms(
  text: string,
  names: Names,
  isLast: boolean,
): { terms: readonly Term[]; words: string } {
  const terms: Term[] = []
  const words = text.replaceAll(
    TERM,
    (
      whole: string,
      sign: string,
      name: string,
      quoted: string | undefined,
      plain: string | undefined,
      end: string,
    ) => {
      const operator = OPERATORS[name.toLowerCase()]
      if (operator === undefined || (end === '' && !isLast)) return whole
      const operand = operandOf(operator, quoted ?? plain ?? '', names)
      if (operand === undefined) return whole
      terms.push({ operator, operand, ...(sign === '' ? {} : { negated: true }) })
      return ''
    },
  )
  return { terms, words: terms.length === 0 ? text : words.trimStart() }
}

function operandOf(operator: string, text: string, names: Names): Term['operand'] | undefined {
  if (operator === 'channel') return find(names.channels, text)
  if (operator === 'sender') return text === 'me' ? 'me' : find(names.users, text)
  if (operator !== 'dm' && operator !== 'dm-including') return text
  const ids = text.split(',').map((name) => find(names.users, name.trim()))
  return ids.every((id) => id !== undefined) ? ids : undefined
}

/** The id of the user of exactly that name, else of the only one whose name begins so; signs for spaces count as spaces. */
function find(all: Names['users'], text: string): number | undefined {
  const needle = text.replaceAll(/[_+]/g, ' ').toLowerCase()
  const exact = all.find(({ name }) => name.toLowerCase() === needle)
  const begun = all.filter(({ name }) => name.toLowerCase().startsWith(needle))
  return exact?.id ?? (begun.length === 1 ? begun[0]?.id : undefined)
}
