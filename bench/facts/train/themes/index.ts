import type { SourcePage } from '../../../pages/read.ts'
import { randomOf } from '../../../pages/report.ts'
import { Sheet, slug } from '../../../pages/sheet.ts'
import { TRAIN_FRAMES } from '../../../pages/train/frames.ts'
import { BLOGS } from './blogs.ts'
import { PAPERS } from './papers.ts'
import { SILENT } from './silent.ts'
import { Page, plain, type Theme } from './theme.ts'
import { VOICES_OF_THEMES } from './voices.ts'

const THEMES: readonly (readonly [string, Theme])[] = Object.entries({
  ...BLOGS,
  ...PAPERS,
  ...SILENT,
})
const SEED = 9507
const SITE = 'https://www.harbour.example'

/** How many themed pages there are: each theme in each language. */
export const THEMED_COUNT = THEMES.length * VOICES_OF_THEMES.length

/** A page of a theme, with what is true of it. */
export interface ThemedPage extends SourcePage {
  theme: string
  language: string
  authors: readonly string[]
  /** A day, empty where none is told. */
  date: string
}

/** Makes a page of a theme: themes and languages go round with the number, all else is chosen by the seed. */
export function makeThemedPage(number: number): ThemedPage {
  const random = randomOf(SEED, number)
  const [theme, make] = THEMES[number % THEMES.length]!
  const voice = VOICES_OF_THEMES[Math.floor(number / THEMES.length) % VOICES_OF_THEMES.length]!
  const sheet = new Sheet(random, voice.tongue)
  const page = new Page(sheet, voice)
  const { main, head, below, beside, path, whole, authors = [], isDated = false } = make(page)
  const frame = whole === true ? plain : random.pick(TRAIN_FRAMES)
  const html = frame(sheet, {
    title: page.title,
    main,
    ...(head === undefined ? {} : { head }),
    ...(below === undefined ? {} : { below }),
    ...(beside === undefined ? {} : { beside }),
  })
  const { language } = voice.tongue
  const date = isDated ? page.iso.slice(0, 10) : ''
  return { theme, language, url: `${SITE}/${path ?? slug(random)}`, html, authors, date }
}
