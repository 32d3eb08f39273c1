import type { UploadedFile } from '../../contract/chat.ts'
import { cleanLine } from '../../lib/text.ts'
import { FILE_NAME_MAX_BYTES, FILE_PATH_NAME_MAX_BYTES } from './limits.ts'

/** Name of a file without a usable name. */
const NAMELESS = 'uploaded-file'

/** Reserved device names on Windows, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i

/** Longest extension kept when a name is cut. */
const ENDING_MAX_CHARS = 16

/**
 * The name of a file as it is shown and saved under: the last part of a path, without invisible characters, characters special to
 * file systems, and leading dots. Unicode stays.
 */
export function toDisplayName(raw: string): string {
  const last = raw.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const visible = cleanLine(last).replaceAll(/[<>:"|?*]/g, '_')
  const trimmed = visible.replace(/^[. ]+/, '').replace(/[. ]+$/, '')
  const safe = RESERVED.test(trimmed) ? `_${trimmed}` : trimmed
  return shortened(safe, FILE_NAME_MAX_BYTES) || NAMELESS
}

/** The name of a file within a URL, which Markdown does not break: letters, digits, dots and dashes. */
export function toPathName(displayName: string): string {
  const plain = displayName
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\s.-]/gu, '')
    .replaceAll(/[-\s]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[-.]+/, '')
  return shortened(plain, FILE_PATH_NAME_MAX_BYTES) || NAMELESS
}

/** A Markdown link to a file (spec 4.6): without brackets, and with character references for markup characters. */
export function writeMarkdownLink({ url, filename }: UploadedFile): string {
  const text = filename.replaceAll(/[[\]]/g, '').trim() || NAMELESS
  const plain = text.replaceAll(/[&~`$]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return `[${plain}](${url})`
}

function shortened(name: string, maxBytes: number): string {
  if (Buffer.byteLength(name) <= maxBytes) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= ENDING_MAX_CHARS ? name.slice(dot) : ''
  let left = maxBytes - Buffer.byteLength(ending)
  let kept = ''
  for (const char of name) {
    left -= Buffer.byteLength(char)
    if (left < 0) break
    kept += char
  }
  return `${kept.trimEnd()}${ending}`
}
