import { OperationError } from '../../contract/errors.ts'
import { foldName, nearestName } from '../../lib/nearest-name.ts'
import { cleanLine } from '../../lib/text.ts'

/** Arguments that nobody knows and an answer names; further ones are counted. */
const NAMED_MAX_COUNT = 10

/** Longest name that an answer repeats. */
const NAME_MAX_CHARS = 60

type Arguments = Readonly<Record<string, unknown>>

/** Arguments under the names that an operation knows, and those that it does not know. */
export interface SettledNames {
  args: Arguments
  others: Arguments
}

/** What else names may mean besides other spellings. */
export interface OtherNames {
  /** Fields that take lists, which may be named in the singular. */
  lists?: readonly string[]
  /** The field that goes by a name elsewhere, of those that were left out. */
  findSynonym?: (name: string, leftOut: readonly string[]) => string | undefined
  /** Fields that are published: only these go by other names. */
  listed?: readonly string[]
}

/**
 * Takes `max_chars` for `maxChars` and the other way round, `url` for `urls` where that is a list, and what a field is called
 * elsewhere, where only one of them is given.
 */
export function settleNames(
  known: readonly string[],
  given: Arguments,
  { lists = [], findSynonym, listed = known }: OtherNames = {},
): SettledNames {
  const names = new Set(known)
  const foreign = Object.keys(given).filter((name) => !names.has(name))
  if (foreign.length === 0) return { args: given, others: {} }
  const meanings = meaningsOf(known)
  const plurals = meaningsOf(lists)
  const settled = new Map(Object.entries(given))
  const take = (name: string, meant: string | undefined) => {
    if (meant === undefined || settled.has(meant)) return
    settled.set(meant, given[name])
    settled.delete(name)
  }
  for (const name of foreign) {
    const folded = foldName(name)
    take(name, meanings.get(folded) ?? plurals.get(`${folded}s`))
  }
  for (const name of findSynonym ? foreign.filter((one) => settled.has(one)) : []) {
    const leftOut = listed.filter((field) => !settled.has(field))
    take(name, findSynonym?.(name, leftOut))
  }
  const isKnown = ([name]: readonly [string, unknown]): boolean => names.has(name)
  return {
    args: Object.fromEntries([...settled].filter(isKnown)),
    others: Object.fromEntries([...settled].filter((entry) => !isKnown(entry))),
  }
}

/** The known name for each spelling; undefined where several share it. */
function meaningsOf(known: readonly string[]): Map<string, string | undefined> {
  const meanings = new Map<string, string | undefined>()
  for (const name of known) {
    const folded = foldName(name)
    meanings.set(folded, meanings.has(folded) ? undefined : name)
  }
  return meanings
}

/** What an answer says of arguments that were ignored: one text for each, and how many more there are. */
export function describeIgnored(known: readonly string[], others: Arguments): string[] {
  return describe(known, others, (name, nearest) =>
    nearest === undefined ? `${name}: unknown` : `${name}: did you mean ${nearest}?`,
  )
}

/** The refusal of arguments that an operation does not know; its hint names those that are listed. */
export function unknownArguments(
  known: readonly string[],
  others: Arguments,
  listed: readonly string[] = known,
): OperationError {
  const lines = describe(known, others, (name, nearest) =>
    nearest === undefined
      ? `Unknown argument ${name}.`
      : `Unknown argument ${name}; did you mean ${nearest}?`,
  )
  return new OperationError('invalid_input', lines.join('\n'), {
    hint: `Nothing was done. Known arguments: ${listed.join(', ')}.`,
  })
}

function describe(
  known: readonly string[],
  others: Arguments,
  word: (name: string, nearest: string | undefined) => string,
): string[] {
  const names = Object.keys(others)
  const lines = names
    .slice(0, NAMED_MAX_COUNT)
    .map((name) => word(cleanLine(name, NAME_MAX_CHARS), nearestName(name, known)))
  const more = names.length - lines.length
  return more > 0 ? [...lines, `and ${more} more`] : lines
}
