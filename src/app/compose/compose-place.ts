import { existsSync } from 'node:fs'
import { OperationError } from '../../contract/errors.ts'
import { type AnyOperation, here, type Services } from '../../contract/operation.ts'
import { once } from '../../lib/once.ts'
import type { Seller } from '../../pay/seller/seller.ts'
import { type Config, ConfigError } from '../config/config.ts'
import type { BuyingParts } from './compose-buyer.ts'

/** Whether the configuration names anything to pay from, or another instance to call. */
export function canBuy(config: Config): boolean {
  const {
    remote,
    'remote-mcp': mcp,
    secrets,
    'wallet-file': path,
    'wallet-signer': signer,
  } = config
  const { walletKey, plainKey } = secrets
  return Boolean(remote ?? mcp ?? signer ?? walletKey ?? plainKey) || existsSync(path)
}

/**
 * Where calls run, and the wallet. What buys is loaded by the first call that leaves this process or looks
 * at money. Throws ConfigError for a placement of something unknown.
 */
export function composePlace(
  config: Config,
  operations: readonly AnyOperation[],
  parts: BuyingParts,
): Pick<Services, 'place' | 'spending'> {
  requireKnownPlaces(config, operations)
  if (!canBuy(config)) return { place: here }
  const buying = once(async () => {
    const { composeBuyer } = await import('./compose-buyer.ts')
    return composeBuyer(config, operations, parts)
  })
  const placing = once(async () => {
    const { placeBy } = await import('../../remote/placement.ts')
    return placeBy(
      config.place,
      async (operation, call) => (await buying()).remote?.there(operation, call),
      parts.log,
    )
  })
  const spending = async () => (await buying()).spending
  return {
    place:
      config.remote === undefined
        ? here
        : async (operation, call) => (await placing())(operation, call),
    spending: {
      status: async (...call) => (await spending()).status(...call),
      configuredCaps: async () => (await spending()).configuredCaps(),
      setCaps: async (...call) => (await spending()).setCaps(...call),
      history: async (...call) => (await spending()).history(...call),
      quote: async (...call) => (await spending()).quote(...call),
      quoteFetch: async (...call) => (await spending()).quoteFetch(...call),
      callRemoteTool: async (...call) => (await spending()).callRemoteTool(...call),
      fetchPaid: async (...call) => (await spending()).fetchPaid(...call),
      findServices: async (...call) => (await spending()).findServices(...call),
    },
  }
}

function requireKnownPlaces({ place, remote }: Config, operations: readonly AnyOperation[]): void {
  const known = new Set(['*', ...operations.flatMap(({ name, toolset }) => [name, toolset])])
  const unknown = Object.keys(place).filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new ConfigError(`--place: no toolset or tool has this name: ${unknown.join(', ')}.`)
  }
  if (remote === undefined && Object.values(place).some((value) => value !== 'here')) {
    throw new ConfigError('--place: "there" needs --remote, the address of another instance.')
  }
}

/** Throws where an operation may not run within another call: the configuration leaves it out, or it is sold here. */
export function requireInnerAllowed(
  { name, effects, usesAccount }: AnyOperation,
  config: Pick<Config, 'exclude-tools' | 'read-only' | 'chat'>,
  seller: Pick<Seller, 'gate'> | undefined,
): void {
  const isExcluded =
    (config['exclude-tools'] ?? []).includes(name) ||
    (config['read-only'] && !effects.readOnly) ||
    (config.chat === 'off' && usesAccount === true)
  if (isExcluded) {
    throw new OperationError('forbidden', `The owner of this server does not offer ${name}.`, {
      hint: 'Go on without this tool.',
    })
  }
  if (seller?.gate.prices.has(name)) {
    throw new OperationError('payment_required', `Calls of ${name} are sold here.`, {
      hint: `Call ${name} by itself, with a payment.`,
    })
  }
}
