/** Life of an access token. */
export const ACCESS_TOKEN_SECONDS = 3_600

/** Life of a refresh token, which each use renews. */
export const REFRESH_TOKEN_SECONDS = 30 * 86_400

/** For so long a refresh token that was used is taken again: hosts refresh from several places at once, and repeat lost answers. */
export const REFRESH_GRACE_SECONDS = 60

/** After so long people are asked again whatever the program does. */
export const GRANT_SECONDS = 365 * 86_400

/** Life of a code. */
export const CODE_SECONDS = 60

/** How long somebody may take to sign in and consent. */
export const CONSENT_SECONDS = 900

/** Life of a registration that nobody was let in by. */
export const UNUSED_CLIENT_SECONDS = 86_400

/** Life of a registration after the last token that it got. */
export const USED_CLIENT_SECONDS = 120 * 86_400

/** Registrations that nobody was let in by, which the store holds at once. */
export const UNUSED_CLIENTS_MAX_COUNT = 5_000

/** What a client may say of itself. */
export const CLIENT_METADATA_MAX_BYTES = 16_384
export const CLIENT_NAME_MAX_CHARS = 80
export const REDIRECT_URIS_MAX_COUNT = 20
export const REDIRECT_URI_MAX_CHARS = 1_000

/** How long the document of a client is kept, in seconds. */
export const DOCUMENT_CACHE_SECONDS = { min: 300, max: 86_400 } as const

/** Fetches of documents: of one host, and of all, in a minute. */
export const DOCUMENTS_PER_HOST_PER_MINUTE = 20
export const DOCUMENTS_PER_MINUTE = 200

/** How long a document may take: its client waits, and so does the browser that it sent here. */
export const DOCUMENT_DEADLINE_MS = 8_000

/** Rows that one unit of work deletes while it clears what has expired. */
export const SWEEP_BATCH_ROWS = 500
