import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  foldHtml,
  foldText,
  foldOf,
  wordsOfHtml,
  wordsOfText,
} from '../../../../src/chat/narrow/search-words.ts'
import { seeds } from '../../../support/full.ts'

/** Pieces that meet in rendered messages, and some that never should. */
const HTML = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<p>',
        '</p>',
        '<br>',
        '<a href="x>y" title=\'a b\'>',
        '<b',
        '>',
        '<',
        '"',
        '&',
      ),
      fc.constantFrom(
        '&amp;',
        '&lt;',
        '&#39;',
        '&quot;Word',
        ' ',
        '_',
        '-',
        '.',
        'CamelCase',
        'R2D2',
      ),
      fc.constantFrom(
        'Café',
        'e\u0301',
        'ÉCOLE',
        '\u1E9B\u0323',
        '漢字',
        '\u{1F98A}',
        '\uE000',
        'ß',
      ),
      fc.string({ maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))

test('what is stored of a text are its words, folded', () => {
  expect(foldText('The Café’s _best_ R2-D2!')).toBe('the cafe s best r2 d2')
  expect(foldHtml('<p>One &amp; <a href="two>three">FOUR</a>five</p>')).toBe('one four five')
  fc.assert(
    fc.property(HTML, (html) => {
      const folded = (words: ReturnType<typeof wordsOfText>) =>
        words.map(({ text }) => foldOf(text)).join(' ')
      expect(foldHtml(html)).toBe(folded(wordsOfHtml(html)))
      expect(foldText(html)).toBe(folded(wordsOfText(html)))
    }),
    { numRuns: seeds(100, 2_000) },
  )
})
