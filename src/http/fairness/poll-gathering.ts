/**
 * Takes up polls together that come within some time: one event wakes many, which come again at once, and what each looks up in a
 * database elsewhere is one question for all.
 */
export class PollGathering {
  readonly #gatherMs: number
  #gathered: Promise<void> | undefined

  /** Gathers polls that come within `gatherMs`; with 0, each is taken up as it comes. */
  constructor(gatherMs: number) {
    this.#gatherMs = gatherMs
  }

  /** Waits for the polls that come at the same time. */
  async join(): Promise<void> {
    if (this.#gatherMs === 0) return
    this.#gathered ??= new Promise((resolve) => {
      setTimeout(() => {
        this.#gathered = undefined
        resolve()
      }, this.#gatherMs)
    })
    await this.#gathered
  }
}
