import type { Job } from '../contract/sandbox.ts'
import type { ConvertJobInput, ConvertJobOutput } from './convert-job.ts'
import type { CheckedConversion } from './require-conversion.ts'

/** Text up to which a conversion is short, in characters. */
export const SHORT_TEXT_MAX_CHARS = 64 * 1024

/** Converts one format into another. */
export const CONVERT_JOB: Job<ConvertJobInput, ConvertJobOutput> = {
  name: 'convert',
  isShort: ({ data }) => data.length <= SHORT_TEXT_MAX_CHARS,
}

/** Finds the fault of a conversion, without doing it. */
export const CHECK_CONVERSION_JOB: Job<CheckedConversion, void> = { name: 'check_conversion' }
