import { OperationError } from '../contract/errors.ts'
import { imageJob } from './image-job.ts'
import { noPicture, type Picture, type PictureType } from './picture.ts'
import { scaleJob } from './scale-job.ts'

/** What the sandbox needs to make a picture for a model. */
export interface ShowJobInput {
  bytes: Uint8Array
  maxBytes: number
}

/** A picture for a model, with the size and the frames of the one that it was made of. */
export interface ShownPicture {
  type: PictureType
  bytes: Uint8Array
  width: number
  height: number
  frames: number
  /** Width and height at which it is shown, where it was made anew. */
  shownAs?: readonly [width: number, height: number]
}

/** Longest edge that models see all of: they scale larger ones down themselves. */
const EDGE_PX = 1_568

/** Longest edge of what cannot be scaled here: of larger ones models' services refuse several in a call. */
const UNSCALED_EDGE_MAX_PX = 2_000

/** Longest edge of what is scaled down. */
const READ_EDGE_MAX_PX = 16_384

/**
 * A picture as a model is shown it: as it is, without what is not seen of it, where that is small enough; else scaled down, in
 * whichever of JPEG and PNG is smaller. Throws `invalid_input`.
 */
export async function showJob(input: ShowJobInput): Promise<ShownPicture> {
  const { bytes, maxBytes } = input
  const read = await imageJob({ bytes, maxEdgePx: READ_EDGE_MAX_PX })
  const { type, width, height, frames } = read
  const edge = Math.max(width, height)
  const own = { type, width, height, frames, bytes: read.still ?? read.bytes }
  const isSmall = own.bytes.byteLength <= maxBytes
  if (isSmall && edge <= EDGE_PX) return own
  const scaled = await findScaled(input, read)
  if (scaled) return { ...own, ...scaled }
  if (isSmall && edge <= UNSCALED_EDGE_MAX_PX) return own
  throw noPicture()
}

/** The picture at the largest size at which it is small enough; undefined where it cannot be unpacked. */
async function findScaled({ bytes, maxBytes }: ShowJobInput, { type, width, height }: Picture) {
  const types = type === 'image/jpeg' ? ([type] as const) : (['image/jpeg', 'image/png'] as const)
  for (let edge = Math.min(EDGE_PX, Math.max(width, height)); edge > 0; edge >>= 1) {
    const size = { width: edge, height: edge, fit: 'inside' } as const
    const sizes = types.map((to) => ({ ...size, type: to }))
    const made = await scaleJob({ bytes, maxEdgePx: READ_EDGE_MAX_PX, sizes }).catch(orNone)
    if (!made) return undefined
    const best = made.pictures.reduce((one, other) =>
      other.bytes.byteLength < one.bytes.byteLength ? other : one,
    )
    if (best.bytes.byteLength <= maxBytes) {
      return { type: best.type, bytes: best.bytes, shownAs: [best.width, best.height] as const }
    }
  }
  return undefined
}

function orNone(thrown: unknown): undefined {
  if (thrown instanceof OperationError && thrown.code === 'invalid_input') return undefined
  throw thrown
}
