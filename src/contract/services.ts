import type { Accounts, ChatService, WatchChat } from './chat.ts'
import { OperationError } from './errors.ts'
import type { Log } from '../lib/log.ts'
import type { CallObserver } from '../lib/metrics.ts'
import type { GuardedFetch, VetAddress } from './net.ts'
import type { OnChain } from './onchain.ts'
import type { Place } from './operation.ts'
import type { Spending } from './spending.ts'
import type { Sandbox } from './sandbox.ts'

/** Everything an operation may reach. Built once, in `compose.ts`. */
export interface Services {
  /** Fetches addresses that came from input or content. */
  fetch: GuardedFetch
  /** Checks such an address without fetching it, by the same rules. */
  vetAddress: VetAddress
  /** Parses hostile bytes. */
  sandbox: Omit<Sandbox, 'close'>
  /** Resolves when the database answers. Throws `unavailable`. */
  checkStore(): Promise<void>
  /** Reads of the chains, loaded on first use. */
  onchain(): Promise<OnChain>
  /** Runs a call with valid input where the configuration says: every surface goes through it. */
  place: Place
  /** The wallet; undefined where neither a wallet nor another instance is configured. */
  spending?: Spending | undefined
  /** The team chat, opened on first use. */
  chat(): Promise<ChatService>
  /** Accounts of the team chat for callers that do not sign in there. */
  accounts: Accounts
  /** Tells of changes in the team chat. */
  watchChat: WatchChat
  now(): Date
  log: Log
  /** Counts calls; does nothing where nobody can look. */
  observeCall: CallObserver
}

/** The wallet. Throws `unavailable` where none is configured; its tools are not offered there. */
export function spendingOf({ spending }: Pick<Services, 'spending'>): Spending {
  if (spending) return spending
  throw new OperationError('unavailable', 'Neither a wallet nor another instance is configured.', {
    hint: 'The owner can name another instance with --remote, and make a wallet: bellhop wallet new.',
  })
}
