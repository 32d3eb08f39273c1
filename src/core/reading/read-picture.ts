import { OperationError } from '../../contract/errors.ts'
import type { Fetched } from '../../contract/net.ts'
import type { Call } from '../../contract/operation.ts'
import { SHOW_JOB } from '../../images/jobs.ts'
import type { ShownPicture } from '../../images/show-job.ts'
import type { Reading } from './reading.ts'

/** A picture that was fetched, as a model is shown it, in at most so many bytes. Throws `unsupported_content`. */
export async function readPicture(
  { services, signal }: Call<unknown>,
  fetched: Fetched | undefined,
  maxBytes: number,
): Promise<Reading> {
  if (!fetched) throw unreadable()
  const { url, held, body } = fetched
  const { type: mimeType, width, height, frames, shownAs, bytes } = await load()
  const facts = [
    `${width} × ${height} pixels`,
    ...(shownAs ? [`shown as ${shownAs.join(' × ')}`] : []),
    `${bytes.byteLength.toLocaleString('en')} bytes`,
    ...(frames > 1 ? [`the first of ${frames} frames`] : []),
  ]
  return { kind: 'image', url, length: facts.join(', '), text: '', picture: { mimeType, bytes } }

  async function load(): Promise<ShownPicture> {
    try {
      return await services.sandbox.run(SHOW_JOB, { bytes: held ?? body, maxBytes }, { signal })
    } catch (thrown) {
      if (thrown instanceof OperationError && thrown.code === 'invalid_input')
        throw unreadable(thrown)
      throw thrown
    }
  }
}

function unreadable(cause?: unknown): OperationError {
  return new OperationError('unsupported_content', 'The picture cannot be shown.', {
    hint: 'Whole PNG, JPEG, GIF and WebP pictures can be shown, WebP up to 2,000 pixels an edge. Of another one screenshot may take a picture.',
    fields: { kind: 'image' },
    cause,
  })
}
