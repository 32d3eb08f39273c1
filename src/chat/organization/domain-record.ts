import { z } from 'zod'
import type { Reader } from '../kernel/rows.ts'

/** A domain whose addresses may join (spec 2.10). */
export const domainSchema = z.object({
  id: z.int(),
  domain: z.string(),
  allow_subdomains: z.boolean(),
})

/** A domain whose addresses may join. */
export type DomainRecord = z.infer<typeof domainSchema>

/** The organization's domains by name. */
export async function loadDomainRecords(db: Reader): Promise<DomainRecord[]> {
  const rows = await db.selectFrom('chat_domain').selectAll().orderBy('domain').execute()
  return rows.map(({ id, domain, allow_subdomains }) => ({
    id,
    domain,
    allow_subdomains: allow_subdomains === 1,
  }))
}
