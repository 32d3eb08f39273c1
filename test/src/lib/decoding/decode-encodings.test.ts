import { describe, expect, test } from 'vitest'
import { charsetOf } from '../../../../src/lib/declared-encoding.ts'
import { decodeHtml, decodeText, decodeXml } from '../../../../src/lib/decode.ts'
import { ENCODING_LABELS } from '../../../support/encoding-labels.ts'
import { decomposed, encodeAny, ENCODING_TEXTS } from '../../../support/encoding-texts.ts'
import { KNOWN_TEXTS } from '../../../support/legacy-texts.ts'
import { seededRandom } from '../../../support/seeded-random.ts'

const HTML = 'text/html'
const page = (declaration: string, text: string): string =>
  `<!doctype html><html><head>${declaration}<title>a</title></head><body><h1>b</h1>\n<p>${text}</p></body></html>`

/** How a page says, or does not say, what it is written in: its declaration and its header. */
interface Saying {
  declaration: (encoding: string) => string
  header: (encoding: string) => string
}

const META = (encoding: string): string => `<meta charset="${encoding}">`
const OLD_META = (encoding: string): string =>
  `<META content='text/html; charset=${encoding}' HTTP-EQUIV=content-type>`
const nothing = (): string => ''
const plain = (): string => HTML

/** Encodings that are right somewhere. */
const DECLARED: Readonly<Record<string, Saying>> = {
  'in a meta': { declaration: META, header: plain },
  'in an old meta': { declaration: OLD_META, header: plain },
  'in the header': { declaration: nothing, header: (encoding) => `${HTML}; charset="${encoding}"` },
  'as XML': { declaration: nothing, header: (encoding) => `${HTML};CHARSET=${encoding}` },
  'in a meta, where the header says UTF-8': {
    declaration: META,
    header: () => `${HTML}; charset=utf-8`,
  },
  'in the header, where a meta says UTF-8': {
    declaration: () => META('utf-8'),
    header: (encoding) => `${HTML}; charset=${encoding}`,
  },
  'in a late meta': {
    declaration: (encoding) => `<script>${'var a = 1;'.repeat(200)}</script>${META(encoding)}`,
    header: plain,
  },
  'behind a decoy': {
    declaration: (encoding) =>
      `<!-- ${META('big5')} --><a title='${META('big5')}'>${META(encoding)}`,
    header: plain,
  },
}

/** What says nothing that can be used. */
const UNDECLARED: Readonly<Record<string, Saying>> = {
  'not at all': { declaration: nothing, header: plain },
  'by a label that is none': {
    declaration: () => META('x-unknown'),
    header: () => `${HTML}; charset=none`,
  },
  'by a meta without a label': {
    declaration: () => '<meta http-equiv=Content-Type content="text/html; charset="><meta charset>',
    header: plain,
  },
  'by a meta that nobody closed': { declaration: () => '<meta charset="windows-', header: plain },
  'as UTF-8': { declaration: () => META('utf-8'), header: () => `${HTML}; charset=UTF-8` },
  'as UTF-16': { declaration: () => META('utf-16'), header: plain },
}

const decoded = ({ declaration, header }: Saying, encoding: string, text: string): string =>
  decodeHtml(encodeAny(page(declaration(encoding), text), encoding), header(encoding))

test('the table has every encoding that has a decoder', () => {
  expect(ENCODING_TEXTS.map(({ encoding }) => encoding)).toEqual(Object.keys(ENCODING_LABELS))
})

describe.each(Object.entries(DECLARED))(
  'a page that says what it is written in %s',
  (_, saying) => {
    test.each(ENCODING_TEXTS)('$encoding', ({ encoding, text }) => {
      expect(decoded(saying, encoding, text)).toContain(decomposed(text, encoding))
    })
  },
)

describe.each(Object.entries(UNDECLARED))(
  'a page that says what it is written in %s',
  (_, saying) => {
    test.each(ENCODING_TEXTS.filter(({ isUntold }) => !isUntold))(
      '$encoding',
      ({ encoding, text }) => {
        expect(decoded(saying, encoding, text)).toContain(decomposed(text, encoding))
      },
    )
  },
)

test.each(ENCODING_TEXTS.filter(({ isUntold }) => !isUntold))(
  'text and XML that declare nothing: $encoding',
  ({ encoding, text }) => {
    const read = decomposed(text, encoding)
    expect(decodeText(encodeAny(`Title: a\n\n${text}\n`, encoding), 'text/plain')).toContain(read)
    expect(decodeXml(encodeAny(`<a><b>${text}</b></a>`, encoding), 'text/xml')).toContain(read)
  },
)

test('every label of every encoding is known', () => {
  for (const [encoding, labels] of Object.entries(ENCODING_LABELS)) {
    const { text } = ENCODING_TEXTS.find((each) => each.encoding === encoding)!
    for (const label of labels.split(' ')) {
      expect(charsetOf(`${HTML}; charset=${label}`)).toBe(encoding)
      const bytes = encodeAny(page(META(label.toUpperCase()), text), encoding)
      expect(decodeHtml(bytes, HTML), label).toContain(decomposed(text, encoding))
    }
  }
})

describe('a header that lies', () => {
  const declared = ENCODING_TEXTS.filter(
    ({ encoding, isUntold }) => !isUntold && !['windows-1252', 'iso-2022-jp'].includes(encoding),
  )
  test.each(declared)('says ISO-8859-1 where the meta says $encoding', ({ encoding, text }) => {
    const saying = { declaration: META, header: () => `${HTML}; charset=ISO-8859-1` }
    expect(decoded(saying, encoding, text)).toContain(decomposed(text, encoding))
  })

  test('of what is UTF-8 throughout is not believed, nor is a meta', () => {
    for (const label of ['iso-8859-1', 'windows-1251', 'gbk', 'shift_jis']) {
      for (const { text } of KNOWN_TEXTS) {
        const bytes = encodeAny(page(META(label), text), 'utf-8')
        expect(decodeHtml(bytes, `${HTML}; charset=${label}`), label).toContain(text)
      }
    }
  })

  test('is believed where its bytes may be what it says, as browsers believe it', () => {
    const few = encodeAny(page('', 'a caf\u00e9'), 'utf-8')
    expect(decodeHtml(few, `${HTML}; charset=iso-8859-1`)).toContain('a cafÃ©')
    const german = ENCODING_TEXTS.find(({ encoding }) => encoding === 'macintosh')!.text
    const bytes = encodeAny(page('', german), 'macintosh')
    expect(decodeHtml(bytes, `${HTML}; charset=macintosh`)).toContain(german)
  })
})

describe('UTF-8 with faults stays UTF-8', () => {
  const texts = ENCODING_TEXTS.map(({ text }) => text)
  const random = seededRandom(47)
  const at = (length: number): number => Math.floor(random() * length)
  const headers = [HTML, `${HTML}; charset=utf-8`, `${HTML}; charset=iso-8859-1`]
  const wordsOf = (text: string): string[] => text.split(/\s+/)
  const lostWords = (text: string, read: string): number => {
    const found = new Set(wordsOf(read.replace(/^[^]*<p>|<\/p>[^]*$/g, '')))
    return wordsOf(text).filter((word) => !found.has(word)).length
  }

  test.each(headers)('stray bytes: %s', (header) => {
    for (const text of texts) {
      const parts = wordsOf(text)
      const cut = at(parts.length)
      const bytes = Buffer.concat([
        Buffer.from(page('', `${parts.slice(0, cut).join(' ')} `).replace(/<\/p>.*$/s, '')),
        Uint8Array.of([0x80, 0x92, 0x96, 0xa0, 0xe9, 0xff][at(6)]!),
        Buffer.from(` ${parts.slice(cut).join(' ')}</p></body></html>`),
      ])
      expect(lostWords(text, decodeHtml(bytes, header)), text).toBe(0)
    }
  })

  test.each(headers)('a character that was cut: %s', (header) => {
    for (const text of texts) {
      const bytes = Buffer.from(page('', text))
      const places = [...bytes.keys()].filter((place) => (bytes[place]! & 0xc0) === 0x80)
      const place = places[at(places.length)]
      if (place === undefined) continue
      const cut = Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1)])
      const read = decodeHtml(cut, header)
      expect(lostWords(text, read), text).toBeLessThanOrEqual(1)
      expect(read).not.toMatch(/[\u0080-\u009F]/)
    }
  })

  test('one such sentence has a single character beyond ASCII', () => {
    const bytes = Buffer.concat([Buffer.from('<p>Zürich is where it\u0020'), Buffer.from([0x92])])
    expect(decodeHtml(bytes, HTML)).toBe('<p>Zürich is where it ’')
    const half = Buffer.concat([Buffer.from('<p>Zürich, f'), Buffer.from([0xc3]), Buffer.from('r')])
    expect(decodeHtml(half, HTML)).toBe('<p>Zürich, f\uFFFDr')
  })
})

describe('characters of two bytes and more', () => {
  const text = page('<meta charset=koi8-r>', 'é 日本')
  const little = Buffer.from(text, 'utf16le')
  const big = Buffer.from(little).swap16()

  test.each([
    ['little end first', little],
    ['big end first', big],
    ['little end first, marked', Buffer.concat([Buffer.from([0xff, 0xfe]), little])],
    ['big end first, marked', Buffer.concat([Buffer.from([0xfe, 0xff]), big])],
  ])('%s: whatever is declared', (_, bytes) => {
    for (const header of [HTML, `${HTML}; charset=utf-8`]) {
      expect(decodeHtml(bytes, header)).toBe(text)
    }
  })

  test('a header says so where the bytes do not', () => {
    const bytes = Buffer.from('Titel: é 日本', 'utf16le')
    expect(decodeText(bytes, 'text/plain; charset=utf-16')).toBe('Titel: é 日本')
  })
})

test('a declaration that the search cut off is none', () => {
  const label = 'iso-8859-15'
  const start = '<!doctype html><title>'
  const meta = `</title><meta charset=${label.slice(0, -1)}`
  const filled = start + 'x'.repeat(1024 - start.length - meta.length) + meta
  const bytes = Buffer.from(`${filled}5><p>caf\xe9 \xa4`, 'latin1')
  expect(decodeHtml(bytes, HTML)).toContain('café €')
})
