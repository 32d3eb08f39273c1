import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import fc from 'fast-check'
import type jsqrModule from 'jsqr'
import { PNG } from 'pngjs'
import readWithQr from 'qr/decode.js'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { qrJob, type QrJobInput } from '../../src/qr/qr-job.ts'

const require = createRequire(import.meta.url)
const { default: jsqr } = require('jsqr') as typeof jsqrModule
const wasmOf = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(require.resolve(file)))

// Without its file it would ask a server on the internet for it.
const wasmBinary = wasmOf('zxing-wasm/reader/zxing_reader.wasm').buffer
await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
// Files that share a worker share what is loaded, and it may be set up once.
await initWasm(wasmOf('@resvg/resvg-wasm/index_bg.wasm')).catch((thrown: Error) => {
  if (!thrown.message.startsWith('Already initialized')) throw thrown
})

/** What three independent readers see in one image. */
export interface Readings {
  jsqr: string | undefined
  zxing: string | undefined
  qr: string | undefined
  /** Whether it says of which character set its text is. */
  hasCharacterSet: boolean
}

const READ_MAX_MS = 2_000

/** Decodes a PNG with all readers. */
export async function readPng(png: Uint8Array): Promise<Readings> {
  const { data, width, height } = PNG.sync.read(Buffer.from(png))
  const near = jsqr(new Uint8ClampedArray(data), width, height)
  const [far] = await readBarcodes(new Uint8Array(png), {
    formats: ['QRCode'],
    textMode: 'Plain',
  })
  return {
    jsqr: near?.data,
    zxing: far?.text,
    qr: readOrNothing({ data, width, height }),
    hasCharacterSet: far?.hasECI ?? false,
  }
}

function readOrNothing(image: Parameters<typeof readWithQr>[0]): string | undefined {
  try {
    return readWithQr(image, { timeLimit: READ_MAX_MS })
  } catch {
    return undefined
  }
}

const SVG_MODULE_PX = 4

/** Draws an SVG as a browser would, four pixels a module unless it states its size, and decodes that. */
export async function readSvg(svg: string): Promise<Readings> {
  const stated = /<svg[^>]* width="/.test(svg)
  const zoom = stated ? 1 : SVG_MODULE_PX
  const resvg = new Resvg(svg, { fitTo: { mode: 'zoom', value: zoom } })
  const png = resvg.render().asPng()
  resvg.free()
  return readPng(png)
}

/** The bytes of a base64 data address. */
export function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

/** Draws a text as PNG and as SVG and reads both back with all readers: six texts. */
export async function roundTrip(input: Omit<QrJobInput, 'format'>): Promise<unknown[]> {
  const png = await qrJob({ ...input, format: 'png' })
  const svg = await qrJob({ ...input, format: 'svg' })
  const seen = [await readPng(bytesOf(png.dataUrl)), await readSvg(svg.svg ?? '')]
  return seen.flatMap(({ jsqr: near, zxing, qr }) => [near, zxing, qr])
}

const alphabets = [
  '0123456789',
  'ABCDEFGHIJ $%*+-./:',
  'abcxyz?&=#',
  'äöüßéÀ',
  '日本語漢字かな',
  '😀👍🏽👩‍👩‍👧',
  'مرحبا',
  '\u0001\n\t',
]
const word = fc
  .constantFrom(...alphabets)
  .chain((alphabet) =>
    fc.array(fc.constantFrom(...Array.from(alphabet)), { minLength: 1, maxLength: 24 }),
  )

/** Texts of 1 to about 180 characters that change script, case and mode. */
export function fuzzTexts(count: number, seed: number): string[] {
  const text = fc.array(word, { minLength: 1, maxLength: 10 }).map((words) => words.flat().join(''))
  return fc.sample(text, { numRuns: count, seed })
}

/** Words of many scripts, some of one letter: a reader that guesses the character set has little to go by. */
const SCRIPTS: readonly string[] = [
  'é ä ß ñ ø Ç § Åse œuvre Ÿ Müller naïve_café Grüße_aus_Köln ¿Qué? “quoted”_–_dash…',
  'Łódź Žluťoučký_kůň Ő ğış ĉĝĥ Việt_Nam ẞ Þór',
  '©®™ £€¥ ½¼ °C µm ×÷ ✓ → ☃ ∑ ℝ 𝔸',
  'α Ελλάδα Ω ж Привет,_мир Київ Ђорђе',
  'ש שלום م مرحبا_بالعالم فارسی_۱۲۳',
  'ก สวัสดี क नमस्ते বাংলা தமிழ் საქართველო Հայաստան ሰላም ខ្មែរ',
  '한 안녕하세요 あ カタカナ ひらがな ｱｲｳ 日 漢字 你好，世界 繁體中文 简体 東京都港区',
  '😀 👍🏽 👩‍👩‍👧 🇩🇪',
  'https://example.com/é https://müller.example/?q=ü https://例え.jp/あ WIFI:S:Café;T:WPA;P:pässword;; mailto:josé@example.com',
  'A hello 12345 HTTPS://EXAMPLE.COM a\\b~c',
]

/** Texts of one word and of several, of one script and of two. */
export function textsOfScripts(): string[] {
  const scripts = SCRIPTS.map((words) => words.split(' ').map((one) => one.replaceAll('_', ' ')))
  const texts = scripts.flatMap((words, script) => {
    const others = scripts[(script + 1) % scripts.length] as string[]
    const pairs = words.map((one, at) => `${one} ${others[at % others.length] ?? ''}`)
    const neighbours = words.map((one, at) => `${one}${words[(at + 1) % words.length] ?? ''}`)
    return [...words, ...pairs, ...neighbours, words.join('\n').slice(0, 120)]
  })
  return [...new Set(texts)]
}
