import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounts a disk of so many megabytes, or says loudly that this user may not. */
export function mountSmallDisk(megabytes: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'pipe',
    })
    return folder
  } catch {
    rmdirSync(folder)
    console.warn(
      'SKIPPED: the test on a really full disk, because only root can mount a small one.',
    )
    return undefined
  }
}

/** Gives the disk another size. */
export function resizeDisk(folder: string, megabytes: number): void {
  execFileSync('mount', ['-o', `remount,size=${megabytes}m`, folder])
}

/** Takes the disk away. */
export function unmountDisk(folder: string): void {
  execFileSync('umount', [folder])
  rmdirSync(folder)
}
