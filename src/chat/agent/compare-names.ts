import { cleanLine } from '../../lib/text.ts'

/** A name as it is compared: without what nobody sees, and alike in large and small letters. */
export function foldName(name: string): string {
  return cleanLine(name).normalize('NFC').toLowerCase()
}

/**
 * A name without the signs with which messages refer to it: `@Name`, `@**Name**`, `@_**Name**`, `@*group*`, `#channel`,
 * `#**channel**`.
 */
export function withoutSigns(named: string, sign: '@' | '#'): string {
  const trimmed = named.trim()
  const bare = trimmed.startsWith(sign) ? trimmed.slice(1) : trimmed
  const [, , inStars] = /^_?(\*\*?)(.+)\1$/s.exec(bare) ?? []
  return (inStars ?? bare).trim()
}
