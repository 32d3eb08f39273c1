import { type LinkifierRecord, linkifierRecords } from '../../organization/linkifier-record.ts'
import type { Chat } from '../../port.ts'
import { reader } from '../../write.ts'

/** The organization's patterns in the order of their application. */
export async function listLinkifiers(chat: Chat): Promise<LinkifierRecord[]> {
  return linkifierRecords(reader(chat))
}
