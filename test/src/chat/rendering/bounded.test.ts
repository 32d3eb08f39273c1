import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import {
  MESSAGE_MAX_CHARS,
  RENDERED_MAX_BYTES,
  TEX_MAX_CHARS,
} from '../../../../src/chat/limits.ts'
import { renderMessage } from '../../../../src/chat/rendering/render-message.ts'
import { type ChatWorld, startChatWorld } from '../../../support/chat-world.ts'
import { dangersIn } from '../../../support/safe-html.ts'

let world: ChatWorld

beforeAll(async () => {
  world = await startChatWorld()
})

afterAll(async () => world[Symbol.asyncDispose]())

const settings = {
  linkifiers: [{ pattern: 'T(?P<id>\\w+)', urlTemplate: `https://x.test/${'{id}/'.repeat(190)}` }],
  emoji: [{ name: 'custom', src: `/user_avatars/${'a'.repeat(60)}.png` }],
  alertWords: new Map(),
}
const html = async (content: string) =>
  (await renderMessage(reader(world.chat), content, { settings })).html

/** Makes a text of about the length of the longest message out of numbered words. */
type Shape = (word: (count?: number) => string) => string

const emoji = ['😀', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '👨‍👩‍👧‍👦', ':custom:', ':o:', ':flag_united_states:']
const formulas = [
  '\\sqrt2',
  'x_2',
  '\\frac{a}{b}',
  '\\sum_{i=0}^n',
  '\\begin{matrix}&&&\\end{matrix}',
]
const code = ['```\n', '~~~ py\n', '```text\n']

const repeated = (piece: fc.Arbitrary<Shape>) =>
  fc.tuple(piece, fc.integer({ min: 1, max: 3_000 })).map(
    ([shape, count]): Shape =>
      (word) =>
        Array.from({ length: count }, () => shape(word)).join(''),
  )

const shapes: fc.Arbitrary<Shape> = repeated(
  fc.oneof(
    fc.constantFrom(...emoji).map(
      (one): Shape =>
        (word) =>
          `${one}${one} ${word()} ${one}`,
    ),
    fc.constantFrom(...formulas).map(
      (one): Shape =>
        (word) =>
          `$$${one}$$ ${word()} `,
    ),
    fc.constantFrom<Shape>(
      (word) => `@**all** @_**topic** ${word()} @**Iago|10** `,
      (word) => `#**general>${word()}** #**general** ${word()} `,
      (word) => `[${word()}](https://${word()}.test/"'<) https://${word()}.test `,
      (word) => `T${word()} T${word()}, T${word()} `,
      (word) => `<time:2026-01-02T03:04:05Z> ${word()} "'&<> `,
      (word) => `**${word()}** *${word()}* ~~${word()}~~ \`"'${word()}\` `,
      (word) => `\n# ${word()}\n***\n`,
      (word) => `${word()}\n`,
    ),
    fc.integer({ min: 1, max: 60 }).map(
      (depth): Shape =>
        (word) =>
          `\n${'> '.repeat(depth)}${word()}\n\n`,
    ),
    fc.integer({ min: 1, max: 60 }).map(
      (depth): Shape =>
        (word) =>
          `\n${'- '.repeat(depth)}${word()}\n`,
    ),
    fc.integer({ min: 1, max: 60 }).map(
      (depth): Shape =>
        (word) =>
          `\n${Array.from({ length: depth }, (_, at) => `${' '.repeat(at * 2)}* ${word()}\n`).join('')}`,
    ),
    fc
      .tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom('quote', 'spoiler title'))
      .map(([depth, kind]): Shape => {
        const opening = Array.from({ length: depth }, (_, at) => `${'~'.repeat(at + 3)} ${kind}\n`)
        return (word) => `\n${opening.toReversed().join('')}${word()}\n`
      }),
    fc.integer({ min: 1, max: 300 }).map(
      (columns): Shape =>
        (word) =>
          `\n|${'a|'.repeat(columns)}\n|${':-:|'.repeat(columns)}\n${`|${word()}\n`.repeat(20)}\n`,
    ),
    fc.constantFrom(...code).map(
      (fence): Shape =>
        (word) =>
          `\n${fence}"'<&> ${word()}\n${fence.slice(0, 3)}\n`,
    ),
  ),
)

/** A text of several shapes up to the longest message, and the words that it holds as a whole. */
const texts = fc.array(shapes, { minLength: 1, maxLength: 4 }).map((chosen) => {
  let count = 0
  const whole = chosen.map((shape) => shape(() => `w${(count += 1)}w`)).join('\n')
  const content = Array.from(whole).slice(0, MESSAGE_MAX_CHARS).join('')
  return { content, words: [...new Set(content.match(/w\d+w/g))] }
})

describe('whatever a message is made of', { timeout: 60_000 }, () => {
  test('its HTML is bounded and safe, and no word of it is lost', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async ({ content, words }) => {
        const shown = await html(content)
        expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(RENDERED_MAX_BYTES)
        expect(words.filter((word) => !shown.includes(word))).toEqual([])
        expect(dangersIn(shown)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test('formulas that fit are shown, and the others stay as their source', async () => {
    const ordinary = await html('$$E=mc^2$$ '.repeat(40))
    expect(ordinary).not.toContain('tex-error')
    expect(ordinary.match(/class="katex"/g)).toHaveLength(40)
    const many = await html('$$\\sqrt2$$ '.repeat(900))
    expect(many.match(/class="katex"/g)?.length).toBeGreaterThan(20)
    expect(many.match(/\$\$\\sqrt2\$\$/g)?.length).toBeGreaterThan(500)
  })

  test('a formula that stands there again costs nothing of the length that formulas may have', async () => {
    const formula = `$$${'x'.repeat(450)}$$ `
    expect(5 * formula.length).toBeGreaterThan(TEX_MAX_CHARS)
    expect((await html(formula.repeat(5))).match(/class="katex"/g)).toHaveLength(5)
  })

  test('a text that is too large with its emoji keeps its other markup, and whom it mentions', async () => {
    const content = `**bold** @**all** ${'😀'.repeat(5_000)}`
    const rendered = await renderMessage(reader(world.chat), content)
    expect(rendered.html).toContain('<strong>bold</strong>')
    expect(rendered.html).toContain('😀😀')
    expect(rendered.wildcard).toBe('channel')
  })

  test('what only cleaning makes too large is shown with less markup too', async () => {
    const quotes = "'".repeat(4_000)
    const shown = await html(`${':o: '.repeat(1_480)}\n\`\`\`\n${quotes}\n\`\`\``)
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(RENDERED_MAX_BYTES)
    expect(shown).toContain(':o: :o: ')
    expect(shown).toContain('<pre>')
  })

  test('text is no link where a pattern makes an address of it that is too long', async () => {
    expect(await html('T1')).toContain('<a href="https://x.test/1/')
    expect(await html(`T${'1'.repeat(40)}`)).toBe(`<p>T${'1'.repeat(40)}</p>`)
  })
})
