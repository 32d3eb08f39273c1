import type { Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { type DomainRecord, loadDomainRecords } from './domain-record.ts'
import { type EmojiRecord, loadEmojiRecords } from './emoji-record.ts'
import { type LinkifierRecord, loadLinkifierRecords } from './linkifier-record.ts'

/** The organization's patterns in the order of their application. */
export async function listLinkifiers(chat: Chat): Promise<LinkifierRecord[]> {
  return loadLinkifierRecords(reader(chat))
}

/** The organization's domains by name. */
export async function listDomains(chat: Chat): Promise<DomainRecord[]> {
  return loadDomainRecords(reader(chat))
}

/** All custom emoji by id. */
export async function listEmoji(chat: Chat): Promise<Record<string, EmojiRecord>> {
  return loadEmojiRecords(reader(chat))
}
