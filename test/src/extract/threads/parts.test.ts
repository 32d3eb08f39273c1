import { describe, expect, it } from 'vitest'
import { findThread } from '../../../../src/extract/threads/find-thread.ts'
import { keepCounts } from '../../../../src/extract/threads/keep-counts.ts'
import { withoutSaid } from '../../../../src/extract/threads/said-before.ts'
import { findStamps } from '../../../../src/extract/threads/stamps.ts'
import { parsePage } from '../../../../src/markup/html/parse-page.ts'

const post = (author: string, day: string, body: string): string =>
  `<div class="p"><a class="author" href="/u/${author}">${author}</a> <time datetime="${day}T10:00:00Z">x</time><div class="body">${body}</div></div>`

const postsOf = (html: string) =>
  findThread(parsePage(`<title>T</title><body>${html}`))?.posts ?? []

/** What each post says, after its author. */
function spokenOf(html: string): string[] {
  const tree = parsePage(`<title>T</title><body>${html}`)
  const { posts, isLeft } = findThread(tree)!
  return posts.map(({ author, body }) => {
    const texts = body.flatMap((part) =>
      tree.nodes
        .slice(part.id, part.isText ? part.id + 1 : part.end)
        .flatMap((node) => (node.isText && isLeft[node.id] === 0 ? [node.data.trim()] : [])),
    )
    return `${author}: ${texts.join(' ')}`
  })
}

describe('findStamps', () => {
  it.each([
    ['<time datetime="2024-05-03T22:30:00-05:00">May 3</time>', '2024-05-03'],
    ['<span title="May 3, 2024 at 2:22 PM">3d</span>', '2024-05-03'],
    ['<div>Posted: Fri May 03, 2024 2:22 pm</div>', 'Fri May 03, 2024 2:22 pm'],
    ['<span>vor 3 Stunden</span>', 'vor 3 Stunden'],
    ['<span>3 時間前</span>', '3 時間前'],
    ['<span>3h</span>', '3h'],
  ])('%s is one', (html, date) => {
    expect(
      findStamps(parsePage(`<body><p>Some words</p>${html}`).nodes).map((stamp) => stamp.date),
    ).toEqual([date])
  })

  it.each([
    '<span>28 points</span>',
    '<span>4 year</span>',
    '<span>Joined: May 3, 2018</span>',
    '<dt>Joined</dt><dd>May 3, 2018</dd>',
    '<p>Last edited by ann on May 3, 2018</p>',
    '<p>On May 3, 2018 we all went down to the harbour, where the boats that had come in at night were lying.</p>',
  ])('%s is none', (html) => {
    expect(findStamps(parsePage(`<body>${html}`).nodes)).toEqual([])
  })
})

describe('findThread', () => {
  it('leaves out a quotation of what an earlier post says, and keeps others', () => {
    const said = 'The gate creaks whenever the wind comes from the north of the field.'
    const other = 'Oil is what a gate needs before all other things in winter.'
    const spoken = spokenOf(
      `${post('ann', '2024-01-01', `<p>${said}</p>`)}${post('bob', '2024-01-02', `<blockquote>${said}</blockquote><p>Then oil it.</p>`)}${post('cid', '2024-01-03', `<blockquote>${other}</blockquote><p>So they say.</p>`)}`,
    )
    expect(spoken).toEqual([`ann: ${said}`, 'bob: Then oil it.', `cid: ${other} So they say.`])
  })

  it('reads a post that is there twice once', () => {
    const twice = post('ann', '2024-01-01', '<p>The gate creaks whenever the wind comes.</p>')
    const spoken = spokenOf(
      `${twice}${twice}${post('bob', '2024-01-02', '<p>Then oil the gate.</p>')}${post('ann', '2024-01-03', '<p>I did, and it still does.</p>')}${post('cid', '2024-01-04', '<p>Try grease.</p>')}`,
    )
    expect(spoken).toEqual([
      'ann: The gate creaks whenever the wind comes.',
      'ann: ',
      'bob: Then oil the gate.',
      'ann: I did, and it still does.',
      'cid: Try grease.',
    ])
  })

  it('leaves out what everybody has of their own and never changes', () => {
    const signed = (author: string, day: string, text: string): string =>
      `<div class="p"><a class="author" href="/u/${author}">${author}</a> <time datetime="2024-01-0${day}T10:00:00Z">x</time><p>${text}</p><p>${author} is always somewhere else</p></div>`
    const spoken = spokenOf(
      `${signed('ann', '1', 'The gate creaks.')}${signed('bob', '2', 'Then oil the gate.')}${signed('ann', '3', 'I did, and it still does.')}${signed('bob', '4', 'Try grease.')}`,
    )
    expect(spoken).toEqual([
      'ann: The gate creaks.',
      'bob: Then oil the gate.',
      'ann: I did, and it still does.',
      'bob: Try grease.',
    ])
  })

  it.each(['outside of', 'inside of'])(
    'reads who wrote a post from an attribute %s it',
    (where) => {
      const stated = (author: string, day: string, body: string): string => {
        const attribute = `data-author="${author}"`
        const [outer, inner] = where === 'inside of' ? ['', attribute] : [attribute, '']
        return `<article class="p" ${outer}><div ${inner}><time datetime="${day}">x</time></div><p>${body}</p></article>`
      }
      const spoken = spokenOf(
        `${stated('ann', '2024-01-01', 'The gate creaks whenever the wind comes.')}${stated('bob', '2024-01-02', 'Then oil it before the winter.')}${stated('cid', '2024-01-03', 'Grease holds longer than any oil.')}`,
      )
      expect(spoken).toEqual([
        'ann: The gate creaks whenever the wind comes.',
        'bob: Then oil it before the winter.',
        'cid: Grease holds longer than any oil.',
      ])
    },
  )

  it('takes what a post says out of what stands beside the posts, and nothing else', () => {
    const said = 'The gate creaks whenever the wind comes from the north of the field.'
    const other = 'Somebody has to go out and look after all of the gates today.'
    const tree = parsePage(
      `<title>T</title><body><div>${said}</div><div>${other}</div>${post('ann', '2024-01-01', `<p>${said}</p>`)}${post('bob', '2024-01-02', '<p>Then oil it.</p>')}${post('cid', '2024-01-03', '<p>So they say.</p>')}`,
    )
    const kept = withoutSaid(
      tree.nodes,
      new Uint8Array(tree.nodes.length).fill(1),
      findThread(tree)!,
    )
    const left = tree.nodes.filter((node) => node.isText && kept[node.id] === 0)
    expect(left.map((node) => node.isText && node.data)).toEqual([said])
    expect(left[0]!.parent?.parent).toBe(tree.root)
  })

  it('finds nothing where nobody speaks', () => {
    expect(postsOf('<p>One.</p><p>Two.</p>')).toEqual([])
    expect(postsOf('<time datetime="2024-01-01">x</time>'.repeat(50))).toEqual([])
  })

  it('leaves a page alone that has more names and times than it looks at', () => {
    const line = post('ann', '2024-01-01', 'A text.')
    expect(postsOf(line.repeat(12_000))).toEqual([])
  })

  it('reads 5,000 posts inside of each other', () => {
    const deep = Array.from({ length: 5000 }, (_, at) =>
      post(`u${at}`, '2024-01-01', 'Words.').slice(0, -'</div>'.length),
    )
    expect(() => postsOf(deep.join(''))).not.toThrow()
  })
})

describe('keepCounts', () => {
  const entry =
    '<tr><td>1.</td><td><a href="/a">A title</a></td></tr><tr><td colspan="2"><span>12 points</span> by <a href="/u">ann</a> | <a href="/c">7 comments</a></td></tr>'
  const keptText = (html: string): string => {
    const tree = parsePage(`<body>${html}`)
    const kept = Uint8Array.from(tree.nodes, (node) =>
      node.isText && node.data === 'A title' ? 1 : 0,
    )
    const all = keepCounts(tree.nodes, kept)
    return tree.nodes.map((node) => (node.isText && all[node.id] === 1 ? node.data : '')).join('')
  }

  it('keeps points and numbers of comments behind the titles of a list', () => {
    expect(keptText(`<table>${entry.repeat(5)}</table>`)).toBe(
      'A title12 points by ann | 7 comments'.repeat(5),
    )
  })

  it('keeps none where there are few of them', () => {
    expect(keptText(`<table>${entry.repeat(4)}</table>`)).toBe('A title'.repeat(4))
  })
})
