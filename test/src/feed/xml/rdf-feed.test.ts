import { describe, expect, test } from 'vitest'
import { itemsOf } from '../../../support/feeds.ts'

describe('RSS 1.0', () => {
  const rdf = (inside: string, base = ''): string =>
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"${base}>${inside}</rdf:RDF>`
  const list = (...about: string[]): string =>
    `<channel rdf:about="."><items><rdf:Seq>${about.map((one) => `<rdf:li rdf:resource="${one}"/>`).join('')}</rdf:Seq></items></channel>`
  const item = (about: string): string =>
    `<item rdf:about="${about}"><title>${about}</title></item>`

  test('has addresses relative to xml:base, of the document or of an item', () => {
    const source = rdf(
      `${list('a', 'b')}${item('a')}<item xml:base="deep/" rdf:about="b"/><item rdf:ID="c"/>`,
      ' xml:base="https://base.test/x/"',
    )
    expect(itemsOf(source).map(({ link }) => link)).toEqual([
      'https://base.test/x/a',
      'https://base.test/x/deep/b',
      'https://base.test/x/#c',
    ])
  })

  test('has its items in the order of the channel', () => {
    const source = rdf(`${list('2', '3', '1')}${item('1')}${item('2')}${item('3')}`)
    expect(itemsOf(source).map(({ title }) => title)).toEqual(['2', '3', '1'])
  })

  test('has them as they stand where the channel does not name all', () => {
    const source = rdf(`${list('2', '1')}${item('1')}${item('2')}${item('3')}`)
    expect(itemsOf(source).map(({ title }) => title)).toEqual(['1', '2', '3'])
  })
})
