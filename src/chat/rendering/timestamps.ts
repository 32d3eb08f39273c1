import type { MarkdownIt, StateInline } from 'markdown-it'
import { escapeHtml } from '../../lib/escape-html.ts'
import { findIsoTime } from '../../lib/iso-time.ts'

const TIME = /<time:([^>\n]{1,60})>/y

/** A date with the name of its month, and its year. */
const NAMED = /^(?=.*\b\d{4}\b)(?=.*[a-z]{3})[a-z\d ,:.+-]{6,60}$/i
const ZONE = /(?:[+-]\d{2}:?\d{2}|UTC|GMT|Z)$/i
const TIME_OF_DAY = /\d{1,2}(?::\d{2}){1,2}/g
const UNIX_SECONDS = /^\d{1,11}$/

/** Adds instants that are shown in each reader's time zone: `<time:2026-01-02T03:04:05Z>`. */
export function addTimestamps(parser: MarkdownIt): void {
  parser.inline.ruler.before('emphasis', 'time', readTimestamp)
  parser.renderer.rules['time'] = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {}
    return info === ''
      ? `<span class="timestamp-error">Invalid time format: ${escapeHtml(content)}</span>`
      : `<time datetime="${info}">${escapeHtml(content)}</time>`
  }
}

function readTimestamp(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== '<') return false
  TIME.lastIndex = state.pos
  const match = TIME.exec(state.src)
  if (!match) return false
  const [whole, text = ''] = match
  const instant = readInstant(text.trim()) ?? ''
  if (!silent) {
    const token = state.push('time', '', 0)
    token.content = text
    token.info = instant
  }
  state.pos += whole.length
  return true
}

/** An ISO 8601 date or instant, or one with the name of its month, UTC where it names no zone, or UNIX seconds; as ISO 8601 in UTC. */
function readInstant(text: string): string | undefined {
  if (UNIX_SECONDS.test(text)) return show(Number(text) * 1_000)
  return show(NAMED.test(text) ? findNamedTime(text) : findIsoTime(text))
}

/** Milliseconds since 1970 of a date with the name of its month; undefined for a day that the month does not have. */
function findNamedTime(text: string): number | undefined {
  const zone = ZONE.exec(text)?.[0] ?? ''
  const local = text.slice(0, text.length - zone.length)
  const day = new Date(`${local} UTC`).getUTCDate()
  const numbers = local.replaceAll(TIME_OF_DAY, ' ').match(/(?<!\d)\d{1,2}(?!\d)/g) ?? []
  const isReal = numbers.length === 0 || numbers.some((number) => Number(number) === day)
  return isReal ? Date.parse(zone === '' ? `${text} UTC` : text) : undefined
}

function show(instant: number | undefined): string | undefined {
  const date = new Date(instant ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace(/\.\d+Z$/, 'Z')
}
