import { type DomainRecord, domainRecords } from './domain-record.ts'
import { type EmojiRecord, emojiRecords } from './emoji-record.ts'
import { type LinkifierRecord, linkifierRecords } from './linkifier-record.ts'
import type { Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
/** The organization's patterns in the order of their application. */
export async function listLinkifiers(chat: Chat): Promise<LinkifierRecord[]> {
  return linkifierRecords(reader(chat))
}

/** The organization's domains by name. */
export async function listDomains(chat: Chat): Promise<DomainRecord[]> {
  return domainRecords(reader(chat))
}

/** All custom emoji by id. */
export async function listEmoji(chat: Chat): Promise<Record<string, EmojiRecord>> {
  return emojiRecords(reader(chat))
}
