import type { IncomingFile } from '../../contract/operation.ts'
import type { Sandbox } from '../../contract/sandbox.ts'
import { SCALE_JOB } from '../../images/jobs.ts'
import type { ScaledPictures, WantedSize } from '../../images/scale-job.ts'
import { collectBytes } from '../../lib/collect-bytes.ts'
import { badRequest } from '../kernel/failures.ts'
import { MIB } from './quota.ts'

/** Services needed to look at pictures. */
export interface PictureTools {
  sandbox: Pick<Sandbox, 'run'>
  signal: AbortSignal
}

/** Longest edge of a picture that smaller ones are made of. */
const EDGE_MAX_PX = 16_384

/** The bytes of a picture that came with a call. Throws `invalid_input` for none and for more than the limit. */
export async function readPicture(
  file: IncomingFile | undefined,
  maxBytes: number,
): Promise<Uint8Array> {
  if (!file) throw badRequest('You must upload exactly one file.')
  const whole = await collectBytes(file.bytes, maxBytes)
  if (whole) return whole
  throw badRequest(`Uploaded file is larger than the allowed limit of ${maxBytes / MIB} MiB`)
}

/** Makes smaller pictures of one, in the sandbox. Throws `invalid_input`. */
export async function scalePicture(
  bytes: Uint8Array,
  sizes: readonly WantedSize[],
  { sandbox, signal }: PictureTools,
): Promise<ScaledPictures> {
  return sandbox.run(SCALE_JOB, { bytes, maxEdgePx: EDGE_MAX_PX, sizes }, { signal })
}
