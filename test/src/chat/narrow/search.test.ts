import { expect, test } from 'vitest'
import { highlighter } from '../../../../src/chat/narrow/highlight.ts'
import { ok, startChatWorld } from '../../../support/chat-world.ts'
import { fetchAll, idsOf } from '../../../support/fetching.ts'

const EMOJI = '<span aria-label="fox" class="emoji emoji-1f98a" role="img" title="fox">:fox:</span>'

test('search finds words in any form, phrases in quotes, and marks what it found', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const fox = await alice.say('The quick <brown> foxes & \u{1F98A} jumped', { topic: 'Foxes & Co' })
  const cafe = await alice.say('brown quick Café', { topic: 'span' })
  const search = async (text: string, negated = false) =>
    fetchAll(alice, [{ operator: 'search', operand: text, negated }])
  for (const [text, ids] of [
    ['fox', [fox]],
    ['JUMPING', [fox]],
    ['quick brown', [fox, cafe]],
    ['"quick brown"', [fox]],
    ['"brown quick" cafe', [cafe]],
    ['quick fox café', []],
    ['quick-fox', []],
    ['"co the quick"', []],
    ['!!', []],
    ['lt', []],
    ['amp', []],
    ['"quick', [fox, cafe]],
    ['" OR quick NOT (', []],
  ] as const) {
    expect(idsOf(await search(text)), text).toEqual(ids)
  }
  expect(idsOf(await search('fox', true))).toEqual([cafe])
  const [found] = ok(await search('fox quick span p'))['messages']
  expect(found).toBeUndefined()
  const [message] = ok(await search('jump "quick brown"'))['messages']
  expect(message).toMatchObject({
    content: `<p>The quick &lt;brown&gt; foxes &amp; ${EMOJI} jumped</p>`,
    match_content:
      `<p>The <span class="highlight">quick &lt;brown</span>&gt; foxes &amp; ${EMOJI} ` +
      '<span class="highlight">jumped</span></p>',
    match_subject: 'Foxes &amp; Co',
  })
  const [inTopic] = ok(await search('fox'))['messages']
  expect(inTopic.match_subject).toBe('<span class="highlight">Foxes</span> &amp; Co')
  const [plain] = ok(await fetchAll(alice, [['topic', 'span']]))['messages']
  expect(plain).not.toHaveProperty('match_content')
  ok(await alice.patch(`/messages/${cafe}`, { content: 'tea', topic: `Ann's drinks` }))
  expect(idsOf(await search('café'))).toEqual([])
  const inDrinks = await search('drinks tea')
  expect(idsOf(inDrinks)).toEqual([cafe])
  expect(ok(inDrinks)['messages'][0].match_subject).toBe(
    'Ann&#x27;s <span class="highlight">drinks</span>',
  )
})

test('marks stand in text only, whatever the HTML', () => {
  const marked = highlighter([[['fox'], ['red', 'hen']]])
  const mark = (text: string) => `<span class="highlight">${text}</span>`
  for (const [html, expected] of [
    ['<a href="/fox" title="a > fox">Fox</a>', `<a href="/fox" title="a > fox">${mark('Fox')}</a>`],
    ["<img alt='fox' fox>fox", `<img alt='fox' fox>${mark('fox')}`],
    ['<fox>&fox; &#102;', '<fox>&fox; &#102;'],
    ['<b title="fox', '<b title="fox'],
    ['foxes foxy <', `${mark('foxes')} foxy <`],
    ['a red hen', `a ${mark('red hen')}`],
    ['red <i>hen</i>', `${mark('red')} <i>${mark('hen')}</i>`],
    ['red, red fox', `red, red ${mark('fox')}`],
    ['hen red', 'hen red'],
  ] as const) {
    expect(marked(html), html).toBe(expected)
  }
  expect(highlighter([])('fox')).toBe('fox')
  const hostile = '<"'.repeat(200_000)
  expect(marked(hostile)).toBe(hostile)
})
