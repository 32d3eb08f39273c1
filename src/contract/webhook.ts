/** A second route of an operation, where other services post events of theirs with the key of an account in the address. */
export interface Webhook {
  /** Name of the route in documents. */
  name: string
  title: string
  /** Relative to the base of the dialect. */
  path: `/${string}`
  /** What the address may say besides, each with its meaning. */
  query: Readonly<Record<string, string>>
  /** The input for an event, which is any JSON; undefined where nothing is done about it. */
  input(event: WebhookEvent): Promise<Record<string, unknown> | undefined>
}

/** One event of another service. Everything in it is untrusted. */
export interface WebhookEvent {
  content: unknown
  /** What the address said, by the names of `Webhook.query`. */
  said: Readonly<Record<string, string | undefined>>
  /** A field of its head. */
  header(name: string): string | undefined
  /** User id of the account that posts, or of the owner of this bot. */
  ownerId: number
}
