import { constantFrom, array, assert, boolean, property, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ROBOTS_MAX_BYTES, ROBOTS_PATTERNS_MAX_CHARS } from '../../../../src/net/robots/limits.ts'
import { readRobots } from '../../../../src/net/robots/rules.ts'
import { seeds } from '../../../support/full.ts'

const NAME = 'Bellhop'

const allows = (text: string, path: string): boolean =>
  readRobots(text, NAME).allows(new URL(path, 'https://example.com'))

describe('rules for whom', () => {
  test.each([
    ['for all', 'User-agent: *\nDisallow: /private', false],
    ['for this program', 'User-agent: bellhop\nDisallow: /private', false],
    ['for this program, with a version', 'user-agent : BELLHOP/2.0\ndisallow : /private', false],
    ['for several at once', 'User-agent: other\nUser-agent: Bellhop\nDisallow: /private', false],
    [
      'for this program, in two groups',
      'User-agent: bellhop\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: bellhop\nDisallow: /private',
      false,
    ],
    [
      'for all, but not for this program',
      'User-agent: *\nDisallow: /\n\nUser-agent: bellhop\nDisallow: /other',
      true,
    ],
    [
      'for all, and nothing for this program',
      'User-agent: *\nDisallow: /\n\nUser-agent: bellhop\nDisallow:',
      true,
    ],
    ['for others', 'User-agent: bellhopper\nDisallow: /\n\nUser-agent: bell\nDisallow: /', true],
    ['for nobody', 'Disallow: /', true],
    [
      'behind a mark of the byte order, with all kinds of line ends',
      '\uFEFFUser-agent: *\r\nSitemap: https://example.com/s.xml\rDisallow: /private # secret',
      false,
    ],
    ['that are a page', '<!doctype html><p>User-agent: *</p>', true],
  ])('%s', (_whom, text, isAllowed) => {
    expect(allows(text, '/private/page?x=1')).toBe(isAllowed)
  })
})

describe('rules for paths', () => {
  // The examples of RFC 9309, 2.2.2 and 2.2.3, and of its errata's practice.
  test.each([
    ['Disallow: /', '/robots.txt', true],
    ['Disallow: /example\nAllow: /example/page', '/example/page.html', true],
    [
      'Disallow: /example/page/disallowed.gif\nAllow: /example/page/',
      '/example/page/disallowed.gif',
      false,
    ],
    ['Allow: /page\nDisallow: /page', '/page', true],
    ['Disallow: /*.gif$', '/a/b.gif', false],
    ['Disallow: /*.gif$', '/a/b.gif?x', true],
    ['Disallow: /fish*.php', '/fishheads/catfish.php?parameters', false],
    ['Disallow: /fish$', '/fish', false],
    ['Disallow: /fish$', '/fish/', true],
    ['Disallow: /FISH', '/fish', true],
    ['Disallow: /path/file-with-a-%2A.html', '/path/file-with-a-%2a.html', false],
    ['Disallow: /foo/bar/ツ', '/foo/bar/%E3%83%84', false],
    ['Disallow: /foo/bar/%62%61%7A', '/foo/bar/baz', false],
    ['Disallow: /a%3cd.html', '/a%3Cd.html', false],
    ['Disallow: *secret', '/a/secret', false],
    ['Disallow: /*?print', '/page?print=1', false],
    ['Disallow: /*a*a*b$', '/aab', false],
    ['Disallow: /*ab*b$', '/ab', true],
  ])('%s\n of %s', (rules, path, isAllowed) => {
    expect(allows(`User-agent: *\n${rules}`, path)).toBe(isAllowed)
  })

  test('are compared as a pattern of stars is', () => {
    const part = array(constantFrom('a', 'b', '/'), { maxLength: 3 }).map((chars) => chars.join(''))
    const pattern = tuple(array(part, { minLength: 1, maxLength: 4 }), boolean())
    const path = array(constantFrom('a', 'b', '/'), { maxLength: 9 }).map((chars) => chars.join(''))
    assert(
      property(pattern, path, ([parts, isWhole], rest) => {
        const model = new RegExp(`^/${parts.join('.*')}${isWhole ? '$' : ''}`)
        const text = `User-agent: *\nDisallow: /${parts.join('*')}${isWhole ? '$' : ''}`
        const url = { pathname: `/${rest}`, search: '' } as URL
        expect(readRobots(text, NAME).allows(url)).toBe(!model.test(`/${rest}`))
      }),
      { numRuns: seeds(30, 500), seed: 9309 },
    )
  })
})

describe('a file that is too much', () => {
  const path = `/${'a'.repeat(2_000)}`

  test('forbids what it forbids up to the limit, and beyond it where that begins alike', () => {
    const many = Math.ceil(ROBOTS_PATTERNS_MAX_CHARS / 20)
    const costly = Array.from({ length: many }, () => `Disallow: /x*${'a*'.repeat(9)}b`).join('\n')
    const text = `User-agent: *\n${costly}\nDisallow: /late*/print\nAllow: /late/open*/all`
    expect(allows(text, '/late/anything')).toBe(false)
    expect(allows(text, '/early')).toBe(true)
  })

  test('is read, however it is written', () => {
    const lines = [
      `Disallow: /${'*a'.repeat(1_000)}b`,
      `Allow: /${'a'.repeat(1_000)}`,
      `${' '.repeat(500)}Disallow${' '.repeat(500)}:`,
      `User-agent${'\t'.repeat(900)}`,
    ]
    for (const line of lines) {
      const count = Math.floor(ROBOTS_MAX_BYTES / line.length)
      expect(typeof allows(`User-agent: *\n${`${line}\n`.repeat(count)}`, path)).toBe('boolean')
    }
  })
})
