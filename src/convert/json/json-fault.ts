import { badData } from '../failures.ts'
import { findFault, type JsonFault } from './json-parser.ts'
import { NameTree } from './name-tree.ts'

/**
 * Throws `invalid_input` unless a text is JSON, or JSON lines, that can become a table. Builds nothing of what it reads,
 * so that a large text costs time only, and little of it.
 */
export function requireJson(data: string, lines?: boolean): void {
  const text = withoutMark(data)
  const fault = faultOf(text, lines)
  if (fault) throw refusalOf(fault)
  const isScalar = lines !== true && !/^[ \t\n\r]*[[{]/.test(text)
  if (isScalar && !findFault(text)) throw singleValue()
}

/** Throws `invalid_input` unless a text is JSON, or JSON lines. */
export function requireJsonText(data: string): void {
  const fault = faultOf(withoutMark(data))
  if (fault) throw refusalOf(fault)
}

/**
 * The first fault of a text. With `lines` each line is a value, without it the text is one; undefined: lines, where the
 * text is not one value.
 */
export function faultOf(text: string, lines?: boolean): JsonFault | undefined {
  if (lines === true) return faultInLines(text, 1)?.fault
  const fault = findFault(text)
  if (!fault || lines === false) return fault
  const inLines = faultInLines(text, 2)
  // Of a text that begins as lines do, the faulty line is told.
  return inLines && inLines.line > 1 ? inLines.fault : inLines && fault
}

/** The first fault of JSON lines, and which of those that are not blank has it; fewer than `leastLines` are none. */
function faultInLines(
  text: string,
  leastLines: number,
): { fault: JsonFault; line: number } | undefined {
  const names = new NameTree()
  let line = 0
  for (let start = 0, end: number; start < text.length; start = end + 1) {
    const newline = text.indexOf('\n', start)
    end = newline === -1 ? text.length : newline
    const written = text.slice(start, end)
    if (written.trim() === '') continue
    line += 1
    const fault = findFault(written, names)
    if (fault) return { fault: { ...fault, position: start + fault.position }, line }
  }
  return line < leastLines ? { fault: { position: 0, isTooDeep: false }, line: 0 } : undefined
}

/** A text without the byte order mark that it may begin with. */
export function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** The refusal of JSON that holds no rows. */
export function singleValue(): Error {
  return badData('The JSON is a single value.', 'Send an array of objects, or an object.')
}

/** The refusal of JSON whose values no cell can hold. */
function tooDeep(): Error {
  return badData('The JSON is nested too deeply.', 'Send less deeply nested values.')
}

/** The refusal of a text for its first fault. */
export function refusalOf({ position, isTooDeep, isRepeatedName }: JsonFault): Error {
  if (isTooDeep) return tooDeep()
  if (isRepeatedName) {
    const message = 'The JSON has a name twice in one object.'
    return badData(message, 'Give each name of an object once.', { position })
  }
  const hint = 'Send a JSON array of objects, or one JSON object a line.'
  return badData('data is not valid JSON.', hint, { position })
}
