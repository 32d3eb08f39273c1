/** Longest address that is given out. */
const ADDRESS_MAX_CHARS = 8192

const SCHEME = /^[a-z][a-z0-9+.-]*:/i
const REFUSED_SCHEMES = /^(?:javascript|vbscript|data|file|blob|about|view-source):/i

/**
 * An address of a feed, absolute where it can be: as written if it has a scheme, else resolved against `base`.
 * Empty for one that runs or holds code.
 */
export function absoluteAddress(written: string, base: string | undefined): string {
  // As browsers do: no control characters or line ends inside.
  // oxlint-disable-next-line no-control-regex -- they are the subject.
  const address = written.replaceAll(/[\u0000-\u001F\u007F]/g, '').trim()
  if (address === '' || address.length > ADDRESS_MAX_CHARS) return ''
  if (SCHEME.test(address)) return REFUSED_SCHEMES.test(address) ? '' : address
  return URL.parse(address, base)?.href ?? address
}

/** The base that `xml:base` sets inside an element (XML Base, 3): relative to the outer one. */
export function resolveInnerBase(written: string, outer: string): string {
  const base = URL.parse(written.trim(), outer)
  return base && /^https?:$/.test(base.protocol) ? base.href : outer
}
