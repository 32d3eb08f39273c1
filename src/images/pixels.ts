/** A picture as it is seen: rows of red, green, blue and opacity, a byte each. */
export interface Pixels {
  width: number
  height: number
  data: Uint8Array
}

/** A part of a picture. */
interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** The largest square in the middle of a picture. */
export function squareOf({ width, height }: Pixels): Area {
  const edge = Math.min(width, height)
  return {
    left: Math.floor((width - edge) / 2),
    top: Math.floor((height - edge) / 2),
    width: edge,
    height: edge,
  }
}

/** All of a picture. */
export function wholeOf({ width, height }: Pixels): Area {
  return { left: 0, top: 0, width, height }
}

/** What a pixel of a scaled line is made of: the first pixel of the line, and the share of each from there. */
interface Share {
  first: number
  weights: number[]
}

function sharesOf(length: number, count: number): Share[] {
  const step = length / count
  return Array.from({ length: count }, (_, index) => {
    const [start, end] = [index * step, Math.min(length, (index + 1) * step)]
    const first = Math.min(length - 1, Math.floor(start))
    const weights: number[] = []
    for (let at = first; at < Math.max(end, first + 1) && at < length; at += 1) {
      weights.push(Math.max(0, Math.min(at + 1, end) - Math.max(at, start)) / (end - start))
    }
    return { first, weights }
  })
}

/** An area of a picture at another size; each pixel is the mean of those in its place, weighted by their opacity. */
export function scale(pixels: Pixels, area: Area, width: number, height: number): Pixels {
  const columns = sharesOf(area.width, width)
  const rows = sharesOf(area.height, height)
  const data = new Uint8Array(width * height * 4)
  const line = new Float32Array(area.width * 4)
  rows.forEach(({ first, weights }, row) => {
    line.fill(0)
    weights.forEach((weight, index) => {
      addRow(line, pixels, area, first + index, weight)
    })
    columns.forEach((share, column) => {
      writeMean(data, (row * width + column) * 4, line, share)
    })
  })
  return { width, height, data }
}

function addRow(
  line: Float32Array,
  { width, data }: Pixels,
  area: Area,
  row: number,
  weight: number,
): void {
  let from = ((area.top + row) * width + area.left) * 4
  for (let to = 0; to < line.length; to += 4, from += 4) {
    const opacity = (data[from + 3] ?? 0) * weight
    line[to] = (line[to] ?? 0) + (data[from] ?? 0) * opacity
    line[to + 1] = (line[to + 1] ?? 0) + (data[from + 1] ?? 0) * opacity
    line[to + 2] = (line[to + 2] ?? 0) + (data[from + 2] ?? 0) * opacity
    line[to + 3] = (line[to + 3] ?? 0) + opacity
  }
}

function writeMean(
  data: Uint8Array,
  at: number,
  line: Float32Array,
  { first, weights }: Share,
): void {
  let [red, green, blue, opacity] = [0, 0, 0, 0]
  weights.forEach((weight, index) => {
    const from = (first + index) * 4
    red += (line[from] ?? 0) * weight
    green += (line[from + 1] ?? 0) * weight
    blue += (line[from + 2] ?? 0) * weight
    opacity += (line[from + 3] ?? 0) * weight
  })
  if (opacity <= 0) return
  data[at] = Math.round(red / opacity)
  data[at + 1] = Math.round(green / opacity)
  data[at + 2] = Math.round(blue / opacity)
  data[at + 3] = Math.round(opacity)
}

/** The size within limits that keeps the shape of a picture, at most as large as it is. */
export function fitInside(
  { width, height }: { width: number; height: number },
  maxWidth: number,
  maxHeight: number,
): { width: number; height: number } {
  const factor = Math.min(1, maxWidth / width, maxHeight / height)
  const fitted = (edge: number) => Math.max(1, Math.round(edge * factor))
  return { width: fitted(width), height: fitted(height) }
}

/** A picture on white, as formats without opacity need it. */
export function onWhite({ width, height, data }: Pixels): Pixels {
  const solid = Uint8Array.from(data)
  for (let at = 0; at < solid.length; at += 4) {
    const opacity = (solid[at + 3] ?? 0) / 255
    for (const colour of [at, at + 1, at + 2]) {
      solid[colour] = Math.round((solid[colour] ?? 0) * opacity + 255 * (1 - opacity))
    }
    solid[at + 3] = 255
  }
  return { width, height, data: solid }
}

/**
 * A picture turned as a camera says that it was held (Exif orientation 1 to 8). Phones store what the sensor saw and say so.
 */
export function turn(pixels: Pixels, orientation: number): Pixels {
  if (orientation < 2 || orientation > 8) return pixels
  const { width, height, data } = pixels
  const isOnItsSide = orientation >= 5
  const [turnedWidth, turnedHeight] = isOnItsSide ? [height, width] : [width, height]
  const turned = new Uint32Array(width * height)
  const source = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const flipsX = [2, 3, 7, 8].includes(orientation)
  const flipsY = [3, 4, 6, 7].includes(orientation)
  for (let y = 0; y < turnedHeight; y += 1) {
    for (let x = 0; x < turnedWidth; x += 1) {
      const [column, row] = isOnItsSide ? [y, x] : [x, y]
      const from =
        (flipsY ? height - 1 - row : row) * width + (flipsX ? width - 1 - column : column)
      turned[y * turnedWidth + x] = source[from] ?? 0
    }
  }
  return { width: turnedWidth, height: turnedHeight, data: new Uint8Array(turned.buffer) }
}
