import type { Chat } from '../../port.ts'
import { type FieldRecord, fieldRecords } from '../../profile/field-record.ts'
import { reader } from '../../write.ts'

/** Fields of the profile in their order. */
export async function listFields(chat: Chat): Promise<FieldRecord[]> {
  return fieldRecords(reader(chat))
}
