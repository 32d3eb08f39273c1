import { OperationError } from '../../contract/errors.ts'
import { countChars } from '../../lib/text.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, requireCustomizer } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader } from '../kernel/unit-of-work.ts'
import { writeDirectory } from './directory-space.ts'
import { LINKIFIERS_MAX_COUNT, PATTERN_MAX_CHARS, PATTERN_MAX_STEPS } from './limits.ts'
import { loadLinkifierRecords } from './linkifier-record.ts'
import { recordSettingsChange } from './organization-settings.ts'
import { readTextTemplate, templateVariables } from './templates.ts'

/** Appends a linkifier pattern. Returns its id. */
export async function addLinkifier(chat: Chat, actor: Actor, wish: LinkifierWish): Promise<number> {
  await requireRight(chat, actor)
  const columns = await requireLinkifier(wish)
  return changeLinkifiers(chat, actor, async ({ tx }) => {
    const known = await loadLinkifierRecords(tx)
    if (known.length >= LINKIFIERS_MAX_COUNT) throw badRequest('Too many linkifiers.')
    requireUntaken(known, columns.pattern)
    const { position } = await tx
      .selectFrom('chat_linkifier')
      .select((eb) => eb.fn.max<number | null>('position').as('position'))
      .executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('chat_linkifier')
      .values({ ...columns, position: (position ?? 0) + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Replaces a pattern; examples and reverse templates that a client leaves out stay. */
export async function updateLinkifier(
  chat: Chat,
  actor: Actor,
  id: number,
  wish: LinkifierWish,
): Promise<void> {
  await requireRight(chat, actor)
  const before = (await loadLinkifierRecords(reader(chat))).find((one) => one.id === id)
  if (!before) throw badRequest('Linkifier not found.')
  const given = Object.entries(wish).filter(([, value]) => value !== undefined)
  const columns = await requireLinkifier({ ...before, ...Object.fromEntries(given) })
  await changeLinkifiers(chat, actor, async ({ tx }) => {
    const others = (await loadLinkifierRecords(tx)).filter((one) => one.id !== id)
    requireUntaken(others, columns.pattern)
    const { numUpdatedRows } = await tx
      .updateTable('chat_linkifier')
      .set(columns)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw badRequest('Linkifier not found.')
  })
}

/** Removes a pattern; existing messages keep the links made by it. */
export async function removeLinkifier(chat: Chat, actor: Actor, id: number): Promise<void> {
  await requireRight(chat, actor)
  await changeLinkifiers(chat, actor, async ({ tx }) => {
    const { numDeletedRows } = await tx
      .deleteFrom('chat_linkifier')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw badRequest('Linkifier not found.')
  })
}

/** Reorders the patterns; the order must name each of them once. */
export async function reorderLinkifiers(
  chat: Chat,
  actor: Actor,
  ids: readonly number[],
): Promise<void> {
  await requireRight(chat, actor)
  await changeLinkifiers(chat, actor, async ({ tx }) => {
    const known = new Set((await loadLinkifierRecords(tx)).map(({ id }) => id))
    if (ids.length !== known.size || known.symmetricDifference(new Set(ids)).size > 0) {
      throw badRequest('The ordered list must enumerate all existing linkifiers exactly once')
    }
    for (const [position, id] of ids.entries()) {
      await tx.updateTable('chat_linkifier').set({ position }).where('id', '=', id).execute()
    }
  })
}

async function requireRight(chat: Chat, actor: Actor): Promise<void> {
  requireCustomizer(await loadMember(reader(chat), actor, chat.now().getTime()))
}

function requireUntaken(known: readonly { pattern: string }[], pattern: string): void {
  if (known.some((one) => one.pattern === pattern)) {
    throw badRequest('Linkifier with this pattern already exists.')
  }
}

/** Changes the patterns and sends everybody the new list. */
async function changeLinkifiers<T>(
  chat: Chat,
  actor: Actor,
  work: (unit: ChatWork) => Promise<T>,
): Promise<T> {
  return writeDirectory(chat, actor, async (unit) => {
    const result = await work(unit)
    await recordSettingsChange(unit.tx)
    const realm_linkifiers = await loadLinkifierRecords(unit.tx)
    unit.emit({ payload: { type: 'realm_linkifiers', realm_linkifiers }, to: 'all' })
    return result
  })
}

/** A pattern of the organization, as a client describes it (spec 4.7). */
export interface LinkifierWish {
  pattern: string
  url_template: string
  example_input?: string | null | undefined
  reverse_template?: string | null | undefined
  alternative_url_templates?: readonly string[] | undefined
}

/** A pattern of the organization, ready to be stored. */
export interface LinkifierColumns {
  pattern: string
  url_template: string
  example_input: string | null
  reverse_template: string | null
  alternatives: string
}

const ALTERNATIVES_MAX_COUNT = 20

/** Checks a pattern with its templates, which must name the same groups. Throws with the reason. */
export async function requireLinkifier(wish: LinkifierWish): Promise<LinkifierColumns> {
  const pattern = wish.pattern.trim()
  if (pattern === '') throw badRequest('Pattern must not be empty.')
  if (countChars(pattern) > PATTERN_MAX_CHARS) throw badRequest('Pattern is too long.')
  const { groups, find } = await compile(pattern)
  const alternatives = wish.alternative_url_templates ?? []
  if (alternatives.length > ALTERNATIVES_MAX_COUNT) {
    throw badRequest(`At most ${ALTERNATIVES_MAX_COUNT} alternative URL templates are allowed.`)
  }
  for (const template of [wish.url_template, ...alternatives]) requireNames(groups, template)
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

function requireNames(groups: ReadonlySet<string>, template: string): void {
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

/** The names of a pattern's groups, and their values in a fully matching text. */
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
