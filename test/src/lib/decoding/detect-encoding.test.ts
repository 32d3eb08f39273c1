import { describe, expect, test } from 'vitest'
import { decodeXml } from '../../../../src/lib/decode.ts'
import { EncodingJudge } from '../../../../src/lib/detect-encoding.ts'
import { encodeLegacy } from '../../../support/encode-legacy.ts'
import { KNOWN_TEXTS } from '../../../support/legacy-texts.ts'

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const feedOf = (title: string, text: string, encoding: string): Uint8Array =>
  Buffer.concat([
    ascii('<?xml version="1.0"?>\n<rss version="2.0"><channel><item>\n<title>'),
    encodeLegacy(title, encoding),
    ascii('</title>\n<description>'),
    encodeLegacy(text, encoding),
    ascii('</description></item></channel></rss>\n'),
  ])

describe('a feed that declares no encoding is read in its own', () => {
  test.each(KNOWN_TEXTS)('$encoding: $title', ({ encoding, title, text }) => {
    const read = decodeXml(feedOf(title, text, encoding), 'application/rss+xml')
    expect(read).toContain(`<title>${title}</title>`)
    expect(read).toContain(text)
  })

  test('also where it declares UTF-8, which it is not', () => {
    const bytes = Buffer.concat([
      ascii('<?xml version="1.0" encoding="utf-8"?><title>'),
      encodeLegacy('Сегодня утром в гавань вошло большое судно с зерном.', 'koi8-r'),
      ascii('</title>'),
    ])
    expect(decodeXml(bytes, 'text/xml; charset=utf-8')).toContain('Сегодня утром')
  })

  test('a few letters are windows-1252, and so is what is no text', () => {
    expect(decodeXml(ascii('<t>caf\xe9</t>'), '')).toBe('<t>café</t>')
    expect(decodeXml(ascii('<t>\x93a\x94 \x96 b\x92s</t>'), '')).toBe('<t>“a” – b’s</t>')
    const noise = Uint8Array.from({ length: 4_000 }, (_, at) => (at * 7_919) % 251)
    expect(decodeXml(noise, '')).toBe(new TextDecoder('windows-1252').decode(noise))
  })
})

test('a word of another script is not taken for one of Latin letters with accents only', () => {
  expect(new EncodingJudge(encodeLegacy('אבא בית', 'windows-1255')).detect()).toBe('windows-1255')
  expect(new EncodingJudge(encodeLegacy('à é', 'windows-1252')).detect()).toBeUndefined()
})

describe('UTF-8 with bytes of windows-1252 in it', () => {
  test('keeps both', () => {
    const bytes = Buffer.concat([
      Buffer.from('<t>Öl für Köln, 日本 '),
      ascii('it\x92s \x85'),
      Buffer.from(' é</t>'),
    ])
    expect(decodeXml(bytes, 'text/xml; charset=utf-8')).toBe('<t>Öl für Köln, 日本 it’s … é</t>')
  })

  test('is told from an encoding whose bytes are UTF-8 now and then', () => {
    const text = '今天早上一艘大船进入了港口，卸货需要两天的时间，工人们正在准备。'
    expect(decodeXml(Buffer.concat([ascii('<t>'), encodeLegacy(text, 'gbk')]), '')).toContain(text)
  })
})
