import { ROLES } from '../../chat/groups/system-groups.ts'
import type { BackgroundJob } from '../../contract/background-job.ts'
import { toOperationError } from '../../contract/errors.ts'
import type { OperatorFetch } from '../../contract/net.ts'
import {
  type IdentityProvider,
  type OAuth,
  type OAuthAccess,
  OAUTH_PATHS,
} from '../../contract/oauth.ts'
import type { AnyOperation, Services } from '../../contract/operation.ts'
import { principalOfUser } from '../../core/run/principals.ts'
import { isPrivateOnTheWay } from '../../lib/loopback.ts'
import type { GaugeReading } from '../../lib/metrics.ts'
import { once } from '../../lib/once.ts'
import { oauthBackgroundJob } from '../../oauth/background-job.ts'
import type { ClaimRules } from '../../oauth/claimed-identity.ts'
import { serverOnDemand } from '../../oauth/open.ts'
import { responseFetch } from '../../oauth/operator-response.ts'
import { placementOf } from '../../remote/placement.ts'
import type { Store } from '../../store/port.ts'
import { type Config, ConfigError } from '../config/config.ts'

/** What letting programs in is made of. */
export interface OAuthParts {
  services: Services
  store(): Promise<Store>
  operatorFetch: OperatorFetch
  /** Address under which clients reach this server. */
  publicUrl: string
}

/** Letting programs in, and what has to be done for it now and then. */
export interface ComposedOAuth {
  oauth: OAuth
  jobs: readonly BackgroundJob[]
  /** What `/metrics` tells of it. */
  readings: readonly GaugeReading[]
}

/**
 * Whether programs may come in by OAuth, at a public address, where the chat is here or not. Throws ConfigError where they should and
 * cannot.
 */
export function letsProgramsIn(config: Config, publicUrl: string, hasChat: boolean): boolean {
  const { oauth, 'auth-issuer': issuer } = config
  if (oauth === 'off') return false
  const address = new URL(publicUrl)
  const { protocol, pathname } = address
  const isWanted = oauth === 'on' || issuer !== undefined
  const problem = !hasChat
    ? 'needs the accounts of a chat that is here'
    : pathname !== '/'
      ? 'needs a public address without a path'
      : !isPrivateOnTheWay(address)
        ? 'needs a public address of https (--public-url)'
        : undefined
  if (isWanted && problem !== undefined) throw new ConfigError(`--oauth ${problem}.`)
  return problem === undefined && (isWanted || protocol === 'https:')
}

/** Builds it; nothing is loaded before its first use. Throws ConfigError. */
export function composeOAuth(config: Config, parts: OAuthParts): ComposedOAuth {
  const { services, store, operatorFetch, publicUrl } = parts
  const { now, log } = services
  const { origin } = new URL(publicUrl)
  const resource = `${origin}/mcp`
  const rules = rulesOf(config)
  const fetch = responseFetch(operatorFetch)
  const issuer = config['auth-issuer']
  const refused = { tokens: 0, programs: 0 }
  const counting =
    (find: OAuth['accessOf']): OAuth['accessOf'] =>
    async (token) => {
      const access = await find(token)
      if (!access) refused.tokens += 1
      return access
    }
  const refusals = refusalReadings(refused)
  if (issuer !== undefined) {
    const verifier = once(async () => {
      const { verifierOf } = await import('../../oauth/issuer-tokens.ts')
      return verifierOf({ issuer, resource, rules, now, fetch })
    })
    const accessOf = async (token: string): Promise<OAuthAccess | undefined> => {
      const issued = await (await verifier())(token)
      if (!issued) return undefined
      const { identity, endsAtMs } = issued
      const user = await (await services.chat()).admitIdentity(identity)
      return { right: { user, endsAtMs }, scopes: new Set(issued.scopes) }
    }
    return {
      oauth: { issuer, resource, accessOf: counting(accessOf) },
      jobs: [],
      readings: refusals,
    }
  }
  const provider = identityProvider(config, parts, {
    rules,
    callback: `${origin}${OAUTH_PATHS.callback}`,
  })
  const oauth: OAuth = {
    issuer: origin,
    resource,
    accessOf: counting(async (token) => {
      const { findAccess } = await import('../../oauth/access-tokens.ts')
      return findAccess({ store, now }, resource, token)
    }),
    server: serverOnDemand({
      issuer: origin,
      resource,
      store,
      now,
      log,
      fetch: services.fetch,
      isActive: async (accountId) => isActive(services, accountId),
      onRefused: () => void (refused.programs += 1),
    }),
    ...(provider ? { identityProvider: provider } : {}),
  }
  const readings = [...refusals, ...grantReadings(store)]
  return { oauth, jobs: [oauthBackgroundJob({ store, now })], readings }
}

function refusalReadings(refused: { tokens: number; programs: number }): GaugeReading[] {
  return [
    {
      name: 'bellhop_oauth_tokens_refused',
      help: 'Bearer tokens at /mcp that were no access tokens, or not any more, since the start.',
      read: async () => refused.tokens,
    },
    {
      name: 'bellhop_oauth_programs_refused',
      help: 'Requests of programs to register, be let in or get tokens that were refused since the start.',
      read: async () => refused.programs,
    },
  ]
}

function grantReadings(store: OAuthParts['store']): GaugeReading[] {
  return [
    {
      name: 'bellhop_oauth_grants',
      help: 'Programs that people have let in, of all processes.',
      async read() {
        const grants = (await store()).db.selectFrom('oauth_grant')
        const counted = grants.select((eb) => eb.fn.countAll<number>().as('count'))
        return (await counted.executeTakeFirstOrThrow()).count
      },
    },
    {
      name: 'bellhop_oauth_registrations',
      help: 'Programs that have registered themselves, of all processes.',
      async read() {
        const clients = (await store()).db.selectFrom('oauth_record').where('kind', '=', 'Client')
        const counted = clients.select((eb) => eb.fn.countAll<number>().as('count'))
        return (await counted.executeTakeFirstOrThrow()).count
      },
    },
  ]
}

/** Whether calls of an operation always run at the other instance of a configuration. */
export function elsewhereBy({ remote, place }: Config): (operation: AnyOperation) => boolean {
  return (operation) => remote !== undefined && placementOf(operation, place) === 'there'
}

function rulesOf(config: Config): ClaimRules {
  return {
    domains: config['sign-in-domains'].map((domain) => domain.toLowerCase()),
    trustsAddresses: config['sign-in-trust-email'],
    roleClaim: config['sign-in-role-claim'],
    roles: Object.fromEntries(
      Object.entries(config['sign-in-roles']).map(([value, role]) => [value, ROLES[role]]),
    ),
  }
}

function identityProvider(
  config: Config,
  { services: { now }, store, operatorFetch }: OAuthParts,
  { rules, callback }: { rules: ClaimRules; callback: string },
): IdentityProvider | undefined {
  const { 'sign-in-issuer': issuer, 'sign-in-client-id': clientId } = config
  if (issuer === undefined) return undefined
  if (clientId === undefined) {
    throw new ConfigError('--sign-in-issuer needs --sign-in-client-id.')
  }
  const opened = once(async () => {
    const { openIdentityProvider } = await import('../../oauth/identity-provider.ts')
    const { signInSecret: clientSecret } = config.secrets
    const settings = { issuer, clientId, clientSecret, rules }
    const fetch = responseFetch(operatorFetch)
    return openIdentityProvider({ settings, store, now, callback, fetch })
  })
  return {
    name: new URL(issuer).host,
    begin: async (goOn) => (await opened()).begin(goOn),
    finish: async (...returned) => (await opened()).finish(...returned),
  }
}

async function isActive({ accounts }: Services, accountId: number): Promise<boolean> {
  try {
    const caller = principalOfUser(accountId).id
    return Boolean(await accounts.actorOf({ caller, program: undefined, isLocal: false }))
  } catch (thrown) {
    if (toOperationError(thrown).code === 'unauthorized') return false
    throw thrown
  }
}
