/** Why somebody reports a message, with the words that are shown for it. */
export const REPORT_REASONS = {
  spam: 'Spam',
  harassment: 'Harassment',
  inappropriate: 'Inappropriate content',
  norms: 'Violates community norms',
  other: 'Other reason',
} as const

/** Why somebody reports a message. */
export type ReportReason = keyof typeof REPORT_REASONS

/** The reasons as an enumeration wants them. */
export const REPORT_REASON_KEYS = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]]
