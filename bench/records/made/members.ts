import type { Member, Parameter } from '../page.ts'
import type { Making } from './records.ts'

/** How a language declares what its references describe. */
export interface Grammar {
  types: readonly string[]
  /** Type and default that stand together. */
  defaults: readonly (readonly [string, string])[]
  errors: readonly string[]
  name: (verb: string, noun: string) => string
  parameter: (noun: string) => string
  signature: (name: string, parameters: readonly Parameter[], returns: string) => string
  hasDefaults: boolean
  /** Whether parameters, what comes back and errors are described one by one. */
  describes: boolean
}

/** Makes the members of a page, as its language declares them; texts are noted where they are made. */
export function makeMembers({ draft, code }: Making, grammar: Grammar, host: string): Member[] {
  const { random } = draft
  const nouns = random.some(code.nouns, random.int(2, 6))
  return nouns.map((noun) => {
    const name = grammar.name(random.pick(code.verbs), noun)
    const others = code.nouns.filter((one) => one !== noun)
    const chosen = random.some(others, random.int(0, 5))
    const told = (): string => (grammar.describes ? draft.say(draft.sentences(1)) : '')
    let isOptional = false
    const parameters = chosen.map((one): Parameter => {
      isOptional ||= grammar.hasDefaults && random.chance(0.35)
      const [type, value] = isOptional
        ? random.pick(grammar.defaults)
        : [random.pick(grammar.types), '']
      return { name: grammar.parameter(one), type, default: value, text: told() }
    })
    const returns = random.chance(0.75)
      ? { type: random.pick(grammar.types), text: told() }
      : undefined
    const raises =
      grammar.describes && random.chance(0.5)
        ? random.some(grammar.errors, random.int(1, 2)).map((type) => ({ type, text: told() }))
        : []
    return {
      name,
      signature: grammar.signature(name, parameters, returns?.type ?? ''),
      text: draft.say(draft.sentences(random.int(1, 3))),
      parameters,
      raises,
      ...(returns ? { returns } : {}),
      ...(random.chance(0.7)
        ? { source: `https://${host}/src/${noun}#L${random.int(10, 900)}` }
        : {}),
      ...(random.chance(0.2) ? { deprecated: draft.say(draft.sentences(1)) } : {}),
    }
  })
}

/** Members as a page shows them that links no sources. */
export function withoutSources(members: readonly Member[]): Member[] {
  return members.map((member) => {
    const copy = { ...member }
    delete copy.source
    return copy
  })
}

/** Members as a page shows them that says of parameters and return values only what the declaration does. */
export function declaredOnly(members: readonly Member[]): Member[] {
  return members.map((member) => {
    const copy = { ...member, parameters: [] }
    delete copy.returns
    return copy
  })
}
