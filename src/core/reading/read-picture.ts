import { OperationError } from '../../contract/errors.ts'
import type { Fetched } from '../../contract/net.ts'
import type { Call } from '../../contract/operation.ts'
import { IMAGE_JOB } from '../../images/jobs.ts'
import type { Picture } from '../../images/picture.ts'
import { PICTURE_MAX_EDGE_PX, PICTURES_MAX_BYTES } from './limits.ts'
import type { Reading } from './reading.ts'

/** A picture that was fetched, written anew in the sandbox without what is not seen of it. Throws `unsupported_content`. */
export async function readPicture(
  { services, signal }: Call<unknown>,
  fetched: Fetched | undefined,
): Promise<Reading> {
  if (!fetched) throw unreadable()
  const { url, held, body } = fetched
  const picture = await load()
  const { type: mimeType, width, height, frames, still } = picture
  const bytes = still ?? picture.bytes
  const moving = frames > 1 ? `, the first of ${frames} frames` : ''
  const size = `${width} × ${height} pixels`
  const length = `${size}, ${bytes.byteLength.toLocaleString('en')} bytes${moving}`
  return { kind: 'image', url, length, text: '', picture: { mimeType, bytes } }

  async function load(): Promise<Picture> {
    try {
      const input = { bytes: held ?? body, maxEdgePx: PICTURE_MAX_EDGE_PX }
      return await services.sandbox.run(IMAGE_JOB, input, { signal })
    } catch (thrown) {
      if (thrown instanceof OperationError && thrown.code === 'invalid_input')
        throw unreadable(thrown)
      throw thrown
    }
  }
}

function unreadable(cause?: unknown): OperationError {
  return new OperationError('unsupported_content', 'The picture cannot be shown.', {
    hint: `Whole PNG, JPEG, GIF and WebP pictures can be shown, up to ${PICTURE_MAX_EDGE_PX} pixels an edge.`,
    fields: { kind: 'image' },
    cause,
  })
}

/** The refusal of a picture for which an answer has no room. */
export function noRoomForPicture(bytes: number): OperationError {
  return new OperationError('too_large', `The picture has ${bytes} bytes.`, {
    hint: `Pictures of one answer have ${PICTURES_MAX_BYTES} bytes together: read a smaller version, or this one alone.`,
    fields: { bytes, maxBytes: PICTURES_MAX_BYTES },
  })
}
