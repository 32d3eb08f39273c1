import { type DomainRecord, domainRecords } from '../../organization/domain-record.ts'
import type { Chat } from '../../port.ts'
import { reader } from '../../write.ts'

/** The organization's domains by name. */
export async function listDomains(chat: Chat): Promise<DomainRecord[]> {
  return domainRecords(reader(chat))
}
