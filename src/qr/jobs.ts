import type { Job } from '../contract/sandbox.ts'
import type { QrJobInput, QrJobOutput } from './qr-job.ts'

/** A text as a QR code. */
export const QR_JOB: Job<QrJobInput, QrJobOutput> = {
  name: 'qr',
  isShort: () => true,
}
