import type { Attributes } from '../../markup/html/tokens/attributes.ts'
import { statedLanguage } from './code-language.ts'

const LANGUAGE = /(?:^|\s)lang(?:uage)?-([^\s`]{1,40})/

/** A block of code, or a code span, that is open. */
export interface OpenCode {
  element: string
  isBlock: boolean
  text: string
  language: string
  depth: number
}

/** Begins code at an element, in the language that its class names. */
export function openCode(element: string, isBlock: boolean, attributes: Attributes): OpenCode {
  return {
    element,
    isBlock,
    text: '',
    language: languageOf(element, attributes),
    depth: 0,
  }
}

/** Takes an element within the code. */
export function openInCode(code: OpenCode, name: string, attributes: Attributes): void {
  if (name === 'br') {
    code.text += '\n'
    return
  }
  code.depth += 1
  if (code.language === '') code.language = languageOf(name, attributes)
}

/** Takes text within the code. */
export function addToCode(code: OpenCode, text: string): void {
  code.text += text
}

/** As CommonMark writes it, or highlighters do. */
function languageOf(name: string, attributes: Attributes): string {
  return LANGUAGE.exec(attributes['class'] ?? '')?.[1] ?? statedLanguage(name, attributes)
}
