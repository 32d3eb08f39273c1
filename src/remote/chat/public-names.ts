/** Names of the specification that servers of the public API have under another name: fields and parameters. */
const FIELDS: Readonly<Record<string, string>> = {
  client_extavatar: 'client_gravatar',
  highlighter_language: 'pygments_language',
  service_feature_level: 'zulip_feature_level',
}

/** Values of some fields that servers of the public API write in another way, by field. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  reaction_type: { service_extra_emoji: 'zulip_extra_emoji' },
  token_kind: { kind_a: 'apns', kind_b: 'fcm' },
}

/** Paths of the specification that servers of the public API have under another name. */
const PATHS: Readonly<Record<string, string>> = {
  '/users/me/vendor_reg_id': '/users/me/android_gcm_reg_id',
}

const SPEC_FIELDS = flipped(FIELDS)
const SPEC_VALUES = Object.fromEntries(
  Object.entries(VALUES).map(([field, values]) => [field, flipped(values)]),
)

/** A parameter, as servers of the public API name it and its value. */
export function toPublicName(name: string, value: unknown): [name: string, value: unknown] {
  return [own(FIELDS, name) ?? name, renamed(VALUES, name, value)]
}

/** A path of the specification, as servers of the public API have it. */
export function toPublicPath(path: string): string {
  return own(PATHS, path) ?? path
}

/** A part of an answer in the names of the specification, as a reviver of JSON sees it; in place. */
export function fromPublicNames(key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return renamed(SPEC_VALUES, key, value)
  if (Array.isArray(value)) return value
  const record = value as Record<string, unknown>
  for (const [name, ours] of Object.entries(SPEC_FIELDS)) {
    if (Object.hasOwn(record, name) && !Object.hasOwn(record, ours)) record[ours] = record[name]
  }
  return record
}

function renamed(
  table: Readonly<Record<string, Readonly<Record<string, string>>>>,
  field: string,
  value: unknown,
): unknown {
  const values = own(table, field)
  return (values && typeof value === 'string' && own(values, value)) || value
}

/** Names are untrusted: none may match inherited properties. */
function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

function flipped(table: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([ours, theirs]) => [theirs, ours]))
}
