import { SNIFF_BYTES, sniffMedia } from '../../files/sniff.ts'
import { findPictureSize, SIZE_HEAD_BYTES } from '../../images/picture-size.ts'
import type { Attachment } from './attachment-record.ts'

/** Reads the beginning of a file, at most so many bytes. */
type ReadHead = (bytes: number) => Promise<AsyncIterable<unknown>> | AsyncIterable<unknown>

/** What the first bytes of a file say: its kind, where a browser may show it, and how large a picture is. */
type MediaFacts = Pick<Attachment, 'media_type' | 'width' | 'height'>

/** Of a file without bytes. */
export const NO_MEDIA_FACTS: MediaFacts = { media_type: null, width: null, height: null }

/** Reads what the first bytes of a file say. */
export async function readMediaFacts(read: ReadHead): Promise<MediaFacts> {
  const media_type = sniffMedia(await collect(await read(SNIFF_BYTES))) ?? null
  const isPicture = media_type?.startsWith('image/') ?? false
  const size = isPicture ? findPictureSize(await collect(await read(SIZE_HEAD_BYTES))) : undefined
  return { media_type, width: size?.width ?? null, height: size?.height ?? null }
}

async function collect(chunks: AsyncIterable<unknown>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk as Uint8Array)
  return Buffer.concat(all)
}
