import { asTool } from './agent-form.ts'
import { OperationError } from '../contract/errors.ts'
import type { AnyOperation } from '../contract/operation.ts'

/** Which operations a client sees. An absent field does not narrow. */
export interface Selection {
  /** Folders of `tools/`, or lists across them: `core`, `chat-more`, `all`. */
  toolsets?: readonly string[] | undefined
  /** Offered besides the toolsets; alone, they are the whole list. */
  tools?: readonly string[] | undefined
  excludeTools?: readonly string[] | undefined
  /** Overrides everything else: an operation that changes something is never listed. */
  readOnly?: boolean | undefined
}

/** Applies a selection, keeping the catalogue's order. Throws `invalid_input` on a name nobody has. */
export function selectOperations(
  operations: readonly AnyOperation[],
  { toolsets, tools, excludeTools = [], readOnly = false }: Selection,
): readonly AnyOperation[] {
  refuseUnknown('toolset', toolsets ?? [], knownToolsets(operations))
  const names = new Set(operations.map(({ name }) => name))
  refuseUnknown('tool', [...(tools ?? []), ...excludeTools], names)
  const everything = toolsets === undefined && tools === undefined
  return operations.filter(
    (operation) =>
      (everything ||
        toolsets?.some((toolset) => isIn(toolset, operation)) ||
        tools?.includes(operation.name)) &&
      !excludeTools.includes(operation.name) &&
      (operation.effects.readOnly || !readOnly),
  )
}

/** Lists of tools across folders. */
const LISTS: Readonly<Record<string, (operation: AnyOperation) => boolean>> = {
  all: () => true,
  core: ({ toolset, tier = 'core' }) => tier === 'core' && toolset !== 'wallet',
  'chat-more': ({ toolset, tier }) => toolset === 'chat' && tier === 'more',
}

function isIn(toolset: string, operation: AnyOperation): boolean {
  return LISTS[toolset]?.(operation) ?? (operation.toolset === toolset && operation.tier !== 'more')
}

function knownToolsets(operations: readonly AnyOperation[]): ReadonlySet<string> {
  const folders = operations.map(({ toolset }) => toolset)
  const lists = Object.keys(LISTS).filter((list) => operations.some((one) => LISTS[list]?.(one)))
  return new Set([...folders, ...lists])
}

/** Whether a selection does not say which operations are wanted, so that the default list is. */
function isDefault({ toolsets, tools }: Selection): boolean {
  return toolsets === undefined && tools === undefined
}

/** The default list: what an agent needs day by day. */
export function standardAmong(operations: readonly AnyOperation[]): readonly AnyOperation[] {
  return operations.filter(({ tier }) => tier !== 'more')
}

/** What is served over HTTP: the wallet is for its owner, who is at this machine. */
export function servedOverHttp(operations: readonly AnyOperation[]): readonly AnyOperation[] {
  return operations.filter(({ toolset }) => toolset !== 'wallet')
}

/** Operations in the form that models see. */
export function toolsAmong(operations: readonly AnyOperation[]): readonly AnyOperation[] {
  return operations.map(asTool)
}

/** What an instance offers: its routes, every tool that a client may choose, and those it gets if it chooses none. */
export interface Offer {
  routes: readonly AnyOperation[]
  tools: readonly AnyOperation[]
  standardTools: readonly AnyOperation[]
}

/**
 * Applies the operator's selection to a catalogue. Lists of the chat are about tools: its clients over HTTP
 * need its routes, so that any of those lists brings them all.
 */
export function offerOf(catalogue: readonly AnyOperation[], selection: Selection): Offer {
  const { toolsets } = selection
  const hasChat = catalogue.some(({ toolset }) => toolset === 'chat')
  const chat = hasChat && toolsets?.some((name) => CHAT_LISTS.has(name)) ? toolsets : undefined
  const chosen = selectOperations(catalogue, selection)
  const tools = toolsAmong(chosen)
  return {
    routes: chat
      ? selectOperations(catalogue, { ...selection, toolsets: [...chat, 'chat', 'chat-more'] })
      : chosen,
    tools,
    standardTools: isDefault(selection) ? standardAmong(tools) : tools,
  }
}

const CHAT_LISTS: ReadonlySet<string> = new Set(['core', 'chat', 'chat-more'])

/** The tools that a client gets of an offer. Throws `invalid_input` on a name nobody has. */
export function toolsFor(
  { tools, standardTools }: Pick<Offer, 'tools' | 'standardTools'>,
  selection: Selection,
): readonly AnyOperation[] {
  const chosen = selectOperations(tools, selection)
  if (!isDefault(selection)) return chosen
  const standard = new Set(standardTools)
  return chosen.filter((tool) => standard.has(tool))
}

function refuseUnknown(kind: string, wanted: readonly string[], known: ReadonlySet<string>): void {
  const unknown = wanted.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new OperationError('invalid_input', `There is no such ${kind} here.`, {
    hint: `Known: ${[...known].join(', ')}.`,
    fields: { unknown },
  })
}
