import { type ZippedFile, zipOfFiles } from '../zip.ts'

/**
 * A document that does harm where it is believed: what it is, the name of its file, how it is made for a trap (an address that
 * nobody may ask for), and what the answer of a reader says.
 */
export type HostileDocument = readonly [
  what: string,
  name: string,
  make: (trap: string) => string | Uint8Array,
  answer: RegExp,
]

/** Begins the answer where a document is read, as far as it can be. */
export const READ = /^\[/
export const TOO_LARGE = /^too_large: .+\n./
export const DAMAGED = /^unparsable: .+\n./
export const UNSUPPORTED = /^unsupported_content: .+\n./
export const READ_OR_REFUSED = /^(?:\[|(?:too_large|unparsable|unsupported_content): .+\n.)/

/** Files of a package, whose list may lie about some of them. */
export function packageOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  claims: Readonly<Record<string, Partial<ZippedFile>>> = {},
): Buffer {
  return zipOfFiles(
    Object.entries(files).map(([name, content]) => ({ name, content, ...claims[name] })),
  )
}

/** Entities of which the last stands for 10^30 characters. */
export function billionLaughs(root: string): string {
  const entities = Array.from(
    { length: 30 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  )
  return `<!DOCTYPE ${root} [<!ENTITY l0 "ha">${entities.join('')}]>`
}

/** Entities that stand for a file of the machine, and for what is at an address. */
export function externalEntities(root: string, trap: string): string {
  return `<!DOCTYPE ${root} SYSTEM "${trap}" [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY web SYSTEM "${trap}"><!ENTITY % more SYSTEM "${trap}">%more;]>`
}

/** One text after another, as many as asked for. */
export function repeated(count: number, make: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => make(at)).join('')
}
