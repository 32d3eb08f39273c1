import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import { RENDERED_MAX_BYTES } from '../../../../src/chat/limits.ts'
import { renderMessage, type RenderOptions } from '../../../../src/chat/rendering/render-message.ts'
import { sanitize } from '../../../../src/chat/rendering/sanitize.ts'
import { ATTACKS, PLACES } from '../../../support/attacks.ts'
import { type ChatWorld, ok, startChatWorld } from '../../../support/chat-world.ts'
import { seeds } from '../../../support/full.ts'
import { dangersIn } from '../../../support/safe-html.ts'

let world: ChatWorld
const html = async (content: string, options?: RenderOptions) =>
  (await renderMessage(reader(world.chat), content, options)).html

beforeAll(async () => {
  world = await startChatWorld()
})

afterAll(async () => world[Symbol.asyncDispose]())

describe('nothing in a message acts', () => {
  test('the judge of this test knows what acts', () => {
    const acting = [
      '<img onerror=x>',
      '<a href=javascript:x>',
      '<img src=//evil.example>',
      '<script>',
    ]
    expect(acting.filter((one) => dangersIn(one).length === 0)).toEqual([])
    expect(dangersIn('<p><a href="https://example.com">x</a><img src="/a.png"></p>')).toEqual([])
  })

  test.each(ATTACKS)('%j', async (attack) => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(60)
    for (const place of PLACES) {
      const content = place(attack)
      expect({ content, found: dangersIn(await html(content)) }).toEqual({ content, found: [] })
    }
  })

  test('whatever names people, channels, topics, emoji and patterns have', async () => {
    const bad = `<img src=x onerror="alert('1')">`
    const user = await world.add('Mallory')
    await world.chat.store.write(async (tx) => {
      await tx.updateTable('chat_user').set({ full_name: bad }).where('id', '=', user.id).execute()
      await tx.updateTable('chat_channel').set({ name: bad, name_key: bad }).execute()
    })
    ok(await world.owner.post('/user_groups/create', { name: bad, description: 'd', members: [] }))
    const content = `@**${bad}** @*${bad}* #**${bad}** #**${bad}>${bad}** #**${bad}>${bad}@1** :bad: :far: T1`
    const settings = {
      linkifiers: [{ pattern: 'T(?P<id>\\d)', urlTemplate: `https://x.example/"><b>{id}` }],
      emoji: [
        { name: 'bad', src: '/x" onerror="alert(1)' },
        { name: 'far', src: 'https://evil.example/x.gif' },
      ],
      alertWords: new Map(),
    }
    const rendered = await html(content, { settings })
    expect(dangersIn(rendered)).toEqual([])
    expect(rendered.match(/&lt;img src=x/g)?.length).toBeGreaterThanOrEqual(6)
    expect(rendered).toContain('<img alt=":bad:"')
    expect(rendered).toContain('<img alt=":far:" class="emoji" title="far">')
    expect(rendered).toContain('<a href="https://x.example/')
  })

  test('whatever is put together at random', { tags: 'full' }, async () => {
    const part = fc.oneof(
      fc.constantFrom(...ATTACKS),
      fc.constantFrom(...'*_`~[]()<>!@#$:|\\&"\'/=-\n\t >0a'.split('')),
      fc.constantFrom(
        '```',
        '~~~',
        '$$',
        '@**',
        '#**',
        '**',
        'quote',
        'spoiler ',
        'math',
        '<time:',
        'https://',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    )
    const message = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(message, async (content) => {
        expect(dangersIn(await html(content))).toEqual([])
      }),
      { numRuns: seeds(30, 300) },
    )
  })

  test('what the rules should ever let through, the last pass takes away', () => {
    const through = sanitize(
      '<p onclick="x">a<script>b</script><a href="javascript:c" class="d">e</a><img src="https://evil.example/f">' +
        '<img src="//evil.example/f"><iframe src="/g"></iframe><span style="position:fixed;background:url(//evil)">h</span>' +
        '<span style="top:-2em;color:#fff">i</span><svg onload="x" viewBox="0 0 1 1"><use href="#x"></use></svg>' +
        '<math><mi onclick="x" href="javascript:j">k</mi></math></p>',
    )
    expect(dangersIn(through)).toEqual([])
    expect(through).toBe(
      '<p>a<a class="d">e</a><img><img><span>h</span><span style="top:-2em;color:#fff">i</span><svg viewBox="0 0 1 1"></svg><math><mi>k</mi></math></p>',
    )
  })
})

/** 10,000 characters made of one piece. */
const MAX_CHARS = 10_000
const filled = (piece: string) =>
  piece.repeat(Math.ceil(MAX_CHARS / piece.length)).slice(0, MAX_CHARS)

describe('the worst messages stay cheap and small', () => {
  const pieces = [
    ...'[*>`_~@#$:<|!(\\&-=a'.split(''),
    '[](',
    '![',
    '**a',
    '*a_',
    '`a',
    '``a`',
    '[a](',
    '[[a](b)](',
    '@**',
    '@**a',
    '#**a>',
    '@*a',
    '$$a$',
    '$$\\$',
    '<time:',
    ':a',
    '> ',
    '>\n',
    '> a\n',
    '- a\n',
    '1. a\n',
    '```quote\n',
    '~~~spoiler a\n',
    '```\n~~~\n',
    '```quote\n~~~quote\n',
    'http://',
    'a.b',
    'example.com ',
    'a@b.',
    'http://a(',
    '|a',
    '|a|b\n|-|-\n',
    '&amp;',
    '🎉',
    '👨‍👩‍👧‍👦',
    '~~a~',
    '\n',
    '\t',
    ' ',
    '# ',
    '***',
    '<!--',
    '1.1.1.1:',
  ]
  test.each(pieces)('%j', async (piece) => {
    expect((await html(filled(piece))).length).toBeLessThanOrEqual(RENDERED_MAX_BYTES)
  })

  const bombs = {
    'a table that fills up': `|${'a|'.repeat(1_600)}\n|${'-|'.repeat(1_600)}\n${'|\n'.repeat(1_700)}`,
    'lists in lists': Array.from({ length: 130 }, (_, depth) => `${' '.repeat(depth)}* a`).join(
      '\n',
    ),
    'links in links': '['.repeat(4_000) + 'a' + '](b)'.repeat(1_400),
    'a macro that multiplies': `$$\\def\\a{${'x'.repeat(5_000)}}${'\\a'.repeat(80)}$$`,
    'a macro within limits': `$$\\def\\a{${'x'.repeat(1_500)}}${'\\a'.repeat(99)}$$`,
    'fractions in fractions': `$$${'\\frac{'.repeat(210)}1${'}{1}'.repeat(70)}$$`,
    'braces in braces': `$$${'{'.repeat(990)}${'}'.repeat(990)}$$`,
    'a ruler of a mile': '$$\\rule{1e9em}{1e9em}$$',
    'an endless macro': '$$\\newcommand{\\a}{\\a\\a}\\a$$',
  }
  test.each(Object.entries(bombs))('%s', async (_name, content) => {
    expect((await html(content)).length).toBeLessThanOrEqual(RENDERED_MAX_BYTES)
  })

  test('formulas beyond the budget of a message are shown as text', async () => {
    const formulas = ['x', 'y', 'z'].map((letter) => `$$${letter.repeat(900)}$$`)
    const rendered = await html(formulas.join(' '))
    expect(rendered.match(/class="katex"/g)).toHaveLength(2)
    expect(rendered.match(/class="tex-error"/g)).toHaveLength(1)
    expect(await html('$$\\rule{99em}{1em}$$')).toContain('border-right-width:10em')
    expect(await html('$$\\def\\a{x}\\a$$')).toContain('tex-error')
  })

  test('quotes beyond the deepest level end there', async () => {
    const rendered = await html(`${'>'.repeat(60)} a`)
    expect(rendered.match(/<blockquote>/g)?.length).toBeLessThanOrEqual(40)
  })

  test('a table of many cells stays a table, one of too many stays text', async () => {
    const row = `|${'a|'.repeat(9)}\n`
    expect(await html(`${row}|${'-|'.repeat(9)}\n${row.repeat(300)}`)).toContain('<table>')
    expect(await html(`${row}|${'-|'.repeat(9)}\n${'|\n'.repeat(2_500)}`)).not.toContain('<table>')
  })
})
