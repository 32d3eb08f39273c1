import { DiskSpace } from '../../src/lib/disk-space.ts'

/** A disk with a reserve on which so much is free as the test says, twice the reserve at first. */
export function fakeDisk(reserveBytes: number): {
  disk: DiskSpace
  setFree(bytes: number): void
} {
  let free = 2 * reserveBytes
  let nowMs = 0
  const disk = new DiskSpace({
    folder: '/nowhere',
    reserveBytes,
    read: async () => free,
    now: () => nowMs,
  })
  return {
    disk,
    setFree(bytes) {
      free = bytes
      nowMs += 1_000
    },
  }
}
