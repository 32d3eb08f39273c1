import { crc32, deflateSync } from 'node:zlib'

/** A chunk of a PNG. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.byteLength)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of grey pixels, with more chunks before its end where they are given. */
export function pngOf(
  width: number,
  height: number,
  {
    pixels = Buffer.alloc(height * (1 + width)),
    more = [],
    interlaced = false,
  }: { pixels?: Uint8Array; more?: readonly Uint8Array[]; interlaced?: boolean } = {},
): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, interlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(pixels)),
    ...more,
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A GIF with that many frames of one pixel, and a comment. */
export function gifOf(frames: number, size = 1): Buffer<ArrayBuffer> {
  const edge = [size & 255, size >> 8]
  const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
  const control = [0x21, 0xf9, 4, 0, 10, 0, 0, 0]
  const loop = [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0]
  const comment = [0x21, 0xfe, 8, ...Buffer.from('<script>'), 0]
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([...edge, ...edge, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    Buffer.from(frames > 1 ? loop : []),
    Buffer.from(comment),
    ...Array.from({ length: frames }, () => Buffer.from([...control, ...frame])),
    Buffer.from([0x3b]),
  ])
}

/** The skeleton of a JPEG: tables are left out, since pixels are not unpacked here. */
export function jpegOf(width: number, height: number): Buffer<ArrayBuffer> {
  const camera = [0xff, 0xe1, 0, 10, ...Buffer.from('Exif\0\0GP')]
  const frame = [
    0xff,
    0xc0,
    0,
    11,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    1,
    1,
    17,
    0,
  ]
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 0xff, 0, 3, 0xff, 0xd0, 4]
  return Buffer.from([0xff, 0xd8, ...camera, ...frame, ...scan, 0xff, 0xd9])
}

/** A lossless WebP without its pixels, in an extended file. */
export function webpOf(
  width: number,
  height: number,
  { flags = 0x08, canvas = width }: { flags?: number; canvas?: number } = {},
): Buffer<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8, type)
    head.writeUInt32LE(data.byteLength, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.byteLength % 2)])
  }
  const extended = Buffer.alloc(10)
  extended[0] = flags
  extended.writeUIntLE(canvas - 1, 4, 3)
  extended.writeUIntLE(height - 1, 7, 3)
  const pixels = Buffer.alloc(9)
  pixels[0] = 0x2f
  pixels.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', extended),
    chunk('VP8L', pixels),
    chunk('EXIF', Buffer.from('where I live')),
  ])
  const head = Buffer.alloc(8, 'RIFF')
  head.writeUInt32LE(body.byteLength, 4)
  return Buffer.concat([head, body])
}

/** A GIF of one frame whose pixels are of four greys, packed with codes of growing length. */
export function gifOfIndices(
  width: number,
  height: number,
  indices: Uint8Array,
): Buffer<ArrayBuffer> {
  const [clear, end] = [4, 5]
  const codes: { code: number; bits: number }[] = [{ code: clear, bits: 3 }]
  let known = new Map<string, number>()
  let [bits, next, word] = [3, end + 1, '']
  const codeOf = (text: string) => (text.length === 1 ? Number(text) : (known.get(text) ?? 0))
  for (const index of indices) {
    const longer = `${word}${index}`
    if (longer.length === 1 || known.has(longer)) {
      word = longer
      continue
    }
    codes.push({ code: codeOf(word), bits })
    known.set(longer, next)
    next += 1
    if (next > 2 ** bits && bits < 12) bits += 1
    if (next > 4_094) {
      codes.push({ code: clear, bits })
      known = new Map()
      bits = 3
      next = end + 1
    }
    word = `${index}`
  }
  codes.push(
    { code: codeOf(word), bits },
    { code: end, bits: next >= 2 ** bits && bits < 12 ? bits + 1 : bits },
  )
  const packed: number[] = []
  let [held, heldBits] = [0, 0]
  for (const one of codes) {
    held |= one.code << heldBits
    heldBits += one.bits
    for (; heldBits >= 8; heldBits -= 8) {
      packed.push(held & 255)
      held >>>= 8
    }
  }
  packed.push(held & 255)
  const blocks: number[] = []
  for (let at = 0; at < packed.length; at += 255) {
    const block = packed.slice(at, at + 255)
    blocks.push(block.length, ...block)
  }
  const edges = [width & 255, width >> 8, height & 255, height >> 8]
  const greys = [0, 85, 170, 255].flatMap((grey) => [grey, grey, grey])
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([...edges, 0x81, 0, 0, ...greys]),
    Buffer.from([0x2c, 0, 0, 0, 0, ...edges, 0, 2, ...blocks, 0, 0x3b]),
  ])
}
