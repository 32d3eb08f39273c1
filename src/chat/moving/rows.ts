/** A row of the export format: flat, with ids for references, and seconds since 1970 for times. */
export type ExportRow = Record<string, unknown>

/** Tables of an export by name. */
export type ExportTables = Record<string, ExportRow[]>

/** Version of the public server whose shape of an export is written. */
export const EXPORT_VERSION = '10.2'

/** Messages in a file. */
export const FILE_MESSAGES_COUNT = 1_000

/** The organization in rows; there is one. */
export const EXPORT_REALM_ID = 1

/** Table in which the conversion of another format counts what it left out: rows of `reason` and `count`. */
export const LEFT_OUT_TABLE = 'left_out'

/** Table with one row of a conversion: how many messages it found, and how many of these it left out. */
export const MESSAGES_FOUND_TABLE = 'messages_found'

/** Marks a message that a conversion has written: all members of its channel have received it, and everybody has read it. */
export const FOR_MEMBERS = 'for_members'

/** Marks a message that goes on with the text of the one before, which was too long for one. */
export const IS_FURTHER_PART = 'is_further_part'

/** File beside the tables with all that a conversion left out: a line for each, of JSON, with its reason. */
export const LEFT_OUT_FILE = 'left-out.jsonl'

/** Kinds of recipients. */
export const RECIPIENT_TYPES = { person: 1, channel: 2, group: 3 } as const

/** Bits of the flags of a message for a user, in their order at the public server. */
export const EXPORT_FLAGS = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  channelMentioned: 16,
  topicMentioned: 32,
  groupMentioned: 64,
  alerted: 512,
  historical: 1_024,
  direct: 2_048,
} as const

/** Name of the file of messages with a number, from 1 on. */
export function messageFileName(number: number): string {
  return `messages-${String(number).padStart(6, '0')}.json`
}

/** Milliseconds as seconds; null stays. */
export function toSeconds(ms: number | null): number | null {
  return ms === null ? null : ms / 1_000
}
