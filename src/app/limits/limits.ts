import { callLimits } from './call-limits.ts'
import { chatLimits } from './chat-limits.ts'
import type { Limit } from './limit.ts'
import { shares } from './shares.ts'

/** Limits in force that a caller may meet, for documents. */
export const limits: readonly Limit[] = [
  ...callLimits,
  ...chatLimits,
  ...shares.map(({ meaning, value, unit, setting }) => ({
    meaning: setting === undefined ? meaning : `${meaning}, unless set otherwise`,
    value,
    unit,
  })),
]
