import { countChars } from '../chars.ts'
import { badRequest } from '../failures.ts'
import { checkUsers } from '../groups/setting.ts'
import { LONG_FIELD_MAX_CHARS, SHORT_FIELD_MAX_CHARS } from '../limits.ts'
import type { Reader } from '../port.ts'
import type { Viewer } from '../viewer.ts'
import { renderText } from '../render/render-message.ts'
import { FIELD_TYPES, type ProfileField } from './field-record.ts'

/** A value ready to be stored. */
export interface StoredValue {
  value: string
  rendered: string | null
}

const USERS_MAX_COUNT = 100
const LINK_MAX_CHARS = 2_000

/** Checks a value that the viewer gives against the kind of its field. Throws with the reason. */
export async function checkValue(
  db: Reader,
  viewer: Viewer,
  field: ProfileField,
  value: string | readonly number[],
): Promise<StoredValue> {
  const { name, type } = field
  if (typeof value !== 'string') {
    if (type !== FIELD_TYPES.users) throw badRequest(`${name} is not a string`)
    if (value.length > USERS_MAX_COUNT) throw badRequest(`${name} has too many users`)
    await checkUsers(db, viewer, value)
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
