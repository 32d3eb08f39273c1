import { OperationError } from '../../contract/errors.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { asTool } from '../run/agent-form.ts'
import { FINDER_TOOLS, type Finder, type FinderTool } from './finder.ts'

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
  selection: Selection,
): readonly AnyOperation[] {
  requireKnown(operations, selection)
  const { toolsets, tools } = selection
  const everything = toolsets === undefined && tools === undefined
  return operations.filter(
    (operation) =>
      (everything ||
        toolsets?.some((list) => isIn(list, operation)) ||
        tools?.includes(operation.name)) &&
      isAllowed(operation, selection),
  )
}

/** Whether an operation is neither excluded nor, where only reading is allowed, one that changes something. */
function isAllowed(
  { name, effects }: AnyOperation,
  { excludeTools = [], readOnly = false }: Selection,
): boolean {
  return !excludeTools.includes(name) && (effects.readOnly || !readOnly)
}

const SHORT_LIST = 'core'
const WIDEST_LIST = 'all'

/** Lists of tools across folders. */
const LISTS: Readonly<Record<string, (operation: AnyOperation) => boolean>> = {
  [SHORT_LIST]: ({ tier = 'core', audience }) => tier === 'core' && audience === undefined,
  [WIDEST_LIST]: () => true,
}

/** Name of the list with the operations of a toolset that are not in the list named like the toolset. */
function restOf(toolset: string): string {
  return `${toolset}-more`
}

function isIn(list: string, operation: AnyOperation): boolean {
  const { toolset, tier } = operation
  return LISTS[list]?.(operation) ?? list === (tier === 'more' ? restOf(toolset) : toolset)
}

/** Every value of `--toolsets` that means something for these operations, in reading order. */
export function listNames(operations: readonly AnyOperation[]): readonly string[] {
  const toolsets = new Set(operations.map(({ toolset }) => toolset))
  const names = [...toolsets].flatMap((toolset) => [toolset, restOf(toolset)])
  return [...names, ...Object.keys(LISTS)].filter((list) =>
    operations.some((operation) => isIn(list, operation)),
  )
}

/** The names of a selection that nobody has. */
export function unknownNames(
  operations: readonly AnyOperation[],
  { toolsets = [], tools = [], excludeTools = [] }: Selection,
): { toolsets: readonly string[]; tools: readonly string[] } {
  const known = () => [...operations.map(({ name }) => name), ...FINDER_TOOLS]
  return {
    toolsets: missingIn(toolsets, () => listNames(operations)),
    tools: missingIn([...tools, ...excludeTools], known),
  }
}

/** Names that are not among the known ones, which are listed only where there are any to look up: this runs for each request. */
function missingIn(
  names: readonly string[],
  listKnown: () => readonly string[],
): readonly string[] {
  if (names.length === 0) return []
  const known = new Set(listKnown())
  return names.filter((name) => !known.has(name))
}

/** Whether a selection asks for nothing beyond the default list, which is quicker to load than everything. */
export function isWithinStandard(standard: readonly AnyOperation[], selection: Selection): boolean {
  const { toolsets, tools } = unknownNames(standard, selection)
  const isKnown = toolsets.length === 0 && tools.length === 0
  return isKnown && !selection.toolsets?.includes(WIDEST_LIST)
}

/**
 * The finder's tools that a selection offers: the default and the short list stand for all tools, any other list is as narrow as
 * somebody wanted it. Whoever names them wants them.
 */
export function findersOf(selection: Selection): readonly FinderTool[] {
  const { toolsets = [], tools = [], excludeTools = [] } = selection
  const standsForAll = isDefault(selection) || toolsets.includes(SHORT_LIST)
  const offered = standsForAll ? FINDER_TOOLS : FINDER_TOOLS.filter((name) => tools.includes(name))
  return offered.filter((name) => !excludeTools.includes(name))
}

/** Whether a selection does not say which operations are wanted, so that the default list is. */
function isDefault({ toolsets, tools }: Selection): boolean {
  return toolsets === undefined && tools === undefined
}

/** The default list: what an agent needs day by day. */
export function selectStandard(operations: readonly AnyOperation[]): readonly AnyOperation[] {
  return operations.filter(({ tier }) => tier !== 'more')
}

/** The operations served over HTTP: none of those for the owner, who is at this machine. */
export function servedOverHttp(operations: readonly AnyOperation[]): readonly AnyOperation[] {
  return operations.filter(({ audience }) => audience === undefined)
}

/** Operations in the form that models see. */
export function selectTools(operations: readonly AnyOperation[]): readonly AnyOperation[] {
  return operations.map(asTool)
}

/** What an instance offers: its routes, every tool that a client may choose, and those it gets if it chooses none. */
export interface Offer {
  routes: readonly AnyOperation[]
  tools: readonly AnyOperation[]
  standardTools: readonly AnyOperation[]
  /** How a client that chooses none reaches further ones; `tools` of it is also all that those may reach who choose. */
  finder: Finder
}

/**
 * Applies the operator's selection to a catalogue, of which an instance may serve a part: names of the rest are
 * known too. Lists are about tools: clients of the form dialect need its routes, so that a list with one of
 * them brings those of the toolset. Throws `invalid_input` on a name nobody has.
 */
export function selectOffer(
  catalogue: readonly AnyOperation[],
  selection: Selection,
  served: readonly AnyOperation[] = catalogue,
): Offer {
  const chosen = new Set(
    selectOperations(catalogue, selection).filter((operation) => served.includes(operation)),
  )
  const { toolsets = [] } = selection
  const listed = catalogue.filter((operation) => toolsets.some((list) => isIn(list, operation)))
  const whole = new Set(
    listed.filter(({ http }) => http.dialect === 'form').map(({ toolset }) => toolset),
  )
  const tools = selectTools([...chosen])
  const finders = findersOf(selection)
  const reached = finders.length > 0 ? allowed(served, selection) : [...chosen]
  const names = new Set(reached.map(({ name }) => name))
  return {
    routes: served.filter(
      (operation) =>
        chosen.has(operation) || (whole.has(operation.toolset) && isAllowed(operation, selection)),
    ),
    tools,
    standardTools: isDefault(selection) ? selectStandard(tools) : tools,
    finder: {
      names: finders,
      isReadOnly: selection.readOnly ?? false,
      has: (name) => names.has(name),
      tools: async () => selectTools(reached),
    },
  }
}

function allowed(
  operations: readonly AnyOperation[],
  selection: Selection,
): readonly AnyOperation[] {
  return operations.filter((operation) => isAllowed(operation, selection))
}

/** The tools that a client gets of an offer. Throws `invalid_input` on a name nobody has. */
export function chooseTools(
  { tools, standardTools, finder }: Pick<Offer, 'tools' | 'standardTools'> & { finder?: Finder },
  selection: Selection,
): readonly AnyOperation[] {
  const isElsewhere = (name: string) =>
    finder?.has(name) && !tools.some((tool) => tool.name === name)
  const excludeTools = selection.excludeTools?.filter((name) => !isElsewhere(name))
  const chosen = selectOperations(tools, { ...selection, excludeTools })
  if (!isDefault(selection)) return chosen
  const standard = new Set(standardTools)
  return chosen.filter((tool) => standard.has(tool))
}

/** How a client reaches the tools of an offer that its own selection leaves out, but for those that it excludes. */
export function chooseFinder(finder: Finder, selection: Selection): Finder {
  const { excludeTools = [], readOnly = false } = selection
  const names = isDefault(selection)
    ? finder.names.filter((name) => !excludeTools.includes(name))
    : findersOf(selection)
  return {
    ...finder,
    names,
    isReadOnly: finder.isReadOnly || readOnly,
    has: (name) => finder.has(name) && !excludeTools.includes(name),
    tools: async () => allowed(await finder.tools(), selection),
  }
}

function requireKnown(operations: readonly AnyOperation[], selection: Selection): void {
  const { toolsets, tools } = unknownNames(operations, selection)
  if (toolsets.length > 0) throw unknownName('toolset', toolsets, listNames(operations))
  if (tools.length > 0) {
    throw unknownName(
      'tool',
      tools,
      operations.map(({ name }) => name),
    )
  }
}

function unknownName(
  kind: string,
  unknown: readonly string[],
  known: readonly string[],
): OperationError {
  return new OperationError('invalid_input', `There is no such ${kind} here.`, {
    hint: `Known: ${known.join(', ')}.`,
    fields: { unknown },
  })
}
