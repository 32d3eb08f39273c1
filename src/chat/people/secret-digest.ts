import { hash } from 'node:crypto'

/**
 * What is stored of a secret that a machine made: an API key, a session, a link in a mail, a token of a phone.
 * These are random enough that a fast digest keeps them; passwords are not.
 */
export function digestOf(secret: string): string {
  return hash('sha256', secret, 'hex')
}
