/** Name of the job that pushes. */
export const PUSH_JOB = 'chat push'

/** A token that the relay is to deliver to, as a device hands it over. */
export interface Registration {
  tokenId: string
  /** Base64 of the relay's key with which the device encrypted the rest. */
  relayKey: string
  /** Base64 of what only the relay can read. */
  sealed: string
}

/** One notification for one device. */
export interface PushRequest {
  token_id: string
  payload: Readonly<Record<string, unknown>>
  /** For one of the two providers. */
  fcm_priority?: 'high' | 'normal'
  /** For the other. */
  http_headers?: { apns_priority: number; apns_push_type: 'alert' | 'background' }
}

/** Whoever delivers notifications to phones: it sees tokens, but nothing of what is said. */
export interface PushRelay {
  /**
   * Makes a token known. Answers the code of a refusal that is final; undefined when all is well. Throws
   * when it may succeed later.
   */
  register(
    realmUuid: string,
    registration: Registration,
    signal: AbortSignal,
  ): Promise<string | undefined>
  /** Delivers notifications. Answers the ids of tokens that are no more. Throws when it may succeed later. */
  notify(
    realmUuid: string,
    requests: readonly PushRequest[],
    signal: AbortSignal,
  ): Promise<readonly string[]>
}
