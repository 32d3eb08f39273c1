/** Who is charged for what calls use: the key, chat account, payer or address behind them. */
export interface Principal {
  /** `local`, `key:<name>`, `user:<id>`, `payer:<address>` or `address:<peer>`. */
  id: string
  /** Whether the hosts that the operator excepted from the guard (`--allow-hosts`) are open to its calls. */
  reachesAllowedHosts: boolean
}

/** The person at this machine: stdio and the command line. */
export const LOCAL_PRINCIPAL: Principal = { id: 'local', reachesAllowedHosts: true }
