import { deflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { decodeGif } from '../../../src/images/decode-gif.ts'
import { decodePng } from '../../../src/images/decode-png.ts'
import { drawIdenticon } from '../../../src/images/identicon.ts'
import { turn } from '../../../src/images/pixels.ts'
import { scaleJob } from '../../../src/images/scale-job.ts'
import { writePng } from '../../../src/images/write-png.ts'
import { seeds } from '../../support/full.ts'
import { gifOfIndices, pngChunk, pngOf, webpOf } from '../../support/pictures.ts'
import { seededRandom } from '../../support/seeded-random.ts'

const SEEDS = Array.from({ length: seeds(6, 40) }, (_, index) => 7_100 + index)

const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** A PNG of random lines, of any kind that the format knows. */
function randomPng(random: () => number): Buffer {
  const pick = (below: number) => Math.floor(random() * below)
  const bytes = (count: number) => Uint8Array.from({ length: count }, () => pick(256))
  const colour = [0, 2, 3, 4, 6][pick(5)] ?? 0
  const depth = DEPTHS[colour]?.[pick(DEPTHS[colour].length)] ?? 8
  const [width, height] = [1 + pick(21), 1 + pick(21)]
  const line = Math.ceil((width * depth * (SAMPLES[colour] ?? 1)) / 8)
  const lines = Buffer.concat(
    Array.from({ length: height }, () => Buffer.concat([Buffer.from([pick(5)]), bytes(line)])),
  )
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, colour], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    ...(colour === 3 ? [pngChunk('PLTE', bytes(768)), pngChunk('tRNS', bytes(pick(256)))] : []),
    pngChunk('IDAT', deflateSync(lines)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

const one = async (bytes: Uint8Array, width: number, height: number, fit: 'fill' | 'inside') => {
  const sizes = [{ width, height, fit, type: 'image/png' as const }]
  const { pictures, ...size } = await scaleJob({ bytes, maxEdgePx: 5_000, sizes })
  return { size, picture: pictures[0] }
}

describe('pixels', () => {
  test.each(SEEDS)('of a PNG are those that another reader sees (seed %i)', (seed) => {
    const bytes = randomPng(seededRandom(seed))
    const expected = PNG.sync.read(bytes)
    const { width, height, data } = decodePng(bytes)
    expect([width, height]).toEqual([expected.width, expected.height])
    expect(
      Math.max(...data.map((byte, at) => Math.abs(byte - (expected.data[at] ?? 0)))),
    ).toBeLessThan(2)
  })

  test.each(SEEDS.slice(0, seeds(3, 10)))(
    'of a PNG that was written are read again (seed %i)',
    (seed) => {
      const random = seededRandom(seed)
      const isOpaque = random() < 0.5
      const data = Uint8Array.from({ length: 19 * 13 * 4 }, (_, at) =>
        at % 4 === 3 && isOpaque ? 255 : Math.floor(random() * 256),
      )
      const bytes = Buffer.from(writePng({ width: 19, height: 13, data }))
      expect(Buffer.compare(PNG.sync.read(bytes).data, data)).toBe(0)
    },
  )

  test.each(SEEDS.slice(0, seeds(3, 10)))(
    'of a GIF are those that were packed (seed %i)',
    (seed) => {
      const random = seededRandom(seed)
      const [width, height] = [1 + Math.floor(random() * 90), 1 + Math.floor(random() * 90)]
      const runs = 1 + Math.floor(random() * 30)
      let index = 0
      const indices = Uint8Array.from({ length: width * height }, () => {
        if (random() * runs < 1) index = Math.floor(random() * 4)
        return index
      })
      const { data } = decodeGif(gifOfIndices(width, height, indices))
      expect(Array.from(indices, (_, at) => (data[at * 4] ?? 0) / 85)).toEqual([...indices])
    },
  )

  test('of a photograph are turned as the camera was held', () => {
    const marked = { width: 3, height: 2, data: new Uint8Array(24) }
    marked.data.set([9, 9, 9, 9], 0)
    const corners = [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => {
      const { width, data } = turn(marked, orientation)
      const at = data.indexOf(9) / 4
      return [width, at % width, Math.floor(at / width)]
    })
    expect(corners).toEqual([
      [3, 0, 0],
      [3, 2, 0],
      [3, 2, 1],
      [3, 0, 1],
      [2, 0, 0],
      [2, 1, 0],
      [2, 1, 2],
      [2, 0, 2],
    ])
  })
})

describe('a smaller picture', () => {
  test('is the mean of the pixels in its place, and clear ones have no colour', async () => {
    const data = Uint8Array.from([255, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 255, 255])
    const { size, picture } = await one(writePng({ width: 4, height: 1, data }), 2, 9, 'inside')
    expect(size).toEqual({ width: 4, height: 1 })
    expect([...decodePng(picture?.bytes ?? new Uint8Array()).data]).toEqual([
      255, 0, 0, 128, 0, 0, 255, 255,
    ])
  })

  test('fills a square from the middle, also of a smaller picture, or keeps its shape', async () => {
    const wide = pngOf(300, 100)
    expect((await one(wide, 100, 100, 'fill')).picture).toMatchObject({ width: 100, height: 100 })
    expect((await one(wide, 90, 90, 'inside')).picture).toMatchObject({ width: 90, height: 30 })
    expect((await one(wide, 800, 800, 'inside')).picture).toMatchObject({ width: 300, height: 100 })
    expect((await one(pngOf(3, 2), 100, 100, 'fill')).picture).toMatchObject({ width: 100 })
  })

  test('of a photograph is one, on white, the right way up', async () => {
    const data = Buffer.alloc(40 * 20 * 4, 255)
    data.fill(0, 0, 40 * 10 * 4)
    const plain = jpeg.encode({ width: 40, height: 20, data }, 95).data
    // Held on its right side.
    const exif = Buffer.from(
      'ffe1002245786966000049492a0008000000010012010300010000000600000000000000',
      'hex',
    )
    const held = Buffer.concat([plain.subarray(0, 2), exif, plain.subarray(2)])
    const sizes = [{ width: 20, height: 40, fit: 'inside' as const, type: 'image/jpeg' as const }]
    const { width, height, pictures } = await scaleJob({ bytes: held, maxEdgePx: 100, sizes })
    expect([width, height]).toEqual([20, 40])
    const small = jpeg.decode(pictures[0]?.bytes ?? held, { useTArray: true })
    const redAt = (x: number) => small.data[(20 * small.width + x) * 4] ?? 0
    expect(redAt(3)).toBeGreaterThan(230)
    expect(redAt(16)).toBeLessThan(25)
  })

  test.each([
    ['no picture', Buffer.from('<svg/>')],
    [
      'a torn photograph',
      jpeg.encode({ width: 8, height: 8, data: Buffer.alloc(256) }, 50).data.subarray(0, 300),
    ],
    ['one that nobody here unpacks', webpOf(4, 4)],
    ['more pixels than are unpacked', pngOf(4_900, 4_900)],
  ])('is not made of %s', async (_, bytes) => {
    await expect(one(bytes, 10, 10, 'fill')).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

test(
  'stands for somebody by a pattern of their own, the same at every size',
  { tags: 'full' },
  () => {
    const patterns = Array.from({ length: 60 }, (_, id) => Buffer.from(drawIdenticon(`${id}`, 100)))
    expect(new Set(patterns.map((pattern) => pattern.toString('hex'))).size).toBeGreaterThan(55)
    const [small, large] = [100, 500].map((edge) =>
      PNG.sync.read(Buffer.from(drawIdenticon('7', edge))),
    )
    const middle = (picture: PNG | undefined, square: number) => {
      const at = Math.floor(((square + 1) / 6) * (picture?.width ?? 0))
      return picture?.data.readUInt32BE((at * picture.width + at) * 4)
    }
    expect([0, 1, 2, 3, 4].map((square) => middle(small, square))).toEqual(
      [0, 1, 2, 3, 4].map((square) => middle(large, square)),
    )
  },
)
