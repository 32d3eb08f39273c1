import type { ActualTexts, MarkedText } from '../file/actual-text.ts'
import type { Operators, PdfDocument, PdfPage } from '../file/document.ts'
import type { PdfObjects } from '../file/pdf-objects.ts'
import { isRightToLeft } from '../glyphs/bidi.ts'
import type { Fonts } from '../glyphs/fonts.ts'
import { readGlyphs } from '../glyphs/glyphs.ts'
import { isMostlyRightToLeft, mirrorAcross, spansOfGlyphs } from '../glyphs/right-to-left.ts'
import { type DrawnList, type Matrix, readDrawing } from '../glyphs/rules.ts'
import type { PicturePlaces } from '../glyphs/sieve.ts'
import { spelled } from '../glyphs/spelling.ts'
import type { Item } from '../glyphs/text-items.ts'
import { markedTags } from '../glyphs/text-walk.ts'
import { readSiftedItems } from '../glyphs/watch.ts'
import type { Dot, PageText, Rule, Span, StructureNode, Upright } from '../model.ts'
import { type Annotations, readAnnotations, type Writing } from './annotations.ts'
import { findBullets } from './bullets.ts'
import { type LinkArea, withLinks } from './link-areas.ts'
import { countPictures } from './page-pictures.ts'
import { findPictures } from './picture-places.ts'
import { withWritings } from './place-writings.ts'
import { ARTIFACT_ID, readSpans } from './spans.ts'
import { turnedPage, turnOf } from './turned-pages.ts'

/** Text items of one page that are read. */
const ITEMS_MAX_COUNT = 20_000
/** Drawing operators up to which rules and links are looked for; drawings beyond have no tables. */
const OPERATORS_MAX_COUNT = 500_000

/** The document of a page, and what its pages share. */
export interface PageReading {
  pdf: PdfDocument
  operators: Operators
  fonts: Fonts
  actualTexts: ActualTexts
  objects: PdfObjects
  isTagged: boolean
  /** Whether text that nobody sees is read too. */
  keepsHidden: boolean
  isLayerShown(layer: unknown): boolean
}

/** Reads the text, the rules, the links and, of a tagged document, the structure of a page, then releases it. */
export async function readPage(page: PdfPage, reading: PageReading): Promise<PageText> {
  try {
    const { pdf, operators, fonts, isTagged } = reading
    const { width: asideWidth, height: asideHeight, transform } = page.getViewport({ scale: 1 })
    const list = await page.getOperatorList()
    fonts.use(page)
    const idStart = idStartOf(page)
    const given = textsOf(page, list, reading)
    const pictures = page.ref ? countPictures(reading.objects, page.ref.num) : 0
    const walk = { operators, fonts, texts: given }
    let places: PicturePlaces | undefined | null = null
    const { items: allItems, sifted: all } = readSiftedItems(list, {
      ...walk,
      idStart,
      view: page.view,
      keepsHidden: reading.keepsHidden,
      isLayerShown: reading.isLayerShown,
      hasPictures: pictures > 0,
      pictures: () => {
        if (places === null)
          places = page.ref ? findPictures(reading.objects, page.ref.num) : undefined
        return places
      },
    })
    const { passed, ...sifted } = all
    const items = allItems.slice(0, ITEMS_MAX_COUNT)
    const asDrawn = {
      upright: transform as unknown as Matrix,
      width: asideWidth,
      height: asideHeight,
    }
    const turn = turnOf(items, asDrawn.upright)
    const { upright, width, height } = turn ? turnedPage(turn, asDrawn) : asDrawn
    const drawn = list.fnArray.length > OPERATORS_MAX_COUNT ? NOTHING_DRAWN : list
    const { rules, verticals, dots } = readDrawing(drawn, operators, upright)
    const { areas, writings } = mayHaveAnnotations(reading.objects)
      ? await readAnnotations(pdf, page, upright)
      : NO_ANNOTATIONS
    const read = withSpelling(readSpans(items, upright, turn === 'down'))
    const found = {
      page: page.pageNumber,
      width,
      height,
      uprightY: (y: number) => upright[3] * y + upright[5],
      structure: isTagged ? await structureOf(page) : undefined,
      pictures,
      sifted,
      cutText: textOfItems(allItems.slice(ITEMS_MAX_COUNT)),
    }
    const texts = read.map(({ text }) => text)
    if (!texts.some(isRightToLeft))
      return assemble(found, { spans: read, areas, writings, rules, verticals, dots })
    const base = isMostlyRightToLeft(texts) ? 'rtl' : 'ltr'
    const glyphs = readGlyphs(list, { ...walk, passed, upright })
    const spans =
      glyphs.length === 0
        ? read
        : [
            ...spansOfGlyphs(glyphs, base, { idStart, artifactId: ARTIFACT_ID }),
            ...read.filter((span) => !span.upright),
          ]
    if (base === 'ltr') return assemble(found, { spans, areas, writings, rules, verticals, dots })
    return assemble(found, {
      spans: mirrorAcross(spans, width),
      areas: mirrorAcross(areas, width),
      writings: mirrorAcross(writings, width),
      rules: mirrorAcross(rules, width),
      verticals: mirrorAcross(verticals, width),
      dots: mirrorAcross(dots, width),
    })
  } finally {
    page.cleanup()
  }
}

const SPELLED = /[\u0900-\u0AFF\u0E00-\u0EFF]/

function withSpelling(spans: Span[]): Span[] {
  if (!spans.some(({ text }) => SPELLED.test(text))) return spans
  const texts = spelled(spans.map(({ text }) => text))
  return spans.map((span, index) => ({ ...span, text: texts[index] ?? span.text }))
}

/** The marked content of a page, where the document itself says what some of it stands for. */
function textsOf(
  { ref }: PdfPage,
  list: DrawnList,
  { operators, actualTexts }: PageReading,
): readonly MarkedText[] {
  const tags = markedTags(list, operators)
  if (!ref || !tags.includes('Span')) return []
  const texts = actualTexts.ofPage(ref.num)
  const isSame = texts.length === tags.length && texts.every(({ tag }, at) => tag === tags[at])
  return isSame ? texts : []
}

const NOTHING_DRAWN: DrawnList = { fnArray: [], argsArray: [] }
const NO_ANNOTATIONS: Annotations = { areas: [], writings: [] }

/** Whether pages may have any: those of packed objects are not seen in the file. */
function mayHaveAnnotations(objects: PdfObjects): boolean {
  return objects.mentions('Annots') || objects.mentions('ObjStm')
}

/** What the ids of marked content in the structure of a page begin with. */
function idStartOf({ ref }: PdfPage): string {
  return ref ? `p${ref.num}R${ref.gen === 0 ? '' : ref.gen}_mc` : 'p_mc'
}

function assemble(
  found: Omit<PageText, 'spans' | 'rules' | 'verticals'>,
  {
    spans,
    areas,
    writings,
    rules,
    verticals,
    dots,
  }: {
    spans: Span[]
    areas: LinkArea[]
    writings: Writing[]
    rules: readonly Rule[]
    verticals: Upright[]
    dots: readonly Dot[]
  },
): PageText {
  return {
    ...found,
    spans: [...withWritings(withLinks(spans, areas), writings), ...findBullets(dots, spans)],
    rules: rules.filter((rule) => !underlines(rule, spans)),
    verticals,
  }
}

/** A page on which nothing was found. */
export function emptyPage(page: number): PageText {
  return {
    page,
    width: 1,
    height: 1,
    uprightY: (y) => y,
    spans: [],
    rules: [],
    verticals: [],
    structure: undefined,
    pictures: 0,
    cutText: '',
    sifted: { hidden: new Map(), chars: 0, unreadableChars: 0 },
  }
}

function textOfItems(items: readonly Item[]): string {
  const texts = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''))
  return texts.join('').trim()
}

async function structureOf(page: PdfPage): Promise<StructureNode | undefined> {
  const tree: StructureNode | null = await page.getStructTree().catch(() => null)
  return tree ?? undefined
}

/** Whether a rule stands under text and is no longer than it. */
function underlines(rule: Rule, spans: readonly Span[]): boolean {
  return spans.some(
    ({ x, right, y, size }) =>
      rule.y > y - size * 0.5 &&
      rule.y < y + size * 0.35 &&
      rule.x > x - 2 &&
      rule.right < right + 2,
  )
}
