import type { Frame } from '../pages/frame.ts'
import { randomOf } from '../pages/report.ts'
import { Sheet, slug } from '../pages/sheet.ts'
import type { Tongue } from '../pages/tongue.ts'
import { REPAIR_KINDS, type RepairPage, type Samples } from './page.ts'

/** What one half makes pages of. */
export interface Ground {
  tongues: readonly Tongue[]
  frames: readonly Frame[]
  bare: Frame
  samples: Samples
  seed: number
  /** Where its pages stand. */
  site: string
}

/** Makes a page: kinds go round with the number, all else is chosen by the seed. */
export function makeRepairPage(ground: Ground, number: number): RepairPage {
  const random = randomOf(ground.seed, number)
  const kind = REPAIR_KINDS[number % REPAIR_KINDS.length]!
  const sheet = new Sheet(random, random.pick(ground.tongues))
  const heading = sheet.keep('heading', sheet.title())
  const sample = random.pick(ground.samples[kind])(sheet)
  const { main, checks, around, head, contentType } = sample
  const hasProse = around === undefined || around === 'bare'
  const [before, after] = hasProse ? [sheet.paragraphs(2), sheet.paragraphs(2)] : ['', '']
  const frame = around === 'bare' ? ground.bare : random.pick(ground.frames)
  const inner = `<h1>${heading}</h1>\n${before}\n${main}\n${after}`
  const html =
    around === 'own'
      ? main.replaceAll('%HEADING%', () => heading)
      : frame(sheet, { title: heading, main: inner, ...(head === undefined ? {} : { head }) })
  return {
    id: `${kind}-${number}`,
    url: `${ground.site}${slug(random)}`,
    html,
    ...(contentType === undefined ? {} : { contentType }),
    kind,
    language: sheet.tongue.language,
    checks,
    content: sheet.content,
  }
}
