import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type EmojiNames, loadEmojiNames } from '../../../../src/chat/messages/emoji/emoji-names.ts'
import type { RenderContext } from '../../../../src/chat/rendering/context.ts'
import { NO_REFERENCES } from '../../../../src/chat/rendering/references.ts'
import { renderText } from '../../../../src/chat/rendering/render-message.ts'
import { renderMarkdown } from '../../../../src/chat/rendering/renderer.ts'

let names: EmojiNames

beforeAll(async () => {
  names = await loadEmojiNames()
})

const spanOf = (name: string, code: string): string => {
  const title = name.replaceAll('_', ' ')
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`
}

const characters = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)))

/** With a variation selector behind every character that has a form as text, and keycaps. */
const qualified = (code: string): string =>
  characters(code).replaceAll(/[\p{Emoji}--\p{Emoji_Presentation}]/gv, '$&\u{FE0F}')

const show = (content: string, translatesEmoticons = false): string => {
  const context: RenderContext = {
    references: NO_REFERENCES,
    emoji: names,
    customEmoji: new Map(),
    translatesEmoticons,
    linkifiers: [],
    tex: undefined,
    highlight: undefined,
    realmUrl: 'http://localhost',
    cards: new Map(),
    isNotice: false,
  }
  return renderMarkdown(content, context).html
}

test('every name is shown as its emoji, under the name that was written', () => {
  const all = [...names.namesByCode].flatMap(([code, own]) =>
    own.map((name) => [name, code] as const),
  )
  expect(all).toHaveLength(3_339)
  const wrong = all.filter(([name, code]) => show(`:${name}:`) !== `<p>${spanOf(name, code)}</p>`)
  expect(wrong).toEqual([])
})

test('every emoji is shown as itself, with and without variation selectors', () => {
  const wrong = [...names.namesByCode].flatMap(([code, [name = '']]) =>
    [characters(code), qualified(code)].filter(
      (text) => show(text) !== `<p>${spanOf(name, code)}</p>`,
    ),
  )
  expect(wrong).toEqual([])
})

test('emoji stand beside each other and in words as they do alone', () => {
  const emoji = fc.constantFrom(...names.namesByCode).chain(([code, all]) =>
    fc.oneof(
      // A flag or a digit before another would be read together with it.
      fc.constant([`${qualified(code)} `, `${spanOf(all[0] ?? '', code)} `] as const),
      fc.constantFrom(...all).map((name) => [`:${name}:`, spanOf(name, code)] as const),
    ),
  )
  const word = fc.constantFrom('a', 'b c', '1', '中文').map((text) => [text, text] as const)
  fc.assert(
    fc.property(fc.array(fc.oneof(emoji, word), { minLength: 1, maxLength: 12 }), (parts) => {
      const [texts, htmls] = [parts.map(([text]) => text), parts.map(([, html]) => html)]
      expect(show(`x${texts.join('')}x`)).toBe(`<p>x${htmls.join('')}x</p>`)
    }),
  )
})

describe('what is no emoji of the table stays as it is', () => {
  test.each([
    '👍🏽',
    '👩🏽‍💻',
    '🇦',
    '🏴󠁺󠁺󠁿',
    '1 # * 23',
    '1\uFE0F',
    '1\u200D👍',
    '\u20E3',
    ':__proto__:',
    ':constructor:',
    ':TADA:',
    ':ta da:',
    ':tada',
    'tada:',
    '::',
    ': tada:',
    ':thumbsup:',
    ':white_check_mark:',
    `:${'a'.repeat(65)}:`,
  ])('%s', (text) => {
    expect(show(text)).toBe(`<p>${text}</p>`)
  })

  test('sequences of ten thousand parts and names without end', () => {
    for (const text of [
      '👨\u200D'.repeat(5_000),
      ':a'.repeat(5_000),
      ':'.repeat(10_000),
      `🏴${'\u{E0067}'.repeat(5_000)}`,
      '1'.repeat(10_000),
    ]) {
      expect(show(text)).not.toContain('class="emoji emoji-1f468-')
    }
  })
})

test('letters that are emoji are one in a description too', async () => {
  expect(await renderText('ℹ')).toBe(`<p>${spanOf('info', '2139')}</p>`)
  expect(await renderText('An ℹ sign')).toBe(`<p>An ${spanOf('info', '2139')} sign</p>`)
})

describe('emoticons', () => {
  const meant = [
    [':)', 'slight_smile'],
    ['(:', 'slight_smile'],
    [':(', 'frown'],
    ['<3', 'heart'],
    [':|', 'neutral'],
    [':/', 'confused'],
    [';)', 'wink'],
    [':D', 'grinning'],
    [':o', 'open_mouth'],
    [':O', 'open_mouth'],
    [':p', 'stuck_out_tongue'],
    [':P', 'stuck_out_tongue'],
  ] as const

  test.each(meant)('%s is :%s: for those who want that', (emoticon, name) => {
    const span = spanOf(name, names.codeOf(name)!)
    const plain = emoticon.replace('<', '&lt;')
    expect(show(emoticon, true)).toBe(`<p>${span}</p>`)
    expect(show(emoticon, false)).toBe(`<p>${plain}</p>`)
    expect(show(`so ${emoticon}, [${emoticon}] "${emoticon}"`, true).split(span)).toHaveLength(4)
    for (const text of [`a${emoticon}`, `${emoticon}a`, `\`${emoticon}\``]) {
      expect(show(text, true)).not.toContain('class="emoji')
    }
  })
})
