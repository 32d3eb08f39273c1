import { OperationError } from '../../errors.ts'
import { countChars } from '../chars.ts'
import { badRequest } from '../failures.ts'
import { PATTERN_MAX_CHARS, PATTERN_MAX_STEPS } from '../limits.ts'
import { readTextTemplate, templateVariables } from './templates.ts'

/** A pattern of the organization, as a client describes it (spec 4.7). */
export interface LinkifierWish {
  pattern: string
  url_template: string
  example_input?: string | null | undefined
  reverse_template?: string | null | undefined
  alternative_url_templates?: readonly string[] | undefined
}

/** The same, ready to be stored. */
export interface LinkifierColumns {
  pattern: string
  url_template: string
  example_input: string | null
  reverse_template: string | null
  alternatives: string
}

const ALTERNATIVES_MAX_COUNT = 20

/** Checks a pattern with its templates, which must name the same groups. Throws with the reason. */
export async function checkLinkifier(wish: LinkifierWish): Promise<LinkifierColumns> {
  const pattern = wish.pattern.trim()
  if (pattern === '') throw badRequest('Pattern must not be empty.')
  if (countChars(pattern) > PATTERN_MAX_CHARS) throw badRequest('Pattern is too long.')
  const { groups, find } = await compile(pattern)
  const alternatives = wish.alternative_url_templates ?? []
  if (alternatives.length > ALTERNATIVES_MAX_COUNT) {
    throw badRequest(`At most ${ALTERNATIVES_MAX_COUNT} alternative URL templates are allowed.`)
  }
  for (const template of [wish.url_template, ...alternatives]) checkNames(groups, template)
  const example_input = wish.example_input || null
  const reverse_template = wish.reverse_template || null
  const found = example_input === null ? undefined : find(example_input)
  if (example_input !== null && !found) {
    throw badRequest('Example input does not match the pattern.')
  }
  if (reverse_template !== null) {
    if (!found) throw badRequest('Reverse template requires example input.')
    const template = readTextTemplate(reverse_template)
    const unknown = template.variables.find((name) => !groups.has(name))
    if (unknown !== undefined) {
      throw badRequest(`Variable '${unknown}' in reverse template is not in linkifier pattern.`)
    }
    if (template.expand(found) !== example_input) {
      throw badRequest('Reverse template does not reproduce the example input.')
    }
  }
  return {
    pattern,
    url_template: wish.url_template,
    example_input,
    reverse_template,
    alternatives: JSON.stringify(alternatives),
  }
}

function checkNames(groups: ReadonlySet<string>, template: string): void {
  const variables = new Set(templateVariables(template))
  const missing = [...variables].find((name) => !groups.has(name))
  if (missing !== undefined) {
    throw badRequest(`Group '${missing}' in URL template is not present in linkifier pattern.`)
  }
  const unused = [...groups].find((name) => !variables.has(name))
  if (unused !== undefined) {
    throw badRequest(`Group '${unused}' in linkifier pattern is not present in URL template.`)
  }
}

/** The names of a pattern's groups, and what they are in a text that it matches as a whole. */
async function compile(pattern: string) {
  const { RE2JS } = await import('re2js')
  try {
    const regex = RE2JS.compile(pattern)
    if (regex.programSize() > PATTERN_MAX_STEPS) throw badRequest('Pattern is too complex.')
    return {
      groups: new Set(Object.keys(regex.namedGroups())),
      find(text: string): Record<string, string> | undefined {
        const matcher = regex.matcher(text)
        if (!matcher.matches()) return undefined
        const groups = matcher.getNamedGroups()
        return Object.fromEntries(
          Object.entries(groups).map(([name, value]) => [name, value ?? '']),
        )
      },
    }
  } catch (cause) {
    if (cause instanceof OperationError) throw cause
    throw Object.assign(badRequest(`Bad regular expression: ${pattern}`), { cause })
  }
}
