import { expect, it } from 'vitest'
import { findThread } from '../../../../src/extract/threads/find-thread.ts'
import { parsePage } from '../../../../src/markup/html/parse-page.ts'

const SAID = [
  'The gate creaks whenever the wind comes from the north of the field, and nobody knows why.',
  'Oil is what a gate needs before all other things, and a new hinge when that does not help.',
  'Mine has been silent for years because I took it away and put a rope there in its place.',
]

const authorsOf = (write: (said: string, index: number) => string): string[] => {
  const html = SAID.map(write).join('')
  const thread = findThread(parsePage(`<title>T</title><body><main>${html}</main>`))
  return (thread?.posts ?? []).map(({ author }) => author).filter((author) => author !== '')
}

const time = (index: number): string => `<time datetime="2024-05-0${index + 1}">May</time>`
const people = ['ann', 'bob', 'cid']
const ranks = ['Newbie', 'Hero Member', 'Full Member']

it.each<[string, string[], (said: string, index: number) => string]>([
  [
    'a rank in what is called after the name, where the name is missing',
    [],
    (said, at) =>
      `<div class="post"><div class="poster"><h4></h4><ul><li class="membergroup">${ranks[at]!}</li></ul></div>${time(at)}<div class="inner">${said}</div></div>`,
  ],
  [
    'a rank behind the name',
    people,
    (said, at) =>
      `<div class="post"><div class="author_information"><strong><a href="/u/${at}">${people[at]!}</a></strong><br><span>${ranks[at]!}</span></div>${time(at)}<div class="inner">${said}</div></div>`,
  ],
  [
    'whoever is mentioned behind the words',
    [],
    (said, at) =>
      `<div class="post">${time(at)}<div class="inner">${said}</div><div class="mentioned-by"><a class="username" href="/u/9">${people[at]!}</a> replied</div></div>`,
  ],
  [
    'a name at the same place of every post, before the time',
    people,
    (said, at) =>
      `<div class="post"><div><strong>${people[at]!}</strong> ${time(at)}</div><div class="inner">${said}</div></div>`,
  ],
  [
    'a guest in the place of names',
    ['ann', 'bob', 'cid'],
    (said, at) =>
      `<div class="post"><h4>${at === 1 ? 'bob' : `<a class="username" href="/u/${at}">${people[at]!}</a>`}</h4>${time(at)}<div class="inner">${said}</div></div>`,
  ],
])('%s', (_, authors, write) => {
  expect(authorsOf(write)).toEqual(authors)
})
