import { randomUUID } from 'node:crypto'
import { OperationError } from '../../contract/errors.ts'
import type { OperatorFetch } from '../../contract/net.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import type { Spending } from '../../contract/spending.ts'
import type { Log } from '../../lib/log.ts'
import { once } from '../../lib/once.ts'
import type { BuyerChain } from '../../pay/buyer/buyer-chain.ts'
import { Buyer } from '../../pay/buyer/buyer.ts'
import { Journal } from '../../pay/buyer/journal.ts'
import {
  capsOf,
  loadPaymentHistory,
  loadWalletStatus,
  setCaps,
  type SpenderParts,
} from '../../pay/buyer/spender.ts'
import { usdToUnits } from '../../pay/protocol/money.ts'
import { paymentNetwork } from '../../pay/protocol/networks.ts'
import { networksOf, type Policy } from '../../pay/wallet/policy.ts'
import type { KeySources } from '../../pay/wallet/wallet.ts'
import { placementOf } from '../../remote/placement.ts'
import { FREE, readQuote } from '../../remote/quote.ts'
import { createRemote, type Remote } from '../../remote/remote.ts'
import type { Store } from '../../store/port.ts'
import { type Config, ConfigError } from '../config/config.ts'
import { otherRpc, payRpc } from './compose-rpc.ts'

/** Dependencies of the buyer. */
export interface BuyingParts {
  operatorFetch: OperatorFetch
  store(): Promise<Store>
  now: () => Date
  log: Log
}

/** Calls at the other instance, and the wallet that pays for them. */
export interface Buying {
  /** Undefined where no other instance is configured. */
  remote: Remote | undefined
  spending: Spending
}

/** Where the key of a configuration may come from. */
export function keySources(config: Config): KeySources {
  const { walletKey: hostKey, walletPassword: password, plainKey } = config.secrets
  const { 'wallet-file': keystorePath } = config
  return { hostKey, keystorePath, password, plainKey, remote: signerSettings(config) }
}

/** The owner's configuration decides the signing address, not the signer. Throws ConfigError. */
function signerSettings(config: Config): KeySources['remote'] {
  const { 'wallet-signer': url, 'wallet-address': address } = config
  if (url === undefined) return undefined
  if (address === undefined) {
    throw new ConfigError('--wallet-signer needs --wallet-address: the account that signs there.')
  }
  return { url, address: address as `0x${string}`, key: config.secrets.signerKey }
}

/** Builds the buyer. Nothing is opened or dialled before its first use. Throws ConfigError. */
export function composeBuyer(
  config: Config,
  operations: readonly AnyOperation[],
  parts: BuyingParts,
): Buying {
  const { log } = parts
  const now = () => parts.now().getTime()
  const policy = policyOf(config)
  const chain = chainsOnDemand(config, policy, parts.operatorFetch, now)
  const sources = keySources(config)
  const boundsOf = once(async () => (await import('./agent-bounds.ts')).agentBounds(now))
  const journal = new Journal(parts.store, randomUUID(), now, async (...agent) =>
    (await boundsOf())(...agent),
  )
  const signer = async () =>
    (await import('../../pay/wallet/wallet.ts')).openWallet(sources, log, parts.operatorFetch)
  const buyer = new Buyer({ policy, journal, signer: once(signer), chain, log, now })
  const address = async () =>
    (await import('../../pay/wallet/wallet.ts')).findWalletAddress(sources)
  const views: SpenderParts = { policy, journal, buyer, chain, address }
  const listedHosts = new Set<string>()
  const isListed = (host: string): boolean => listedHosts.has(host)
  const services = { buyer, hosts: policy.hosts, isListed }
  const remote = config.remote === undefined ? undefined : remoteOf(config.remote)
  const remoteMcp = once(async () => {
    const url = config['remote-mcp']
    if (url === undefined) throw noMcpServer()
    const { openMcpConnection } = await import('../../remote/mcp/connection.ts')
    return openMcpConnection(url, parts.operatorFetch)
  })

  function remoteOf(baseUrl: string): Remote {
    const { remoteKey: key } = config.secrets
    return createRemote({ baseUrl, key, fetch: parts.operatorFetch, buyer })
  }

  return {
    remote,
    spending: {
      fetchPaid: async (request, caller) => {
        const { payFetch } = await import('../../remote/pay-fetch.ts')
        return payFetch(services, request, caller)
      },
      quoteFetch: async (request, caller) => {
        const { quoteFetch } = await import('../../remote/pay-fetch.ts')
        return quoteFetch(services, request, { ...caller, policy: await journal.bound(policy) })
      },
      async callRemoteTool(call, payer) {
        const { callRemoteTool } = await import('../../remote/mcp/call-tool.ts')
        return callRemoteTool(await remoteMcp(), buyer, call, payer)
      },
      async findServices(query, caller) {
        const directory = config.bazaar
        if (directory === undefined) throw noDirectory()
        const { findServices } = await import('../../remote/find-services.ts')
        const found = await findServices({ directory, query, ...caller })
        for (const { host } of found) listedHosts.add(host)
        return found
      },
      status: async () => loadWalletStatus(views),
      configuredCaps: async () => capsOf(policy),
      setCaps: async (caps) => setCaps((await parts.store()).write, policy, caps),
      history: async ({ limit, before }) => loadPaymentHistory(views, limit, before),
      async quote(name, input, signal) {
        const operation = operations.find((candidate) => candidate.name === name)
        const tool = operation ? undefined : remoteToolName(config, name)
        if (tool !== undefined) {
          const { quoteRemoteTool } = await import('../../remote/mcp/quote-tool.ts')
          const bound = { policy: await journal.bound(policy), buyer, signal }
          const call = { tool, arguments: input }
          return { ...(await quoteRemoteTool(await remoteMcp(), call, bound)), place: 'there' }
        }
        if (!operation) throw unknownOperation(operations)
        if (operation.runsOthers) throw pricedByPart(name)
        const place = remote ? placementOf(operation, config.place) : 'here'
        if (!remote || place === 'here') return { ...FREE, place }
        const { readArguments } = await import('../../core/run/read-arguments.ts')
        const { input: read } = await readArguments(operation, input)
        const answer = await remote.requestQuote(operation, read, signal)
        const bound = await journal.bound(policy)
        return { ...(await readQuote(answer, remote.urlOf(operation), bound, buyer)), place }
      },
    },
  }
}

/** The name at the other MCP server of a tool that is offered here; undefined for a name of none. */
function remoteToolName(config: Config, name: string): string | undefined {
  const prefix = config['remote-mcp-prefix']
  const isRemote = config['remote-mcp'] !== undefined && name.startsWith(prefix)
  return isRemote ? name.slice(prefix.length) : undefined
}

function noMcpServer(): OperationError {
  return new OperationError('unavailable', 'No other MCP server is configured.', {
    hint: 'The owner can name an MCP server with --remote-mcp.',
  })
}

function noDirectory(): OperationError {
  return new OperationError('unavailable', 'No directory of services is configured.', {
    hint: 'The owner can name a directory with --bazaar.',
  })
}

function pricedByPart(name: string): OperationError {
  return new OperationError('invalid_input', `${name} has no price: each part has its own.`, {
    hint: 'Ask for the price of the tool that does the part.',
  })
}

function unknownOperation(operations: readonly AnyOperation[]): OperationError {
  return new OperationError('invalid_input', 'There is no such operation.', {
    hint: `Known: ${operations.map(({ name }) => name).join(', ')}.`,
  })
}

function policyOf(config: Config): Policy {
  const network = paymentNetwork(config['pay-network'])
  if (!network) throw new ConfigError('--pay-network: this network is not known.')
  const hosts = config.remote === undefined ? [] : [new URL(config.remote).host]
  const mcp = config['remote-mcp']
  const mcpHosts = mcp === undefined ? [] : [new URL(mcp).host]
  const payee = config['remote-payee']
  const otherNetworks = config['pay-also'].map((name) => {
    const other = paymentNetwork(name)
    if (!other || other.isTest || network.isTest) {
      throw new ConfigError(`--pay-also: ${name} cannot be paid on beside ${network.title}.`)
    }
    return other
  })
  return {
    network,
    otherNetworks: otherNetworks.filter(({ id }) => id !== network.id),
    hosts: new Set([...hosts, ...mcpHosts, ...config['pay-hosts']]),
    payees: new Map(payee === undefined ? [] : hosts.map((host) => [host, payee])),
    permits: config['pay-permits'],
    perCallUnits: usdToUnits(config['spend-per-call']),
    perSessionUnits: usdToUnits(config['spend-per-session']),
    perDayUnits: usdToUnits(config['spend-per-day']),
    approveAboveUnits: usdToUnits(config['spend-approve-above']),
  }
}

/** The chain libraries are large: they are loaded by the first question, not at the start. */
function chainsOnDemand(
  config: Config,
  policy: Policy,
  fetch: OperatorFetch,
  now: () => number,
): (network: string) => Promise<BuyerChain> {
  const chains = new Map(
    networksOf(policy).map((network) => [
      network.id as string,
      once(async () => {
        const { openBuyerChain } = await import('../../pay/buyer/buyer-chain.ts')
        const isMain = network === policy.network
        return openBuyerChain(
          network,
          isMain ? payRpc(config, network, fetch) : otherRpc(config, network, fetch),
          now,
        )
      }),
    ]),
  )
  return async (network) => {
    const open = chains.get(network)
    if (!open) throw new Error(`No payments are made on ${network}.`)
    return open()
  }
}
