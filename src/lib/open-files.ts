import { readFileSync } from 'node:fs'

/** Files and connections that this process may have open at once; infinity where the system does not say. */
export function openFilesMaxCount(): number {
  try {
    const [, soft = ''] =
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === '' ? Infinity : Number(soft)
  } catch {
    return Infinity
  }
}
