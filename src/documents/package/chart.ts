import type { DocumentWriter } from '../document-writer.ts'
import { childrenOf, findChild, innerText, type XmlElement } from './read-xml.ts'

/** Values of a chart by their places. */
type Points = ReadonlyMap<number, string>

interface Series {
  name: string
  /** Labels of the values, or the numbers along the axis. */
  labels: Points
  values: Points
}

/** Writes a chart as its title and a table of the values that it shows (ECMA-376 part 1, 21.2), as they were last calculated. */
export function writeChart(root: XmlElement | undefined, out: DocumentWriter): void {
  const chart = findChild(root, 'c:chart')
  const plot = findChild(chart, 'c:plotArea')
  const title = titleOf(findChild(chart, 'c:title'))
  out.add('p', title === '' ? 'Chart:' : `Chart: ${title}`)
  const series = childrenOf(plot)
    .filter(({ name }) => /^c:\w+Chart$/.test(name))
    .flatMap((kind) => childrenOf(kind, 'c:ser'))
    .map(readSeries)
  const axis = childrenOf(plot).find(({ name }) => /^c:(?:cat|date)Ax$/.test(name))
  const label = titleOf(findChild(axis, 'c:title'))
  for (let at = 0; at < series.length;) {
    const first = series[at]!
    const key = keyOf(first.labels)
    let end = at + 1
    while (end < series.length && keyOf(series[end]!.labels) === key) end += 1
    writeSeries(label, series.slice(at, end), out)
    at = end
  }
}

function writeSeries(label: string, series: readonly Series[], out: DocumentWriter): void {
  const labels = series[0]?.labels
  if (!labels) return
  const places = [
    ...new Set([...labels.keys(), ...series.flatMap(({ values }) => [...values.keys()])]),
  ]
  out.open('table')
  out.open('tr')
  for (const head of [label, ...series.map(({ name }) => name)]) out.add('th', head)
  out.close('tr')
  for (const place of places.toSorted((a, b) => a - b)) {
    out.open('tr')
    out.add('td', labels.get(place) ?? '')
    for (const { values } of series) out.add('td', values.get(place) ?? '')
    out.close('tr')
  }
  out.close('table')
}

function readSeries(series: XmlElement): Series {
  const name = findChild(series, 'c:tx')
  const written = innerText(findChild(name, 'c:v'))
  const sizes = readPoints(findChild(series, 'c:bubbleSize'))
  const values = readPoints(findChild(series, 'c:val') ?? findChild(series, 'c:yVal'))
  return {
    name: written === '' ? [...readPoints(name).values()].join(' ') : written,
    labels: readPoints(findChild(series, 'c:cat') ?? findChild(series, 'c:xVal')),
    values:
      sizes.size === 0
        ? values
        : new Map([...values].map(([at, value]) => [at, `${value} (${sizes.get(at) ?? ''})`])),
  }
}

/** Values that a chart keeps of what it refers to; labels of several levels as one. */
function readPoints(holder: XmlElement | undefined): Points {
  const points = new Map<number, string>()
  const left = holder ? [holder] : []
  for (let next = left.pop(); next; next = left.pop()) {
    const format = innerText(findChild(next, 'c:formatCode'))
    for (const point of childrenOf(next, 'c:pt')) {
      const at = Number(point.attributes.get('idx'))
      const value = displayed(
        innerText(findChild(point, 'c:v')),
        point.attributes.get('formatCode') ?? format,
      )
      const inner = points.get(at)
      // The levels go from the innermost label to the outermost.
      points.set(at, inner === undefined ? value : `${value} ${inner}`)
    }
    left.push(
      ...childrenOf(next)
        .filter(({ name }) => name !== 'c:pt')
        .toReversed(),
    )
  }
  return points
}

const EPOCH_MS = Date.UTC(1899, 11, 30)
const DAY_MS = 86_400_000

/** A number as a date or percentage where its format says that it is one. */
function displayed(value: string, format: string): string {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return value
  const bare = format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
  if (/[yd]/i.test(bare) && !/general/i.test(bare)) {
    const date = new Date(EPOCH_MS + Math.round(number * DAY_MS))
    if (Number.isNaN(date.getTime())) return value
    return date.toISOString().slice(0, number % 1 === 0 ? 10 : 16)
  }
  const precise = Number(number.toPrecision(12))
  if (!bare.includes('%')) return String(precise)
  const digits = /\.(0+)/.exec(bare)?.[1]?.length ?? 0
  return `${(precise * 100).toFixed(Math.min(digits, 20))}%`
}

function titleOf(title: XmlElement | undefined): string {
  const rich = findChild(title, 'c:tx', 'c:rich')
  const written = rich
    ? childrenOf(rich, 'a:p').map(innerText).join(' ')
    : [...readPoints(findChild(title, 'c:tx')).values()].join(' ')
  return written.replaceAll(/\s+/g, ' ').trim()
}

function keyOf(labels: Points): string {
  return JSON.stringify([...labels])
}
