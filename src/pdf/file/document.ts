import { readFile } from 'node:fs/promises'
import { getResolvedPDFJS } from 'unpdf'
import { unpackAtOnce } from './inflate.ts'
import { corrupt, encrypted } from './refusals.ts'
import { connectedPorts } from './worker-port.ts'

type PdfJs = Awaited<ReturnType<typeof getResolvedPDFJS>>

/** An open document of pdf.js. */
export type PdfDocument = Awaited<ReturnType<PdfJs['getDocument']>['promise']>
/** One page of a document of pdf.js. */
export type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>

/** Codes of the drawing operators of pdf.js, by name. */
export type Operators = PdfJs['OPS']

/** An open document with the operators that its pages are drawn with. */
export interface OpenedPdf {
  pdf: PdfDocument
  operators: Operators
  /** The whole file. */
  bytes: Uint8Array
  close(): Promise<void>
}

/** Names of the character maps that PDF predefines (ISO 32000-1, 9.7.5.2). */
const FILE_NAME = /^[\w-]{1,40}\.bcmap$/

/**
 * Opens a document, whose bytes it holds until it is closed. Throws `unsupported_content` when a password is needed, `unparsable` when the bytes
 * are no document that can be repaired.
 */
export async function openPdf(bytes: Uint8Array): Promise<OpenedPdf> {
  const { getDocument, OPS, PDFWorker } = await getResolvedPDFJS()
  const data = withoutPool(bytes)
  const usePlatform = unpackAtOnce()
  const [port, reader] = connectedPorts()
  readerOf(globalThis).initializeFromPort(reader)
  const worker = new PDFWorker({ port: port as never, verbosity: 0 })
  const loading = getDocument({
    worker,
    data,
    cMapUrl: 'cmaps/',
    cMapPacked: true,
    BinaryDataFactory: VendoredData,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    // The names of glyphs, for those whose meaning it does not know.
    fontExtraProperties: true,
    useWasm: false,
    // No image is ever drawn; decoding them would take most of the time and memory.
    maxImageSize: 0,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    verbosity: 0,
  })
  try {
    const pdf = await loading.promise
    const close = async (): Promise<void> => {
      await loading.destroy()
      worker.destroy()
      usePlatform()
    }
    return { pdf, operators: OPS, bytes: data, close }
  } catch (cause) {
    usePlatform()
    const isGuarded = cause instanceof Error && cause.name === 'PasswordException'
    throw isGuarded ? encrypted(cause) : corrupt(cause)
  }
}

/** The half of pdf.js that reads documents, which its bundle leaves here for use without a thread of its own. */
function readerOf(home: object): { initializeFromPort(port: object): void } {
  const { pdfjsWorker } = home as {
    pdfjsWorker: { WorkerMessageHandler: { initializeFromPort(port: object): void } }
  }
  return pdfjsWorker.WorkerMessageHandler
}

/** The bytes alone in their memory, as pdf.js wants them; it refuses Buffers. Large documents are not copied. */
function withoutPool(bytes: Uint8Array): Uint8Array {
  const { buffer, byteLength } = bytes
  return byteLength === buffer.byteLength ? new Uint8Array(buffer) : new Uint8Array(bytes)
}

/**
 * Gives pdf.js the character maps that lie beside this code, without which documents in Chinese,
 * Japanese and Korean have no text. Standard fonts and decoders, which only drawing needs, are refused.
 */
export class VendoredData {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'cMapUrl' || !FILE_NAME.test(filename)) throw new Error(`no data: ${kind}`)
    const file = await readFile(new URL(`./cmaps/${filename}`, import.meta.url))
    return new Uint8Array(file)
  }
}
