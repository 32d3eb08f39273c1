import type { MarkdownIt, StateInline } from 'markdown-it'
import { escapeHtml } from '../../lib/escape-html.ts'

const TIME = /<time:([^>\n]{1,60})>/y

const DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)( ?(?:Z|[+-]\d{2}:?\d{2}))?)?$/
/** A date with the name of its month, and its year. */
const NAMED = /^(?=.*\b\d{4}\b)(?=.*[a-z]{3})[a-z\d ,:.+-]{6,60}$/i
const ZONE = /(?:[+-]\d{2}:?\d{2}|UTC|GMT|Z)$/i
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
  if (UNIX_SECONDS.test(text)) return show(new Date(Number(text) * 1_000))
  if (NAMED.test(text)) return show(new Date(ZONE.test(text) ? text : `${text} UTC`))
  const [, day, time = '00:00', zone = 'Z'] = DATE.exec(text) ?? []
  return day === undefined ? undefined : show(new Date(`${day}T${time}${zone.trim()}`))
}

function show(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined
  return date.toISOString().replace(/\.\d+Z$/, 'Z')
}
