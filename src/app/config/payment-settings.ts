import { z } from 'zod'
import { address, bool, list, pairsOf, payHosts, placement, usd } from './setting-values.ts'
import { setting } from './setting.ts'

/** Settings of selling and buying calls, in the order of the documents. */
export const PAYMENT_SETTINGS = {
  paid: {
    ...setting(bool.default(false), 'false', 'Sell the priced operations by x402, to anybody.'),
    switch: true,
  },
  'pay-to': setting(address.optional(), 'none', 'Address that payments go to. Required by `paid`.'),
  'pay-to-new': {
    ...setting(
      bool.default(false),
      'false',
      'Nothing was ever paid to that address, and that is right: otherwise the log and `doctor` ask.',
    ),
    switch: true,
  },
  'pay-network': setting(
    z.enum(['eip155:8453', 'eip155:84532']).default('eip155:8453'),
    'eip155:8453',
    'Network of payments: Base, or Base Sepolia (`eip155:84532`) to try it with test money.',
  ),
  'pay-also': setting(
    list.default([]),
    'none',
    'Networks that the wallet pays on besides, in USDC and from the same budgets: polygon, arbitrum, optimism, avalanche.',
  ),
  'pay-permits': {
    ...setting(
      bool.default(false),
      'false',
      'Pays by permits (Permit2) too, such as prices of which a seller takes a part (`upto`); what they may move is set by `bellhop wallet allow`.',
    ),
    switch: true,
  },
  'pay-rpc-url': setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'on Base the first of `rpc-base`, else the public node',
    'RPC address of that network for payments, where they are to have one of their own. May hold a key: set it by environment or file.',
  ),
  prices: setting(
    pairsOf(usd),
    'as specified',
    'Prices in USD that differ, as `operation=0.005`; 0 stops selling it.',
  ),
  facilitator: setting(
    z.union([z.literal('local'), z.url({ protocol: /^https?$/ })]).optional(),
    'x402.org on the test network',
    'Who settles payments: the address of a hosted facilitator, or `local` to pay the gas yourself.',
  ),
  'facilitator-key-file': setting(
    z.string().min(1).optional(),
    'none',
    'With `local`, file of the gas account’s private key; otherwise the API key of the hosted one.',
  ),
  remote: setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'none',
    'Address of another instance, or any x402 service with the same contract, to run calls at.',
  ),
  place: setting(
    pairsOf(placement),
    'here-then-there',
    'With `remote`, where calls run: `here`, `there` or `here-then-there`, as `web=there,unfurl=here` (toolset, tool or `*`).',
  ),
  'remote-payee': setting(
    address.optional(),
    'the first one seen',
    'Address that the remote instance is paid at; another is refused.',
  ),
  'remote-mcp': setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'none',
    'Endpoint of an MCP server whose tools are offered here as well, and paid for where they cost money.',
  ),
  'remote-mcp-prefix': setting(
    z
      .string()
      .regex(/^[\w.:-]{1,32}$/)
      .default('remote:'),
    'remote:',
    'What its tools are named with; `remote_` for programs that take letters, digits, `_` and `-` only.',
  ),
  'pay-hosts': setting(
    payHosts.default([]),
    'none',
    'Hosts that `pay_fetch` may pay, exactly so: `api.example.com` or `api.example.com:8443`.',
  ),
  bazaar: setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'none',
    'Directory of paid services that `find_services` asks: a facilitator that lists them. Hosts found there are paid only with consent.',
  ),
  'wallet-file': setting(
    z.string().min(1).optional(),
    'wallet.json in the data folder',
    'Encrypted wallet, as `bellhop wallet new` makes it.',
  ),
  'wallet-signer': setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'none',
    'JSON-RPC address of a signer that keeps the key (`eth_signTypedData_v4`), where there is no key here.',
  ),
  'wallet-address': setting(
    address.optional(),
    'none',
    'Account that `wallet-signer` signs for. Required by it.',
  ),
  'spend-per-call': setting(usd.default('0.01'), '0.01', 'Most USD that one call may cost.'),
  'spend-per-session': setting(usd.default('0.5'), '0.5', 'Most USD that one process may spend.'),
  'spend-per-day': setting(
    usd.default('1'),
    '1',
    'Most USD that all processes of this store may spend in 24 hours.',
  ),
  'approve-by-chat': {
    ...setting(
      bool.default(false),
      'false',
      'Asks the owner of the team chat in direct messages where the program of a caller cannot ask.',
    ),
    switch: true,
  },
  'spend-approve-above': setting(
    usd.default('0.005'),
    '0.005',
    'Above this price in USD the user is asked first.',
  ),
} as const
