import type { RecordDraft } from '../draft.ts'

const NOW = Date.UTC(2026, 5, 15)
const DAY_MS = 86_400_000
const SPAN_DAYS = 2600

/** A point in time, in the forms in which pages write it. */
export class Moment {
  readonly iso: string
  /** As `2024-05-03`. */
  readonly day: string
  readonly #date: Date
  #language = 'en'

  constructor(ms: number) {
    this.#date = new Date(ms)
    this.iso = this.#date.toISOString()
    this.day = this.iso.slice(0, 10)
  }

  /** As `10:12`. */
  get clock(): string {
    return this.iso.slice(11, 16)
  }

  /** As `May 3, 2024` in this language. */
  long(language = 'en'): string {
    return this.#written(language, { dateStyle: 'long' })
  }

  /** As `May 3, 2024` with short months, or with numbers alone. */
  medium(language = 'en'): string {
    return this.#written(language, { dateStyle: 'medium' })
  }

  short(language = 'en'): string {
    return this.#written(language, { dateStyle: 'short' })
  }

  /** As `3 months ago`. */
  get ago(): string {
    const days = Math.max(1, Math.round((NOW - this.#date.getTime()) / DAY_MS))
    if (days < 45) return days === 1 ? 'yesterday' : `${days} days ago`
    const months = Math.round(days / 30.4)
    if (months < 18) return `${months} months ago`
    return `${Math.round(days / 365)} years ago`
  }

  /** All ways to write the day, but those that count from today. */
  get ways(): string[] {
    const forms = ['en', 'en-GB', 'de', this.#language].flatMap((language) => [
      this.long(language),
      this.medium(language),
      this.short(language),
    ])
    return [...new Set([this.day, ...forms, this.iso, `${this.day} ${this.clock}`])]
  }

  /** Adds the ways in which a language writes this time. */
  with(language: string): this {
    this.#language = language
    return this
  }

  /** A later one, by less than so many days. */
  after(draft: RecordDraft, days: number): Moment {
    const later = this.#date.getTime() + draft.random.int(1, days * 1440) * 60_000
    return new Moment(Math.min(later, NOW - DAY_MS))
  }

  /** Notes that the page may show it, and returns how. */
  shown(draft: RecordDraft, form: string): string {
    for (const way of [...this.ways, this.ago, form]) draft.maybe(way)
    return form
  }

  #written(language: string, options: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(this.#date)
  }
}

/** Returns a moment of the last years. */
export function someMoment(draft: RecordDraft): Moment {
  return new Moment(NOW - draft.random.int(2880, SPAN_DAYS * 1440) * 60_000)
}
