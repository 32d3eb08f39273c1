import { childrenOf, findChild, findRoot, type XmlElement } from '../package/read-xml.ts'
import { readRelationships } from '../package/relationships.ts'
import type { ZipPackage } from '../package/zip-package.ts'
import type { ListMark } from '../text/open-lists.ts'
import type { Box } from '../text/reading-order.ts'
import { type ListStyle, readListStyle } from './text-styles.ts'

/** A shape that a slide fills where its layout has a place for it. */
export interface Placeholder {
  type: string
  index: string
}

interface Place extends Placeholder {
  box: Box | undefined
  style: ListStyle
}

/** What slides of one layout have in common, of the layout and its master. */
export interface Layout {
  places: readonly Place[]
  master: { places: readonly Place[]; styles: ReadonlyMap<StyleKind, ListStyle> } | undefined
}

type StyleKind = 'title' | 'body' | 'other'

export const NO_LAYOUT: Layout = { places: [], master: undefined }

/** Reads layouts and their masters, each once. */
export class LayoutShelf {
  readonly #pack: ZipPackage
  readonly #layouts = new Map<string, Layout>()
  readonly #masters = new Map<string, Layout['master']>()

  constructor(pack: ZipPackage) {
    this.#pack = pack
  }

  async load(part: string | undefined): Promise<Layout> {
    if (part === undefined) return NO_LAYOUT
    const known = this.#layouts.get(part)
    if (known) return known
    const root = findRoot(await this.#pack.findText(part))
    const links = [...(await readRelationships(this.#pack, part)).values()]
    const master = await this.#loadMaster(
      links.find(({ type }) => type === 'slideMaster')?.target ?? '',
    )
    const layout = { places: placesOf(root), master }
    this.#layouts.set(part, layout)
    return layout
  }

  async #loadMaster(part: string): Promise<Layout['master']> {
    if (this.#masters.has(part)) return this.#masters.get(part)
    const root = findRoot(await this.#pack.findText(part))
    const styles = findChild(root, 'p:txStyles')
    const master = root && {
      places: placesOf(root),
      styles: new Map<StyleKind, ListStyle>([
        ['title', readListStyle(findChild(styles, 'p:titleStyle'))],
        ['body', readListStyle(findChild(styles, 'p:bodyStyle'))],
        ['other', readListStyle(findChild(styles, 'p:otherStyle'))],
      ]),
    }
    this.#masters.set(part, master)
    return master
  }
}

/** The placeholder that a shape is, if it is one. */
export function findPlaceholder(shape: XmlElement): Placeholder | undefined {
  const properties = childrenOf(shape).find(({ name }) => /^p:nv\w+Pr$/.test(name))
  const found = findChild(properties, 'p:nvPr', 'p:ph')
  return (
    found && {
      type: found.attributes.get('type') ?? 'obj',
      index: found.attributes.get('idx') ?? '',
    }
  )
}

/** Where a shape stands by its own properties. */
export function findBox(shape: XmlElement): Box | undefined {
  const place =
    findChild(shape, 'p:spPr', 'a:xfrm') ??
    findChild(shape, 'p:xfrm') ??
    findChild(shape, 'p:grpSpPr', 'a:xfrm')
  const [from, size] = [findChild(place, 'a:off'), findChild(place, 'a:ext')]
  if (!from || !size) return undefined
  const [left, top] = ['x', 'y'].map((name) => Number(from.attributes.get(name)) || 0)
  const [width, height] = ['cx', 'cy'].map((name) => Number(size.attributes.get(name)) || 0)
  return { left: left!, top: top!, right: left! + width!, bottom: top! + height! }
}

/** Where a placeholder stands, and how its text looks, by its layout and master. */
export function inheritedBy(
  placeholder: Placeholder | undefined,
  { places, master }: Layout,
): { box: Box | undefined; styles: ListStyle[]; bullet: ListMark } {
  const kind = styleKind(placeholder)
  const inLayout = placeholder && findPlace(placeholder, places)
  const inMaster =
    placeholder &&
    master?.places.find(
      (place) => styleKind(place) === kind && mainType(place) === mainType(placeholder),
    )
  const base = master?.styles.get(kind)
  return {
    box: inLayout?.box ?? inMaster?.box,
    styles: [inLayout?.style, inMaster?.style, base].filter((style) => style !== undefined),
    // Minimal packages have no master, and what they call a body is a list.
    bullet: {
      kind: kind === 'body' && !master && placeholder?.type !== 'subTitle' ? 'mark' : 'none',
    },
  }
}

/** A place of the same number, else the first of the same type. */
function findPlace({ type, index }: Placeholder, places: readonly Place[]): Place | undefined {
  return (
    (index === '' ? undefined : places.find((place) => place.index === index)) ??
    places.find((place) => place.type === type) ??
    places.find((place) => mainType(place) === mainType({ type, index }))
  )
}

/** Titles and bodies have several types. */
function mainType({ type }: Placeholder): string {
  if (isTitle(type)) return 'title'
  return /^(?:subTitle|obj|chart|tbl|clipArt|dgm|media)$/.test(type) ? 'body' : type
}

function styleKind(placeholder: Placeholder | undefined): StyleKind {
  const type = placeholder && mainType(placeholder)
  return type === 'title' || type === 'body' ? type : 'other'
}

/** Whether a placeholder of a type holds the title of its slide. */
export function isTitle(type: string | undefined): boolean {
  return type === 'title' || type === 'ctrTitle'
}

function placesOf(root: XmlElement | undefined): Place[] {
  return childrenOf(findChild(root, 'p:cSld', 'p:spTree')).flatMap((shape) => {
    const placeholder = findPlaceholder(shape)
    if (!placeholder) return []
    const style = readListStyle(findChild(shape, 'p:txBody', 'a:lstStyle'))
    return [{ ...placeholder, box: findBox(shape), style }]
  })
}
