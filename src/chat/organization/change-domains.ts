import { badRequest } from '../kernel/failures.ts'
import { loadMember, requireOwner } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader } from '../kernel/unit-of-work.ts'
import { writeDirectory } from './directory-space.ts'
import { type DomainRecord, loadDomainRecords } from './domain-record.ts'
import { DOMAINS_MAX_COUNT } from './limits.ts'
import { loadRealm, storeRealm } from './store-realm.ts'

/** A domain and whether its subdomains are allowed too. */
export interface DomainWish {
  domain: string
  allow_subdomains: boolean
}

/** Adds a domain. Returns the stored domain. For owners. */
export async function addDomain(chat: Chat, actor: Actor, wish: DomainWish): Promise<DomainRecord> {
  const domain = requireDomain(wish.domain)
  const { allow_subdomains } = wish
  return changeDomains(chat, actor, async ({ tx, emit }) => {
    const known = await loadDomainRecords(tx)
    if (known.some((one) => one.domain === domain)) {
      throw badRequest(`The domain ${domain} is already a part of your organization.`)
    }
    if (known.length >= DOMAINS_MAX_COUNT) throw badRequest('Too many domains.')
    const { id } = await tx
      .insertInto('chat_domain')
      .values({ domain, allow_subdomains: allow_subdomains ? 1 : 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const realm_domain = { domain, allow_subdomains }
    emit({ payload: { type: 'realm_domains', op: 'add', realm_domain }, to: 'all' })
    return { id, ...realm_domain }
  })
}

/** Changes whether subdomains of a domain are allowed. For owners. */
export async function changeDomain(chat: Chat, actor: Actor, wish: DomainWish): Promise<void> {
  await changeDomains(chat, actor, async ({ tx, emit }) => {
    const { id, domain } = await domainNamed(tx, wish.domain)
    const { allow_subdomains } = wish
    const columns = { allow_subdomains: allow_subdomains ? 1 : 0 }
    await tx.updateTable('chat_domain').set(columns).where('id', '=', id).execute()
    const realm_domain = { domain, allow_subdomains }
    emit({ payload: { type: 'realm_domains', op: 'change', realm_domain }, to: 'all' })
  })
}

/** Removes a domain. For owners. */
export async function removeDomain(chat: Chat, actor: Actor, name: string): Promise<void> {
  await changeDomains(chat, actor, async ({ tx, emit }) => {
    const { id, domain } = await domainNamed(tx, name)
    await tx.deleteFrom('chat_domain').where('id', '=', id).execute()
    emit({ payload: { type: 'realm_domains', op: 'remove', domain }, to: 'all' })
    // Without a domain, nobody could join any more.
    if ((await loadDomainRecords(tx)).length === 0) await liftRestriction({ tx, emit })
  })
}

async function liftRestriction({ tx, emit }: Pick<ChatWork, 'tx' | 'emit'>): Promise<void> {
  if (!(await loadRealm(tx)).emails_restricted_to_domains) return
  const data = { emails_restricted_to_domains: false }
  await storeRealm(tx, data)
  emit({ payload: { type: 'realm', op: 'update_dict', property: 'default', data }, to: 'all' })
}

async function domainNamed(db: ChatWork['tx'], name: string): Promise<DomainRecord> {
  const domainName = name.trim().toLowerCase()
  const found = (await loadDomainRecords(db)).find(({ domain }) => domain === domainName)
  if (!found) throw badRequest(`No entry found for domain ${domainName}.`)
  return found
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`)
const DOMAIN_MAX_CHARS = 253

function requireDomain(text: string): string {
  const domain = text.trim().toLowerCase()
  if (domain === '') throw badRequest("Invalid domain: Domain can't be empty.")
  if (domain.length > DOMAIN_MAX_CHARS) throw badRequest('Invalid domain: Domain is too long.')
  if (!domain.includes('.')) {
    throw badRequest('Invalid domain: Domain must have at least one dot (.)')
  }
  if (!DOMAIN.test(domain)) {
    throw badRequest('Invalid domain: Domain can only have letters, numbers, dots and hyphens.')
  }
  return domain
}

async function changeDomains<T>(
  chat: Chat,
  actor: Actor,
  work: (unit: ChatWork) => Promise<T>,
): Promise<T> {
  requireOwner(await loadMember(reader(chat), actor, chat.now().getTime()))
  return writeDirectory(chat, actor, work)
}
