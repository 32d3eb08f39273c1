import { countChars } from '../../../lib/text.ts'
import { requireUsers } from '../../groups/group-settings.ts'
import { badRequest } from '../../kernel/failures.ts'
import { isAdministrator, loadMember, type Member, type Requester } from '../../kernel/requester.ts'
import type { Reader, User } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { type ChatWork, reader } from '../../kernel/unit-of-work.ts'
import { LONG_FIELD_MAX_CHARS, SHORT_FIELD_MAX_CHARS } from '../../limits.ts'
import { writeDirectory } from '../../organization/directory-space.ts'
import { renderText } from '../../rendering/render-message.ts'
import { emitUserChanged } from '../accounts/change-user.ts'
import { FIELD_TYPES, type ProfileField, loadProfileFields } from '../profile-fields.ts'

/** A value ready to be stored. */
export interface StoredValue {
  value: string
  rendered: string | null
}

const USERS_MAX_COUNT = 100
const LINK_MAX_CHARS = 2_000

/** Checks a value that the requester gives against the kind of its field. Throws with the reason. */
export async function requireValue(
  db: Reader,
  requester: Requester,
  field: ProfileField,
  value: string | readonly number[],
): Promise<StoredValue> {
  const { name, type } = field
  if (typeof value !== 'string') {
    if (type !== FIELD_TYPES.users) throw badRequest(`${name} is not a string`)
    if (value.length > USERS_MAX_COUNT) throw badRequest(`${name} has too many users`)
    await requireUsers(db, requester, value)
    return { value: JSON.stringify([...new Set(value)]), rendered: null }
  }
  if (/[\0]/.test(value)) throw badRequest(`${name} must not contain null bytes`)
  switch (type) {
    case FIELD_TYPES.users:
      throw badRequest(`${name} is not a list`)
    case FIELD_TYPES.shortText:
      return { value, rendered: await renderText(limited(name, value, SHORT_FIELD_MAX_CHARS)) }
    case FIELD_TYPES.longText:
      return { value, rendered: await renderText(limited(name, value, LONG_FIELD_MAX_CHARS)) }
    case FIELD_TYPES.choice:
      if (!(value in choicesOf(field))) {
        throw badRequest(`'${value}' is not a valid choice for '${name}'.`)
      }
      break
    case FIELD_TYPES.date:
      if (!isDate(value)) throw badRequest(`${name} is not a date`)
      break
    case FIELD_TYPES.link:
      if (!isLink(limited(name, value, LINK_MAX_CHARS))) throw badRequest(`${name} is not a URL`)
      break
    default:
      limited(name, value, SHORT_FIELD_MAX_CHARS)
  }
  return { value, rendered: null }
}

/** The options of a choice by their keys. */
export function choicesOf({ field_data }: Pick<ProfileField, 'field_data'>): object {
  const choices = JSON.parse(field_data === '' ? '{}' : field_data) as object
  return Object.assign(Object.create(null) as object, choices)
}

function limited(name: string, value: string, max: number): string {
  if (countChars(value) > max) throw badRequest(`${name} is too long (limit: ${max} characters)`)
  return value
}

function isDate(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

function isLink(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text) && !/[\s<>"\p{Cc}]/u.test(text)
}

/** A value of one field; null removes it. */
export interface FieldChange {
  id: number
  value: string | readonly number[] | null
}

/** Changes values of the caller's profile, all or nothing (spec 4.4). */
export async function changeOwnProfile(
  chat: Chat,
  actor: Actor,
  changes: readonly FieldChange[],
): Promise<void> {
  const member = await loadMember(reader(chat), actor, chat.now().getTime())
  await writeDirectory(chat, actor, async (unit) =>
    changeProfile(unit, member, actor.user, changes),
  )
}

/**
 * Changes values of a user's profile, and notifies everybody. Throws for unknown fields, and for fixed ones unless the caller is
 * an administrator.
 */
export async function changeProfile(
  unit: ChatWork,
  member: Member,
  user: User,
  changes: readonly FieldChange[],
): Promise<void> {
  // Spec 2.1: only people have profiles.
  if (user.is_bot) throw badRequest('Bots have no profile.')
  const { tx } = unit
  const fields = new Map((await loadProfileFields(tx)).map((field) => [field.id, field]))
  for (const { id, value } of changes) {
    const field = fields.get(id)
    if (!field) throw badRequest(`Field id ${id} not found.`)
    if (!field.is_editable && !isAdministrator(member)) {
      throw badRequest(
        'You are not allowed to change this field. Contact an administrator to update it.',
      )
    }
    if (value === null || value === '') await drop(unit, user.id, field)
    else await store(unit, member, user.id, field, value)
  }
}

async function store(
  unit: ChatWork,
  member: Member,
  user_id: number,
  field: ProfileField,
  value: string | readonly number[],
): Promise<void> {
  const columns = await requireValue(unit.tx, member, field, value)
  await unit.tx
    .insertInto('chat_profile_value')
    .values({ user_id, field_id: field.id, ...columns })
    .onConflict((conflict) => conflict.columns(['user_id', 'field_id']).doUpdateSet(columns))
    .execute()
  const rendered = columns.rendered === null ? {} : { rendered_value: columns.rendered }
  const fieldValue = { id: field.id, value: columns.value, ...rendered }
  emitUserChanged(unit, user_id, { custom_profile_field: fieldValue })
}

async function drop(unit: ChatWork, userId: number, { id }: ProfileField): Promise<void> {
  const gone = unit.tx.deleteFrom('chat_profile_value').where('user_id', '=', userId)
  const { numDeletedRows } = await gone.where('field_id', '=', id).executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return
  emitUserChanged(unit, userId, { custom_profile_field: { id, value: null } })
}
