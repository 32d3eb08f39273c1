/** Name of the background job that pushes. */
export const PUSH_JOB = 'chat push'

/** A token that the relay is to deliver to, as a device hands it over. */
export interface Registration {
  tokenId: string
  /** Base64 of the relay's key with which the device encrypted the rest. */
  relayKey: string
  /** Base64 of the part that only the relay can read. */
  sealed: string
}

/** One notification for one device. */
export interface PushRequest {
  token_id: string
  payload: Readonly<Record<string, unknown>>
  /** Priority for devices that are reached by FCM. */
  fcm_priority?: 'high' | 'normal'
  /** Headers for devices that are reached by APNs. */
  http_headers?: { apns_priority: number; apns_push_type: 'alert' | 'background' }
}

/** The push relay that delivers notifications to phones: it sees tokens, but no content. */
export interface PushRelay {
  /** Registers a token. Returns the code of a final refusal; undefined on success. Throws when a retry may succeed. */
  register(
    realmUuid: string,
    registration: Registration,
    signal: AbortSignal,
  ): Promise<string | undefined>
  /** Delivers notifications. Returns the ids of tokens that no longer exist. Throws when a retry may succeed. */
  notify(
    realmUuid: string,
    requests: readonly PushRequest[],
    signal: AbortSignal,
  ): Promise<readonly string[]>
}
