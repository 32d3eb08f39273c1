import { makeIssue } from '../made/issue.ts'
import type { Moment } from '../made/moment.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'

const WIKI_MARKUP: TextStyle = {
  code: (
    lines,
  ) => markup`<div class="code-jr panel-jr" style="border-width: 1px;"><div class="codeContent panelContent">
<pre class="code-java-jr">${lines.join('\n')}</pre>
</div></div>`,
  heading: (text, level) => markup`<h${level}><a name="Head"></a>${text}</h${level}>`,
  link: (href, text) =>
    markup`<a href="${href}" class="external-link-jr" target="_blank" rel="nofollow noopener">${text}</a>`,
}

/** Jira on a server, with comments and the history of changes in one list. */
export const jiraIssue: System = (making) => {
  const { draft } = making
  const { random } = draft
  const maker = new TextMaker(draft, making.code, WIKI_MARKUP)
  const issue = makeIssue(making, maker, false)
  const { title, author, moment, cast } = issue
  const project = random.pick(['HARB', 'LUM', 'KSQ', 'TIDE'])
  const key = draft.fact('number', `${project}-${issue.number}`, { inTitle: true })
  const state =
    issue.state === 'open'
      ? random.pick(['Open', 'In Progress', 'Reopened', 'Patch Available'])
      : random.pick(['Resolved', 'Closed'])
  draft.fact('state', state, { label: 'Status' })
  const resolution = draft.maybe(
    issue.state === 'open' ? 'Unresolved' : random.pick(['Fixed', "Won't Fix", 'Duplicate']),
  )
  const labels = draft.several(
    'labels',
    issue.labels.map((one) => one.replaceAll(' ', '-')),
    { label: 'Labels' },
  )
  const assignee = issue.assignees[0]
  if (assignee !== undefined) draft.fact('assignees', assignee, { label: 'Assignee' })
  if (issue.milestone !== '') draft.fact('milestone', issue.milestone, { label: 'Fix Version/s' })
  draft.fact('author', author, { label: 'Reporter', inFrameOf: author })
  const priority = draft.maybe(random.pick(['Major', 'Minor', 'Blocker']))
  const type = draft.maybe(random.pick(['Bug', 'Improvement', 'New Feature']))
  const component = draft.maybe(random.pick(making.code.nouns))
  for (const text of [
    'Type:',
    'Priority:',
    'Resolution:',
    'Affects Version/s:',
    'Component/s:',
    'Details',
    'Description',
    'People',
    'Dates',
    'Created:',
    'Updated:',
    'Votes:',
    'Watchers:',
    'Activity',
    'None',
    'Field',
    'Original Value',
    'New Value',
    'added a comment',
    'made changes',
  ])
    draft.maybe(text)
  const stamp = (at: Moment): Html => {
    const shown = `${at.iso.slice(8, 10)}/${at.medium().slice(0, 3)}/${at.iso.slice(2, 4)} ${at.clock}`
    return markup`<span class="date-jr user-tz" title="${shown}"><time class="livestamp allow-future" datetime="${at.iso.slice(0, 19)}+0000">${at.shown(draft, shown)}</time></span>`
  }
  const user = (name: string): Html =>
    markup`<a class="user-hover-jr user-avatar-jr" rel="x" id="commentauthor_${random.int(100, 9999)}_verbose" href="/secure/ViewProfile.jspa?name=x"><span class="aui-avatar aui-avatar-xsmall"><span class="aui-avatar-inner"><img src="/secure/useravatar?size=xsmall" alt="x"></span></span> ${name}</a>`
  const steps = issue.steps.map((step) => {
    const id = random.int(1000, 99_999)
    if (step.kind === 'comment') {
      return markup`<div id="jr-comment-${id}" class="issue-data-block activity-comment twixi-block expanded-jr"><div class="twixi-wrap verbose actionContainer"><div class="action-head"><button class="twixi icon-default aui-icon aui-icon-small aui-iconfont-expanded" title="Collapse comment"></button><div class="action-details">${user(step.author)} added a comment - <a href="#comment-${id}" class="commentdate-link">${stamp(step.moment)}</a></div></div><div class="action-body flooded">${step.written.html}</div><div class="action-links"><a href="#comment-${id}" title="Right click to copy permanent link" class="activitymodule-link issue-comment-action">Permalink</a></div></div>
<div class="twixi-wrap concise actionContainer"><div class="action-head"><button class="twixi"></button><div class="action-details flooded">${user(step.author)} added a comment - ${stamp(step.moment)} <span class="concise-preview" style="display:none">${step.written.opening}</span></div></div></div></div>`
    }
    const row = {
      labeled: () => ['Labels', '', draft.maybe(random.pick(making.code.labels))],
      assigned: () => ['Assignee', '', step.author],
      milestoned: () => ['Fix Version/s', '', issue.milestone || 'Next'],
      mentioned: () => [
        'Link',
        '',
        draft.maybe(`This issue relates to ${project}-${random.int(1, 900)}`),
      ],
      renamed: () => ['Summary', draft.maybe(`Old ${cast.hash(5)}`), title],
      closed: () => ['Status', draft.maybe('Open'), draft.maybe(state)],
    }[step.kind]() as [string, string, string]
    draft.event(row[0], [row[1], row[2]].filter((one) => one !== '').join(' '))
    return markup`<div id="changehistory-${id}" class="issue-data-block twixi-block"><div class="actionContainer"><div class="action-details changehistory-details">${user(step.author)} made changes - ${stamp(step.moment)}</div><div class="changehistory action-body"><table cellpadding="2" cellspacing="0" border="0" width="100%"><thead><tr><th width="30%">Field</th><th width="40%">Original Value</th><th width="40%">New Value</th></tr></thead><tbody><tr><td class="activity-name"> ${row[0]} </td><td class="activity-old-val"> ${row[1]} </td><td class="activity-new-val"> ${row[2]} </td></tr></tbody></table></div></div></div>`
  })
  const item = (label: string, id: string, inner: Html | string): Html =>
    markup`<li class="item-jr ${label.length > 8 ? '' : 'item-right'}"><div class="wrap-jr"><strong class="name-jr"><label for="${id}-val">${label}:</label></strong><span id="${id}-val" class="value-jr" >${inner}</span></div></li>`
  const person = (label: string, id: string, name: string): Html =>
    markup`<dl><dt>${label}:</dt><dd><span class="view-issue-field" id="${id}-val"><span class="user-hover-jr" id="issue_summary_${id}_x"><span class="aui-avatar aui-avatar-small"><span class="aui-avatar-inner"><img src="/secure/useravatar" alt="x"></span></span> ${name}</span></span></dd></dl>`
  return {
    url: `https://tracker.example.org/browse/${key}`,
    source: markup`<html lang="en"><head><title>[${key}] ${title} - Harbourmaster JIRA</title><meta name="application-name" content="JIRA"></head>
<body id="jira" class="aui-layout aui-theme-default page-type-navigator" data-version="9.12.4"><div id="page-jr"><header id="header-jr" role="banner"><a class="skip-link-jr" href="#main-jr">Skip to main content</a><nav class="aui-header aui-dropdown2-trigger-group" aria-label="Site"><div class="aui-header-primary"><h1 id="logo-jr" class="aui-header-logo"><a href="/"><img src="/logo.png" alt="Harbourmaster JIRA"></a></h1><ul class="aui-nav"><li><a class="aui-nav-link" href="/Dashboard.jspa">Dashboards</a></li><li><a class="aui-nav-link" href="/projects">Projects</a></li><li><a class="aui-nav-link" href="/issues">Issues</a></li></ul></div><div class="aui-header-secondary"><a class="aui-nav-link login-link-jr" href="/login.jsp">Log In</a></div></nav></header>
<section id="content-jr" role="main"><div class="aui-page-panel-jr"><div class="issue-view"><div id="stalker" class="issue-header js-stalker"><div class="issue-header-content"><header class="aui-page-header" id="issue-header-jr"><div class="aui-page-header-inner"><div class="aui-page-header-image"><img id="project-avatar" src="/p.png" class="project-avatar" alt="Uploaded image for project: 'Harbourmaster'"></div><div class="aui-page-header-main"><ol class="aui-nav aui-nav-breadcrumbs"><li><a id="project-name-val" href="/browse/${project}">Harbourmaster</a></li><li><a class="issue-link" data-issue-key="${key}" href="/browse/${key}" id="key-val">${key}</a></li></ol><h1 id="summary-val">${title}</h1></div></div></header>
<div class="aui-toolbar2 issue-header-toolbar"><div class="aui-buttons"><a href="/login.jsp" class="aui-button toolbar-trigger"><span class="trigger-label">Log In</span></a></div><div class="aui-buttons"><button class="aui-button" id="jira-share-trigger">Export</button></div></div></div></div>
<div class="issue-body-content"><div class="aui-group-jr issue-body"><div class="aui-item-jr issue-main-column">
<div id="details-module" class="module-jr toggle-wrap"><div id="details-module_heading" class="mod-header"><h4 class="toggle-title">Details</h4></div><div class="mod-content"><ul id="issuedetails" class="property-list two-cols">
${item('Type', 'type', markup`<img alt="" height="16" src="/t.png" title="${type}"> ${type}`)}
${item('Status', 'status', markup`<span class="jira-issue-status-lozenge aui-lozenge jira-issue-status-lozenge-green">${state}</span>`)}
${item('Priority', 'priority', markup`<img alt="" src="/p.svg" title="${priority}"> ${priority}`)}
${item('Resolution', 'resolution', resolution)}
${item('Affects Version/s', 'versions', 'None')}
${item('Fix Version/s', 'fixfor', issue.milestone === '' ? 'None' : markup`<span class="shorten"><span id="fixVersions-field"><a href="/projects/v" title="${issue.milestone}">${issue.milestone}</a></span></span>`)}
${item('Component/s', 'components', markup`<span class="shorten"><a href="/c">${component}</a></span>`)}
${item('Labels', 'labels', labels.length === 0 ? 'None' : markup`<span class="labels-wrap value-jr"><ul class="labels-jr">${labels.map((one) => markup`<li><a class="lozenge-jr" href="/secure/IssueNavigator.jspa?jql=labels" title="${one}"><span>${one}</span></a></li>`)}</ul></span>`)}
</ul></div></div>
<div id="descriptionmodule" class="module-jr toggle-wrap"><div class="mod-header"><h4 class="toggle-title">Description</h4></div><div class="mod-content"><div id="description-val" class="field-ignore-highlight"><div class="user-content-block">
${issue.written.html}
</div></div></div></div>
<div id="activitymodule" class="module-jr toggle-wrap"><div class="mod-header"><h4 class="toggle-title">Activity</h4></div><div class="mod-content"><div class="tabwrap tabs2"><ul id="issue-tabs" class="tabs-jr horizontal"><li class="active-tab-jr"><a href="?page=all">All</a></li><li><a href="?page=comment">Comments</a></li><li><a href="?page=changehistory">History</a></li></ul></div><div class="issuePanelContainer" id="issue_actions_container">
${steps}
</div></div></div></div>
<div id="viewissuesidebar" class="aui-item-jr issue-side-column"><div id="peoplemodule" class="module-jr"><div class="mod-header"><h4 class="toggle-title">People</h4></div><div class="mod-content people-jr">${person('Assignee', 'assignee', assignee ?? 'Unassigned')}${person('Reporter', 'reporter', author)}<dl><dt>Votes:</dt><dd><aui-badge id="vote-data">${random.int(0, 20)}</aui-badge> Vote for this issue</dd></dl><dl><dt>Watchers:</dt><dd><aui-badge>${random.int(1, 20)}</aui-badge> Start watching this issue</dd></dl></div></div>
<div id="datesmodule" class="module-jr"><div class="mod-header"><h4 class="toggle-title">Dates</h4></div><div class="mod-content"><dl class="dates"><dt>Created:</dt><dd>${stamp(moment)}</dd></dl><dl class="dates"><dt>Updated:</dt><dd>${stamp(moment.after(draft, 90))}</dd></dl></div></div></div></div></div></div></div></section>
<footer id="footer-jr" role="contentinfo"><section class="footer-body-jr"><ul class="atlassian-footer"><li>Harbourmaster Project Management <span id="footer-build-information">(v9.12.4#912004)</span></li><li><a href="/secure/CreateIssue!default.jspa">Report a problem</a></li></ul></section></footer></div></body></html>`,
  }
}
