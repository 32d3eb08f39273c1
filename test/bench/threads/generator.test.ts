import { describe, expect, test } from 'vitest'
import { makeHeldOutThread } from '../../../bench/threads/held-out/index.ts'
import { measureArticle, measureThread } from '../../../bench/threads/measure.ts'
import type { Part, Post, ThreadPage } from '../../../bench/threads/page.ts'
import { wordsOf } from '../../../bench/threads/read-markdown.ts'
import { makeTrainThread } from '../../../bench/threads/train/index.ts'
import { seeds } from '../../support/full.ts'

const SEED = 31
/** One page of each family. */
const FAMILIES_COUNT = 17

describe.each([
  ['pages to learn from', makeTrainThread],
  ['held-out pages', makeHeldOutThread],
])('%s', (_, make) => {
  const pages = Array.from({ length: seeds(FAMILIES_COUNT, 12 * FAMILIES_COUNT) }, (__, number) =>
    make(SEED, number),
  )

  test('are the same for the same seed', () => {
    expect(make(SEED, 5)).toEqual(pages[5])
    expect(make(SEED + 1, 5).html).not.toBe(pages[5]!.html)
  })

  test('have nothing wrong when each post is written under its author', () => {
    for (const page of pages) {
      expect(measureThread(page, truthOf(page)).failures, page.id).toEqual([])
    }
  })

  test('hold what every post says, in order, and the article', () => {
    for (const page of pages) {
      const shown = ` ${wordsOf(textOf(page.html)).join(' ')} `
      const articles = page.outside.filter(({ kind }) => kind === 'article').map(({ text }) => text)
      for (const text of [...page.posts.flatMap(textsOf), ...articles]) {
        expect(shown, page.id).toContain(` ${wordsOf(text).join(' ')} `)
      }
    }
  })
})

describe('the measure', () => {
  const [first, second] = [
    post('Ann', 'The red kite was over the mill again.'),
    post('Bob', 'It had two young ones last year.'),
  ]
  const page: ThreadPage = {
    ...makeTrainThread(SEED, 3),
    heading: '',
    outside: [],
    posts: [first, second],
    labels: [],
    neutral: [],
    form: 'thread',
  }
  const right = truthOf(page)
  const kinds = (markdown: string): string[] =>
    measureThread(page, markdown).failures.map(({ kind }) => kind)

  test('finds nothing wrong where nothing is', () => {
    expect(measureThread(page, right)).toMatchObject({
      named: 2,
      foundAuthored: 2,
      wrongWords: 0,
      outsideWords: 0,
      lost: 0,
      failures: [],
    })
  })

  test('catches one word under a wrong name', () => {
    const moved = `${right.replace('again.', '')}\nagain\n`
    expect(measureThread(page, moved)).toMatchObject({ wrongWords: 1, outsideWords: 0, lost: 0 })
    expect(kinds(moved)).toEqual(['wrong name'])
    expect(measureThread(page, `${right}\nimprint\n`)).toMatchObject({
      wrongWords: 0,
      outsideWords: 1,
      noiseWords: 0,
    })
  })

  test('catches words under the name of somebody else', () => {
    const swapped = right.replace('**Bob**', '**Eve**')
    expect(measureThread(page, swapped)).toMatchObject({ wrongWords: 7, named: 1, lost: 0 })
    expect(kinds(swapped)).toEqual(['wrong name'])
  })

  test('catches a post that is lost, and one of which a part is', () => {
    expect(kinds(right.slice(0, right.indexOf('**Bob**')))).toEqual(['lost'])
    expect(kinds(right.replace('It had two ', ''))).toEqual(['partly lost'])
  })

  test('catches a name that is missing', () => {
    const nameless = right.replace(/\*\*Ann\*\*.*\n/, '')
    expect(measureThread(page, nameless)).toMatchObject({
      named: 1,
      unnamedWords: 8,
      wrongWords: 0,
    })
    expect(kinds(nameless)).toEqual(['no name'])
  })

  test('ends what a name stands over at a border and at a shallower quotation', () => {
    expect(measureThread(page, `${right}\n---\n\nimprint\n`)).toMatchObject({
      outsideWords: 0,
      noiseWords: 1,
    })
    const quoted = right.replace(/\*\*Bob[\s\S]*/, (text) => text.trim().replaceAll(/^/gm, '> '))
    expect(measureThread(page, `${quoted}\n\nimprint\n`)).toMatchObject({
      outsideWords: 0,
      noiseWords: 1,
      named: 2,
    })
  })

  test('tells equal posts apart by their names', () => {
    const thanks: ThreadPage = { ...page, posts: [post('Ann', 'Thanks!'), post('Bob', 'Thanks!')] }
    const both = '**Ann** · 2024-05-03\n\nThanks!\n\n**Bob** · 2024-05-03\n\nThanks!\n'
    expect(measureThread(thanks, both)).toMatchObject({ named: 2, failures: [] })
    expect(measureThread(thanks, both.replace('**Bob** · 2024-05-03\n\n', ''))).toMatchObject({
      named: 1,
      wrongWords: 1,
    })
  })

  test('compares votes, the mark of the answer and depths', () => {
    const rich: ThreadPage = {
      ...page,
      posts: [first, { ...second, votes: '5', isAccepted: true, depth: 1, parent: 0 }],
    }
    expect(measureThread(rich, truthOf(rich))).toMatchObject({
      votesRight: 1,
      acceptedRight: 1,
      depthRight: 1,
      failures: [],
    })
    expect(measureThread(rich, right)).toMatchObject({
      votesRight: 0,
      acceptedRight: 0,
      depthRight: 0,
    })
    expect(measureThread(page, truthOf(rich))).toMatchObject({
      votesFalse: 1,
      acceptedFalse: 1,
      depthRight: 1,
    })
  })

  test('counts what readers say as noise where only the article is wanted', () => {
    const below: ThreadPage = {
      ...page,
      form: 'comments',
      outside: [{ kind: 'article', text: 'Kites are back in the valley.' }],
    }
    expect(measureArticle(below, 'Kites are back in the valley.')).toMatchObject({
      articleLost: 0,
      noiseWords: 0,
    })
    expect(measureArticle(below, right)).toMatchObject({ articleLost: 6, noiseWords: 15 })
  })
})

function post(author: string, text: string): Post {
  return {
    author,
    aliases: [],
    date: '2024-05-03',
    shown: 'May 3, 2024',
    parts: [{ kind: 'paragraph', texts: [text] }],
    depth: 0,
    isAccepted: false,
    role: 'post',
  }
}

/** A page as a reader writes it that makes no mistake. */
function truthOf({ heading, outside, posts, form, labels }: ThreadPage): string {
  const article = outside.filter(({ kind }) => kind === 'article').map(({ text }) => text)
  const said = posts.map((one) => {
    if (form === 'labelled') {
      const label = labels.find(([, author]) => author === one.author)![0]
      return `**${label}** ${one.parts.map(partOf).join('\n\n')}`
    }
    const { date, votes, isAccepted } = one
    const author = one.author === '' ? (one.aliases[0] ?? '') : one.author
    const facts = [
      date,
      votes === undefined || votes === '0' ? '' : `${votes} points`,
      isAccepted ? 'accepted' : '',
    ]
    const rest = facts.filter((fact) => fact !== '').join(' · ')
    const head =
      author === ''
        ? rest
        : `**${author.replaceAll('*', '\\*')}**${rest === '' ? '' : ` · ${rest}`}`
    const text = [head, ...one.parts.map(partOf)].join('\n\n')
    return text.replaceAll(/^/gm, '> '.repeat(one.depth))
  })
  return `${[heading === '' ? '' : `# ${heading}`, ...article, form === 'comments' ? '---' : '', ...said].join('\n\n')}\n`
}

function partOf({ kind, texts }: Part): string {
  if (kind === 'code') return `\`\`\`\n${texts[0]!}\n\`\`\``
  if (kind === 'list') return texts.map((text) => `- ${escaped(text)}`).join('\n')
  const text = escaped(texts.join(' '))
  return kind === 'quotation' ? `> ${text}` : kind === 'heading' ? `### ${text}` : text
}

function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#+-]/g, String.raw`\$&`)
}

function textsOf({ parts }: Post): readonly string[] {
  return parts.flatMap(({ texts }) => texts)
}

function textOf(html: string): string {
  return html
    .replaceAll(/<(?:em|strong|code|a|\/em|\/strong|\/code|\/a)(?: [^>]*)?>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
