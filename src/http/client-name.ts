import { cleanLine } from '../lib/text.ts'

const NAME_MAX_CHARS = 30

/** The program behind a User-Agent header, e.g. `ZulipPython` of `ZulipPython/0.9.1`; browsers are `website`. */
export function clientName(userAgent: string | null): string {
  const name = /^[^/ (]+/.exec(userAgent ?? '')?.[0] ?? ''
  if (name === '') return 'Unspecified'
  return name === 'Mozilla' ? 'website' : name.slice(0, NAME_MAX_CHARS)
}

/** The name that a program gives itself in a request, which goes before the header; undefined without one. */
export function givenName(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  const [given = ''] = cleanLine(name).split('/')
  return given.trim().slice(0, NAME_MAX_CHARS) || undefined
}
