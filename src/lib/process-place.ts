import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, networkInterfaces } from 'node:os'

/**
 * Where ids of processes mean the same: on Linux a name space of them since the machine was started, elsewhere a machine. Empty
 * where that cannot be told. Holds no space.
 */
export function findProcessPlace(): string {
  try {
    if (process.platform === 'linux') {
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
      return `${boot}/${readlinkSync('/proc/self/ns/pid')}`
    }
    const cards = Object.values(networkInterfaces()).flatMap((addresses = []) =>
      addresses.filter(({ internal }) => !internal).map(({ mac }) => mac),
    )
    const [card = ''] = cards.toSorted()
    return card === '' ? '' : `${hostname()}/${card}`.replaceAll(/\s/g, '')
  } catch {
    return ''
  }
}

/** Whether a process of this machine has ended; one of another user counts as running. */
export function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
