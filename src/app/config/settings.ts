import { z } from 'zod'
import {
  ACCOUNT_QUOTA_MIB,
  ORGANIZATION_QUOTA_MIB,
  UPLOAD_MAX_MIB,
} from '../../chat/files/limits.ts'
import { AGENT_NAME_MAX_CHARS, DEFAULT_RATE_RULES, MESSAGE_QUOTA_MIB } from '../../chat/limits.ts'
import { DIRECTORY_QUOTA_MIB } from '../../chat/organization/limits.ts'
import { ANSWERS_UNREAD_MAX_MB, DEFAULT_CALL_RULES } from '../../http/limits.ts'
import { LOG_LEVELS } from '../../lib/log.ts'
import { SESSION_LIMITS } from '../../mcp/limits.ts'
import {
  BODY_MEMORY_MAX_BYTES,
  FETCHES_MAX_COUNT,
  FETCHES_PER_PRINCIPAL_MAX_COUNT,
  SPOOL_MAX_BYTES,
} from '../../net/limits.ts'
import { chatAddress } from './chat-address.ts'
import { OUTGOING_SETTINGS } from './outgoing-settings.ts'
import { PAYMENT_SETTINGS } from './payment-settings.ts'
import { list, ownChains, paths, port, rateRules, schemaName, urls } from './setting-values.ts'
import { type Setting, setting, toggle } from './setting.ts'
import { SIGN_IN_SETTINGS } from './sign-in-settings.ts'

const count = z.coerce.number().int().min(1).max(1_000_000)

const rpcOf = (chain: string) =>
  setting(
    urls.optional(),
    `JSON-RPC endpoints of ${chain}, best first. May hold keys: set them by environment or file.`,
    'public endpoints',
  )

/** Every setting, in the order of the documents. Names are flag names. */
export const SETTINGS = {
  toolsets: setting(
    list.optional(),
    'Toolsets to offer: web, text, chain, wallet, chat; with -more behind a name, its seldom needed tools, as in chat-more; core is a short list whose tools find the rest, all is everything.',
    'all but those with -more',
  ),
  tools: setting(
    list.optional(),
    'Tools to offer besides the toolsets; without toolsets, only these.',
    'those of the toolsets',
  ),
  'exclude-tools': setting(list.optional(), 'Tools never to offer.'),
  'tool-prefix': setting(
    z
      .string()
      .regex(/^[A-Za-z][\w-]{0,19}$/, 'a letter, then up to 19 letters, digits, _ or -')
      .optional(),
    'Prefix of tool names, as in `bellhop_`, for hosts that merge the lists of several servers.',
  ),
  'read-only': toggle('Offer only tools that change nothing, whatever else is selected.'),
  protocol: setting(
    z.enum(['auto', 'legacy']).default('auto'),
    'MCP revisions spoken on stdio: `auto`, or `legacy` for 2025 revisions only.',
  ),
  host: setting(z.string().min(1).default('127.0.0.1'), 'Address `serve` listens on.'),
  port: setting(port.default(8402), 'Port `serve` listens on; 0 picks a free one.'),
  'allowed-hosts': setting(
    list.default([]),
    'Host names that requests may be addressed to. Required when `host` is not loopback.',
    'loopback names',
  ),
  'public-url': setting(
    z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    'Base address that /openapi.json names.',
    'http://host:port, or https:// and the first allowed host that is not loopback',
  ),
  'trusted-proxies': setting(
    z.coerce.number().int().min(0).max(8).default(0),
    'How many proxies in front of `serve` add to X-Forwarded-For, so that limits per address count the caller’s address.',
  ),
  'mcp-sessions': setting(
    count.default(SESSION_LIMITS.maxCount),
    'Most sessions of 2025 MCP revisions over HTTP, and most event streams over MCP, open at once. A session takes some 10 KB.',
  ),
  'mcp-sessions-per-caller': setting(
    count.default(SESSION_LIMITS.perCallerMaxCount),
    'Sessions of 2025 MCP revisions, and event streams over MCP, that one key or chat account may have open at once.',
  ),
  'mcp-sessions-per-address': setting(
    count.default(SESSION_LIMITS.perAddressMaxCount),
    'Sessions of 2025 MCP revisions, and event streams over MCP, that anonymous callers at one address may have open at once.',
  ),
  'key-file': setting(
    z.string().optional(),
    'File of bearer keys, one `name key` a line. Guards free routes and names callers.',
  ),
  'allow-hosts': setting(
    list.default([]),
    'Private hosts (`host` or `host:port`) that may be fetched.',
  ),
  'webhook-hosts': setting(
    list.default([]),
    'Private hosts (`host` or `host:port`) that outgoing webhooks of the chat may call. Every member may make such a webhook.',
  ),
  'read-roots': setting(
    paths.default([]),
    'Folders of this machine whose files may be read over stdio, by their paths, comma-separated. Hidden files only where named.',
  ),
  'write-roots': setting(
    paths.default([]),
    'Folders of this machine in which new files may be made over stdio (`to` of `qr` and `screenshot`), comma-separated. Nothing is overwritten.',
  ),
  ...OUTGOING_SETTINGS,
  sandbox: setting(
    z.enum(['auto', 'plain', 'strict']).default('auto'),
    'How parsers are confined: `auto`, by all that works here; `plain`, without namespaces; `strict`, nothing is parsed without bubblewrap.',
  ),
  render: setting(
    z.enum(['off', 'local', 'known', 'all']).default('local'),
    'Whose calls may render pages in a browser: `local`, calls on this machine; `known`, callers with a key or an account too; `all`; or `off`. Paid calls of `extract_rendered` and `screenshot` always may.',
  ),
  browser: setting(
    z.string().min(1).default('auto'),
    'Browser that renders pages: `auto` finds an installed Chrome, Chromium or Edge; or its path, `off`, or the address of one that runs elsewhere (`http://host:9222`, `ws://…`).',
  ),
  'browser-no-sandbox': toggle(
    'Start the browser without its own sandbox, where it cannot have one: a page that breaks out of the browser has the rights of its user.',
  ),
  robots: setting(
    z.enum(['obey', 'ignore']).default('ignore'),
    'Whether a site’s robots.txt (RFC 9309) is obeyed, for fetches and pages in a browser. `ignore` treats a person’s agent like a person.',
  ),
  chat: setting(
    chatAddress.default('here'),
    'Team chat: `here` in this store, `off`, or the address of another Bellhop or any server with that API.',
  ),
  'chat-email': setting(
    z.string().min(1).optional(),
    'API e-mail of the account at the server that `chat` names, with its key in BELLHOP_CHAT_KEY.',
    'that of the login or of the zuliprc file',
  ),
  zuliprc: setting(
    z.string().min(1).optional(),
    'File with the account at the server that `chat` names, as its web app offers for download.',
  ),
  'chat-name': setting(
    z.string().min(1).max(AGENT_NAME_MAX_CHARS).optional(),
    'Name under which an agent on stdio takes part in the team chat.',
    'the name of the MCP client',
  ),
  'chat-rate-limits': setting(
    rateRules.default(DEFAULT_RATE_RULES),
    'Requests an account may make to the team chat, as count/seconds, comma-separated; or `off`.',
  ),
  'chat-jwt-audience': setting(
    z.string().min(1).optional(),
    'Audience (`aud`) that tokens of `POST /api/v1/jwt/fetch_api_key` must have. See BELLHOP_CHAT_JWT_KEY.',
    'the public address',
  ),
  'chat-jwt-issuer': setting(
    z.string().min(1).optional(),
    'Who must have made the tokens of `POST /api/v1/jwt/fetch_api_key` (`iss`).',
    'anybody with the key',
  ),
  'chat-jwt-strict': toggle(
    'Refuses tokens of `POST /api/v1/jwt/fetch_api_key` unless they say whom they are for (`aud`), when they were made (`iat`) and when they end (`exp`).',
  ),
  gravatar: toggle(
    'Shows people without a picture in the team chat by Gravatar, which then learns of them and their viewers; otherwise by a pattern.',
  ),
  'link-previews': toggle(
    'Lets the organization of the team chat show title and description of pages behind links (`inline_url_embed_preview` of `PATCH /realm`): the server reads such a page once, behind the guard.',
  ),
  'upload-store': setting(
    z.string().min(1).optional(),
    'Where uploads to the team chat are kept: a folder, or `s3://bucket/prefix` with `?endpoint=…&region=…` for services like S3 (needs the package @aws-sdk/client-s3, and credentials as its documentation says).',
    'files in the data folder',
  ),
  'upload-max-mib': setting(
    z.coerce.number().int().min(1).max(1_000_000).default(UPLOAD_MAX_MIB),
    'Largest upload to the team chat, in MiB.',
  ),
  'upload-quota-mib': setting(
    z.coerce.number().int().min(0).max(1_000_000_000).default(ORGANIZATION_QUOTA_MIB),
    'Space for all uploads to the team chat, in MiB; 0 is unlimited.',
  ),
  'upload-quota-per-account-mib': setting(
    z.coerce.number().int().min(0).max(1_000_000_000).default(ACCOUNT_QUOTA_MIB),
    'Space for the uploads of one person and their bots, in MiB; 0 is unlimited.',
  ),
  'message-quota-per-account-mib': setting(
    z.coerce.number().int().min(0).max(1_000_000_000).default(MESSAGE_QUOTA_MIB),
    'Space for the messages of one person and their bots, with HTML and earlier versions, in MiB; 0 is unlimited.',
  ),
  'directory-quota-mib': setting(
    z.coerce.number().int().min(0).max(1_000_000).default(DIRECTORY_QUOTA_MIB),
    'Space for channels, groups, emoji, profiles and bots of the team chat, which every client loads at its start, in MiB; one member may use an eighth of it, administrators all; 0 is unlimited.',
  ),
  'disk-reserve-mb': setting(
    z.coerce.number().int().min(0).max(1_000_000).default(256),
    'Megabytes that uploads and copies of pages leave free on the disk for the database.',
  ),
  'drain-seconds': setting(
    z.coerce.number().int().min(0).max(600).default(0),
    'Seconds for which `serve` still answers after SIGTERM, while `/readyz` says 503: the time a load balancer needs to switch.',
  ),
  'smtp-url': setting(
    z.url({ protocol: /^smtps?$/ }).optional(),
    'Server that sends mail of the chat, `smtps://name:password@host`. Holds a password: set it by environment or file.',
    'none: no mail is sent',
  ),
  'mail-from': setting(
    z.email().optional(),
    'Sender of the mail of the chat.',
    'bellhop@ and the host of the public address',
  ),
  'push-relay': setting(
    z.url({ protocol: /^https?$/ }).optional(),
    'Address of the relay that delivers encrypted notifications of the chat to phones. May hold a name and password: set it by environment or file.',
    'none: nothing is pushed',
  ),
  'data-dir': setting(z.string().min(1).optional(), 'Folder of the embedded database.', 'per user'),
  'cache-mb': setting(
    z.coerce.number().int().min(0).max(100_000).default(200),
    'Megabytes in the data folder for copies of pages, kept for calls with `maxAge`; 0 keeps them in memory only.',
  ),
  'rate-limits': setting(
    rateRules.default(DEFAULT_CALL_RULES),
    'Calls that one key, chat account or stranger may make over HTTP, as count/seconds, comma-separated; or `off`. An open `serve` counts none.',
  ),
  fetches: setting(count.default(FETCHES_MAX_COUNT), 'Most fetches of pages at once.'),
  'fetches-per-caller': setting(
    count.default(FETCHES_PER_PRINCIPAL_MAX_COUNT),
    'Fetches of pages that one caller may have at once; further ones wait.',
  ),
  parsers: setting(
    z.coerce.number().int().min(1).max(64).optional(),
    'Documents parsed at once, fewer if memory is short; some more for short documents and for callers who have parsed little.',
    'one a core',
  ),
  'parser-memory-mb': setting(
    z.coerce.number().int().min(200).max(100_000).optional(),
    'Megabytes that all parsers may add together; above, the largest is ended, and its document parsed once more when there is room.',
    'by cores and memory',
  ),
  'body-memory-mb': setting(
    z.coerce
      .number()
      .int()
      .min(32)
      .max(100_000)
      .default(BODY_MEMORY_MAX_BYTES / 1_000_000),
    'Megabytes of memory for bodies while they are fetched; one caller may use a quarter.',
  ),
  'spool-mb': setting(
    z.coerce
      .number()
      .int()
      .min(256)
      .max(1_000_000)
      .default(SPOOL_MAX_BYTES / 1_000_000),
    'Megabytes in the data folder for large documents that wait to be parsed; a quarter of it for one caller.',
  ),
  'answer-memory-mb': setting(
    z.coerce.number().int().min(4).max(1_000_000).default(ANSWERS_UNREAD_MAX_MB),
    'Megabytes of memory for answers that clients have not read yet; one caller may use a quarter.',
  ),
  'database-url': setting(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'Postgres to use instead of the embedded database. Holds a password: set it by environment or file.',
    'embedded',
  ),
  'database-schema': setting(
    schemaName.optional(),
    'Schema of that Postgres which holds this organization alone, made where it is missing. Its files are then in the folder `organizations/NAME` of the data folder, and below the same name where uploads are kept.',
    'that of the connection, as a rule public',
  ),
  'database-listen-url': setting(
    z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    'Address of the same Postgres that leads to it directly, where the other one is that of a pooler such as pgbouncer: by it, several processes tell each other of events. Holds a password: set it by environment or file.',
    'the one of database-url',
  ),
  'database-connections': setting(
    z.coerce.number().int().min(1).max(1_000).default(10),
    'Most connections of this process to Postgres, besides one for look-ups and one for notices of events.',
  ),
  'instance-url': setting(
    z.url({ protocol: /^http$/ }).optional(),
    'Address at which other servers on the same Postgres reach this one (`http://10.0.0.5:8402`), to forward requests of MCP sessions that it keeps. A server that listens on all addresses uses one of this machine.',
    'where it listens',
  ),
  'user-agent': setting(
    z
      .string()
      .regex(/^[\x20-\x7e]+$/)
      .optional(),
    'User-Agent of fetches.',
    'Bellhop/<version>',
  ),
  'rpc-ethereum': rpcOf('Ethereum'),
  'rpc-base': rpcOf('Base'),
  'rpc-arbitrum': rpcOf('Arbitrum One'),
  'rpc-optimism': rpcOf('OP Mainnet'),
  'rpc-polygon': rpcOf('Polygon'),
  rpc: setting(
    ownChains,
    'Further EVM chains for `transaction` and `contract_read`, each by a name of yours: `--rpc-gnosis https://…`, `BELLHOP_RPC_GNOSIS`, or `rpc-gnosis` in the file. Put the id of the chain first (`eip155:100,https://…`) to have it demanded of every endpoint, not asked of the first.',
    'no further ones',
  ),
  'price-sources': setting(
    list.default([]),
    'Price providers to ask, each `name` or `name=address` (coinbase, kraken, bitstamp, chainlink, defillama, coingecko, binance, okx, bybit).',
    'all',
  ),
  'price-sources-min': setting(
    z.coerce.number().int().min(1).max(5).default(1),
    'How many price providers must agree; with fewer there is no price. A price of one alone has `confidence: low`.',
  ),
  'coingecko-key': setting(
    z.string().optional(),
    'Demo key of CoinGecko, for more calls a minute. A secret: set it by environment or file.',
  ),
  ...SIGN_IN_SETTINGS,
  ...PAYMENT_SETTINGS,
  'log-level': setting(
    z.enum(LOG_LEVELS).optional(),
    'Detail of the log on stderr.',
    'warn, `serve`: info',
  ),
  config: setting(z.string().optional(), 'JSON file of these settings, named as here.'),
} as const satisfies Record<string, Setting<unknown>>

/** Name of a setting, as its flag is written. */
export type SettingName = keyof typeof SETTINGS

/** What only the environment may hold: flags are seen by every user of the machine, files get copied. */
export const SECRETS = {
  walletKey: {
    variable: 'BELLHOP_WALLET_KEY',
    description: 'Private key of the wallet, as a desktop host passes it from the keychain.',
  },
  walletPassword: {
    variable: 'BELLHOP_WALLET_PASSWORD',
    description: 'Password of the encrypted wallet file.',
  },
  plainKey: {
    variable: 'X402_PRIVATE_KEY',
    description:
      'Private key, under the name of other x402 software. Used if there is no other key, with a warning.',
  },
  outgoingProxyLogin: {
    variable: 'BELLHOP_OUTGOING_PROXY_LOGIN',
    description:
      'User name and password (`user:password`) for the proxy that `outgoing-proxy` names.',
  },
  signerKey: {
    variable: 'BELLHOP_SIGNER_KEY',
    description: 'Bearer key for the signer that `wallet-signer` names.',
  },
  metricsKey: {
    variable: 'BELLHOP_METRICS_KEY',
    description:
      'Bearer key that opens only `/metrics`, under any host name. If it is set, no other key opens `/metrics`, nor does loopback. 24 characters or more.',
  },
  chatJwtKey: {
    variable: 'BELLHOP_CHAT_JWT_KEY',
    description:
      'Key that verifies signed tokens for chat accounts: a secret of 32 bytes or more (HS256), or a public key in PEM (RS256, ES256, EdDSA).',
  },
  signInSecret: {
    variable: 'BELLHOP_SIGN_IN_SECRET',
    description: 'Secret of this server at the identity provider that `sign-in-issuer` names.',
  },
  remoteKey: {
    variable: 'BELLHOP_REMOTE_KEY',
    description: 'Bearer key for the instance that `remote` names.',
  },
  chatKey: {
    variable: 'BELLHOP_CHAT_KEY',
    description: 'API key of the account at the chat server that `chat` names.',
  },
} as const
