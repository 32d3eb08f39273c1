import { countChars } from '../../../lib/text.ts'
import { badRequest } from '../../kernel/failures.ts'
import { requireActingAdministrator } from '../../kernel/requester.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import {
  FIELD_HINT_MAX_CHARS,
  FIELD_NAME_MAX_CHARS,
  PROFILE_FIELDS_MAX_COUNT,
  SUMMARY_FIELDS_MAX_COUNT,
} from '../../limits.ts'
import { writeDirectory } from '../../organization/directory-space.ts'
import { type FieldRecord, FIELD_TYPES, loadFieldRecords } from '../profile-fields.ts'

/** A field of the profile, as a client describes it. */
export interface FieldWish {
  name: string
  hint: string
  field_type: number
  field_data: Readonly<Record<string, unknown>>
  display_in_profile_summary: boolean
  required: boolean
  editable_by_user: boolean
}

/** Appends a profile field, and notifies everybody. Returns its id. For administrators. */
export async function addField(chat: Chat, actor: Actor, wish: FieldWish): Promise<number> {
  await requireActingAdministrator(chat, actor)
  const columns = requireField(wish)
  return writeDirectory(chat, actor, async ({ tx, emit }) => {
    const known = await loadFieldRecords(tx)
    if (known.length >= PROFILE_FIELDS_MAX_COUNT) throw badRequest('Too many profile fields.')
    if (known.some(({ name }) => name === columns.name)) {
      throw badRequest('A field with that label already exists.')
    }
    if (columns.in_summary) requireRoomInSummary(known)
    const { position } = await tx
      .selectFrom('chat_profile_field')
      .select((eb) => eb.fn.max<number | null>('position').as('position'))
      .executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('chat_profile_field')
      .values({ ...columns, position: (position ?? 0) + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const fields = await loadFieldRecords(tx)
    emit({ payload: { type: 'custom_profile_fields', fields }, to: 'all' })
    return id
  })
}

/** Throws when summaries show as many fields as they can already. */
export function requireRoomInSummary(others: readonly FieldRecord[]): void {
  const inSummary = others.filter((field) => field.display_in_profile_summary)
  if (inSummary.length < SUMMARY_FIELDS_MAX_COUNT) return
  throw badRequest(
    `Only ${SUMMARY_FIELDS_MAX_COUNT} custom profile fields can be displayed in the profile summary.`,
  )
}

/** The columns of a field, as its wish describes it. Throws for what no field can be. */
export function requireField(wish: FieldWish) {
  const name = wish.name.trim()
  const hint = wish.hint.trim()
  if (name === '') throw badRequest('Label cannot be blank.')
  if (countChars(name) > FIELD_NAME_MAX_CHARS) {
    throw badRequest(`name is too long (limit: ${FIELD_NAME_MAX_CHARS} characters)`)
  }
  if (countChars(hint) > FIELD_HINT_MAX_CHARS) {
    throw badRequest(`hint is too long (limit: ${FIELD_HINT_MAX_CHARS} characters)`)
  }
  if (!(Object.values(FIELD_TYPES) as number[]).includes(wish.field_type)) {
    throw badRequest('Invalid field type.')
  }
  const cannotBeShown = [FIELD_TYPES.longText, FIELD_TYPES.users] as number[]
  if (wish.display_in_profile_summary && cannotBeShown.includes(wish.field_type)) {
    throw badRequest('Field type not supported for display in profile summary.')
  }
  return {
    name,
    hint,
    type: wish.field_type,
    field_data: fieldData(wish),
    in_summary: wish.display_in_profile_summary ? 1 : 0,
    is_required: wish.required ? 1 : 0,
    is_editable: wish.editable_by_user ? 1 : 0,
  }
}

const DATA_MAX_CHARS = 20_000

/** The choices of a list, or the kind of an external account; other fields have no data. */
function fieldData({ field_type, field_data }: FieldWish): string {
  const text = JSON.stringify(field_data)
  if (text.length > DATA_MAX_CHARS) throw badRequest('field_data is too long')
  if (field_type === FIELD_TYPES.choice) {
    const choices = Object.values(field_data)
    if (choices.length === 0) throw badRequest('Field must have at least one choice.')
    const labels = choices.map(labelOf)
    if (labels.some((label) => label === ''))
      throw badRequest('field_data["text"] cannot be blank.')
    if (new Set(labels).size !== labels.length)
      throw badRequest('Field must not have duplicate choices.')
    return text
  }
  if (field_type === FIELD_TYPES.externalAccount) {
    const { subtype, url_pattern } = field_data
    if (typeof subtype !== 'string') throw badRequest('field_data must name a subtype')
    const isOwn = subtype === 'custom'
    const isPattern =
      typeof url_pattern === 'string' && /^https?:\/\/[^\s<>"]*%\(username\)s/.test(url_pattern)
    if (isOwn && !isPattern) throw badRequest('Malformed URL pattern.')
    return text
  }
  return ''
}

function labelOf(choice: unknown): string {
  const { text } = (choice ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text.trim() : ''
}
