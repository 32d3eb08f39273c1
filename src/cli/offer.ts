import { errands, offeredToModels, operations, wholeCatalogue } from '../../tools/index.ts'
import { findConfiguredBrowser } from '../app/compose/compose-browser.ts'
import { canBuy } from '../app/compose/compose-place.ts'
import { type Config, ConfigError } from '../app/config/config.ts'
import type { AnyOperation } from '../contract/operation.ts'
import {
  findersOf,
  isWithinStandard,
  type Offer,
  selectOffer,
  type Selection,
  selectOperations,
  selectStandard,
  servedOverHttp,
  unknownNames,
} from '../core/select/select.ts'
import { once } from '../lib/once.ts'

/**
 * What a command may serve or call by the configuration. Throws ConfigError for settings that leave nothing, or exclude each
 * other, and `invalid_input` for a name nobody has.
 */
export async function offerFor(config: Config, command: string): Promise<Offer> {
  const selection: Selection = {
    toolsets: config.toolsets,
    tools: config.tools,
    excludeTools: config['exclude-tools'],
    readOnly: config['read-only'],
  }
  const remoteTools = await remoteToolsFor(config, command)
  const catalogue = [...(await catalogueFor(config, command, selection)), ...remoteTools]
  const isEmpty = selectOperations(catalogue, selection).length === 0
  if (isEmpty && findersOf(selection).length === 0) {
    throw new ConfigError('--toolsets, --tools, --exclude-tools and --read-only leave no tool.')
  }
  const offer = selectOffer(catalogue, selection, servedAmong(catalogue, config, command))
  const tools = once(async () => reachable(config, selection, command, remoteTools))
  const isListed = listedIn(config, command)
  return {
    ...offer,
    tools: offer.tools.filter(isListed),
    standardTools: offer.standardTools.filter(isListed),
    finder: { ...offer.finder, tools, purposes },
  }
}

const purposes = once(async () => {
  const [{ default: read }, { default: wishes }] = await Promise.all([
    import('../../tools/purposes.json', { with: { type: 'json' } }),
    import('../../tools/wishes.json', { with: { type: 'json' } }),
  ])
  return { ...read, wishes: Object.values(wishes).flat() }
})

/** What lists of tools name: without a browser, nothing that needs one, unless it is asked for by name. */
function listedIn(config: Config, command: string): (tool: AnyOperation) => boolean {
  const isAll = command === 'call' || findConfiguredBrowser(config) !== undefined
  if (isAll) return () => true
  return ({ name, needsBrowser }) => !needsBrowser || config.tools?.includes(name) === true
}

/** What a client may reach that a short list stands for: rarely used operations are loaded once somebody looks for more. */
async function reachable(
  config: Config,
  selection: Selection,
  command: string,
  remoteTools: readonly AnyOperation[],
): Promise<readonly AnyOperation[]> {
  const catalogue = [...(await catalogueFor(config, 'call', selection)), ...remoteTools]
  const served = servedAmong(catalogue, config, command)
  return selectOffer(catalogue, selection, served).finder.tools()
}

/** Commands for the owner that tools are offered to, or named in. */
const OFFERS_TO_OWNER: ReadonlySet<string> = new Set(['stdio', 'call', 'tools'])

/** The tools of the owner's other MCP server. */
async function remoteToolsFor(config: Config, command: string): Promise<readonly AnyOperation[]> {
  if (config['remote-mcp'] === undefined || !OFFERS_TO_OWNER.has(command)) return []
  const { loadRemoteTools } = await import('../app/compose/load-remote-tools.ts')
  return loadRemoteTools(config, config['remote-mcp'])
}

/** Commands that serve or call anything there is. */
const NEEDS_ALL: ReadonlySet<string> = new Set(['serve', 'call'])

/** Rarely used operations are loaded only where they may be called. */
async function catalogueFor(
  config: Config,
  command: string,
  selection: Selection,
): Promise<readonly AnyOperation[]> {
  // A rarely used operation may be what has a price.
  const needsAll = NEEDS_ALL.has(command) || Object.keys(config.prices).length > 0
  if (config.chat === 'off') return withoutChat(selection, needsAll)
  if (needsAll) return wholeCatalogue()
  const standard = await offeredToModels()
  return isWithinStandard(selectStandard(standard), selection) ? standard : wholeCatalogue()
}

/** Names of the chat are known without it, and may be excluded; to ask for them is a mistake. */
async function withoutChat(
  selection: Selection,
  needsAll: boolean,
): Promise<readonly AnyOperation[]> {
  if (!needsAll && isWithinStandard(selectStandard(operations), selection)) return operations
  const present = await errands()
  if (namesMissingIn(present, selection).length === 0) return present
  const catalogue = await wholeCatalogue()
  if (namesMissingIn(catalogue, selection).length > 0) return catalogue
  const missingNames = namesMissingIn(present, { ...selection, excludeTools: [] })
  if (missingNames.length === 0) return catalogue
  throw new ConfigError(
    `--chat off contradicts these chat tools or toolsets: ${missingNames.join(', ')}.`,
  )
}

function namesMissingIn(catalogue: readonly AnyOperation[], selection: Selection): string[] {
  const { toolsets, tools } = unknownNames(catalogue, selection)
  return [...toolsets, ...tools]
}

function servedAmong(
  catalogue: readonly AnyOperation[],
  config: Config,
  command: string,
): readonly AnyOperation[] {
  const present =
    config.chat === 'off' ? catalogue.filter(({ usesAccount }) => !usesAccount) : catalogue
  const forEverybody = servedOverHttp(present)
  if (command === 'serve') return forEverybody
  if (canBuy(config)) return present
  // Without anything to pay from or with, tools about money would only cost attention.
  return present.filter((one) => forEverybody.includes(one) || isNamed(one, config))
}

function isNamed({ name, toolset }: AnyOperation, { toolsets, tools }: Config): boolean {
  return Boolean(toolsets?.includes(toolset)) || Boolean(tools?.includes(name))
}
