import { seededRandom } from './seeded-random.ts'

const WORDS =
  'river stone garden winter bread window letter station orange bridge teacher market silver forest kitchen island morning paper engine summer village doctor candle mountain ticket harbour music clock road lamp'.split(
    ' ',
  )

/** A page as somebody first tries: some paragraphs, things under headings, a little around them. */
export interface PlainPage {
  html: string
  /** What belongs together: the texts of each list, table, piece of code and so on, in order. */
  structures: string[][]
  headings: string[]
}

/** Makes a plain page; the same seed makes the same page. */
export function plainPage(seed: number): PlainPage {
  const random = seededRandom(seed)
  const int = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1))
  const times = <Made>(count: number, make: () => Made): Made[] =>
    Array.from({ length: count }, make)
  // A number makes each phrase one of its kind, so that it can be found.
  const phrase = (min: number, max: number): string =>
    `${times(int(min, max), () => WORDS[int(0, WORDS.length - 1)]).join(' ')} ${int(1, 99_999)}`
  const sentence = (): string => {
    const text = phrase(6, 14)
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  const paragraph = (): string => `<p>${times(int(1, 4), sentence).join(' ')}</p>`
  const structures: string[][] = []
  const whole = (parts: string[]): string[] => {
    structures.push(parts)
    return parts
  }
  const makers = [
    () =>
      `<ul>${whole(times(int(2, 8), () => phrase(1, 5)))
        .map((item) => `<li>${item}`)
        .join('')}</ul>`,
    () =>
      `<ol>${whole(times(int(2, 8), sentence))
        .map((item) => `<li>${item}</li>`)
        .join('')}</ol>`,
    () =>
      `<dl>${whole(times(2 * int(1, 5), () => phrase(1, 4)))
        .map((part, at) => (at % 2 === 0 ? `<dt>${part}` : `<dd>${part}`))
        .join('')}</dl>`,
    () =>
      `<table>${whole(times(2 * int(2, 8), () => phrase(1, 2)))
        .map((cell, at) => `${at % 2 === 0 ? '<tr>' : ''}<td>${cell}</td>`)
        .join('')}</table>`,
    () => `<pre>${whole(times(int(1, 6), () => phrase(2, 5))).join('\n')}</pre>`,
    () =>
      `<blockquote>${whole(times(int(1, 3), sentence))
        .map((text) => `<p>${text}</p>`)
        .join('')}</blockquote>`,
    () => {
      const [question = '', answer = ''] = whole([`${phrase(3, 6)}?`, sentence()])
      return `<details><summary>${question}</summary><p>${answer}</p></details>`
    },
  ]
  const headings: string[] = []
  const heading = (): string => {
    headings.push(phrase(1, 3))
    return `<h2>${headings.at(-1)!}</h2>`
  }
  const thing = (): string => makers[int(0, makers.length - 1)]!()
  const body = [
    ...times(int(1, 12), paragraph),
    ...times(int(1, 3), () => `${heading()}${random() < 0.3 ? paragraph() : ''}${thing()}`),
    ...times(int(0, 1), paragraph),
  ]
  const nav = '<nav><ul><li><a href=/>Home</a><li><a href=/about>About</a></ul></nav>'
  const footer = '<footer><a href=/privacy>Privacy</a> | <a href=/terms>Terms</a></footer>'
  const main = `<h1>${phrase(2, 4)}</h1>${body.join('')}`
  const framed = random() < 0.5 ? main : `<main>${main}</main>`
  return {
    html: `${random() < 0.5 ? nav : ''}${framed}${random() < 0.7 ? footer : ''}`,
    structures,
    headings,
  }
}
