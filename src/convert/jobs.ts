import type { Job } from '../contract/sandbox.ts'
import type { ConvertJobInput, ConvertJobOutput } from './convert-job.ts'

/** One format into another. */
export const CONVERT_JOB: Job<ConvertJobInput, ConvertJobOutput> = { name: 'convert' }
