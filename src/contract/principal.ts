/** Who is charged for what calls use: the key, chat account, payer or address behind them. */
export interface Principal {
  /** `local`, `key <name>`, `chat user <id>`, `payer <address>` or `address <peer>`. */
  id: string
  /** How much the principal gets of what is scarce, against others. */
  weight: number
  /** Whether the hosts that the operator excepted from the guard (`--allow-hosts`) are open to its calls. */
  reachesAllowedHosts: boolean
}

/** Share of somebody that the operator or a payment vouches for. */
export const KNOWN_WEIGHT = 4

/** Share of an address of which nothing is known. */
export const STRANGER_WEIGHT = 1

/** The person at this machine: stdio and the command line. */
export const LOCAL_PRINCIPAL: Principal = {
  id: 'local',
  weight: KNOWN_WEIGHT,
  reachesAllowedHosts: true,
}

/** Whoever nothing is known of, where a caller is not told. */
export const STRANGER: Principal = {
  id: 'stranger',
  weight: STRANGER_WEIGHT,
  reachesAllowedHosts: false,
}
