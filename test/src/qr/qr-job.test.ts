import { describe, expect, test } from 'vitest'
import type { ErrorCorrection } from '../../../src/qr/capacity.ts'
import { qrJob } from '../../../src/qr/qr-job.ts'
import {
  bytesOf,
  fuzzTexts,
  readPng,
  readSvg,
  roundTrip,
  textsOfScripts,
} from '../../support/qr-readers.ts'

const LEVELS: readonly ErrorCorrection[] = ['L', 'M', 'Q', 'H']
const FUZZ_COUNT = 40
const FUZZ_SEED = 20_260_102

describe('what is drawn', () => {
  test(
    'is read back by three independent readers, whatever the text',
    { tags: 'full' },
    async () => {
      const texts = fuzzTexts(FUZZ_COUNT, FUZZ_SEED)
      expect(texts).toHaveLength(FUZZ_COUNT)
      for (const [index, text] of texts.entries()) {
        const errorCorrection = LEVELS[index % LEVELS.length]
        const seen = await roundTrip({ text, errorCorrection })
        expect(seen).toEqual(Array.from({ length: 6 }, () => text))
      }
    },
  )

  test('is read the same by all of them in many scripts', { tags: 'full' }, async () => {
    const texts = textsOfScripts()
    expect(texts.length).toBeGreaterThan(240)
    for (const text of texts) {
      // As SVG it has a quarter of the pixels, and readers need most of the time for these.
      const { svg } = await qrJob({ text, format: 'svg' })
      const { jsqr, zxing, qr } = await readSvg(svg ?? '')
      expect([jsqr, zxing, qr]).toEqual([text, text, text])
    }
  })

  test.each([
    ['https://example.com/?a=1~b\\', false],
    ['é', true],
    ['42 日本', true],
    ['WIFI:S:Café;;', true],
  ])('%s names its character set only beyond ASCII', async (text, isNamed) => {
    const { dataUrl } = await qrJob({ text, format: 'png' })
    const { zxing, hasCharacterSet } = await readPng(bytesOf(dataUrl))
    expect([zxing, hasCharacterSet]).toEqual([text, isNamed])
  })

  test.each([
    ['without a margin', { margin: 0, size: 200 }],
    ['in the least size', { size: 33 * 2 }],
    ['in a size that is no multiple', { size: 333 }],
    ['in colours', { dark: '#036', light: '#ffeecc' }],
  ])('is readable %s', async (_, options) => {
    const text = 'https://example.com/'
    const png = await qrJob({ text, format: 'png', ...options })
    const { zxing } = await readPng(bytesOf(png.dataUrl))
    expect(zxing).toBe(text)
    const svg = await qrJob({ text, format: 'svg', ...options })
    expect((await readSvg(svg.svg ?? '')).zxing).toBe(text)
  })

  test('has the size, the margin and the colours asked for', async () => {
    const { PNG } = await import('pngjs')
    const options = { text: 'A', margin: 2, size: 103, dark: '#102030', light: '#fed' }
    const png = PNG.sync.read(bytesOf((await qrJob({ ...options, format: 'png' })).dataUrl))
    const pixel = (x: number, y: number): number[] => [
      ...png.data.subarray((y * png.width + x) * 4, (y * png.width + x) * 4 + 4),
    ]
    // 21 modules and two margins of 2 in 103 px: 4 px a module, 9 px around.
    expect([png.width, png.height]).toEqual([103, 103])
    expect(pixel(8, 9)).toEqual([0xff, 0xee, 0xdd, 255])
    expect(pixel(9, 9)).toEqual([0x10, 0x20, 0x30, 255])
    expect(pixel(9 + 7 * 4 - 1, 9)).toEqual([0x10, 0x20, 0x30, 255])
    expect(pixel(9 + 7 * 4, 9)).toEqual([0xff, 0xee, 0xdd, 255])
    const { svg } = await qrJob({ ...options, format: 'svg' })
    expect(svg).toContain('width="103" height="103" viewBox="0 0 25 25"')
    expect(svg).toContain('stroke="#102030"')
    expect(svg).toContain('fill="#ffeedd"')
  })

  test('has 8 pixels a module and a margin of 4 unless told otherwise', async () => {
    const { PNG } = await import('pngjs')
    const { dataUrl } = await qrJob({ text: 'A', format: 'png' })
    expect(PNG.sync.read(bytesOf(dataUrl)).width).toBe((21 + 8) * 8)
  })

  test('carries the same SVG as text and as address', async () => {
    const { dataUrl, svg } = await qrJob({ text: 'A', format: 'svg' })
    expect(dataUrl.startsWith('data:image/svg+xml;base64,')).toBe(true)
    expect(bytesOf(dataUrl).toString()).toBe(svg)
  })
})

describe('capacity', () => {
  // ISO/IEC 18004:2015, table 7, version 40.
  test.each<[ErrorCorrection, string, number]>([
    ['L', '1', 7089],
    ['M', '1', 5596],
    ['Q', '1', 3993],
    ['H', '1', 3057],
    ['L', 'A', 4296],
    ['M', 'A', 3391],
    ['Q', 'A', 2420],
    ['H', 'A', 1852],
    ['L', 'x', 2953],
    ['M', 'x', 2331],
    ['Q', 'x', 1663],
    ['H', 'x', 1273],
  ])('level %s holds so many "%s": %i', async (errorCorrection, letter, capacity) => {
    const job = { format: 'png', errorCorrection, size: 185 * 3 } as const
    const full = letter.repeat(capacity)
    const { dataUrl } = await qrJob({ ...job, text: full })
    expect((await readPng(bytesOf(dataUrl))).zxing).toBe(full)
    await expect(qrJob({ ...job, text: full + letter })).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('Shorten') as string,
      fields: { errorCorrection, bytes: capacity + 1 },
    })
  })

  test('a lower level is proposed where there is one', async () => {
    const job = { format: 'svg', text: 'x'.repeat(2954) } as const
    const lower = expect.stringContaining('errorCorrection L') as string
    await expect(qrJob({ ...job, errorCorrection: 'H' })).rejects.toMatchObject({ hint: lower })
    await expect(qrJob({ ...job, errorCorrection: 'L' })).rejects.toMatchObject({
      hint: 'Shorten the text.',
    })
  })

  test('an image with less than a pixel a module is refused, with the least size', async () => {
    const job = { text: 'A', format: 'png', margin: 4 } as const
    await expect(qrJob({ ...job, size: 28 })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { size: 28, minSize: 29 },
    })
    const { dataUrl } = await qrJob({ ...job, size: 29 })
    expect(dataUrl).toMatch(/^data:image\/png;base64,/)
  })
})
