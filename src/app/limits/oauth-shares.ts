import { OAUTH_REGISTRATIONS, OAUTH_REQUESTS, OAUTH_VISITS } from '../../http/limits.ts'
import type { NetworkRules } from '../../lib/network-rate.ts'
import {
  DOCUMENT_FETCHES,
  DOCUMENTS_CACHED_MAX_COUNT,
  GRANTS_PER_ACCOUNT_MAX_COUNT,
  TOKENS_PER_ACCOUNT,
  UNUSED_CLIENTS_MAX_COUNT,
} from '../../oauth/limits.ts'
import type { Share } from './share.ts'

const LATER = '503 `temporarily_unavailable` with `Retry-After`'

/** The share of an address and the share of its network. */
function pairOf(
  meaning: string,
  unit: string,
  { address, network }: NetworkRules,
  over = LATER,
): Share[] {
  return [
    { meaning: `${meaning}, of one address`, value: address.count, unit, counts: 'address', over },
    {
      meaning: `${meaning}, of one network`,
      value: network.count,
      unit,
      counts: 'network',
      over,
    },
  ]
}

/** What programs that come in by OAuth have in common. */
export const oauthShares: readonly Share[] = [
  ...pairOf(
    'OAuth metadata, revocations and refused tokens in a minute',
    'requests',
    OAUTH_REQUESTS,
    `${LATER}; right codes and refresh tokens pass`,
  ),
  ...pairOf('browsers sent to let a program in, in a minute', 'visits', OAUTH_VISITS),
  ...pairOf('programs that register in an hour', 'registrations', OAUTH_REGISTRATIONS),
  {
    meaning: 'registrations by which nobody was let in yet',
    value: UNUSED_CLIENTS_MAX_COUNT,
    unit: 'registrations',
    counts: 'server',
    over: 'the oldest one of the network that has most goes',
  },
  ...pairOf(
    'looks at documents of programs in a minute',
    'looks',
    DOCUMENT_FETCHES,
    `what is kept of programs that were let in counts, else ${LATER}`,
  ),
  {
    meaning: 'documents of programs that are remembered',
    value: DOCUMENTS_CACHED_MAX_COUNT,
    unit: 'documents',
    counts: 'server',
    over: 'the one that was looked at first goes, and is looked at again',
  },
  {
    meaning: 'right codes and refresh tokens in an hour, of one account',
    value: TOKENS_PER_ACCOUNT.count,
    unit: 'tokens',
    counts: 'chat account',
    over: LATER,
  },
  {
    meaning: 'programs that one account has let in',
    value: GRANTS_PER_ACCOUNT_MAX_COUNT,
    unit: 'programs',
    counts: 'chat account',
    over: 'the one that was quiet for longest goes',
  },
]
