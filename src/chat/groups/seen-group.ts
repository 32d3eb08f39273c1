/** Fields of groups and of what is told of them that list users. */
const LISTS = new Set(['members', 'user_ids', 'direct_members'])

/**
 * A group, or what is told of one, without the users whom somebody may not see: their ids would tell him how many
 * there are, and who of them belongs together.
 */
export function withSeenUsers<T extends object>(told: T, sees: (userId: number) => boolean): T {
  const shown = Object.entries(told).map(([name, value]: [string, unknown]) => {
    if (LISTS.has(name)) return [name, (value as number[]).filter(sees)]
    // Settings are groups themselves; none is within another one.
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return [name, isObject ? withSeenUsers(value, sees) : value]
  })
  return Object.fromEntries(shown) as T
}
