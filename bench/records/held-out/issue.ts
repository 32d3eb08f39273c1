import { makeIssue } from '../made/issue.ts'
import type { Moment } from '../made/moment.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'
import { jiraIssue } from './issue-jira.ts'
import { mantisIssue, redmineIssue } from './issue-trackers.ts'

const GITEA_TEXT: TextStyle = {
  code: (lines, language) =>
    markup`<div class="code-block-container code-overflow-scroll"><pre class="code-block"><code class="chroma language-gt-${language} display">${lines.map(
      (line) => markup`<span class="cl">${line}
</span>`,
    )}</code></pre></div>`,
  heading: (text, level) => markup`<h${level} id="user-content-g" dir="auto">${text}</h${level}>`,
  link: (href, text) => markup`<a href="${href}" rel="nofollow noopener">${text}</a>`,
}

/** Gitea, which speaks the language of its visitors. */
const giteaIssue: System = (making) => {
  const { draft } = making
  const { random } = draft
  const isItalian = making.words.language === 'it'
  const say = isItalian
    ? {
        open: 'Aperto',
        closed: 'Chiuso',
        merged: 'Fuso',
        draft: 'Bozza',
        labels: 'Etichette',
        milestone: 'Traguardo',
        assignees: 'Assegnatari',
        none: 'Nessuna etichetta',
        noMilestone: 'Nessuna milestone',
        nobody: 'Nessuno',
        wrote: 'ha commentato',
        opened: 'ha aperto',
        watch: 'Segui',
        due: 'Data di scadenza',
      }
    : {
        open: 'Open',
        closed: 'Closed',
        merged: 'Merged',
        draft: 'Draft',
        labels: 'Labels',
        milestone: 'Milestone',
        assignees: 'Assignees',
        none: 'No labels',
        noMilestone: 'No milestone',
        nobody: 'No assignees',
        wrote: 'commented',
        opened: 'opened',
        watch: 'Watch',
        due: 'Due date',
      }
  const maker = new TextMaker(draft, making.code, GITEA_TEXT)
  const issue = makeIssue(making, maker, true)
  const { title, author, moment, state, isRequest, cast } = issue
  const number = draft.fact('number', `#${issue.number}`, { inTitle: true })
  draft.fact('state', say[state], { also: [state] })
  const labels = draft.several('labels', issue.labels, { label: say.labels })
  const assignees = draft.several('assignees', issue.assignees, { label: say.assignees })
  if (issue.milestone !== '') draft.fact('milestone', issue.milestone, { label: say.milestone })
  draft.fact('author', author, { inFrameOf: author })
  const time = (at: Moment): Html =>
    markup`<relative-time prefix="" tense="past" datetime="${at.iso.slice(0, 19)}Z" data-tooltip-content="" data-tooltip-interactive="true">${at.shown(draft, `${at.day} ${at.clock}:00 +00:00`)}</relative-time>`
  const avatar = (name: string): Html =>
    markup`<a class="timeline-avatar-gt" href="/${random.int(1, 99)}"><img loading="lazy" alt="" class="ui avatar-gt tw-align-middle" src="/avatars/x?size=120" title="${name}" width="40" height="40"></a>`
  const comment = (
    name: string,
    at: Moment,
    body: Html,
    isFirst: boolean,
  ): Html => markup`<div class="timeline-item-gt comment-gt ${isFirst ? 'first-gt' : ''}" id="gt-note-${random.int(10, 9999)}">${avatar(name)}
<div class="content-gt comment-container"><div class="ui top attached header-gt comment-header tw-flex tw-items-center tw-justify-between" role="heading" aria-level="3"><div class="comment-header-left tw-flex tw-items-center"><span class="text-gt grey mutedlinks-gt"><a class="author-gt text-gt black tw-font-semibold muted-gt" href="/u">${name}</a> ${say.wrote} ${time(at)}</span></div><div class="comment-header-right actions-gt tw-flex">${name === author && markup`<div class="ui basic label-gt role-label" data-tooltip-content="This user is the author of this issue.">${draft.maybe('Poster')}</div>`}<div class="item-gt action-gt ui dropdown-gt select-reaction" data-action-url="/reactions"><a class="add-reaction muted-gt"><svg class="svg octicon-smiley-gt"></svg></a></div><div class="item-gt ui dropdown-gt context-dropdown"><svg class="svg octicon-kebab-gt"></svg><div class="menu-gt"><div class="item-gt context js-aria-clickable" data-clipboard-text="x">Copy Link</div><div class="item-gt context quote-reply">Quote Reply</div></div></div></div></div>
<div class="ui attached segment-gt comment-body-gt" role="article"><div id="issue-${random.int(10, 9999)}-content" class="render-content markup-gt">${body}</div><div class="raw-content-gt tw-hidden">raw text of this comment</div></div></div></div>`
  const steps = issue.steps.map((step) => {
    if (step.kind === 'comment') return comment(step.author, step.moment, step.written.html, false)
    const said = (text: string): string => draft.event(step.author, text)
    const words = {
      labeled: () =>
        markup`${said('added the')} <span class="labels-list"><span class="ui label-gt scope-parent"><div class="ui label-gt scope-middle">${draft.maybe(random.pick(making.code.labels))}</div></span></span> label`,
      assigned: () => markup`${said('self-assigned this')}`,
      milestoned: () =>
        markup`${said('added this to the')} <b>${draft.maybe(issue.milestone || 'Soon')}</b> milestone`,
      mentioned: () => markup`${said('referenced this issue')}`,
      renamed: () =>
        markup`${said('changed title from')} <b><span class="removed-code">${draft.maybe(`Wip ${cast.hash(4)}`)}</span></b> to <b><span class="added-code">${title}</span></b>`,
      closed: () => markup`${said(state === 'merged' ? 'merged commit' : 'closed this issue')}`,
    }[step.kind]()
    return markup`<div class="timeline-item-gt event-gt" id="event-${random.int(10, 9999)}"><span class="badge-gt"><svg class="svg octicon-event-gt"></svg></span><a class="tw-mr-1" href="/u"><img class="ui avatar-gt" width="20" src="/a.png" title="${step.author}"></a><span class="text-gt grey mutedlinks-gt"><a class="author-gt" href="/u">${step.author}</a> ${words} ${time(step.moment)}</span></div>`
  })
  const part = (name: string, inner: Html): Html =>
    markup`<div class="divider-gt"></div><div class="issue-sidebar-combo"><div class="ui dropdown-gt full-width-gt"><a class="fixed-text muted-gt"><strong>${name}</strong></a></div><div class="ui list-gt mutedlinks-gt flex-items-block">${inner}</div></div>`
  return {
    url: `https://git.example.com/crew/${cast.packageName()}/${isRequest ? 'pulls' : 'issues'}/${issue.number}`,
    source: markup`<html lang="${isItalian ? 'it-IT' : 'en-US'}" data-theme="gitea-auto"><head><title>${number} - ${title} - crew/tool - Stoneforge</title></head><body hx-ext="x"><div class="full-height"><noscript>This website requires JavaScript.</noscript>
<nav id="navbar-gt" aria-label="Navigation Bar"><div class="navbar-left"><a class="item-gt" id="navbar-logo" href="/" aria-label="Home"><img width="30" src="/assets/img/logo.svg" alt="Logo"></a><a class="item-gt" href="/explore/repos">Explore</a><a class="item-gt" target="_blank" href="https://docs.example.com">Help</a></div><div class="navbar-right"><a class="item-gt" rel="nofollow" href="/user/login">Sign In</a></div></nav>
<div role="main" aria-label="${title}" class="page-content repository-gt view-gt issue-gt pull-gt"><div class="secondary-nav-gt"><div class="ui container-gt"><div class="repo-header"><div class="flex-item tw-items-center"><div class="flex-item-main"><div class="flex-item-title tw-text-18"><a class="muted-gt tw-font-normal" href="/crew">crew</a>/<a class="muted-gt" href="/crew/tool">tool</a></div></div></div><div class="flex-text-block tw-flex-wrap repo-buttons"><form action="/watch"><button type="submit" class="ui compact small basic button-gt">${say.watch}</button><a class="ui basic label-gt" href="/watchers">${random.int(1, 99)}</a></form></div></div></div><div class="ui container-gt"><overflow-menu class="ui secondary pointing menu-gt"><div class="overflow-menu-items"><a class="item-gt" href="/code">Code</a><a class="active-gt item-gt" href="/issues">Issues <span class="ui small label-gt">${random.int(5, 300)}</span></a><a class="item-gt" href="/wiki">Wiki</a></div></overflow-menu></div></div>
<div class="ui container-gt"><div class="issue-title-header"><div class="issue-title" id="issue-title-display"><h1 class="tw-break-anywhere">${title} <span class="index-gt">${number}</span></h1><div class="issue-title-buttons"><a role="button" class="ui small primary button-gt new-issue-button" href="/issues/new">New Issue</a></div></div>
<div class="issue-title-meta"><div class="ui ${state === 'open' ? 'gt-green' : 'gt-purple'} label-gt issue-state-label"><svg class="svg octicon-state-gt"></svg> ${say[state]}</div><span id="issue-creation-date" class="time-desc">${say.opened} ${time(moment)} by <a class="muted-gt" href="/u">${author}</a> · ${random.int(1, 20)} comments</span></div><div class="divider-gt"></div></div>
<div class="issue-content"><div class="issue-content-left comment-list-gt prevent-before-timeline"><div class="ui timeline-gt">
${comment(author, moment, issue.written.html, true)}
${steps}
<div class="ui warning-gt message-gt">Sign in to join this conversation.</div></div></div>
<div class="issue-content-right ui segment-gt" id="issue-sidebar">
${part(say.labels, labels.length === 0 ? markup`<span class="item-gt empty-list">${say.none}</span>` : markup`<div class="labels-list">${labels.map((name) => markup`<a class="item-gt mutedlinks-gt" rel="nofollow" href="/issues?labels=3"><div class="ui label-gt" style="color: #fff !important; background-color: #ee0701 !important" data-tooltip-content title="">${name}</div></a>`)}</div>`)}
${part(say.milestone, issue.milestone === '' ? markup`<span class="item-gt empty-list">${say.noMilestone}</span>` : markup`<a class="item-gt muted-gt" href="/milestone/3"><svg class="svg"></svg> ${issue.milestone}</a>`)}
${part(say.assignees, assignees.length === 0 ? markup`<span class="item-gt empty-list">${say.nobody}</span>` : markup`${assignees.map((name) => markup`<a class="item-gt muted-gt" href="/issues?assignee=3"><img class="ui avatar-gt tw-mr-2" src="/a.png" title="${name}"> ${name}</a>`)}`)}
<div class="divider-gt"></div><div class="ui participants-gt"><span class="text-gt"><strong>${random.int(2, 9)} Participants</strong></span><div class="ui list-gt tw-flex"><a href="/u"><img class="ui avatar-gt" src="/a.png" title="x"></a></div></div>
<div class="divider-gt"></div><span class="text-gt"><strong>${say.due}</strong></span><p>The due date is invalid or out of range.</p><div class="divider-gt"></div><div class="ui depending"><span class="text-gt"><strong>Dependencies</strong></span><p>No dependencies set.</p></div>
<div class="divider-gt"></div><div class="ui equal width compact grid-gt"><div class="row-gt tw-items-center" data-tooltip-content="Reference"><span class="text-gt column-gt truncate-gt">Reference: crew/tool${number}</span></div></div></div></div></div></div></div>
<footer class="page-footer-gt" role="group" aria-label="Footer"><div class="left-links">Powered by Gitea Version: 1.23 Page: <strong>36ms</strong></div><div class="right-links"><a href="/api/swagger">API</a></div></footer></body></html>`,
  }
}

/** Pages of issues that nothing is tuned on, by system. */
export const ISSUES: Readonly<Record<string, System>> = {
  'gitea-like': giteaIssue,
  'jira-like': jiraIssue,
  'redmine-like': redmineIssue,
  'mantis-like': mantisIssue,
}
