import { MINUTE_SECONDS } from '../lib/durations.ts'
import { cleanLine } from '../lib/text.ts'

/** Entries of one list of an item. */
const LIST_MAX_COUNT = 50
/** Longer ones are mistakes. */
const DURATION_MAX_SECONDS = 1_000_000
const NUMBER_MAX = 1_000_000

/** The text of an episode, or of anything else that is heard. */
export interface Transcript {
  url: string
  type?: string
}

/** Someone who took part. */
export interface Participant {
  name: string
  role?: string
}

/** A short part of an episode that is worth hearing. */
export interface Soundbite {
  /** Seconds from the beginning, and how many it takes. */
  start: number
  duration: number
  title?: string
}

/** Where to give money for it. */
export interface Funding {
  url: string
  text?: string
}

/** A place that it is about: its name, its point in degrees. */
export interface Place {
  name?: string
  latitude?: number
  longitude?: number
}

/** What readers of podcasts and videos show of an item besides. */
export interface ItemExtras {
  /** Seconds. */
  duration?: number
  season?: number
  episode?: number
  /** `full`, `trailer` or `bonus`. */
  episodeType?: string
  explicit?: boolean
  transcripts?: Transcript[]
  /** Address of the list of chapters. */
  chapters?: string
  people?: Participant[]
  soundbites?: Soundbite[]
  funding?: Funding[]
  location?: Place
  /** Address of the page with comments. */
  comments?: string
  /** The address that a service for feeds has replaced by its own. */
  originalLink?: string
}

/** One element of an item that says such a thing: its text once it has ended, its attributes, and how addresses are resolved. */
export interface ExtraElement {
  text: string
  attribute(name: string): string
  address(written: string): string
}

type Read = (extras: ItemExtras, element: ExtraElement) => void

/** Readers of elements by the key of `Scope.keyOf`. The first of equal elements counts. */
const READERS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['itunes:duration', (extras, { text }) => setNumber(extras, 'duration', readDuration(text))],
  ['itunes:season', (extras, { text }) => setNumber(extras, 'season', readCount(text))],
  ['podcast:season', (extras, { text }) => setNumber(extras, 'season', readCount(text))],
  ['itunes:episode', (extras, { text }) => setNumber(extras, 'episode', readCount(text))],
  ['podcast:episode', (extras, { text }) => setNumber(extras, 'episode', readCount(text))],
  ['itunes:episodetype', (extras, { text }) => setText(extras, 'episodeType', episodeType(text))],
  ['itunes:explicit', readExplicit],
  ['podcast:transcript', addTranscript],
  ['podcast:chapters', setAddress('chapters', 'url')],
  ['podcast:person', addPerson],
  ['podcast:soundbite', addSoundbite],
  ['podcast:funding', addFunding],
  ['podcast:location', setLocation],
  ['georss:point', setPoint],
  ['georss:featurename', setPlaceName],
  ['gml:pos', setPoint],
  ['geo:lat', setDegrees('latitude')],
  ['geo:long', setDegrees('longitude')],
  ['comments', setAddress('comments')],
  ['feedburner:origlink', setAddress('originalLink')],
])

/** The reader of an element that says more of an item; undefined for any other. */
export function extraReader(key: string): Read | undefined {
  return READERS.get(key)
}

/** Seconds of `3600`, `12:34`, `1:02:03` and the like; undefined for anything else. */
export function readDuration(text: string): number | undefined {
  const written = text.trim()
  if (!/^\d{1,7}(?:[.,]\d{1,6})?$|^\d{1,5}(?::\d{1,2}){1,2}(?:\.\d{1,6})?$/.test(written)) {
    return undefined
  }
  let seconds = 0
  for (const part of written.replace(',', '.').split(':')) {
    seconds = seconds * MINUTE_SECONDS + Math.floor(Number(part))
  }
  return seconds > 0 && seconds <= DURATION_MAX_SECONDS ? seconds : undefined
}

function readCount(text: string): number | undefined {
  const count = Number(/^\s*(\d{1,7})(?:\.0+)?\s*$/.exec(text)?.[1] ?? Number.NaN)
  return count > 0 && count <= NUMBER_MAX ? count : undefined
}

function episodeType(text: string): string {
  const type = text.trim().toLowerCase()
  return /^(?:full|trailer|bonus)$/.test(type) ? type : ''
}

function readExplicit(extras: ItemExtras, { text }: ExtraElement): void {
  const said = text.trim().toLowerCase()
  if (/^(?:yes|true|explicit)$/.test(said)) extras.explicit ??= true
  if (/^(?:no|false|clean)$/.test(said)) extras.explicit ??= false
}

function addTranscript(extras: ItemExtras, { attribute, address }: ExtraElement): void {
  const url = cleanLine(address(attribute('url')))
  const type = cleanLine(attribute('type').toLowerCase(), 100)
  if (url === '' || (extras.transcripts?.length ?? 0) >= LIST_MAX_COUNT) return
  extras.transcripts ??= []
  extras.transcripts.push({ url, ...(type === '' ? {} : { type }) })
}

function addPerson(extras: ItemExtras, { text, attribute }: ExtraElement): void {
  const name = cleanLine(text, 200)
  const role = cleanLine(attribute('role').toLowerCase(), 100)
  if (name === '' || (extras.people?.length ?? 0) >= LIST_MAX_COUNT) return
  extras.people ??= []
  extras.people.push({ name, ...(role === '' ? {} : { role }) })
}

function addSoundbite(extras: ItemExtras, { text, attribute }: ExtraElement): void {
  const start = Number(attribute('startTime') || attribute('starttime') || Number.NaN)
  const duration = Number(attribute('duration') || Number.NaN)
  const isTime = start >= 0 && duration > 0 && start + duration <= DURATION_MAX_SECONDS
  if (!isTime || (extras.soundbites?.length ?? 0) >= LIST_MAX_COUNT) return
  const title = cleanLine(text, 200)
  extras.soundbites ??= []
  extras.soundbites.push({ start, duration, ...(title === '' ? {} : { title }) })
}

function addFunding(extras: ItemExtras, { text, attribute, address }: ExtraElement): void {
  const url = cleanLine(address(attribute('url')))
  if (!/^https?:/i.test(url) || (extras.funding?.length ?? 0) >= LIST_MAX_COUNT) return
  const label = cleanLine(text, 200)
  extras.funding ??= []
  extras.funding.push({ url, ...(label === '' ? {} : { text: label }) })
}

function setLocation(extras: ItemExtras, { text, attribute }: ExtraElement): void {
  setName(extras, text)
  const [, latitude, longitude] = GEO_ADDRESS.exec(attribute('geo')) ?? []
  if (latitude !== undefined) setPlace(extras, Number(latitude), Number(longitude))
}

const GEO_ADDRESS = /^geo:(-?\d{1,3}(?:\.\d{1,12})?),(-?\d{1,3}(?:\.\d{1,12})?)/i
const POINT = /^\s*(-?\d{1,3}(?:\.\d{1,12})?)[\s,]+(-?\d{1,3}(?:\.\d{1,12})?)/

function setPoint(extras: ItemExtras, { text }: ExtraElement): void {
  const [, latitude, longitude] = POINT.exec(text) ?? []
  if (latitude !== undefined) setPlace(extras, Number(latitude), Number(longitude))
}

function setPlaceName(extras: ItemExtras, { text }: ExtraElement): void {
  setName(extras, text)
}

function setName(extras: ItemExtras, text: string): void {
  const name = cleanLine(text, 200)
  if (name === '') return
  extras.location ??= {}
  extras.location.name ??= name
}

function setPlace(extras: ItemExtras, latitude: number, longitude: number): void {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return
  extras.location ??= {}
  extras.location.latitude ??= latitude
  extras.location.longitude ??= longitude
}

/** One of two elements that make a point. */
function setDegrees(field: 'latitude' | 'longitude'): Read {
  return (extras, { text }) => {
    const degrees = Number(text.trim() || Number.NaN)
    if (!(Math.abs(degrees) <= (field === 'latitude' ? 90 : 180))) return
    extras.location ??= {}
    extras.location[field] ??= degrees
  }
}

function setAddress(field: 'chapters' | 'comments' | 'originalLink', attributeName = ''): Read {
  return (extras, { text, attribute, address }) => {
    const written = attributeName === '' ? text : attribute(attributeName)
    // Some feeds tell the number of comments here.
    if (/^\s*\d*\s*$/.test(written)) return
    const url = cleanLine(address(written))
    if (/^https?:/i.test(url)) extras[field] ??= url
  }
}

function setNumber(
  extras: ItemExtras,
  field: 'duration' | 'season' | 'episode',
  value: number | undefined,
): void {
  if (value !== undefined) extras[field] ??= value
}

function setText(extras: ItemExtras, field: 'episodeType', value: string): void {
  if (value !== '') extras[field] ??= value
}
