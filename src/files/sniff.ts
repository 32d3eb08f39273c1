/** Bytes at the beginning of a file that identify its kind. */
export const SNIFF_BYTES = 64

/** How a kind of file begins: characters at offsets, `.` for any. */
type Signature = readonly [
  type: string,
  ...parts: readonly (readonly [offset: number, text: string])[],
]

/**
 * Kinds that a browser only ever shows or plays. No kind that can hold scripts or markup is among them (SVG, HTML,
 * XML, PDF): these are for downloading, whatever they are called.
 */
const SIGNATURES: readonly Signature[] = [
  ['image/png', [0, '\x89PNG\r\n\x1a\n'], [12, 'IHDR']],
  ['image/jpeg', [0, '\xff\xd8\xff']],
  ['image/gif', [0, 'GIF87a']],
  ['image/gif', [0, 'GIF89a']],
  ['image/webp', [0, 'RIFF'], [8, 'WEBPVP8']],
  ['image/avif', [4, 'ftypavif']],
  ['video/mp4', [4, 'ftypisom']],
  ['video/mp4', [4, 'ftypiso2']],
  ['video/mp4', [4, 'ftypiso5']],
  ['video/mp4', [4, 'ftypiso6']],
  ['video/mp4', [4, 'ftypmp41']],
  ['video/mp4', [4, 'ftypmp42']],
  ['video/mp4', [4, 'ftypavc1']],
  ['video/mp4', [4, 'ftypM4V ']],
  ['video/quicktime', [4, 'ftypqt  ']],
  ['audio/mp4', [4, 'ftypM4A ']],
  ['audio/mpeg', [0, 'ID3']],
  ['audio/mpeg', [0, '\xff\xfb']],
  ['audio/mpeg', [0, '\xff\xf3']],
  ['audio/aac', [0, '\xff\xf1']],
  ['audio/flac', [0, 'fLaC']],
  ['audio/ogg', [0, 'OggS']],
  ['audio/wav', [0, 'RIFF'], [8, 'WAVEfmt ']],
]

/** The EBML head names its kind a few bytes in. */
const EBML = '\x1a\x45\xdf\xa3'

/** What a file is by its first bytes, as far as a browser may show it; undefined for everything else. */
export function sniffMedia(head: Uint8Array): string | undefined {
  const text = Buffer.from(head).toString('latin1')
  if (text.startsWith(EBML)) return text.includes('webm') ? 'video/webm' : undefined
  const found = SIGNATURES.find(([, ...parts]) =>
    parts.every(([offset, part]) => text.startsWith(part, offset)),
  )
  return found?.[0]
}
