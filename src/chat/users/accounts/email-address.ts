import { badRequest } from '../../kernel/failures.ts'
import type { Reader } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import { loadDomainRecords } from '../../organization/domain-record.ts'
import { loadRealm } from '../../organization/store-realm.ts'
import { EMAIL_MAX_CHARS } from '../sign-in/sign-in-limits.ts'
import { placeholderId } from '../user-record.ts'

/** An e-mail address of characters that need no quoting and are safe in mail headers. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u

/** The address, trimmed. Throws for an invalid one, and for a placeholder address of this server. */
export function requireAddress(chat: Pick<Chat, 'realmHost'>, text: string): string {
  const address = text.trim()
  const isOwn = placeholderId(chat, address) !== undefined
  if (!ADDRESS.test(address) || address.length > EMAIL_MAX_CHARS || isOwn) {
    throw badRequest('Invalid email address')
  }
  return address
}

/** Throws when the organization restricts domains and the address is of none of them. */
export async function requireAllowedAddress(db: Reader, address: string): Promise<void> {
  if (!(await loadRealm(db)).emails_restricted_to_domains) return
  const at = address.lastIndexOf('@')
  // With plus addressing, one person has any number of addresses.
  if (address.slice(0, at).includes('+')) {
    throw badRequest('Email addresses containing + are not allowed in this organization.')
  }
  const host = address.slice(at + 1).toLowerCase()
  const isAllowed = (await loadDomainRecords(db)).some(
    ({ domain, allow_subdomains }) =>
      host === domain || (allow_subdomains && host.endsWith(`.${domain}`)),
  )
  if (!isAllowed) throw badRequest(`Email '${address}' not allowed in this organization`)
}
