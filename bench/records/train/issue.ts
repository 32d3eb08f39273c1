import { makeIssue, type Issue, type Step } from '../made/issue.ts'
import type { Moment } from '../made/moment.ts'
import type { Making } from '../made/records.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'
import { boardIssue, trackIssue } from './issue-boards.ts'
import { gitlabIssue } from './issue-gitlab.ts'
import { reactIssue } from './issue-react.ts'
import { bugzillaIssue, tracIssue } from './issue-trackers.ts'
import { linearIssue, maniphestIssue } from './issue-translated.ts'

const MARKDOWN_BODY: TextStyle = {
  code: (lines, language) =>
    markup`<div class="highlight highlight-source-${language} notranslate position-relative overflow-auto" dir="auto" data-snippet-clipboard-copy-content="${lines.join('\n')}"><pre>${lines.map((line, index) => markup`${index > 0 && '\n'}<span class="pl-s1">${line.slice(0, 4)}</span>${line.slice(4)}`)}</pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="ClipboardButton btn btn-invisible js-clipboard-copy m-2 p-0" value="${lines.join('\n')}" tabindex="0" role="button"><svg aria-hidden="true" class="octicon octicon-copy js-clipboard-copy-icon"></svg></clipboard-copy></div></div>`,
  heading: (text, level) =>
    markup`<div class="markdown-heading" dir="auto"><h${level} class="heading-element" dir="auto">${text}</h${level}><a id="user-content-x" class="anchor" aria-label="Permalink: ${text}" href="#x"><svg class="octicon octicon-link" aria-hidden="true"></svg></a></div>`,
  link: (href, text) => markup`<a href="${href}" rel="nofollow">${text}</a>`,
}

function relative(making: Making, moment: Moment): Html {
  const shown = moment.shown(making.draft, moment.medium())
  return markup`<relative-time datetime="${moment.iso.slice(0, 19)}Z" class="no-wrap" title="${moment.long()}, ${moment.clock} UTC">${shown}</relative-time>`
}

function comment(
  making: Making,
  author: string,
  moment: Moment,
  body: Html,
  isOwner: boolean,
  id: number,
): Html {
  const { random } = making.draft
  const role = random.pick(['', 'Member', 'Contributor', 'Collaborator'])
  return markup`<div class="TimelineItem js-comment-container js-minimize-container"><div class="avatar-parent-child TimelineItem-avatar d-none d-md-block"><a class="d-inline-block" data-hovercard-type="user" href="/u${id}"><img class="avatar rounded-2 avatar-user" src="https://img.example.net/u/${id}?s=80" width="40" height="40" alt="@${author}"></a></div>
<div class="timeline-comment-group js-minimizable-comment-group js-targetable-element TimelineItem-body my-0" id="issuecomment-${id}"><div class="ml-n3 timeline-comment unminimized-comment comment previewable-edit js-task-list-container ${isOwner ? 'current-user' : ''}" data-body-version="${id}">
<div class="timeline-comment-header clearfix d-flex" data-morpheus-enabled="false"><div class="timeline-comment-actions flex-shrink-0 d-flex flex-items-center">${role !== '' && markup`<div class="d-none d-sm-flex"><span aria-label="This user is a ${role.toLowerCase()} of the repository." class="tooltipped tooltipped-n"><span class="Label ml-1">${role}</span></span></div>`}<details class="details-overlay details-reset position-relative d-inline-block"><summary class="btn-link timeline-comment-action Link--secondary" aria-label="Show options" role="button"><svg class="octicon octicon-kebab-horizontal"></svg></summary><details-menu class="dropdown-menu dropdown-menu-sw" role="menu"><clipboard-copy class="dropdown-item btn-link" role="menuitem" value="#issuecomment-${id}">Copy link</clipboard-copy><button type="button" class="dropdown-item btn-link js-comment-quote-reply" role="menuitem">Quote reply</button></details-menu></details></div>
<h3 class="f5 text-normal" style="flex: 1 1 auto"><div><strong><a class="author Link--primary text-bold css-overflow-wrap-anywhere " show_full_name="false" data-hovercard-type="user" href="/u${id}">${author}</a></strong> commented <a href="#issuecomment-${id}" id="issuecomment-${id}-permalink" class="Link--secondary js-timestamp">${relative(making, moment)}</a></div></h3></div>
<div class="edit-comment-hide"><task-lists disabled sortable><table class="d-block user-select-contain" data-paste-markdown-skip><tbody class="d-block"><tr class="d-block"><td class="d-block comment-body markdown-body  js-comment-body">
${body}
</td></tr></tbody></table></task-lists><div class="pr-review-reactions"><div class="comment-reactions js-reactions-container js-reaction-buttons-container social-reactions d-flex"><form class="js-pick-reaction" action="/reactions" method="post"><div class="js-comment-reactions-options d-flex flex-items-center flex-row flex-wrap">${random.chance(0.4) && markup`<button name="input[content]" value="THUMBS_UP react" class="social-reaction-summary-item js-reaction-group-button btn-link" type="submit" aria-label="react with thumbs up"><g-emoji alias="+1" class="social-button-emoji">👍</g-emoji> <span class="js-discussion-reaction-group-count">${random.int(1, 40)}</span></button>`}</div></form></div></div></div>
</div></div></div>`
}

function event(
  making: Making,
  issue: Issue,
  step: Step & { kind: Exclude<Step['kind'], 'comment'> },
): Html {
  const { draft } = making
  const { random } = draft
  const sha = issue.cast.hash(7)
  const named = (text: string): string => draft.event(step.author, text)
  const [icon, words, more] = {
    labeled: () =>
      [
        'tag',
        named('added the'),
        markup`<a href="/labels/x" class="IssueLabel hx_IssueLabel" style="--label-r:215"><span>${draft.maybe(random.pick(making.code.labels))}</span></a> label`,
      ] as const,
    assigned: () => ['person', named('self-assigned this'), markup``] as const,
    milestoned: () =>
      [
        'milestone',
        named('added this to the'),
        markup`<a class="Link--primary text-bold" href="/milestone/3">${draft.maybe(issue.milestone || 'Backlog')}</a> milestone`,
      ] as const,
    mentioned: () => ['cross-reference', named('mentioned this issue'), markup``] as const,
    renamed: () =>
      [
        'pencil',
        named('changed the title'),
        markup`<del class="text-bold">${draft.maybe(`Broken ${issue.cast.hash(4)}`)}</del> <ins class="text-bold">${issue.title}</ins>`,
      ] as const,
    closed: () =>
      issue.state === 'merged'
        ? ([
            'git-merge',
            named('merged commit'),
            markup`<a class="Link--primary" href="/commit/${sha}"><code class="commit-ref-x">${draft.maybe(sha)}</code></a> into <code>main</code>`,
          ] as const)
        : ([
            'issue-closed',
            named(issue.isRequest ? 'closed this' : 'closed this as'),
            issue.isRequest
              ? markup``
              : markup`<a class="Link--secondary text-bold" href="/issues?q=reason">${draft.maybe(random.pick(['completed', 'not planned']))}</a>`,
          ] as const),
  }[step.kind]()
  const isBadge = step.kind === 'closed'
  return markup`<div class="TimelineItem js-targetable-element"><div class="TimelineItem-badge ${isBadge ? 'color-fg-on-emphasis color-bg-done-emphasis' : ''}"><svg aria-hidden="true" class="octicon octicon-${icon}"></svg></div>
<div class="TimelineItem-body"><a class="d-inline-block" href="/u"><img class="avatar mr-1 avatar-user" src="/a.png" width="20" height="20" alt="@${step.author}"></a>
<a class="author Link--primary text-bold" href="/u">${step.author}</a>
${words} ${more}
<a href="#event-${random.int(1000, 9999)}" class="Link--secondary">${relative(making, step.moment)}</a></div></div>`
}

const githubIssue: System = (making) => {
  const { draft } = making
  const { random } = draft
  const maker = new TextMaker(draft, making.code, MARKDOWN_BODY)
  const issue = makeIssue(making, maker, true)
  const { title, author, moment, number, state, isRequest, cast } = issue
  const what = isRequest ? 'pull' : 'issues'
  const shownNumber = draft.fact('number', `#${number}`, { inTitle: true })
  const label = { open: 'Open', closed: 'Closed', merged: 'Merged', draft: 'Draft' }[state]
  draft.fact('state', label)
  const labels = draft.several('labels', issue.labels, { label: 'Labels' })
  const assignees = draft.several('assignees', issue.assignees, { label: 'Assignees' })
  if (issue.milestone !== '') draft.fact('milestone', issue.milestone, { label: 'Milestone' })
  draft.fact('author', author, { inFrameOf: author })
  const comments = issue.steps.filter(({ kind }) => kind === 'comment').length
  const badge = markup`<span title="Status: ${label}" data-view-component="true" class="State State--${state} d-flex flex-items-center flex-shrink-0"><svg aria-hidden="true" class="octicon octicon-issue-${state} flex-items-center mr-1"></svg> ${label}
</span>`
  const meta = isRequest
    ? markup`<a class="author text-bold Link--secondary" href="/u">${author}</a> wants to merge ${draft.maybe(`${random.int(1, 9)} commits`)} into <span class="commit-ref css-truncate user-select-contain expandable base-ref" title="main"><a class="no-underline" href="/tree/main"><span class="css-truncate-target">main</span></a></span> from <span class="commit-ref head-ref"><a class="no-underline" href="/tree/fix"><span class="css-truncate-target">${draft.maybe(`fix-${cast.hash(4)}`)}</span></a></span>`
    : markup`<a class="author text-bold Link--secondary" href="/u">${author}</a> opened this issue ${relative(making, moment)} &middot; ${comments} comments`
  const side = (
    name: string,
    inner: Html,
  ): Html => markup`<div class="discussion-sidebar-item js-discussion-sidebar-item"><div class="text-bold discussion-sidebar-heading discussion-sidebar-toggle hx_rsm-trigger">${name}</div>
<span class="css-truncate">${inner}</span></div>`
  const steps = issue.steps.map((step) =>
    step.kind === 'comment'
      ? comment(
          making,
          step.author,
          step.moment,
          step.written.html,
          step.author === author,
          random.int(1000, 99999),
        )
      : event(making, issue, step),
  )
  return {
    url: `https://code.example.org/acme/${cast.packageName()}/${what}/${number}`,
    source: markup`<html lang="en" data-color-mode="auto" data-light-theme="light"><head><meta charset="utf-8"><title>${title} · ${isRequest ? 'Pull Request' : 'Issue'} ${shownNumber} · acme/tools · CodeHarbor</title><meta name="route-pattern" content="/:user_id/:repository/issues/:id"></head>
<body class="logged-out env-production page-responsive" style="word-wrap: break-word;">
<div class="position-relative js-header-wrapper "><a href="#start-of-content" class="px-2 py-4 color-bg-accent-emphasis show-on-focus js-skip-to-content">Skip to content</a>
<header class="HeaderMktg header-logged-out js-details-container Details f4 py-3" role="banner"><div class="container-xl d-flex flex-column"><a href="/" aria-label="Homepage"><svg class="octicon octicon-mark"></svg></a><nav class="HeaderMenu-nav" aria-label="Global"><ul class="d-lg-flex list-style-none"><li class="HeaderMenu-item"><button type="button" class="HeaderMenu-link border-0" aria-expanded="false">Product</button></li><li class="HeaderMenu-item"><a class="HeaderMenu-link no-underline" href="/pricing">Pricing</a></li></ul></nav><a href="/login" class="HeaderMenu-link HeaderMenu-link--sign-in no-underline">Sign in</a></div></header></div>
<div class="application-main" data-commit-hovercards-enabled><div itemscope itemtype="http://schema.org/SoftwareSourceCode"><main id="js-repo-pjax-container">
<div id="repository-container-header" class="pt-3 hide-full-screen"><div class="d-flex flex-nowrap"><span class="author flex-self-stretch" itemprop="author"><a class="url fn" rel="author" href="/acme">acme</a></span><span class="mx-1 flex-self-stretch color-fg-muted">/</span><strong itemprop="name" class="mr-2 flex-self-stretch"><a href="/acme/tools">tools</a></strong><span class="Label Label--secondary v-align-middle mr-1">Public</span></div>
<ul class="pagehead-actions flex-shrink-0"><li><a href="/login" class="btn-sm btn">Star <span class="Counter js-social-count">${random.int(1, 90)}k</span></a></li></ul>
<nav class="js-repo-nav js-sidenav-container-pjax UnderlineNav" aria-label="Repository"><ul class="UnderlineNav-body list-style-none"><li class="d-inline-flex"><a class="UnderlineNav-item" href="/acme/tools"><span data-content="Code">Code</span></a></li><li class="d-inline-flex"><a class="UnderlineNav-item selected" href="/issues"><span data-content="Issues">Issues</span> <span title="412" class="Counter">412</span></a></li><li class="d-inline-flex"><a class="UnderlineNav-item" href="/pulls"><span data-content="Pull requests">Pull requests</span> <span class="Counter">31</span></a></li></ul></nav></div>
<div class="clearfix new-discussion-timeline container-xl px-3 px-md-4"><div id="show_issue" class="js-issues-results js-socket-channel">
<div id="partial-discussion-header" class="gh-header mb-3 js-details-container Details js-socket-channel js-updatable-content issue"><div class="gh-header-show "><div class="d-flex flex-column flex-md-row"><div class="gh-header-actions d-flex"><a href="/login?return_to=x" class="btn btn-primary btn-sm flex-shrink-0">New issue</a></div>
<h1 class="gh-header-title mb-2 lh-condensed f1 mr-0 flex-auto wb-break-word"><bdi class="js-issue-title markdown-title">${title}</bdi> <span class="f1-light color-fg-muted">${shownNumber}</span></h1></div></div>
<div class="d-flex flex-items-center flex-wrap mt-0 gh-header-meta"><div class="flex-shrink-0 mb-2 flex-self-start flex-md-self-center">${badge}</div><div class="flex-auto min-width-0 mb-2">${meta}</div></div>
<div class="gh-header-sticky js-sticky js-sticky-offset-scroll top-0"><div class="sticky-content"><div class="d-flex flex-items-center flex-justify-between"><div class="mr-2 mb-2 flex-shrink-0">${badge}</div><div class="min-width-0 mr-2 mb-2"><h1 class="d-flex text-bold f5"><a class="js-issue-title css-truncate css-truncate-target Link--primary" href="#top">${title}</a> <span class="gh-header-number color-fg-muted pl-1">${shownNumber}</span></h1></div></div></div></div></div>
<div id="discussion_bucket" class="Layout Layout--flowRow-until-md js-quote-selection-container"><div class="Layout-main"><div class="js-discussion ml-0 pl-0 ml-md-6 pl-md-3">
${comment(making, author, moment, issue.written.html, true, number)}
${steps}
</div>
<div class="discussion-timeline-actions"><div class="signed-out-comment rounded-2 flash flash-warn"><a rel="nofollow" class="btn btn-primary" href="/join">Sign up for free</a> <strong>to join this conversation on CodeHarbor</strong>. Already have an account? <a rel="nofollow" href="/login">Sign in to comment</a></div></div></div>
<div class="Layout-sidebar"><div id="partial-discussion-sidebar">
${side('Assignees', assignees.length === 0 ? markup`No one assigned` : markup`${assignees.map((name) => markup`<p><span class="d-flex min-width-0 flex-1 js-hovercard-left"><a class="assignee Link--primary css-truncate-target width-fit" href="/u"><img class="avatar mr-1" src="/a.png" width="20" height="20" alt="@${name}"><span class="css-truncate-target width-fit">${name}</span></a></span></p>`)}`)}
${side('Labels', labels.length === 0 ? markup`None yet` : markup`<div class="js-issue-labels d-flex flex-wrap">${labels.map((name) => markup`<a id="label-x" href="/labels/${encodeURIComponent(name)}" data-name="${name}" class="IssueLabel hx_IssueLabel width-fit mb-1 mr-1"><span class="css-truncate css-truncate-target width-fit">${name}</span></a> `)}</div>`)}
${side('Projects', markup`None yet`)}
${side('Milestone', issue.milestone === '' ? markup`No milestone` : markup`<a class="Link--secondary mt-1 d-block text-bold css-truncate" href="/milestone/4"><div class="mb-1 css-truncate-target">${issue.milestone}</div></a><div class="Progress"><span class="Progress-item color-bg-success-emphasis" style="width: 62%"></span></div>`)}
${side('Development', markup`<p>No branches or pull requests</p>`)}
<div id="partial-users-participating" class="discussion-sidebar-item sidebar-notifications"><div class="participation"><div class="discussion-sidebar-heading text-bold">${random.int(2, 6)} participants</div></div></div>
</div></div></div></div></div></main></div></div>
<footer class="footer pt-6 pb-6 f6 color-fg-muted p-responsive" role="contentinfo"><h2 class="sr-only">Footer</h2><ul class="list-style-none d-flex"><li class="mx-2"><a href="/terms" class="Link--secondary Link">Terms</a></li><li class="mx-2"><a href="/privacy" class="Link--secondary Link">Privacy</a></li></ul><span>&copy; 2026 CodeHarbor, Inc.</span></footer>
</body></html>`,
  }
}

/** Pages of issues and of requests to merge, by system. */
export const ISSUES: Readonly<Record<string, System>> = {
  'github-like': githubIssue,
  'github-react-like': reactIssue,
  'gitlab-like': gitlabIssue,
  'bugzilla-like': bugzillaIssue,
  'trac-like': tracIssue,
  'linear-like': linearIssue,
  'phabricator-like': maniphestIssue,
  'youtrack-like': trackIssue,
  'boards-like': boardIssue,
}
