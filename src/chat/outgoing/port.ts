import type { Principal } from '../../contract/principal.ts'

/** Name of the background job that calls services. */
export const WEBHOOK_JOB = 'chat webhooks'

/** `bot_type` of a bot that hands messages on to a service (chat spec 2.1). */
export const OUTGOING_BOT = 3

/** Formats of what a service is sent: that of the public API, and that of Slack's outgoing webhooks. */
export const SERVICE_FORMATS = { generic: 1, slack: 2 } as const

/** One request to a service. */
export interface ServiceRequest {
  contentType: string
  body: string
  signal: AbortSignal
  /** Who is charged: the owner of the bot. */
  principal: Principal
  /** Cap on the answer. */
  maxBytes: number
}

/** What reaches services, behind the guard, but for hosts that the operator lifted for webhooks. */
export interface ServiceClient {
  /**
   * Posts to the address of a service. Nothing is followed. Throws what the guarded fetch throws; an answer with any status is
   * returned.
   */
  call(url: string, request: ServiceRequest): Promise<{ status: number; body: Uint8Array }>
  /** Throws `url_not_allowed` for an address that a call would be refused at now. */
  requireAllowed(url: string): Promise<void>
}
