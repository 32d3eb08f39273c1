import { makeIssue, type Issue, type Step } from '../made/issue.ts'
import type { Making } from '../made/records.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'

const TEXT: TextStyle = {
  code: (lines, language) =>
    markup`<pre><code class="${language} syntaxhl">${lines.join('\n')}</code></pre>`,
  heading: (text, level) => markup`<h${level}>${text}</h${level}>`,
  link: (href, text) => markup`<a class="external-x9" href="${href}">${text}</a>`,
}

type Comment = Extract<Step, { kind: 'comment' }>

function start(making: Making): { issue: Issue; comments: readonly Comment[] } {
  const issue = makeIssue(making, new TextMaker(making.draft, making.code, TEXT), false)
  return { issue, comments: issue.steps.flatMap((step) => (step.kind === 'comment' ? [step] : [])) }
}

/** A tracker of components with generated classes, whose values are buttons and test ids name the fields. */
export const linearIssue: System = (making) => {
  const { draft } = making
  const { random } = draft
  const { issue, comments } = start(making)
  const { title, author, moment } = issue
  const key = `ORC-${issue.number}`
  const number = draft.fact('number', key, { inTitle: true })
  const state = draft.fact(
    'state',
    random.pick(issue.state === 'open' ? ['Backlog', 'Todo', 'In Progress'] : ['Done', 'Canceled']),
  )
  draft.fact('author', author, { inFrameOf: author })
  const [assignee] = issue.assignees
  if (assignee !== undefined) draft.fact('assignees', assignee)
  const labels = draft.several('labels', issue.labels)
  const priority = draft.maybe(random.pick(['Urgent', 'High', 'No priority']))
  for (const text of ['Status', 'Priority', 'Assignee', 'Labels', 'Activity', 'created the issue'])
    draft.maybe(text)
  const property = (label: string, id: string, inner: Html): Html =>
    markup`<div class="sc-hKMtZM bWxz"><div class="sc-eCYdqJ label-x9"><span>${label}</span></div><div class="sc-gsnTZi val-x9"><button type="button" aria-label="${label}" data-testid="issue-${id}" class="sc-dkzDqf btn-x9"><div class="sc-bczRLJ"><svg></svg></div>${inner}</button></div></div>`
  const head = (name: string, at: typeof moment): Html =>
    markup`<div class="sc-ftvSup"><a class="sc-papXJ" href="/u"><span>${name}</span></a><span class="sc-jqUVSM">·</span><time datetime="${at.iso}">${at.shown(draft, at.ago)}</time></div>`
  return {
    url: `https://track.example.app/orchard/issue/${key}/x`,
    source: markup`<html lang="en"><head><title>${key} ${title}</title></head><body><div id="root-x9"><div class="sc-iBkjds"><nav class="sc-side"><a href="/inbox">Inbox</a><a href="/my">My issues</a></nav>
<main class="sc-main"><div class="sc-bread"><span>Orchard</span><span>›</span><span>${number}</span></div><div class="sc-cont"><h1 class="sc-title" aria-label="Issue title">${title}</h1><div class="sc-desc ProseMirror-x9" aria-label="Issue description">${issue.written.html}</div>
<section aria-label="Activity"><h2>Activity</h2><ul class="sc-list"><li class="sc-ev"><span><b>${author}</b> created the issue</span> · <time datetime="${moment.iso}">${moment.shown(draft, moment.ago)}</time></li>${comments.map((comment) => markup`<li class="sc-cm" data-testid="comment-x9"><article>${head(comment.author, comment.moment)}<div class="sc-body ProseMirror-x9">${comment.written.html}</div></article></li>`)}</ul></section></div>
<aside class="sc-props" aria-label="Properties">${property('Status', 'status', markup`<span>${state}</span>`)}${property('Priority', 'priority', markup`<span>${priority}</span>`)}${assignee !== undefined && property('Assignee', 'assignee', markup`<span>${assignee}</span>`)}${labels.length > 0 && property('Labels', 'labels', markup`${labels.map((label) => markup`<span class="sc-lb">${label}</span>`)}`)}</aside></main></div></div></body></html>`,
  }
}

/** Phabricator: a timeline, and what it is about in headings of a column. */
export const maniphestIssue: System = (making) => {
  const { draft } = making
  const { random } = draft
  const { issue, comments } = start(making)
  const { title, author, moment } = issue
  const number = draft.fact('number', `T${issue.number}`, { inTitle: true })
  const state = issue.state === 'open' ? 'Open' : random.pick(['Resolved', 'Declined', 'Invalid'])
  const priority = random.pick(['Needs Triage', 'High', 'Low'])
  draft.fact('state', state, { also: [`${state}, ${priority}`] })
  draft.maybe(priority)
  draft.fact('author', author, { label: 'Authored By', inFrameOf: author })
  const [assignee] = issue.assignees
  if (assignee !== undefined) draft.fact('assignees', assignee, { label: 'Assigned To' })
  const labels = draft.several('labels', issue.labels, { label: 'Tags' })
  for (const text of [
    'Public',
    'Assigned To',
    'None',
    'Authored By',
    'Tags',
    'Subscribers',
    'Description',
    'Event Timeline',
    'added a comment.',
    'Actions',
  ])
    draft.maybe(text)
  const when = (at: typeof moment): string =>
    at.shown(draft, `${at.medium()}, ${at.clock.replace(/^0/, '')} AM`)
  const person = (name: string): Html =>
    markup`<a href="/p/u/" class="phui-handle phui-link-person">${name}</a>`
  const curtain = (label: string, value: Html): Html =>
    markup`<div class="phui-curtain-panel"><div class="phui-curtain-panel-header">${label}</div><div class="phui-curtain-panel-body">${value}</div></div>`
  return {
    url: `https://phab.example.org/T${issue.number}`,
    source: markup`<html><head><title>⚓ ${number} ${title}</title></head><body class="device-desktop platform-linux"><div class="main-page-frame" id="main-page-frame"><div id="phabricator-standard-page"><div class="phabricator-main-menu"><a href="/" class="phabricator-main-menu-brand"><span>Barn</span></a></div>
<div class="phui-crumbs-view"><a class="phui-crumb-view" href="/maniphest/"><span class="phui-crumb-name">Maniphest</span></a><span class="phui-crumb-view phabricator-last-crumb"><span class="phui-crumb-name">${number}</span></span></div>
<div class="phui-two-column-view"><div class="phui-two-column-header"><div class="phui-header-shell"><h1 class="phui-header-view"><div class="phui-header-row"><div class="phui-header-col2"><span class="phui-header-header">${title}</span><div class="phui-header-subheader"><span class="phui-tag-view"><span class="phui-tag-core"><span class="phui-icon-view"></span>${state}, ${priority}</span></span><span class="policy-header-callout"><a class="policy-link">Public</a></span></div></div></div></h1></div></div>
<div class="phui-two-column-content"><div class="phui-two-column-row"><div class="phui-side-column"><div class="phui-curtain-view"><div class="phui-curtain-panel-ac"><ul><li><a class="phabricator-action-view-item" href="/e">Edit Task</a></li></ul></div>${labels.length > 0 && curtain('Tags', markup`<ul class="phui-tag-list">${labels.map((label) => markup`<li><a href="/tag/x/" class="phui-tag-view phui-tag-type-shade"><span class="phui-tag-core">${label}</span></a></li>`)}</ul>`)}${curtain('Assigned To', assignee === undefined ? markup`<em>None</em>` : person(assignee))}${curtain('Authored By', markup`${person(author)}<br><span class="phui-date">${when(moment)}</span>`)}</div></div>
<div class="phui-main-column"><div class="phui-box-border"><div class="phui-header-sm"><span>Description</span></div><div class="phui-property-list-section"><div class="phabricator-remarkup">${issue.written.html}</div></div></div></div></div>
<div class="phui-timeline-view"><h3 class="aural-only">Event Timeline</h3>${comments.map((comment, index) => markup`<div class="phui-timeline-shell" id="${index + 7}"><div class="phui-timeline-major-event"><a class="visual-only phui-timeline-image" href="/p/u/"></a><div class="phui-timeline-wedge"></div><div class="phui-timeline-group"><div class="phui-timeline-title">${person(comment.author)} added a comment.<span class="phui-timeline-extra"><a href="#${index + 7}">${when(comment.moment)}</a></span></div><div class="phui-timeline-core-content"><div class="transaction-comment"><div class="phabricator-remarkup">${comment.written.html}</div></div></div></div></div></div>`)}</div></div></div></div></div></body></html>`,
  }
}
