import type { AnyOperation } from '../contract/operation.ts'
import { FINDER_TOOLS } from '../core/select/finder.ts'
import { foldName } from '../lib/nearest-name.ts'

/** How tools are named to a client: with a prefix, for hosts that join the lists of several servers. */
export interface ToolNames {
  /** The name in lists. */
  listed(name: string): string
  /** The name that somebody means who may have written the prefix. */
  meant(name: string): string
  /** A text of ours as its reader should see it: tools in it by the names of the lists. */
  within(text: string): string
}

/** Names without a prefix. */
const PLAIN: ToolNames = { listed: same, meant: same, within: same }

function same(text: string): string {
  return text
}

/** The names of tools by a prefix; without one they stay as they are. */
export function toolNames(prefix: string | undefined, all: () => readonly string[]): ToolNames {
  if (prefix === undefined) return PLAIN
  // A name of one word may be that word; and what follows a slash is part of an address.
  const telling = all().filter((name) => name.includes('_'))
  const pattern = new RegExp(`(?<![\\w/:.-])(?:${telling.join('|')})(?![\\w-])`, 'g')
  return {
    listed: (name) => `${prefix}${name}`,
    meant: (name) => (name.startsWith(prefix) ? name.slice(prefix.length) : name),
    within: (text) =>
      telling.length === 0 ? text : text.replaceAll(pattern, (name) => `${prefix}${name}`),
  }
}

/** The names of the tools of a client, with those by which it may reach others. */
export function namesFor(
  prefix: string | undefined,
  operations: readonly AnyOperation[],
): ToolNames {
  return toolNames(prefix, () => [...operations.map(({ name }) => name), ...FINDER_TOOLS])
}

/** The tool of a name, in any spelling. */
export function findTool(
  tools: readonly AnyOperation[],
  name: string,
  names: ToolNames,
): AnyOperation | undefined {
  const exact = tools.find((tool) => tool.name === name)
  if (exact) return exact
  const folded = foldName(names.meant(name))
  return tools.find((tool) => foldName(tool.name) === folded)
}

/** A schema with names of tools in its descriptions as the lists have them. */
export function withNames<T>(schema: T, names: ToolNames): T {
  if (names === PLAIN) return schema
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === 'description' && typeof value === 'string' ? names.within(value) : value,
  )
  return JSON.parse(text) as T
}
