/** What a request was let in by, on which all stands that it leaves open: polls, waits, streams, subscriptions and tasks. */
export interface Right {
  user: {
    id: number
    /** How often the account had been deactivated by then: each time ends all of its rights. */
    deactivations: number
  }
  /** Digest of the key, cookie or token used, which ends with its sign-in; absent where none was needed, or others check it. */
  credentialDigest?: string
  /** When it ends by itself, in milliseconds; absent where it does not. */
  endsAtMs?: number
}
