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
 * Opens a document, whose bytes are gone then. Throws `unsupported_content` when a password is needed, `unparsable` when the bytes
 * are no document that can be repaired.
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenedPdf> {
  const { getDocument, OPS } = await getResolvedPDFJS()
  const loading = getDocument({
    data: withoutPool(bytes),
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

/** The bytes alone in their memory, which pdf.js takes away; it refuses Buffers. Large documents are not copied. */
function withoutPool(bytes: Uint8Array): Uint8Array {
  const { buffer, byteLength } = bytes
  return byteLength === buffer.byteLength ? new Uint8Array(buffer) : new Uint8Array(bytes)
}
