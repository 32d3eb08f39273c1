import type { Composed } from '../../app/compose.ts'
import { countUploads, type Disks } from '../../app/compose/compose-disks.ts'
import type { Config } from '../../app/config/config.ts'
import type { DiskSpace } from '../../lib/disk-space.ts'
import type { Finding } from './inspect-fetching.ts'

/** Whether there is room on the disks that are written to, and how much of their quota uploads take. */
export async function inspectDisks(
  { data, uploads }: Disks,
  store: Composed['store'],
  config: Config,
): Promise<Finding[]> {
  const findings = [await inspectDisk(data)]
  if (uploads !== data && config.chat === 'here') findings.push(await inspectDisk(uploads))
  if (config.chat !== 'here') return findings
  return [...findings, ...(await inspectQuota(store, config))]
}

async function inspectDisk(disk: DiskSpace): Promise<Finding> {
  const free = await disk.free()
  const check = 'disk'
  if (free === Infinity) {
    return { check, status: 'warn', detail: `${disk.folder}: the system does not say what is free` }
  }
  const reserve = `${writeMegabytes(disk.reserveBytes)} are kept for the database`
  const detail = `${disk.folder}: ${writeMegabytes(free)} free, of which ${reserve}`
  return (await disk.has(0))
    ? { check, status: 'ok', detail }
    : { check, status: 'fail', detail: `${detail}: uploads are refused until more is free` }
}

/** A store that cannot be opened is told of elsewhere. */
async function inspectQuota(open: Composed['store'], config: Config): Promise<Finding[]> {
  const check = 'uploads'
  const quotaMib = config['upload-quota-mib']
  try {
    const takenMib = (await countUploads(await open())) / (1024 * 1024)
    const detail = `${takenMib.toFixed(1)} MiB ${quotaMib === 0 ? 'without a quota' : `of ${quotaMib} MiB`}`
    const isFull = quotaMib !== 0 && takenMib >= quotaMib
    return [{ check, status: isFull ? 'warn' : 'ok', detail }]
  } catch {
    return []
  }
}

function writeMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`
}
