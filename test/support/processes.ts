import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Descendants of a process; none where the system does not list them. */
export function descendantsOf(ancestor: number): string[] {
  const children = new Map<string, string[]>()
  for (const pid of existsSync('/proc') ? readdirSync('/proc') : []) {
    if (!/^\d+$/.test(pid)) continue
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? ''
      children.set(parent, [...(children.get(parent) ?? []), pid])
    } catch {
      // It has ended.
    }
  }
  const found = [...(children.get(String(ancestor)) ?? [])]
  for (const pid of found) found.push(...(children.get(pid) ?? []))
  return found
}
