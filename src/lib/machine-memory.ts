import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'

/** Memory that this process may use, and what bounds it. */
export interface MachineMemory {
  bytes: number
  /** The machine, or the control group that a container or a service runs in. */
  from: 'machine' | 'cgroup'
}

/**
 * Finds how much memory there is for this process: that of the machine, or what its control group allows (Linux, both
 * versions). Groups that hold the own one are looked at too, since the least of their limits holds. `root` is the root folder
 * of the system.
 */
export function readMachineMemory(root = '/', totalBytes = totalmem()): MachineMemory {
  const limits = cgroupFiles(root).flatMap((file) => readBytes(file) ?? [])
  const least = Math.min(...limits)
  return least < totalBytes
    ? { bytes: least, from: 'cgroup' }
    : { bytes: totalBytes, from: 'machine' }
}

/** Files that may hold a limit. In a container the group may be numbered as outside, and its limit stand at the top of what is seen. */
function cgroupFiles(root: string): string[] {
  return readText(join(root, 'proc/self/cgroup')).flatMap((line) => {
    const [, controllers = '', group = '/'] = line.split(':')
    const isFirstVersion = controllers.split(',').includes('memory')
    if (!isFirstVersion && controllers !== '') return []
    const names = isFirstVersion ? ['memory.limit_in_bytes'] : ['memory.max', 'memory.high']
    const folder = join(root, 'sys/fs/cgroup', isFirstVersion ? 'memory' : '')
    return withParents(group).flatMap((one) => names.map((name) => join(folder, one, name)))
  })
}

function withParents(group: string): string[] {
  const parent = dirname(group)
  return parent === group ? [group] : [group, ...withParents(parent)]
}

function readText(file: string): string[] {
  try {
    return readFileSync(file, 'latin1').split('\n').filter(Boolean)
  } catch {
    // No Linux, or a group that is not seen from here.
    return []
  }
}

/** A limit in bytes; undefined where there is none, which the second version calls `max`. */
function readBytes(file: string): number | undefined {
  const bytes = Number(readText(file)[0])
  return bytes > 0 ? bytes : undefined
}
