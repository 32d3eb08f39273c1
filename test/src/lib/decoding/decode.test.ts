import { describe, expect, test } from 'vitest'
import { charsetOf } from '../../../../src/lib/declared-encoding.ts'
import { decodeHtml, decodeText, decodeXml } from '../../../../src/lib/decode.ts'

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  )

/** "Привет" in windows-1251. */
const PRIVET = [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]

describe('decodeHtml', () => {
  test('a byte order mark beats header and declaration', () => {
    const body = bytes([0xef, 0xbb, 0xbf], '<meta charset=koi8-r>', [0xc3, 0xa9])
    expect(decodeHtml(body, 'text/html; charset=windows-1251')).toBe('<meta charset=koi8-r>é')
    expect(decodeHtml(bytes([0xff, 0xfe, 0x41, 0, 0xe9, 0]), '')).toBe('Aé')
    expect(decodeHtml(bytes([0xfe, 0xff, 0, 0x41, 0, 0xe9]), 'text/html; charset=utf-8')).toBe('Aé')
  })

  test('the header beats the declaration', () => {
    const body = bytes('<meta charset=utf-8>', PRIVET)
    expect(decodeHtml(body, 'text/html; charset=windows-1251')).toContain('Привет')
  })

  test('a header charset that does not exist is passed over', () => {
    const body = bytes('<meta charset=windows-1251>', PRIVET)
    expect(decodeHtml(body, 'text/html; charset=none')).toContain('Привет')
    expect(decodeHtml(body, 'text/html; charset=hz-gb-2312')).toContain('Привет')
  })

  test.each([
    ['meta charset', '<meta charset="windows-1251">'],
    ['unquoted', '<META CHARSET=cp1251 >'],
    ['http-equiv', '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'],
    [
      'content before http-equiv',
      '<meta content=\'text/html;charset="cp1251"\' http-equiv=content-type>',
    ],
    ['XML declaration', '<?xml version="1.0" encoding="windows-1251"?>'],
    ['behind a comment with a decoy', '<!-- > <meta charset=utf-8> --><meta charset=windows-1251>'],
    ['behind an attribute with a decoy', '<a title="<meta charset=utf-8>"><meta charset=cp1251>'],
    ['behind an unknown one', '<meta charset=nonsense><meta charset=windows-1251>'],
    ['behind a meta of another kind', '<meta name=x content="charset=utf-8"><meta charset=cp1251>'],
    [
      'late, in a document that is no UTF-8',
      `<title>${'x'.repeat(3000)}</title><meta charset=cp1251>`,
    ],
  ])('reads the declaration: %s', (_, markup) => {
    expect(decodeHtml(bytes(markup, PRIVET), 'text/html')).toContain('Привет')
  })

  test('a late declaration does not overrule valid UTF-8', () => {
    const body = Buffer.from(`${'x'.repeat(2000)}<meta charset=koi8-r>é`)
    expect(decodeHtml(body, 'text/html').endsWith('é')).toBe(true)
  })

  test('a declaration read as ASCII cannot mean UTF-16', () => {
    expect(decodeHtml(Buffer.from('<meta charset=utf-16le>é'), '')).toContain('é')
    expect(decodeHtml(bytes('<meta charset=x-user-defined>', [0x93]), '')).toContain('“')
  })

  test('without any declaration: UTF-8 if it is valid, else windows-1252', () => {
    expect(decodeHtml(Buffer.from('naïve €'), 'text/html')).toBe('naïve €')
    expect(decodeHtml(bytes('na', [0xef], 've ', [0x80]), 'text/html')).toBe('naïve €')
  })

  test('a document that was cut inside a character is still UTF-8', () => {
    const whole = Buffer.from('ää€')
    for (const cut of [1, 2]) {
      expect(decodeHtml(whole.subarray(0, -cut), '').startsWith('ää')).toBe(true)
    }
    expect(decodeHtml(Buffer.from('ä😀').subarray(0, -1), '').startsWith('ä')).toBe(true)
  })

  test.each([
    ['shift_jis', [0x93, 0xfa, 0x96, 0x7b], '日本'],
    ['euc-kr', [0xc7, 0xd1], '한'],
    ['gb18030', [0xd6, 0xd0], '中'],
    ['big5', [0xa4, 0xa4], '中'],
    ['euc-jp', [0xc6, 0xfc], '日'],
    ['koi8-r', [0xd0], 'п'],
    ['ISO-8859-1', [0x80], '€'],
    ['iso-8859-2', [0xe8], 'č'],
    ['windows-874', [0xa1], 'ก'],
    ['macintosh', [0x8e], 'é'],
  ])('knows %s', (label, encoded, expected) => {
    expect(decodeHtml(bytes(encoded), `text/html; charset="${label}"`)).toBe(expected)
    expect(decodeHtml(bytes(`<meta charset=${label}>`, encoded), '')).toContain(expected)
  })

  test('never throws', () => {
    expect(decodeHtml(new Uint8Array(), '')).toBe('')
    expect(decodeHtml(ascii('<meta'), '')).toBe('<meta')
    expect(decodeHtml(ascii('<!--'), ';charset')).toBe('<!--')
    expect(decodeHtml(bytes([0xff]), 'text/html; charset=utf-8')).toBe('\uFFFD')
  })
})

describe('decodeText', () => {
  test('does not take HTML inside a text for a declaration', () => {
    const body = Buffer.from('Write `<meta charset=windows-1251>` é')
    expect(decodeText(body, 'text/markdown')).toContain('é')
    expect(decodeText(bytes([0xcf]), 'text/plain; charset=windows-1251')).toBe('П')
  })
})

test.each([
  ['text/html; charset=UTF-8', 'utf-8'],
  ['text/html;charset="latin1"', 'windows-1252'],
  ["text/html; a=b; Charset='big5'", 'big5'],
  ['text/html', undefined],
  ['text/html; charset=bogus', undefined],
])('charsetOf(%s)', (contentType, expected) => {
  expect(charsetOf(contentType)).toBe(expected)
})

describe('decodeXml', () => {
  const xml = (encoding: string, ...rest: readonly (string | readonly number[])[]): Uint8Array =>
    bytes(`<?xml version="1.0" encoding="${encoding}"?>`, ...rest)
  /** Each code point as one big-endian or little-endian unit. */
  const wide = (text: string, unitBytes: 2 | 4, isBigEndian: boolean): Uint8Array =>
    Buffer.concat(
      Array.from(text, (character) => {
        const unit = Buffer.alloc(unitBytes)
        const code = character.codePointAt(0) ?? 0
        if (isBigEndian) unit.writeUIntBE(code, 0, unitBytes)
        else unit.writeUIntLE(code, 0, unitBytes)
        return unit
      }),
    )

  test('mark, header, declaration, UTF-8, windows-1252, in this order', () => {
    const marked = bytes([0xef, 0xbb, 0xbf], `<?xml encoding="koi8-r"?>`, [0xc3, 0xa9])
    expect(decodeXml(marked, 'text/xml; charset=windows-1251')).toMatch(/é$/)
    expect(decodeXml(xml('koi8-r', PRIVET), 'text/xml; charset=windows-1251')).toMatch(/Привет$/)
    expect(decodeXml(xml('windows-1251', PRIVET), 'text/xml')).toMatch(/Привет$/)
    expect(decodeXml(Buffer.concat([bytes('\n\n'), xml('cp1251', PRIVET)]), '')).toMatch(/Привет$/)
    expect(decodeXml(Buffer.from('<a>é'), '')).toBe('<a>é')
    expect(decodeXml(bytes('<a>', [0xe9, 0x20, 0x93]), '')).toBe('<a>é “')
  })

  test.each([
    ['UTF-16, little end first', wide('<?xml?>é', 2, false)],
    ['UTF-16, big end first', wide('<?xml?>é', 2, true)],
    ['UTF-16 with a mark', wide('\uFEFF<?xml?>é', 2, true)],
    ['UTF-32, little end first', wide('<?xml?>é', 4, false)],
    ['UTF-32, big end first', wide('<?xml?>é', 4, true)],
    ['UTF-32 with a mark', wide('\uFEFF<?xml?>é', 4, true)],
    ['UTF-32 with a mark, little end first', wide('\uFEFF<?xml?>é', 4, false)],
  ])('%s', (_, encoded) => {
    expect(decodeXml(encoded, 'text/xml; charset=utf-8')).toBe('<?xml?>é')
  })

  test('a declaration that the bytes contradict is passed over', () => {
    expect(decodeXml(xml('utf-16', 'e'), '')).toMatch(/\?>e$/)
    expect(decodeXml(xml('utf-8', [0xe9, 0x20]), '')).toMatch(/é $/)
    expect(decodeXml(xml('windows-1251', PRIVET), 'text/xml; charset=utf-8')).toMatch(/Привет$/)
    expect(decodeXml(xml('nonsense', [0xc3, 0xa9]), 'text/xml; charset=none')).toMatch(/é$/)
  })

  test('never throws', () => {
    expect(decodeXml(new Uint8Array(), '')).toBe('')
    expect(decodeXml(new Uint8Array([0, 0, 0, 0x3c, 0xff, 0xff, 0xff, 0xff, 1]), '')).toBe(
      '<\uFFFD',
    )
    expect(decodeXml(bytes([0, 0x3c, 0xd8]), '')).toBe('<\uFFFD')
  })
})
