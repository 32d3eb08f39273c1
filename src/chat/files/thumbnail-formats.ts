import type { Attachment } from './attachment-record.ts'
import { THUMBNAILED_MAX_BYTES } from './limits.ts'

/** Smaller pictures of uploads that clients may ask for, as snapshots list them, the largest first. */
export const THUMBNAIL_FORMATS = [
  { name: '840x560.jpg', max_width: 840, max_height: 560, format: 'jpg', animated: false },
  { name: '300x200.jpg', max_width: 300, max_height: 200, format: 'jpg', animated: false },
] as const

/** The name of a format. */
export type ThumbnailFormat = (typeof THUMBNAIL_FORMATS)[number]['name']

/** Kinds of pictures that smaller ones are made of. */
const SCALED = new Set(['image/png', 'image/jpeg', 'image/gif'])

/** Whether smaller pictures are made of an upload. */
export function isScaled({ media_type, bytes }: Pick<Attachment, 'media_type' | 'bytes'>): boolean {
  return SCALED.has(media_type ?? '') && bytes <= THUMBNAILED_MAX_BYTES
}
