/**
 * Something that the authorization server keeps: a client, code, token, a browser on its way, or what the document of a client said
 * that somebody has let in (kind `Document`).
 */
export interface OAuthRecordTable {
  /** Kind of record, as the library names it. */
  kind: string
  /** The id of a client or grant; of all that is secret, the hex of its SHA-256. */
  id: string
  /** JSON, without the secret. */
  payload: string
  /** What it was given out under; of a grant, its own id. */
  grant_id: string | null
  account_id: number | null
  /** Where a client registered from, until it first gets a token; null of everything else. */
  network: string | null
  /** When a code or refresh token was used up, or a client first got a token. UNIX seconds. */
  used_at: number | null
  /** UNIX seconds. */
  expires_at: number
}

/** A program that somebody has let in, as they are told of it. */
export interface OAuthGrantTable {
  id: string
  account_id: number
  client_id: string
  /** What the program calls itself, of one line. */
  client_name: string
  redirect_host: string
  /** Separated by blanks. */
  scopes: string
  /** UNIX seconds. */
  created_at: number
  /** When it last got a token. UNIX seconds. */
  used_at: number
}

/** The name under which an identity provider knows an account. */
export interface ChatIdentityTable {
  issuer: string
  subject: string
  user_id: number
}

/** Tables of signing in with OAuth. */
export interface OAuthTables {
  oauth_record: OAuthRecordTable
  oauth_grant: OAuthGrantTable
  chat_identity: ChatIdentityTable
}
