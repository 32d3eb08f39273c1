import { beforeAll, describe, expect, it } from 'vitest'
import { loadExtractJob } from '../../../../src/extract/extract-job.ts'
import { readPage } from '../../../support/small-threads.ts'

beforeAll(async () => {
  await loadExtractJob()
})

const comment = (name: string, text: string, isStated = true): string =>
  `<li class="comment" itemprop="comment" itemscope itemtype="https://schema.org/Comment"><div class="comment-body"><span class="comment-copy" itemprop="text">${text}</span> – <a href="/users/1/x" class="comment-user"${isStated ? ' itemprop="author"' : ''}>${name}</a> <span class="comment-date" title="2022-05-24 17:51:27Z">May 24, 2022</span></div></li>`
const post = (
  kind: string,
  name: string,
  text: string,
  comments: string,
  before = '',
): string => `<div class="${kind}" itemscope itemtype="https://schema.org/${kind}"><div class="vote" itemprop="upvoteCount">3</div><div class="prose" itemprop="text"><p>${text}</p></div>
  ${before}<div class="user-info"><div class="user-action-time">on <span title="2022-05-24 17:00:00Z">May 24, 2022</span></div><div class="user-details" itemprop="author" itemscope itemtype="https://schema.org/Person"><a href="/users/9/x">${name}</a></div></div>
  <ul class="comments">${comments}</ul></div>`
const page = (main: string): string =>
  `<!doctype html><html itemscope itemtype="https://schema.org/QAPage"><title>Usage of as</title><body class="question-page"><h1>Usage of as</h1><div id="question">${main}</div><footer><a href="/terms">Terms</a></footer></body></html>`
/** What stands under each name, in order; `-` for what stands under none. */
const saidBy = (markdown: string): [string, string][] => {
  const said: [string, string][] = []
  let name = '-'
  for (const line of markdown.split('\n').map((text) => text.replace(/^(?:> ?)+/, ''))) {
    const head = /^\*\*([^*]+)\*\* · /.exec(line)
    if (head) name = head[1]!
    else if (line.startsWith('#') || line === '---') name = '-'
    else if (line.trim() !== '') said.push([name, line])
  }
  return said
}

describe('a name heads its own words only', () => {
  it('on a question with answers and comments, of which each kind is there once or twice', async () => {
    const markdown = await readPage(
      page(
        post(
          'Question',
          'Anna Asker',
          'He was shown as lacking in tact, which sounds odd to me in formal writing.',
          comment('Colin F', 'ok') +
            comment('42', 'Lacking is a gerund phrase, as it functions like a noun does.'),
        ) +
          post(
            'Answer',
            'Rosa P',
            'The sentence is correct as far as I can see, though others may find it clumsy.',
            '',
            '<div class="user-info"><div class="user-action-time">edited <span title="2022-06-01 10:00:00Z">Jun 1, 2022</span></div><div class="user-details"><a href="/users/5/x">Ed Itor</a></div></div>',
          ) +
          post(
            'Answer',
            'Majeed Y',
            'Depending on the context, less ambiguous sentences share the meaning.',
            comment('Tin Hat', 'Thanks!'),
          ),
      ),
    )
    expect(saidBy(markdown)).toEqual([
      ['Anna Asker', 'He was shown as lacking in tact, which sounds odd to me in formal writing.'],
      ['Colin F', 'ok'],
      ['42', 'Lacking is a gerund phrase, as it functions like a noun does.'],
      ['Rosa P', 'The sentence is correct as far as I can see, though others may find it clumsy.'],
      ['Majeed Y', 'Depending on the context, less ambiguous sentences share the meaning.'],
      ['Tin Hat', 'Thanks!'],
    ])
  })

  it('also where a post names nobody, and where other text follows the last one', async () => {
    const one = (name: string, text: string): string =>
      `<article class="message post" id="post-${text.length}"><h4 class="message-name"><span class="username">${name}</span></h4><h5 class="userTitle">Well-known member</h5><dl><dt>Posts</dt><dd>98</dd></dl><time datetime="2024-03-05">March 5</time><div class="message-body"><hr><p>${text}</p></div></article>`
    const markdown = await readPage(
      `<title>Flat tyre - Forum</title><body class="forum"><h1>Flat tyre</h1><div class="posts">${one('ann', 'The tyre is flat every single morning, whatever I do to the valve of it.')}${one('', 'Hold it under water and look for the bubbles, that is what I do.')}${one('bob', 'Buy a new one.')}</div><p>Threads are closed after ninety days without an answer, so that nobody waits for one in vain.</p></body>`,
    )
    const said = saidBy(markdown)
    expect(said).toContainEqual(['bob', 'Buy a new one.'])
    expect(said).toContainEqual([
      'ann',
      'The tyre is flat every single morning, whatever I do to the valve of it.',
    ])
    const nobodys = said.filter(([, text]) => /bubbles|ninety days/.test(text))
    expect(nobodys.filter(([name]) => name !== '-')).toEqual([])
    expect(markdown).not.toContain('**Well-known member**')
  })
})

it('messages that go on with a group are of whoever began it', async () => {
  const message = (head: string, text: string): string =>
    `<div class="message">${head}<span class="clock">${text.length}:00</span><div class="content"><p>${text}</p></div></div>`
  const by = (name: string): string =>
    `<span class="author">${name}</span> <time datetime="2024-03-05T10:00:00Z">March 5</time>`
  const markdown = await readPage(
    `<title>#general chat</title><body class="forum"><div class="log"><div class="group">${message(by('ann'), 'Does anybody know where the key of the shed is kept these days?')}${message('<time datetime="2024-03-05T10:01:00Z">10:01</time>', 'I have looked in the kitchen already.')}</div><div class="group">${message(by('bob'), 'It hangs behind the door, next to the lamp.')}</div></div></body>`,
  )
  expect(saidBy(markdown)).toEqual([
    ['ann', 'Does anybody know where the key of the shed is kept these days?'],
    ['ann', 'I have looked in the kitchen already.'],
    ['bob', 'It hangs behind the door, next to the lamp.'],
  ])
})
