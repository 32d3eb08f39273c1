import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadEmojiNames } from '../../../../src/chat/messages/emoji/emoji-names.ts'
import type { RenderContext } from '../../../../src/chat/rendering/context.ts'
import { NO_REFERENCES } from '../../../../src/chat/rendering/references.ts'
import { renderPlainText } from '../../../../src/chat/rendering/render-message.ts'
import { renderMarkdown } from '../../../../src/chat/rendering/renderer.ts'
import { seeds } from '../../../support/full.ts'

/** Everything that an author can ask for is on. */
const context: RenderContext = {
  references: {
    ...NO_REFERENCES,
    user: (name) => ({ id: 1, name }),
    group: (name) => ({ id: 2, name }),
    channel: (name) => ({ id: 3, name }),
  },
  emoji: await loadEmojiNames(),
  customEmoji: new Map(),
  translatesEmoticons: true,
  linkifiers: [],
  tex: undefined,
  highlight: undefined,
  realmUrl: 'http://localhost',
  cards: new Map(),
  isNotice: false,
}

const WORDS =
  'all channel a1 1 12 http www example com org mailto tel me time ℹ © 👍 ñ Ω 中文 ﷽ e\u0301 İ 1. 2) x.y a@b.c C++ #1'

const SIGNS = ` .,;:!?'"()%=+-_*~\`#@<>&[]{}|/\\$^\t\n\u00A0\u200D\uFE0F\u20E3`

const texts = fc
  .array(
    fc.oneof(fc.constantFrom(...WORDS.split(' '), ...SIGNS.split(''), ' ', ' '), fc.string()),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''))

const plainTexts = fc
  .array(fc.constantFrom(...WORDS.split(' '), ...` .,;!?'"()%=+-`.split(''), ' ', ' '), {
    maxLength: 16,
  })
  .map((parts) => parts.join(''))

/** A plain text with something in it that may be more, twice the same for what has an end. */
const nearlyPlainTexts = fc
  .tuple(plainTexts, fc.constantFrom(...SIGNS.split('')), fc.constantFrom(...WORDS.split(' ')))
  .map(([text, sign, word]) => `a ${sign}${word}${sign} ${text}`)

test('a plain text is rendered as the whole renderer does', () => {
  let plain = 0
  const agrees = (text: string) => {
    const short = renderPlainText(text)
    if (short === undefined) return
    plain += 1
    const { html, findings } = renderMarkdown(text, context)
    expect(short).toBe(html)
    expect(findings).toMatchObject({ wildcard: undefined, hasLink: false, hasAttachment: false })
    expect([...findings.users, ...findings.groups]).toEqual([])
  }
  fc.assert(fc.property(fc.oneof(texts, plainTexts, nearlyPlainTexts), agrees), {
    numRuns: seeds(500, 5_000),
  })
  expect(plain).toBeGreaterThan(seeds(10, 200))
})

test.each(['The build is green again; who looks?', 'Don’t', 'a.', 'Naïve (2) 50% of "it"...'])(
  'knows whether %j is plain',
  (text) => {
    const isPlain = !text.includes('’')
    expect(renderPlainText(text) !== undefined).toBe(isPlain)
  },
)

test.each(['1. a', '- a', '# a', 'see a.org', 'a:)', ':a:', 'a *b*', 'a\nb', 'a ', '', '/me a'])(
  'leaves %j to the renderer',
  (text) => {
    expect(renderPlainText(text)).toBeUndefined()
  },
)
