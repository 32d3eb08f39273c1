import { parseTemplate } from 'url-template'
import { countChars } from '../../lib/text.ts'
import { badRequest } from '../kernel/failures.ts'
import { isAllowedLink } from '../rendering/addresses.ts'
import { PATTERN_MAX_CHARS } from './limits.ts'

/** One expression of RFC 6570: an operator, then names with their modifiers. */
const EXPRESSION = /^[+#./;?&]?((?:\w+(?::\d{1,4}|\*)?)(?:,\w+(?::\d{1,4}|\*)?)*)$/

/**
 * Names of the variables of an address template (RFC 6570), in order. Throws for a text that is no template, is too long, or
 * makes forbidden URLs, such as scripts.
 */
export function templateVariables(template: string): string[] {
  if (countChars(template) > PATTERN_MAX_CHARS) throw badRequest('URL template is too long.')
  const names: string[] = []
  const rest = template.replaceAll(/\{([^{}]*)\}/g, (_, inner: string) => {
    const list = EXPRESSION.exec(inner)?.[1]
    if (list === undefined) throw badRequest('Invalid URL template.')
    names.push(...list.split(',').map((part) => part.replace(/[:*].*$/, '')))
    return ''
  })
  if (/[{}\s\p{Cc}]/u.test(rest)) throw badRequest('Invalid URL template.')
  const values = Object.fromEntries(names.map((name) => [name, 'x']))
  if (!isAllowedLink(parseTemplate(template).expand(values))) {
    throw badRequest('Invalid URL template.')
  }
  return [...new Set(names)]
}

/** A text with `{variable}` in it, where `{{` and `}}` are literal braces (spec 4.7). */
export interface TextTemplate {
  variables: readonly string[]
  expand(values: Readonly<Record<string, string>>): string
}

/** Reads a text template. Throws for braces that do not belong together. */
export function readTextTemplate(template: string): TextTemplate {
  if (countChars(template) > PATTERN_MAX_CHARS) throw badRequest('Reverse template is too long.')
  const parts: ({ text: string } | { name: string })[] = []
  let end = 0
  for (const match of template.matchAll(/\{\{|\}\}|\{(\w+)\}|[^{}]+/g)) {
    if (match.index !== end) break
    end += match[0].length
    const [whole, name] = match
    parts.push(name === undefined ? { text: whole.replace(/^([{}])\1$/, '$1') } : { name })
  }
  if (end !== template.length) throw badRequest('Invalid reverse template.')
  return {
    variables: parts.flatMap((part) => ('name' in part ? [part.name] : [])),
    expand: (values) =>
      parts.map((part) => ('name' in part ? (values[part.name] ?? '') : part.text)).join(''),
  }
}
