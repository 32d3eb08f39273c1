import type { BackgroundJob } from '../contract/background-job.ts'
import { HOUR_MS } from '../lib/durations.ts'
import type { RecordParts } from './records.ts'

/** Clears tokens, codes, visits and registrations whose time is over. */
export function oauthBackgroundJob(parts: RecordParts): BackgroundJob {
  return {
    name: 'oauth',
    intervalMs: HOUR_MS,
    async run(signal) {
      const { sweepRecords } = await import('./sweep-records.ts')
      await sweepRecords(parts, signal)
    },
  }
}
