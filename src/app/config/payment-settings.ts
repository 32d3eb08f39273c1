import { z } from 'zod'
import { address, addresses, list, pairsOf, payHosts, placement, usd } from './setting-values.ts'
import { setting, toggle } from './setting.ts'

/** Settings of selling and buying calls, in the order of the documents. */
export const PAYMENT_SETTINGS = {
  paid: toggle('Sell the priced operations by x402, to anybody.'),
  'pay-to': setting(address.optional(), 'Address that payments go to. Required by `paid`.'),
  'pay-to-new': toggle(
    'Says that nothing was ever paid to the address of `pay-to`, and that this is right: otherwise the log and `doctor` ask.',
  ),
  'pay-network': setting(
    z.enum(['eip155:8453', 'eip155:84532']).default('eip155:8453'),
    'Network of payments: Base, or Base Sepolia (`eip155:84532`) to try it with test money.',
  ),
  'pay-also': setting(
    list.default([]),
    'Further networks that the wallet pays on, in USDC and from the same budgets: polygon, arbitrum, optimism, avalanche.',
  ),
  'pay-permits': toggle(
    'Pays by permits (Permit2) too, such as prices up to a maximum (`upto`); `bellhop wallet allow` sets how much permits may move.',
  ),
  'pay-rpc-url': setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'RPC address for payments on `pay-network`, where they are to have one of their own. May hold a key: set it by environment or file.',
    'on Base those of `rpc-base`, else the public node',
  ),
  prices: setting(
    pairsOf(usd),
    'Prices in USD that differ, as `operation=0.005`; 0 stops selling the operation.',
    'as specified',
  ),
  facilitator: setting(
    z.union([z.literal('local'), z.url({ protocol: /^https?$/ })]).optional(),
    'Who settles payments: the address of a hosted facilitator, or `local` to pay the gas yourself.',
    'x402.org on the test network',
  ),
  'facilitator-key-file': setting(
    z.string().min(1).optional(),
    'With `local`, file of the gas account’s private key; otherwise the API key of the hosted one.',
  ),
  'facilitator-factories': setting(
    addresses.default([]),
    'With `local`, contracts (factories) that may deploy the wallet of a buyer at its first payment; the gas account pays for that.',
  ),
  remote: setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'Address of another instance, or any x402 service with the same contract, to run calls at.',
  ),
  place: setting(
    pairsOf(placement),
    'With `remote`, where calls run: `here`, `there` or `here-then-there`, as `web=there,unfurl=here` (toolset, tool or `*`).',
    'here-then-there',
  ),
  'remote-payee': setting(
    address.optional(),
    'Address that the remote instance is paid at; any other is refused.',
    'the first one seen',
  ),
  'remote-mcp': setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'Endpoint of an MCP server whose tools are offered here as well, and paid for where they cost money.',
  ),
  'remote-mcp-prefix': setting(
    z
      .string()
      .regex(/^[\w.:-]{1,32}$/)
      .default('remote:'),
    'Prefix of the names of tools of `remote-mcp`; `remote_` for programs that take letters, digits, `_` and `-` only.',
  ),
  'pay-hosts': setting(
    payHosts.default([]),
    'Hosts that `pay_fetch` may pay, matched exactly: `api.example.com` or `api.example.com:8443`.',
  ),
  bazaar: setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'Directory of paid services that `find_services` asks: a facilitator that lists them. Hosts found there are paid only with consent.',
  ),
  'wallet-file': setting(
    z.string().min(1).optional(),
    'Encrypted wallet, as `bellhop wallet new` makes it.',
    'wallet.json in the data folder',
  ),
  'wallet-signer': setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'JSON-RPC address of a signer that keeps the key (`eth_signTypedData_v4`), if there is none here.',
  ),
  'wallet-address': setting(
    address.optional(),
    'Account that `wallet-signer` signs for, which requires it.',
  ),
  'spend-per-call': setting(usd.default('0.01'), 'Most USD that one call may cost.'),
  'spend-per-session': setting(usd.default('0.5'), 'Most USD that one process may spend.'),
  'spend-per-day': setting(
    usd.default('1'),
    'Most USD that all processes of this store may spend in 24 hours.',
  ),
  'approve-by-chat': toggle(
    'Asks the owner of the team chat in direct messages if the caller’s program cannot ask.',
  ),
  'spend-approve-above': setting(
    usd.default('0.005'),
    'Above this price in USD the user is asked first.',
  ),
} as const
