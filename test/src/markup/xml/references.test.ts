import { describe, expect, test } from 'vitest'
import {
  decodeReferences,
  ENTITY_EXPANSION_MAX_CHARS,
  resolverFor,
} from '../../../../src/markup/xml/references.ts'

describe('decodeReferences', () => {
  test.each([
    ['a &lt;b&gt; &quot;c&quot; &apos;d&apos; &amp;', `a <b> "c" 'd' &`],
    ['&eacute;&nbsp;&hellip;&rsquo;&Uuml;', 'é\u00A0…’Ü'],
    ['&#233; &#xE9; &#XE9; &#8217;', 'é é é ’'],
    ['&#146;', '’'],
    ['&amp;lt; &amp;amp; &amp;eacute; &amp;#233;', '&lt; &amp; &eacute; &#233;'],
    ['?a=1&copy=2&b=3', '?a=1&copy=2&b=3'],
    ['AT&T & Co; &; &nosuch; &', 'AT&T & Co; &; &nosuch; &'],
    ['&CounterClockwiseContourIntegral;', '∳'],
    ['plain', 'plain'],
  ])('%s', (text, decoded) => {
    expect(decodeReferences(text)).toBe(decoded)
  })
})

describe('resolverFor', () => {
  test('knows the literals that a document type declares, the first of a name', () => {
    const resolve = resolverFor(
      `<!ENTITY who "Ann &amp; Bob"><!ENTITY who 'x'><!ENTITY c '&#169;'>`,
    )
    expect(decodeReferences('&who; &c; &eacute;', resolve)).toBe('Ann & Bob © é')
  })

  test('expands nothing inside an expansion, and fetches nothing', () => {
    const resolve = resolverFor(
      '<!ENTITY a "x"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">',
    )
    expect(decodeReferences('&b;|&f;', resolve)).toBe('&a;&a;|&f;')
  })

  test('stops when the expansions grow too large', () => {
    const resolve = resolverFor(`<!ENTITY a "${'a'.repeat(1000)}">`)
    const decoded = decodeReferences('&a;'.repeat(500), resolve)
    expect(decoded.replaceAll('&a;', '')).toHaveLength(ENTITY_EXPANSION_MAX_CHARS)
    expect(decoded.endsWith('&a;&a;')).toBe(true)
  })
})
