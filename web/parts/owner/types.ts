/** An amount of one operation or day, as the server tells it. */
export interface Amount {
  of: string
  network: string
  calls: number
  usd: string
}

/** Amounts summed up in two ways. */
export interface Sums {
  operations: readonly Amount[]
  days: readonly Amount[]
}

/** Limits of the wallet, in dollars. */
export interface Caps {
  perCall: string
  perSession: string
  perDay: string
  approveAbove: string
}

/** The wallet of the server. */
export interface Wallet {
  address: string | null
  network: string
  asset: string
  balance: string | null
  caps: Caps
  configured_caps: Caps
  spent: { session: string; day: string; open: string }
}

/** What a key has used on one day. */
export interface KeyUsage {
  day: string
  key: string
  calls: number
  usd: string
  bytes: number
}

/** What a team has used today; null for a limit that it does not have. */
export interface TeamUse {
  team: string
  calls: number
  calls_per_day: number | null
  usd: string
  usd_per_day: string | null
  bytes: number
  bytes_per_day: number | null
}

/** The money of the server. */
export interface Money {
  wallet: Wallet | null
  spent: Sums
  earned: Sums & { open: readonly Amount[] }
}

/** A payment of the wallet. */
export interface Payment {
  signedAt: string
  operation: string
  host: string
  usd: string
  state: string
}

/** A call that has ended. */
export interface EndedCall {
  at: string
  surface: string
  operation: string
  user_id: number | null
  client: string | null
  paid: readonly string[]
  outcome: string
  seconds: number
  message: string | null
  hint: string | null
}

/** How the server is. */
export interface ServerReading {
  versions: { bellhop: string; node: string; platform: string }
  store: string
  calls: readonly { surface: string; operation: string; outcome: string; count: number }[]
  gauges: readonly { name: string; help: string; value: number }[]
  /** Calls that failed by faults of the server. */
  faults: readonly EndedCall[]
  /** Calls that were refused, or failed elsewhere. */
  refusals: readonly EndedCall[]
}

/** What was found of one thing that the server stands on. */
export interface Finding {
  check: string
  status: string
  detail: string
}

/** A JSON Schema, as far as forms are made of it. */
export interface Schema {
  type?: string
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  items?: Schema
  description?: string
  default?: unknown
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
}

/** A tool in the list. */
export interface Tool {
  name: string
  title: string
  description: string
  toolset: string
  read_only: boolean
  destructive: boolean
  price: string | null
  may_try: boolean
}

/** A tool with its schemas. */
export interface WholeTool extends Tool {
  input_schema: Schema
  output_schema: Schema
}

/** What a tool answered. */
export interface Tried {
  output: Readonly<Record<string, unknown>>
  text: string
  ignored: readonly string[]
}
