import { afterAll, describe, expect, test } from 'vitest'
import { qr } from '../../../tools/text/qr.ts'
import { verifies } from '../../requirements/verifies.ts'
import { callWith } from '../../support/call.ts'
import { bytesOf, readPng, readSvg } from '../../support/qr-readers.ts'

const caller = callWith()
afterAll(() => caller.close())
const make = async (input: object): Promise<Record<string, unknown>> => caller.call(qr, input)

describe('the result', () => {
  test('is a PNG data address unless told otherwise', { tags: 'full' }, async () => {
    verifies('utility:4.6:text', 'utility:4.6:format:default', 'utility:4.6:response')
    verifies('utility:2.2:QrResult.text', 'utility:2.2:QrResult.format')
    verifies('utility:2.2:QrResult.dataUrl')
    const result = await make({ text: 'Grüße, 世界' })
    expect(Object.keys(result).toSorted()).toEqual(['dataUrl', 'format', 'text'])
    expect(result).toMatchObject({ text: 'Grüße, 世界', format: 'png' })
    expect(result['dataUrl']).toMatch(/^data:image\/png;base64,iVBORw0KGgo/)
    const seen = await readPng(bytesOf(String(result['dataUrl'])))
    expect(seen).toMatchObject({ jsqr: 'Grüße, 世界', zxing: 'Grüße, 世界' })
  })

  test('is the SVG in dataUrl and in svg when asked for', async () => {
    verifies('utility:4.6:format')
    const result = await make({ text: 'tide', format: 'svg' })
    expect(Object.keys(result).toSorted()).toEqual(['dataUrl', 'format', 'svg', 'text'])
    const svg = String(result['svg'])
    expect(bytesOf(String(result['dataUrl'])).toString()).toBe(svg)
    expect(await readSvg(svg)).toMatchObject({ jsqr: 'tide', zxing: 'tide', qr: 'tide' })
  })

  test('url is another name of text, and needs not be an address', async () => {
    verifies('utility:4.6:url')
    const byText = await make({ text: 'https://example.com/?a=1' })
    expect(await make({ url: 'https://example.com/?a=1' })).toEqual(byText)
    expect(await make({ text: 'same', url: 'same' })).toMatchObject({ text: 'same' })
    expect(await make({ url: 'no address' })).toMatchObject({ text: 'no address' })
  })

  test('takes level, margin, size and colours', async () => {
    const colours = { dark: '#034', light: '#FFE' }
    const options = { errorCorrection: 'H', margin: 1, size: 400, ...colours }
    const { svg } = await make({ text: 'tide', format: 'svg', ...options })
    expect(svg).toContain('width="400" height="400" viewBox="0 0 23 23"')
    expect(svg).toContain('stroke="#003344"')
    const { svg: higher } = await make({ text: 'x'.repeat(30), format: 'svg', ...options })
    const { svg: lower } = await make({
      text: 'x'.repeat(30),
      format: 'svg',
      ...options,
      errorCorrection: 'L',
    })
    expect(higher).toContain('viewBox="0 0 35 35"')
    expect(lower).toContain('viewBox="0 0 27 27"')
  })
})

test('costs what the contract says, at the path it says', () => {
  verifies('utility:4.6:price', 'utility:4.6:path')
  expect(qr).toMatchObject({
    name: 'qr',
    price: '0.001',
    http: { method: 'POST', path: '/qr' },
  })
})

describe('errors', () => {
  test.each<[string, object, RegExp]>([
    ['neither text nor url', {}, /required/],
    ['an empty text', { text: '' }, /of 1 to/],
    ['text and url that differ', { text: 'a', url: 'b' }, /aliases/],
    ['more characters than any code holds', { text: '1'.repeat(7090) }, /7089/],
    ['more than this level holds', { text: 'x'.repeat(2332) }, /too long/],
    ['half a character', { text: 'a\uD83D' }, /surrogate/],
    ['another format', { text: 'a', format: 'gif' }, /format/],
    ['another level', { text: 'a', errorCorrection: 'X' }, /errorCorrection/],
    ['a negative margin', { text: 'a', margin: -1 }, /margin/],
    ['a margin over the limit', { text: 'a', margin: 33 }, /margin/],
    ['a broken size', { text: 'a', size: 1.5 }, /size/],
    ['a size over the limit', { text: 'a', size: 4097 }, /size/],
    ['a size that is too small for the text', { text: 'a', size: 10 }, /too small/],
    ['a colour that is none', { text: 'a', dark: 'black' }, /#rgb/],
    ['a contrast of 2.8:1', { text: 'a', dark: '#999' }, /contrast of 3:1/],
    ['light on dark', { text: 'a', dark: '#fff', light: '#000' }, /darker than light/],
    ['a text that is no string', { text: 7 }, /expected text/],
  ])('%s is invalid_input', async (_, input, message) => {
    await expect(make(input)).rejects.toMatchObject({
      code: 'invalid_input',
      status: 400,
      message: expect.stringMatching(message) as string,
      hint: expect.any(String) as string,
    })
  })

  test('a contrast of 3.5:1 is enough, and both ends of the ranges are allowed', async () => {
    expect(await make({ text: 'a', dark: '#888' })).toMatchObject({ format: 'png' })
    expect(await make({ text: 'a', margin: 32, size: 4096 })).toMatchObject({ format: 'png' })
    expect(await make({ text: 'a', margin: 0, size: 21 })).toMatchObject({ format: 'png' })
  })
})

describe('for a model', () => {
  test('a PNG is a picture beside a sentence, an SVG is its markup without a picture', async () => {
    const png = await make({ text: 'tide' })
    const picture = qr.agent?.image?.(png as never)
    expect(`data:${picture?.mimeType};base64,${picture?.data}`).toBe(png['dataUrl'])
    expect(qr.agent?.text?.(png as never)).toBe('PNG image of a QR code that holds: tide')
    const svg = await make({ text: 'tide', format: 'svg' })
    expect(qr.agent?.image?.(svg as never)).toBeUndefined()
    expect(qr.agent?.text?.(svg as never)).toBe(svg['svg'])
  })
})
