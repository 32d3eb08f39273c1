/** Where a browser notes which emoji were used of late. */
const KEY = 'bellhop-emoji'

const COUNT_MAX = 24

/** Names of the emoji that were used of late, the last one first. */
export function recentEmoji(): readonly string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

/** Notes that an emoji was used. */
export function noteEmoji(name: string): void {
  const names = [name, ...recentEmoji().filter((one) => one !== name)].slice(0, COUNT_MAX)
  try {
    localStorage.setItem(KEY, JSON.stringify(names))
  } catch {
    // They are not offered first, then.
  }
}
