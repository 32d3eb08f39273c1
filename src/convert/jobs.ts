import type { Job } from '../contract/sandbox.ts'
import type { ConvertJobInput, ConvertJobOutput } from './convert-job.ts'

/** Text up to which a conversion is short. */
const SHORT_MAX_CHARS = 64 * 1024

/** One format into another. */
export const CONVERT_JOB: Job<ConvertJobInput, ConvertJobOutput> = {
  name: 'convert',
  isShort: ({ data }) => data.length <= SHORT_MAX_CHARS,
}
