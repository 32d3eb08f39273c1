import { makeIssue } from '../made/issue.ts'
import type { Moment } from '../made/moment.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'

const GFM: TextStyle = {
  code: (lines, language) =>
    markup`<div class="gl-relative markdown-code-block js-markdown-code"><pre data-canonical-lang="${language}" class="code highlight js-syntax-highlight language-${language}" v-pre="true"><code>${lines.map((line, index) => markup`${index > 0 && '\n'}<span id="LC${index + 1}" class="line" lang="${language}">${line}</span>`)}</code></pre><copy-code></copy-code></div>`,
  heading: (text, level) =>
    markup`<h${level} data-sourcepos="1:1" dir="auto"><a id="user-content-a" class="anchor" href="#a" aria-hidden="true"></a>${text}</h${level}>`,
  link: (href, text) =>
    markup`<a href="${href}" class="gfm" rel="nofollow noreferrer noopener" target="_blank">${text}</a>`,
}

/** GitLab with its pages of issues and merge requests as scripts have filled them. */
export const gitlabIssue: System = (making) => {
  const { draft } = making
  const { random } = draft
  const isFrench = making.words.language === 'fr'
  const say = isFrench
    ? {
        open: 'Ouvert',
        closed: 'Fermé',
        merged: 'Fusionnée',
        draft: 'Brouillon',
        assignee: 'Assigné',
        labels: 'Labels',
        milestone: 'Jalon',
        none: 'Aucun',
        due: 'Date d’échéance',
        created: 'créé',
        by: 'par',
      }
    : {
        open: 'Open',
        closed: 'Closed',
        merged: 'Merged',
        draft: 'Draft',
        assignee: 'Assignee',
        labels: 'Labels',
        milestone: 'Milestone',
        none: 'None',
        due: 'Due date',
        created: 'created',
        by: 'by',
      }
  const maker = new TextMaker(draft, making.code, GFM)
  const issue = makeIssue(making, maker, true)
  const { title, author, moment, state, isRequest, cast } = issue
  const sign = isRequest ? '!' : '#'
  const number = draft.fact('number', `${sign}${issue.number}`, { inTitle: true })
  draft.fact('state', say[state], { also: [state] })
  const labels = draft.several('labels', issue.labels, { label: say.labels })
  const assignees = draft.several('assignees', issue.assignees, { label: say.assignee })
  if (issue.milestone !== '')
    draft.fact('milestone', `%${issue.milestone}`, {
      also: [issue.milestone],
      label: say.milestone,
    })
  draft.fact('author', author, { inFrameOf: author })
  const time = (at: Moment): Html =>
    markup`<time class="js-timeago" title="${at.medium()} ${at.clock}" datetime="${at.iso.slice(0, 19)}Z" data-toggle="tooltip" data-placement="top" data-container="body">${at.shown(draft, at.ago)}</time>`
  const steps = issue.steps.map((step) => {
    const id = random.int(1000, 99999)
    if (step.kind === 'comment') {
      return markup`<li class="timeline-entry note note-wrapper note-comment" id="note_${id}" data-note-id="${id}"><div class="timeline-entry-inner"><div class="timeline-avatar gl-float-left"><a class="gl-avatar-link js-user-link" data-user-id="3" href="/u"><img src="/a.png" alt="${step.author}" class="gl-avatar gl-avatar-circle gl-avatar-s32"></a></div>
<div class="timeline-content"><div class="note-header"><div class="note-header-info"><a class="author-name-link js-user-link" href="/u" data-username="x"><span class="note-header-author-name gl-font-weight-bold" data-testid="author-name">${step.author}</span></a><span class="text-nowrap author-username"><a class="author-username-link" href="/u"><span class="note-headline-light">@${draft.maybe(`u${id}`)}</span></a></span> <span class="note-headline-light note-headline-meta"><span class="system-note-separator">·</span> <a class="note-timestamp system-note-separator" href="#note_${id}">${time(step.moment)}</a></span></div>
<div class="note-actions">${random.chance(0.3) && markup`<span class="gl-badge badge badge-pill badge-neutral user-access-role sm" title="This user has the developer role in the project.">Developer</span>`}<button type="button" class="btn note-action-button btn-default gl-button btn-icon" title="Reply to comment" aria-label="Reply to comment"><svg class="gl-button-icon gl-icon s16"></svg></button></div></div>
<div class="timeline-discussion-body"><div class="note-body"><div class="note-text md" data-testid="work-item-note-body">${step.written.html}</div><div class="note-awards"><div class="awards js-awards-block"><button class="btn gl-mr-3 btn-default gl-button" title="React"><span class="award-emoji-block"><gl-emoji title="thumbs up" data-name="thumbsup">👍</gl-emoji></span> <span class="js-counter">${random.int(1, 9)}</span></button></div></div></div></div></div></div></li>`
    }
    const said = (text: string): string => draft.event(step.author, text)
    const texts = {
      labeled: () =>
        markup`${said('added')} <a href="/labels" class="gfm gfm-label gl-link"><span class="gl-label-text">${draft.maybe(random.pick(making.code.labels))}</span></a> label`,
      assigned: () =>
        markup`${said('assigned to')} <a href="/u" class="gfm gfm-project_member">@${step.author}</a>`,
      milestoned: () =>
        markup`${said('changed milestone to')} <a href="/m" class="gfm gfm-milestone">%${draft.maybe(issue.milestone || 'Next')}</a>`,
      mentioned: () =>
        markup`${said('mentioned in commit')} <a href="/c" class="gfm gfm-commit">${draft.maybe(cast.hash(8))}</a>`,
      renamed: () => markup`${said('changed the description')}`,
      closed: () => markup`${said(state === 'merged' ? 'merged' : 'closed')}`,
    }[step.kind]()
    return markup`<li id="note_${id}" class="timeline-entry note system-note note-wrapper" data-system-note-type="x"><div class="timeline-entry-inner"><div class="gl-float-left gl-flex system-note-image"><svg class="gl-icon s12" aria-hidden="true"></svg></div><div class="timeline-content"><div class="note-header"><div class="note-header-info"><a class="author-name-link js-user-link" href="/u"><span class="note-header-author-name gl-font-weight-bold">${step.author}</span></a> <span class="system-note-message"><span>${texts}</span></span> <span class="note-headline-light"><span class="system-note-separator">·</span> <a class="note-timestamp" href="#note_${id}">${time(step.moment)}</a></span></div></div></div></div></li>`
  })
  const block = (
    className: string,
    name: string,
    inner: Html,
  ): Html => markup`<div class="block ${className}"><div class="sidebar-collapsed-icon" title="${name}"><svg class="s16"></svg><span class="collapse-truncated-title">${name}</span></div>
<div class="hide-collapsed gl-line-height-20 gl-mb-2 gl-text-gray-900 gl-font-weight-bold title" data-testid="title">${name}<button type="button" class="btn js-sidebar-dropdown-toggle edit-link float-right btn-link gl-button">Edit</button></div>
<div class="value hide-collapsed">${inner}</div></div>`
  const badge = {
    open: 'issue-status-open',
    closed: 'issue-status-closed',
    merged: 'mr-status-merged',
    draft: 'mr-status-draft',
  }[state]
  return {
    url: `https://git.example.net/group/${cast.packageName()}/-/${isRequest ? 'merge_requests' : 'issues'}/${issue.number}`,
    source: markup`<!-- rendered --><html class="gl-light ui-neutral with-header" lang="${isFrench ? 'fr' : 'en'}"><head prefix="og: http://ogp.me/ns#"><meta charset="utf-8"><title>${title} (${number}) · ${isRequest ? 'Merge requests' : 'Issues'} · group / tool · Forgeworks</title></head>
<body class="gl-browser-firefox tab-width-8 gl-platform-linux" data-page="projects:issues:show">
<header class="header-logged-out" data-testid="navbar"><a class="gl-sr-only gl-accessibility" href="#content-body">Skip to content</a><ul class="gl-list-none gl-p-0"><li><a title="Homepage" class="brand-header-logo-x" href="/">Forgeworks</a></li><li><a href="/explore">Explore</a></li><li><a class="gl-button" href="/users/sign_in">Sign in</a></li></ul></header>
<div class="layout-page hide-when-top-nav-responsive-open page-with-super-sidebar"><aside class="super-sidebar"><nav><ul><li><a href="/group/tool" class="gl-nav-item">Project information</a></li><li><a href="#r" class="gl-nav-item">Repository</a></li><li><a class="gl-nav-item" href="#i">Issues <span class="gl-badge badge-pill">87</span></a></li><li><a class="gl-nav-item" href="#c">CI/CD</a></li></ul></nav></aside>
<div class="content-wrapper content-wrapper-margin"><div class="top-bar-fixed"><nav aria-label="Breadcrumbs" class="breadcrumbs"><ul class="breadcrumb gl-breadcrumb-list"><li class="gl-breadcrumb-item"><a href="/group">group</a></li><li class="gl-breadcrumb-item"><a href="/group/tool">tool</a></li><li class="gl-breadcrumb-item"><a href="#">${number}</a></li></ul></nav></div>
<main class="content" id="content-body" itemscope itemtype="http://schema.org/SoftwareSourceCode"><div class="issuable-discussion js-vue-notes-event">
<div class="detail-page-description content-block js-detail-page-description">
<div class="title-container"><h1 class="title gl-heading-1 page-title" data-testid="${isRequest ? 'title-content' : 'issue-title'}" dir="auto">${title}</h1></div>
<div class="detail-page-header"><div class="detail-page-header-body gl-flex-wrap"><span class="gl-badge badge badge-pill badge-${state === 'open' ? 'success' : 'info'} issuable-status-badge gl-mr-3 ${badge}"><svg class="gl-icon gl-badge-icon s16"></svg><span class="gl-badge-content gl-display-none gl-sm-display-block">${say[state]}</span></span>
<div class="issuable-meta"><span class="gl-ml-2">${isRequest ? 'Merge request' : 'Issue'} ${say.created} ${time(moment)} ${say.by} <a class="author-link js-user-link gl-ml-2" href="/u"><img class="avatar avatar-inline s24" src="/a.png" alt=""> <span class="author">${author}</span></a></span></div></div></div>
<div class="description js-task-list-container"><div class="md">${issue.written.html}</div><textarea class="hidden js-task-list-field" dir="auto" data-update-url="/x">raw source of the description</textarea></div>
<small class="edited-text js-issue-widgets"><span>Edited</span> ${time(moment.after(draft, 10))}</small>
</div>
<div class="emoji-block emoji-block-sticky"><div class="awards js-awards-block"><button class="btn gl-button btn-default"><gl-emoji data-name="thumbsup">👍</gl-emoji><span class="js-counter">${random.int(0, 30)}</span></button></div></div>
<div class="js-discussion-filters gl-flex"><h2 class="gl-heading-4 gl-my-5">Activity</h2><button class="gl-new-dropdown-toggle">Sort or filter</button></div>
<div id="notes"><ul id="notes-list" class="notes main-notes-list timeline">${steps}</ul>
<div class="disabled-comment gl-text-center"> Please <a href="/users/sign_up">register</a> or <a href="/users/sign_in">sign in</a> to reply</div></div>
</div>
<aside class="right-sidebar js-right-sidebar right-sidebar-expanded" aria-live="polite"><div class="issuable-sidebar is-merge-request"><form class="issuable-context-form inline-update js-issuable-update">
${block('assignee', say.assignee, assignees.length === 0 ? markup`<span class="assign-yourself no-value">${say.none}</span>` : markup`${assignees.map((name) => markup`<a class="gl-inline-block js-user-link assignee-grid-link" href="/u" title="${name}"><img class="avatar avatar-inline s24" src="/a.png" alt="${name}'s avatar"> <span class="gl-truncate-text">${name}</span></a>`)}`)}
${block('labels js-labels-block', say.labels, labels.length === 0 ? markup`<span class="no-value">${say.none}</span>` : markup`${labels.map((name) => markup`<span class="gl-label gl-label-scoped" style="--label-background-color: #428bca"><a class="gl-link gl-label-link" href="/l"><span class="gl-label-text">${name}</span></a></span> `)}`)}
${block('milestone', say.milestone, issue.milestone === '' ? markup`<span class="no-value">${say.none}</span>` : markup`<a class="gl-text-body has-tooltip gl-link" title="Milestone" href="/m">%${issue.milestone}</a>`)}
${block('due_date', say.due, markup`<span class="no-value">${say.none}</span>`)}
<div class="block participants"><div class="title hide-collapsed">${random.int(2, 9)} Participants</div></div>
<div class="block with-sub-blocks"><div class="cross-project-reference hide-collapsed"><span>Reference: <cite title="group/tool${number}">group/tool${number}</cite></span></div></div>
</form></div></aside></main></div></div></body></html>`,
  }
}
