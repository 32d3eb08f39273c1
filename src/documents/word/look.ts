import { isWhite } from '../looks.ts'
import { findChild, type XmlElement } from '../package/read-xml.ts'
import { over } from '../text/style-chains.ts'

/** What a style or a run says of its looks; what it does not say is undefined. */
export interface Look {
  isBold?: boolean | undefined
  isItalic?: boolean | undefined
  isStruck?: boolean | undefined
  isHidden?: boolean | undefined
  script?: string | undefined
  font?: string | undefined
  colour?: string | undefined
  /** In half points. */
  size?: number | undefined
  /** Whether it stands on a ground of its own. */
  isShaded?: boolean | undefined
}

/** Properties that a style within a style turns round, and elements that set them (ISO/IEC 29500-1, 17.7.3). */
const TOGGLES = ['isBold', 'isItalic', 'isStruck', 'isHidden'] as const
const BLANK: Look = {}

/** Reads the properties of a run or of the runs of a style (`w:rPr`). */
export function readLook(properties: XmlElement | undefined): Look {
  if (!properties || properties.children.length === 0) return BLANK
  const value = (name: string, attribute = 'w:val'): string | undefined =>
    findChild(properties, name)?.attributes.get(attribute)
  const toggle = (name: string): boolean | undefined => {
    const set = findChild(properties, name)
    return set && isOn(set)
  }
  const fonts = findChild(properties, 'w:rFonts')?.attributes
  const size = Number(value('w:sz') ?? Number.NaN)
  return {
    isBold: toggle('w:b'),
    isItalic: toggle('w:i'),
    isStruck: toggle('w:strike') ?? toggle('w:dstrike'),
    isHidden: toggle('w:vanish'),
    script: value('w:vertAlign') ?? scriptOf(value('w:position'), size),
    font: fonts?.get('w:ascii') ?? fonts?.get('w:hAnsi') ?? fonts?.get('w:cs'),
    colour: value('w:color'),
    size: Number.isNaN(size) ? undefined : size,
    isShaded: shadingOf(properties),
  }
}

/** Some programs raise and lower text by a distance, and make it smaller. */
function scriptOf(position: string | undefined, size: number): string | undefined {
  const raise = Number(position ?? 0)
  if (Number.isNaN(size) || Math.abs(raise) < RAISED_MIN_HALF_POINTS) return undefined
  return raise > 0 ? 'superscript' : 'subscript'
}

const RAISED_MIN_HALF_POINTS = 2

/** Whether an element that turns something on or off turns it on. */
export function isOn({ attributes }: XmlElement): boolean {
  return !/^(?:0|false|off|none)$/.test(attributes.get('w:val') ?? '')
}

/** Whether properties give a ground of another colour than paper; undefined where they say nothing. */
export function shadingOf(properties: XmlElement | undefined): boolean | undefined {
  const highlight = findChild(properties, 'w:highlight')?.attributes.get('w:val')
  if (highlight !== undefined && highlight !== 'none') return highlight !== 'white'
  const shading = findChild(properties, 'w:shd')?.attributes
  if (!shading) return undefined
  const fill = shading.get('w:fill') ?? 'auto'
  const pattern = shading.get('w:val') ?? 'clear'
  return !(fill === 'auto' || isWhite(fill)) || !/^(?:clear|nil)$/.test(pattern)
}

/** The look of a style of characters within a style of paragraphs. */
export function within(paragraph: Look, character: Look): Look {
  const look = over(paragraph, character)
  for (const key of TOGGLES) {
    if (paragraph[key] === true && character[key] === true) look[key] = false
    else if (paragraph[key] === true || character[key] === true) look[key] = true
  }
  return look
}
