import { OperationError } from '../contract/errors.ts'
import { DEFAULT_ERROR_CORRECTION, type ErrorCorrection } from './capacity.ts'
import { DEFAULT_DARK, DEFAULT_LIGHT, readColour } from './colour.ts'
import { encode } from './encode.ts'
import { type Placement, writePng } from './png.ts'
import { writeSvg } from './svg.ts'

/** What the sandbox needs to draw one code. */
export interface QrJobInput {
  /** Well-formed and not empty. */
  text: string
  format: 'png' | 'svg'
  errorCorrection?: ErrorCorrection | undefined
  /** Quiet zone, in modules; default 4, as the standard asks. */
  margin?: number | undefined
  /** Edge in pixels; default 8 a module in a PNG. An SVG without it takes the room it gets. */
  size?: number | undefined
  /** `#rgb` or `#rrggbb`; default black on white. */
  dark?: string | undefined
  light?: string | undefined
}

/** The drawn code; `svg` is the same image as text. */
export interface QrJobOutput {
  dataUrl: string
  svg?: string
}

const DEFAULT_MARGIN_MODULES = 4
const DEFAULT_MODULE_PX = 8

/** Encodes and draws. Throws `invalid_input` for a text that does not fit and a size too small for it. */
export async function qrJob(input: QrJobInput): Promise<QrJobOutput> {
  const {
    text,
    errorCorrection = DEFAULT_ERROR_CORRECTION,
    margin = DEFAULT_MARGIN_MODULES,
  } = input
  const { dark = DEFAULT_DARK, light = DEFAULT_LIGHT, size } = input
  const modules = encode(text, errorCorrection)
  if (input.format === 'svg') {
    const svg = writeSvg(modules, { dark, light, margin, size })
    return { dataUrl: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, svg }
  }
  const place = placed(modules.size, margin, size)
  const png = writePng(modules, place, readColour(dark), readColour(light))
  return { dataUrl: `data:image/png;base64,${png.toString('base64')}` }
}

/** Whole pixels a module, since uneven ones are misread; what is left over widens the quiet zone. */
function placed(modules: number, margin: number, size: number | undefined): Placement {
  const across = modules + 2 * margin
  const edge = size ?? across * DEFAULT_MODULE_PX
  const module = Math.floor(edge / across)
  if (module === 0) {
    throw new OperationError('invalid_input', 'The image is too small for this text.', {
      hint: `Ask for a size of at least ${across}, or for svg.`,
      fields: { size: edge, minSize: across },
    })
  }
  return { edge, module, offset: Math.floor((edge - modules * module) / 2) }
}
