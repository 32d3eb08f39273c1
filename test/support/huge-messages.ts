import fc from 'fast-check'
import { MESSAGE_MAX_CHARS } from '../../src/chat/limits.ts'

/** What the texts refer to that an organization has settled. */
export const HUGE_SETTINGS = {
  linkifiers: [{ pattern: 'T(?P<id>\\w+)', urlTemplate: `https://x.test/${'{id}/'.repeat(190)}` }],
  emoji: [{ name: 'custom', src: `/user_avatars/${'a'.repeat(60)}.png` }],
  alertWords: new Map(),
}
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
export const hugeMessages = fc.array(shapes, { minLength: 1, maxLength: 4 }).map((chosen) => {
  let count = 0
  const whole = chosen.map((shape) => shape(() => `w${(count += 1)}w`)).join('\n')
  const content = Array.from(whole).slice(0, MESSAGE_MAX_CHARS).join('')
  return { content, words: [...new Set(content.match(/w\d+w/g))] }
})
