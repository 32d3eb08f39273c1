import { makeIssue } from '../made/issue.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'
import { chooseInterface } from './interface.ts'

const TEXT: TextStyle = {
  code: (lines) => markup`<pre><code>${lines.join('\n')}</code></pre>`,
  heading: (text, level) => markup`<h${level}>${text}</h${level}>`,
  link: (href, text) => markup`<a href="${href}">${text}</a>`,
}

/** YouTrack-like, in the language of its reader: rows of labels and values in a side bar. */
export const trackIssue: System = (making) => {
  const { draft } = making
  const { random } = draft
  const issue = makeIssue(making, new TextMaker(draft, making.code, TEXT), false)
  const words = chooseInterface(random)
  const { title, author, moment } = issue
  const key = `ORCH-${issue.number}`
  const number = draft.fact('number', key, { inTitle: true })
  const state = draft.fact('state', issue.state === 'open' ? words.open : words.closed, {
    label: words.status,
  })
  draft.fact('author', author, { inFrameOf: author })
  const assignee = issue.assignees[0]
  if (assignee !== undefined) draft.fact('assignees', assignee, { label: words.assignee })
  if (issue.milestone !== '') draft.fact('milestone', issue.milestone, { label: words.version })
  const labels = draft.several('labels', issue.labels, { label: words.keywords })
  const priority = draft.maybe(random.pick(['Normal', 'Major', 'P1']))
  for (const text of [words.priority, words.category, 'Core', words.by, '–']) draft.maybe(text)
  const row = (label: string, value: Html): Html =>
    markup`<tr class="row-yt"><th scope="row" class="name-yt"><span title="${label}">${label}</span></th><td class="value-yt">${value}</td></tr>`
  const head = (name: string, at: typeof moment): Html =>
    markup`<div class="head-yt"><img alt="" src="/a.png"><span class="user-yt">${name}</span><span class="date-yt"><time datetime="${at.iso}">${at.shown(draft, at.medium(words.language))}</time></span></div>`
  return {
    url: `https://yt.example.org/issue/${key}`,
    source: markup`<html lang="${words.language}"><head><title>${key} ${title} – Orchard</title></head><body><header class="header-yt" role="banner"><a href="/">Orchard</a><a href="/issues">Issues</a></header><div class="page-yt"><main class="main-yt" role="main"><div class="id-yt"><a href="/issue/${key}">${number}</a> <span class="created-yt">${words.by} <span>${author}</span></span></div><h1 class="summary-yt">${title}</h1><div class="descr-yt">${issue.written.html}</div><div class="stream-yt" role="list">${issue.steps.map((step) => step.kind === 'comment' && markup`<div role="listitem" class="comment-yt" id="focus-Comments-4-${random.int(10, 999)}">${head(step.author, step.moment)}<div class="markup-yt">${step.written.html}</div></div>`)}</div></main>
<aside class="fields-yt"><table>${row(words.status, markup`<span class="badge-yt">${state}</span>`)}${row(words.priority, markup`${priority}`)}${row(words.category, markup`Core`)}${row(words.assignee, markup`${assignee ?? '–'}`)}${row(words.version, markup`${issue.milestone === '' ? '–' : issue.milestone}`)}${labels.length > 0 && row(words.keywords, markup`${labels.map((label) => markup`<span class="tag-yt">${label}</span>`)}`)}</table></aside></div></body></html>`,
  }
}

/** Boards of a vendor: labels are of controls, values are in fields that cannot be edited. */
export const boardIssue: System = (making) => {
  const { draft } = making
  const { random } = draft
  const issue = makeIssue(making, new TextMaker(draft, making.code, TEXT), false)
  const { title, author, moment } = issue
  const kind = draft.maybe(random.pick(['Bug', 'Task', 'Issue']))
  const number = draft.fact('number', String(issue.number), {
    also: [`${kind} ${issue.number}`],
    inTitle: true,
  })
  const state = draft.fact(
    'state',
    issue.state === 'open' ? random.pick(['New', 'Active']) : random.pick(['Resolved', 'Closed']),
  )
  draft.fact('author', author, { label: 'Created by', inFrameOf: author })
  const assignee = issue.assignees[0]
  if (assignee !== undefined) draft.fact('assignees', assignee, { label: 'Assigned to' })
  const labels = draft.several('labels', issue.labels, { label: 'Tags' })
  for (const text of [
    'State',
    'Reason',
    'Area',
    'Orchard',
    'Discussion',
    'Description',
    'Unassigned',
    'Created by',
  ])
    draft.maybe(text)
  const reason = draft.maybe('Moved to backlog')
  const field = (id: string, label: string, value: string): Html =>
    markup`<div class="field-az"><label class="label-az" id="l-${id}-az" for="${id}-az">${label}</label><div class="control-az" id="${id}-az" role="textbox" aria-labelledby="l-${id}-az" aria-readonly="true"><span>${value}</span></div></div>`
  return {
    url: `https://boards.example.com/acme/orchard/_workitems/edit/${issue.number}`,
    source: markup`<html lang="en-US"><head><title>${kind} ${number}: ${title} - Boards</title></head><body><div class="vss-az"><div role="navigation" class="hub-az"><a href="/">Overview</a><a href="/boards">Boards</a></div><div role="main" class="form-az"><div class="info-az"><a href="/e">${kind} ${number}</a></div><h1 class="wit-title-az">${title}</h1><div class="fields-az">${field('assigned', 'Assigned to', assignee ?? 'Unassigned')}${field('state', 'State', state)}${field('reason', 'Reason', reason)}${field('area', 'Area', 'Orchard')}${field('created', 'Created by', author)}<div class="tags-az" role="group" aria-label="Tags">${labels.map((label) => markup`<div class="tag-item-az"><span class="tag-box-az">${label}</span></div>`)}</div></div>
<section><h2>Description</h2><div class="html-az">${issue.written.html}</div></section><section><h2>Discussion</h2>${issue.steps.map((step) => step.kind === 'comment' && markup`<div class="comment-item-az"><div class="comment-header-az"><span class="user-az">${step.author}</span> <span class="comment-time-az"><time datetime="${step.moment.iso}">${step.moment.shown(draft, step.moment.medium())}</time></span></div><div class="comment-content-az">${step.written.html}</div></div>`)}</section><span class="made-az">${moment.shown(draft, moment.medium())}</span></div></div></body></html>`,
  }
}
