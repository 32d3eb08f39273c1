/** What the library stores, as far as we look into it. */
export interface Payload {
  jti?: string
  uid?: string
  exp?: number
  iat?: number
  grantId?: string
  accountId?: string
  clientId?: string
  scope?: string
  aud?: string | string[]
  consumed?: number
  [name: string]: unknown
}
