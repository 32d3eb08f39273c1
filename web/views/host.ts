import { asText } from '../lib/as-text.ts'
import { WORDS } from '../words/hosts.ts'
import { connect, type Json, notify, on, request } from './bridge.ts'
import { h } from './dom.ts'
import { isRecord } from './json.ts'

/** What a tool answered. */
export interface Answer {
  /** Result of the operation; empty where it failed. */
  result: Json
  /** What only people see. */
  meta: Json
  /** What went wrong. */
  failure?: string
}

/** Handlers of a page for the notices of its host. */
export interface Page {
  name: string
  /** The arguments of the call. */
  input(args: Json): void
  answer(answer: Answer): void
  cancelled(): void
}

const place: { locale?: string; timeZone?: string } = {}

const TOOLS = new Map(
  (document.documentElement.dataset['tools'] ?? '')
    .split(' ')
    .map((pair) => pair.split('=') as [string, string | undefined]),
)

/** Whether the page may call a tool. */
export function hasTool(name: string): boolean {
  return TOOLS.has(name)
}

/** Calls a tool of this server through the host. Never rejects. */
export async function callTool(name: string, args: Json): Promise<Answer> {
  try {
    return readAnswer(
      await request('tools/call', { name: TOOLS.get(name) ?? name, arguments: args }),
    )
  } catch (thrown) {
    return {
      result: {},
      meta: {},
      failure: thrown instanceof Error ? thrown.message : String(thrown),
    }
  }
}

function readAnswer({ isError, structuredContent, content, _meta }: Json): Answer {
  const extra = isRecord(_meta) ? _meta['bellhop/view'] : undefined
  const meta = isRecord(extra) ? extra : {}
  const result = [meta['result'], structuredContent].find(isRecord) ?? {}
  if (isError !== true) return { result, meta }
  const [first] = Array.isArray(content) ? (content as unknown[]) : []
  return { result, meta, failure: (isRecord(first) ? asText(first['text']) : '') || WORDS.failed }
}

/** Shows a page in the look and the language of its host, as long as that wants it. */
export async function show(page: Page): Promise<void> {
  on('ui/notifications/tool-input', ({ arguments: args }) => page.input(isRecord(args) ? args : {}))
  on('ui/notifications/tool-result', (answer) => page.answer(readAnswer(answer)))
  on('ui/notifications/tool-cancelled', () => page.cancelled())
  on('ui/notifications/host-context-changed', dress)
  const { hostContext } = await connect(page.name)
  if (isRecord(hostContext)) dress(hostContext)
  notify('ui/notifications/initialized')
  const watcher = new ResizeObserver(() => {
    const { width, height } = document.body.getBoundingClientRect()
    const size = { width: Math.ceil(width), height: Math.ceil(height) }
    notify('ui/notifications/size-changed', size)
  })
  watcher.observe(document.body)
  on('ui/resource-teardown', () => {
    watcher.disconnect()
    document.body.replaceChildren()
  })
}

function dress({ theme, styles, locale, timeZone, safeAreaInsets }: Json): void {
  const { style } = document.documentElement
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme
  const variables = isRecord(styles) && isRecord(styles['variables']) ? styles['variables'] : {}
  for (const [name, value] of Object.entries(variables)) {
    if (name.startsWith('--')) style.setProperty(name, asText(value))
  }
  if (typeof locale === 'string') place.locale = locale
  if (typeof timeZone === 'string') place.timeZone = timeZone
  if (isRecord(safeAreaInsets)) {
    const sides = ['top', 'right', 'bottom', 'left'].map(
      (side) => Number(safeAreaInsets[side]) || 0,
    )
    document.body.style.padding = sides.map((px) => `${px}px`).join(' ')
  }
}

/**
 * A date or a time as the person at the host reads it, as exact as it is; any other text as it stands. What names no zone is the same
 * everywhere.
 */
export function localTime(text: unknown, style: 'short' | 'medium' = 'short'): string {
  const whole = asText(text)
  const [matched, day, clock, zone] = DATE_AND_TIME.exec(whole) ?? []
  const time = new Date(clock && !zone ? `${whole}Z` : whole)
  if (matched === undefined || Number.isNaN(time.getTime())) return whole
  const { locale, timeZone } = place
  const written: Intl.DateTimeFormatOptions = day
    ? { dateStyle: 'medium', ...(clock ? { timeStyle: style } : {}) }
    : { year: 'numeric', month: 'long' }
  const fixed = zone ? {} : { timeZone: 'UTC' }
  try {
    return format(locale, { ...written, timeZone, ...fixed }, time)
  } catch {
    // A host may name a language or a zone that the browser does not know.
    return format(undefined, { ...written, ...fixed }, time)
  }
}

/** A date in ISO 8601, to the month or the day, with a time of day and what it is ahead of UTC, as far as they are known. */
const DATE_AND_TIME = /^\d{4}-\d\d(?:(-\d\d)(?:T(\d\d:[\d:.]+)(Z|[+-]\d\d:?\d\d)?)?)?$/

function format(
  locale: string | undefined,
  { timeZone, ...style }: Intl.DateTimeFormatOptions,
  time: Date,
): string {
  const zone = timeZone === undefined ? {} : { timeZone }
  return new Intl.DateTimeFormat(locale, { ...style, ...zone }).format(time)
}

/** A count in the language of the host. */
export function localCount(count: unknown): string {
  try {
    return Number(count).toLocaleString(place.locale)
  } catch {
    return String(Number(count))
  }
}

/** Has the host open an address. */
export function openLink(url: string): void {
  void request('ui/open-link', { url }).catch(() => {})
}

/** Puts a text into the clipboard; where that is forbidden, selects `source`, which shows it. */
export async function copy(text: string, source: Node): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    getSelection()?.selectAllChildren(source)
    return false
  }
}

/** Replaces what the page shows. */
export function draw(...children: Node[]): void {
  document.body.replaceChildren(h('main', {}, ...children))
}

/** What went wrong, told at once. */
export function alertBox(text: string): HTMLElement {
  return h('p', { class: 'alert', role: 'alert' }, text)
}

/** Stands where something will be. */
export function waitingBox(label: string, lines = 3): HTMLElement {
  const bars = Array.from({ length: lines }, () => h('span', { class: 'bar' }))
  return h('div', { class: 'wait', role: 'status', 'aria-label': label }, ...bars)
}
