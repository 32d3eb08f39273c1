import { RateLimit, type RateRule, type RateVerdict } from './rate-limit.ts'

/** How many requests may come from one address, and from all addresses of one network together. */
export interface NetworkRules {
  address: RateRule
  network: RateRule
}

/**
 * Counts requests by the address that they come from and by its network: whoever has a network has more addresses than anybody
 * can count one by one.
 */
export class NetworkRate {
  readonly #addresses: RateLimit
  readonly #networks: RateLimit

  constructor({ address, network }: NetworkRules) {
    this.#addresses = new RateLimit([address])
    this.#networks = new RateLimit([network])
  }

  /** Counts one request; returns the verdict that refuses it, undefined for one that may go on. */
  refusal(from: { address: string; network: string }, nowMs: number): RateVerdict | undefined {
    const verdicts = [
      this.#addresses.take(from.address, nowMs),
      this.#networks.take(from.network, nowMs),
    ]
    return verdicts.find((verdict) => verdict?.allowed === false)
  }
}
