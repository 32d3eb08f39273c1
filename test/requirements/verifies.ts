import { chat } from './chat.ts'
import { utility } from './utility.ts'

/** Requirements of one section of a spec. */
export interface RequirementGroup {
  section: string
  /** Requirement id to the behaviour the spec asks for, in a few words. */
  rows: Readonly<Record<string, string>>
}

/** One behaviour that a spec asks for; at least one test must cite it. */
export interface Requirement {
  id: string
  section: string
  behaviour: string
}

const groups = [...utility, ...chat] satisfies readonly RequirementGroup[]

type IdsOf<Group> = Group extends { rows: infer Rows } ? keyof Rows & string : never

/** Id of a requirement of either spec, e.g. `utility:4:3` for rule 3 of section 4. */
export type RequirementId = IdsOf<(typeof groups)[number]>

/** Every requirement of both specs, in the order of the specs. */
export const requirements: readonly Requirement[] = groups.flatMap((group: RequirementGroup) =>
  Object.entries(group.rows).map(([id, behaviour]) => ({
    id,
    section: group.section,
    behaviour,
  })),
)

const known = new Set(requirements.map(({ id }) => id))

/**
 * Cites the requirements that the surrounding test proves; throws on an id that no spec has.
 * Write it as a statement of its own with string literals: the coverage test reads the source.
 */
export function verifies(...ids: readonly [RequirementId, ...RequirementId[]]): void {
  for (const id of ids) {
    if (!known.has(id)) throw new Error(`No requirement has the id ${id}.`)
  }
}

/** What `verifies` was called with in one source file, read without running it. */
export interface Citations {
  ids: string[]
  /** Arguments that are not string literals, which the coverage test cannot follow. */
  unreadable: string[]
}

/** Reads the citations that stand as statements in a source text; commented-out ones do not count. */
export function citationsIn(source: string): Citations {
  const found: Citations = { ids: [], unreadable: [] }
  for (const [, list = ''] of source.matchAll(/^[ \t]*verifies\(([^)]*)\)/gm)) {
    for (const argument of list.split(',').map((text) => text.trim())) {
      const literal = /^(['"])([^'"]*)\1$/.exec(argument)?.[2]
      if (literal !== undefined) found.ids.push(literal)
      else if (argument !== '') found.unreadable.push(argument)
    }
  }
  return found
}

/** One line per requirement that is uncited, unknown or listed twice. */
export function coverageProblems(
  listed: readonly Requirement[],
  citations: Iterable<string>,
): string[] {
  const cited = new Set(citations)
  const byId = new Map(listed.map((requirement) => [requirement.id, requirement]))
  const seen = new Set<string>()
  const problems: string[] = []
  for (const { id, behaviour } of listed) {
    if (seen.has(id)) problems.push(`${id} is listed twice`)
    else if (!cited.has(id)) problems.push(`${id} is cited by no test: ${behaviour}`)
    seen.add(id)
  }
  for (const id of cited) {
    if (!byId.has(id)) problems.push(`${id} is cited but no spec has it`)
  }
  return problems
}
