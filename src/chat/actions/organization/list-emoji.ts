import { type EmojiRecord, emojiRecords } from '../../organization/emoji-record.ts'
import type { Chat } from '../../port.ts'
import { reader } from '../../write.ts'

/** All custom emoji by id. */
export async function listEmoji(chat: Chat): Promise<Record<string, EmojiRecord>> {
  return emojiRecords(reader(chat))
}
