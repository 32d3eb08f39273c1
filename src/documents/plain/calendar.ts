import { decodeText } from '../../lib/decode.ts'
import type { DocumentWriter } from '../document-writer.ts'
import type { Source } from '../document.ts'
import { writePlainText } from '../text/plain-text.ts'
import { recurrenceText } from './recurrence.ts'

/** A line of a calendar: name, parameters and value (RFC 5545, 3.1). */
interface Property {
  name: string
  parameters: ReadonlyMap<string, string>
  value: string
}

/** Components that are entries; alarms and zones within or beside them are not. */
const ENTRY = /^V(?:EVENT|TODO|JOURNAL)$/
const COMPONENTS_MAX_DEPTH = 20
const ATTENDEES_MAX_COUNT = 50

/** Reads a calendar: its events and tasks, each with its time, place, recurrence and description. */
export async function readIcs({ bytes, contentType }: Source, out: DocumentWriter): Promise<void> {
  const open: string[] = []
  let entry: Property[] = []
  for (const property of readProperties(decodeText(bytes, contentType))) {
    const { name, value } = property
    if (name === 'BEGIN') {
      if (open.length < COMPONENTS_MAX_DEPTH) open.push(value.toUpperCase())
      if (ENTRY.test(open.at(-1) ?? '')) entry = []
    } else if (name === 'END') {
      const ended = open.pop() ?? ''
      if (ENTRY.test(ended)) writeEntry(entry, ended, out)
    } else if (ENTRY.test(open.at(-1) ?? '')) entry.push(property)
    else if (open.length === 1 && name === 'X-WR-CALNAME') out.describe({ title: plain(value) })
  }
}

function writeEntry(entry: readonly Property[], kind: string, out: DocumentWriter): void {
  const find = (name: string): Property | undefined =>
    entry.find((property) => property.name === name)
  const text = (name: string): string => plain(find(name)?.value ?? '').trim()
  const time = (name: string): string => timeText(find(name))
  out.add('h2', text('SUMMARY') || (kind === 'VTODO' ? 'Task' : 'Event'))
  const [start, end] = [time('DTSTART'), endText(find('DTEND'))]
  const rule = find('RRULE')
  const excepted = entry.filter(({ name }) => name === 'EXDATE').map(timeText)
  const added = entry.filter(({ name }) => name === 'RDATE').map(timeText)
  const people = entry.filter(({ name }) => name === 'ATTENDEE').map(personText)
  const organizer = find('ORGANIZER')
  const lines = [
    ['When', end === '' || end === start ? start : `${start} to ${end}`],
    ['Lasts', text('DURATION')],
    ['Due', time('DUE')],
    ['Repeats', rule ? recurrenceText(rule.value, (value) => dateText(value)) : ''],
    ['Not on', excepted.join(', ')],
    ['Also on', added.join(', ')],
    ['Where', text('LOCATION')],
    ['Status', statusText(text('STATUS'))],
    ['Organizer', organizer ? personText(organizer) : ''],
    ['Attendees', shortList(people)],
    ['Link', text('URL')],
    ['Categories', text('CATEGORIES')],
  ].filter(([, value]) => value !== '')
  out.open('ul')
  for (const [name, value] of lines) out.add('li', `${name}: ${value}`)
  out.close('ul')
  writePlainText(text('DESCRIPTION'), out)
}

function shortList(names: readonly string[]): string {
  const left = names.length - ATTENDEES_MAX_COUNT
  const first = names.slice(0, ATTENDEES_MAX_COUNT).join(', ')
  return left > 0 ? `${first} and ${left} more` : first
}

function statusText(status: string): string {
  return status === 'CONFIRMED' ? '' : status.toLowerCase().replaceAll('-', ' ')
}

function personText({ parameters, value }: Property): string {
  const address = value.replace(/^mailto:/i, '')
  const name = parameters.get('CN') ?? ''
  return name === '' || name === address ? address : `${name} (${address})`
}

/** The last day of an event of whole days is the one before its end. */
function endText(end: Property | undefined): string {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(end?.value.trim() ?? '') ?? []
  if (day === undefined) return timeText(end)
  const before = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) - 1))
  return before.toISOString().slice(0, 10)
}

function timeText(property: Property | undefined): string {
  if (!property) return ''
  const zone = property.parameters.get('TZID')
  const times = property.value.split(',').map(dateText).join(', ')
  return zone === undefined ? times : `${times} (${zone.replace(/^\//, '')})`
}

/** A date or time in ISO 8601: `2026-03-01`, `2026-03-01T10:00`, with `Z` in UTC. */
function dateText(value: string): string {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z?))?/.exec(value.trim())
  if (!match) return value.trim()
  const [, year, month, day, hour, minute, , utc = ''] = match
  const date = `${year}-${month}-${day}`
  return hour === undefined ? date : `${date}T${hour}:${minute}${utc}`
}

function* readProperties(source: string): Generator<Property> {
  for (const line of source
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n[ \t]/g, '')
    .split('\n')) {
    const head =
      /^([A-Za-z0-9-]{1,80})((?:;[^=;:]{1,80}=(?:"[^"]*"|[^";:]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):/.exec(
        line,
      )
    if (!head) continue
    const parameters = new Map<string, string>()
    for (const [, name = '', quoted, bare = ''] of (head[2] ?? '').matchAll(
      /;([^=;:]+)=(?:"([^"]*)"|([^;:]*))/g,
    )) {
      parameters.set(name.toUpperCase(), quoted ?? bare)
    }
    yield { name: head[1]!.toUpperCase(), parameters, value: line.slice(head[0].length) }
  }
}

/** A text without the escapes of calendars. */
function plain(value: string): string {
  return value.replaceAll(/\\([nN,;\\])/g, (_, escaped: string) =>
    escaped.toLowerCase() === 'n' ? '\n' : escaped,
  )
}
