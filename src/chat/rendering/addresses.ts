/** Schemes that a link may have. */
const SCHEMES = new Set(['http', 'https', 'ftp', 'mailto', 'tel', 'sms'])

const SCHEME = /^([a-z][a-z0-9+.-]*):/i

/** Whether an address may be linked to: one on this server, or of a known scheme. */
export function isAllowedLink(address: string): boolean {
  const scheme = SCHEME.exec(address)?.[1]
  if (scheme !== undefined) return SCHEMES.has(scheme.toLowerCase())
  return /^(?:\/(?![/\\])|#)/.test(address)
}

/** A URL as its author meant it: `example.com` is a web page, `//example.com` too. */
export function completeAddress(address: string): string {
  const trimmed = address.trim()
  if (trimmed === '' || trimmed.startsWith('#') || SCHEME.test(trimmed)) return trimmed
  if (trimmed.startsWith('//')) return `http:${trimmed}`
  return trimmed.startsWith('/') ? trimmed : `http://${trimmed}`
}

/** A URL without the server where it leads to a view or an upload of this one; others as they are. */
export function relativeAddress(address: string, realmUrl: string | undefined): string {
  if (realmUrl === undefined) return address
  const base = realmUrl.endsWith('/') ? realmUrl : `${realmUrl}/`
  if (!address.startsWith(base)) return address
  const rest = address.slice(base.length)
  return rest.startsWith('#') || rest.startsWith('user_uploads/') ? rest : address
}

/** The path of an upload that an address leads to, such as `/user_uploads/2/ab/cat.png`. */
export function uploadPath(address: string): string | undefined {
  const path = /^\/?(user_uploads\/[^?#]+)/.exec(address)?.[1]
  // Browsers resolve `..` steps out of the upload path.
  return path === undefined || /(?:^|\/)\.{1,2}(?:\/|$)/.test(decoded(path)) ? undefined : path
}

/** An address without percent signs; a malformed one matches no file. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replaceAll('\\', '/')
  } catch {
    return '..'
  }
}

/** The media kind of a file, by its name. */
export function mediaKind(path: string): 'image' | 'video' | 'audio' | undefined {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  return MEDIA.get(extension)
}

const MEDIA = new Map<string, 'image' | 'video' | 'audio'>([
  ...['bmp', 'gif', 'jpe', 'jpeg', 'jpg', 'png', 'webp', 'avif'].map(
    (name) => [name, 'image'] as const,
  ),
  ...['mp4', 'mov', 'webm'].map((name) => [name, 'video'] as const),
  ...['aac', 'flac', 'mp3', 'wav'].map((name) => [name, 'audio'] as const),
])
