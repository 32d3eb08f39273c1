import { getResolvedPDFJS } from 'unpdf'
import { VendoredData } from './cmaps.ts'
import { corrupt, encrypted } from './refusals.ts'

type PdfJs = Awaited<ReturnType<typeof getResolvedPDFJS>>

/** An open document of pdf.js. */
export type PdfDocument = Awaited<ReturnType<PdfJs['getDocument']>['promise']>
/** One page of it. */
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>

/** Codes of the drawing operators of pdf.js, by name. */
export type Operators = PdfJs['OPS']

/** An open document with the operators that its pages are drawn with. */
export interface OpenedPdf {
  pdf: PdfDocument
  operators: Operators
  close(): Promise<void>
}

/**
 * Opens a document. Throws `unsupported_content` when a password is needed, `unparsable` when the bytes
 * are no document that can be repaired.
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenedPdf> {
  const { getDocument, OPS } = await getResolvedPDFJS()
  const loading = getDocument({
    // A copy: pdf.js takes its memory away, and refuses the Buffers that come over the line.
    data: new Uint8Array(bytes),
    cMapUrl: 'cmaps/',
    cMapPacked: true,
    BinaryDataFactory: VendoredData,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    // No image is ever drawn; decoding them would take most of the time and memory.
    maxImageSize: 0,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    verbosity: 0,
  })
  try {
    return { pdf: await loading.promise, operators: OPS, close: async () => loading.destroy() }
  } catch (cause) {
    const isGuarded = cause instanceof Error && cause.name === 'PasswordException'
    throw isGuarded ? encrypted(cause) : corrupt(cause)
  }
}
