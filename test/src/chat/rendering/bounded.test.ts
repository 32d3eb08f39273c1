import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import { RENDERED_MAX_BYTES, TEX_MAX_CHARS } from '../../../../src/chat/limits.ts'
import { renderMessage } from '../../../../src/chat/rendering/render-message.ts'
import { type ChatWorld, startChatWorld } from '../../../support/chat-world.ts'
import { seeds } from '../../../support/full.ts'
import { HUGE_SETTINGS, hugeMessages } from '../../../support/huge-messages.ts'
import { dangersIn } from '../../../support/safe-html.ts'

/** `test:long` tries many more. */
const RUNS = seeds(2, 12)

let world: ChatWorld

beforeAll(async () => {
  world = await startChatWorld()
})

afterAll(async () => world[Symbol.asyncDispose]())

const html = async (content: string) =>
  (await renderMessage(reader(world.chat), content, { settings: HUGE_SETTINGS })).html

describe('whatever a message is made of', () => {
  test('its HTML is bounded and safe, and no word of it is lost', { tags: 'full' }, async () => {
    await fc.assert(
      fc.asyncProperty(hugeMessages, async ({ content, words }) => {
        const rendered = await html(content)
        expect(Buffer.byteLength(rendered)).toBeLessThanOrEqual(RENDERED_MAX_BYTES)
        expect(words.filter((word) => !rendered.includes(word))).toEqual([])
        expect(dangersIn(rendered)).toEqual([])
      }),
      { numRuns: RUNS },
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
    const rendered = await html(`${':o: '.repeat(1_480)}\n\`\`\`\n${quotes}\n\`\`\``)
    expect(Buffer.byteLength(rendered)).toBeLessThanOrEqual(RENDERED_MAX_BYTES)
    expect(rendered).toContain(':o: :o: ')
    expect(rendered).toContain('<pre>')
  })

  test('text is no link where a pattern makes an address of it that is too long', async () => {
    expect(await html('T1')).toContain('<a href="https://x.test/1/')
    expect(await html(`T${'1'.repeat(40)}`)).toBe(`<p>T${'1'.repeat(40)}</p>`)
  })
})
