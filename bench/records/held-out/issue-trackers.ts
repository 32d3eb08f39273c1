import { makeIssue } from '../made/issue.ts'
import type { Moment } from '../made/moment.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'

const TEXTILE: TextStyle = {
  code: (
    lines,
    language,
  ) => markup`<pre><code class="${language}-rm syntaxhl-rm" data-language="${language}">${lines.join('\n')}
</code></pre>`,
  heading: (text, level) => markup`<a name="H"></a>
<h${level}>${text}<a href="#H" class="wiki-anchor">&para;</a></h${level}>`,
  link: (href, text) => markup`<a class="external-rm" href="${href}">${text}</a>`,
}

/** Redmine. */
export const redmineIssue: System = (making) => {
  const { draft } = making
  const { random } = draft
  const isRussian = making.words.language === 'ru'
  const say = isRussian
    ? {
        status: 'Статус',
        priority: 'Приоритет',
        assignee: 'Назначена',
        target: 'Версия',
        tracker: 'Ошибка',
        added: 'Добавил(а)',
        ago: 'назад',
        updated: 'Обновлено',
        history: 'История',
        description: 'Описание',
        tags: 'Теги',
        open: ['Новая', 'В работе'],
        closed: ['Закрыта', 'Отклонена'],
        normal: 'Нормальный',
        log: 'Войти',
      }
    : {
        status: 'Status',
        priority: 'Priority',
        assignee: 'Assignee',
        target: 'Target version',
        tracker: 'Defect',
        added: 'Added by',
        ago: 'ago',
        updated: 'Updated',
        history: 'History',
        description: 'Description',
        tags: 'Tags',
        open: ['New', 'In Progress', 'Feedback'],
        closed: ['Closed', 'Rejected'],
        normal: 'Normal',
        log: 'Sign in',
      }
  const maker = new TextMaker(draft, making.code, TEXTILE)
  const issue = makeIssue(making, maker, false)
  const { title, author, moment } = issue
  const number = draft.fact('number', `#${issue.number}`, {
    inTitle: true,
    also: [`${say.tracker} #${issue.number}`],
  })
  const state = draft.fact('state', random.pick(issue.state === 'open' ? say.open : say.closed), {
    label: say.status,
  })
  const assignee = issue.assignees[0]
  if (assignee !== undefined) draft.fact('assignees', assignee, { label: say.assignee })
  if (issue.milestone !== '') draft.fact('milestone', issue.milestone, { label: say.target })
  const tags = draft.several('labels', issue.labels, { label: say.tags })
  draft.fact('author', author, { label: say.added, inFrameOf: author })
  for (const text of [
    say.priority,
    say.normal,
    say.updated,
    say.ago,
    '% Done',
    '0%',
    say.history,
    say.description,
    `${say.tracker} ${number}`,
  ])
    draft.maybe(text)
  const ago = (at: Moment): Html =>
    markup`<a title="${at.iso.slice(5, 7)}/${at.iso.slice(8, 10)}/${at.iso.slice(0, 4)} ${at.clock}" href="/activity?from=x">${at.shown(draft, at.ago.replace(' ago', ''))}</a> ${say.ago}`
  const by = (name: string, at: Moment, id: number): Html =>
    markup`<h4 class="note-header-rm"><a href="#note-${id}" class="journal-link">#${id}</a> <img alt="" title="${name}" class="gravatar-rm" width="22" height="22" src="/g.png"> ${say.updated.replace('ated', 'ated by')} <a class="user-rm active-rm" href="/users/9">${name}</a> ${ago(at)}</h4>`
  const steps = issue.steps.map((step, index) => {
    const head = by(step.author, step.moment, index + 1)
    if (step.kind === 'comment')
      return markup`<div id="change-${index}" class="journal-rm has-notes"><div id="note-${index + 1}">${head}<div class="contextual-rm"><span class="journal-actions"><a title="Quote" class="icon-only icon-comment-rm" href="#">Quote</a></span></div><div class="wiki-rm journal-notes" id="journal-${index}-notes">${step.written.html}</div></div></div>`
    const [field, rest] = {
      labeled: () => [
        say.tags,
        markup`set to <i>${draft.event(say.tags, `set to ${random.pick(making.code.labels)}`).slice(7)}</i>`,
      ],
      assigned: () => [
        say.assignee,
        markup`set to <i>${draft.event(say.assignee, `set to ${step.author}`).slice(7)}</i>`,
      ],
      milestoned: () => [
        say.target,
        markup`${draft.event(say.target, 'set to')} <i>${draft.maybe(issue.milestone || 'Candidate')}</i>`,
      ],
      mentioned: () => [
        'File',
        markup`<a href="/attachments/3">${draft.event('File', 'trace.log')}</a> added`,
      ],
      renamed: () => [
        'Subject',
        markup`${draft.event('Subject', 'changed from')} <i>${draft.maybe('Problem')}</i> to <i>${title}</i>`,
      ],
      closed: () => [
        say.status,
        markup`${draft.event(say.status, 'changed from')} <i>${draft.maybe(say.open[0]!)}</i> to <i>${state}</i>`,
      ],
    }[step.kind]() as [string, Html]
    return markup`<div id="change-${index}" class="journal-rm has-details"><div id="note-${index + 1}">${head}<ul class="details-rm"><li><strong>${field}</strong> ${rest}</li></ul></div></div>`
  })
  const attribute = (id: string, label: string, inner: Html | string): Html =>
    markup`<div class="${id}-rm attribute-rm"><div class="label-rm"><span>${label}</span>:</div><div class="value-rm">${inner}</div></div>`
  return {
    url: `https://projects.example.com/issues/${issue.number}`,
    source: markup`<html lang="${isRussian ? 'ru' : 'en'}"><head><title>${say.tracker} ${number}: ${title} - Lighthouse - Projects</title><meta name="description" content="Redmine"></head>
<body class="project-lighthouse has-main-menu controller-issues action-show avatars-on"><div id="wrapper-rm"><div class="flyout-menu js-flyout-menu"></div><div id="top-menu"><div id="account-rm"><ul><li><a class="login-rm" href="/login">${say.log}</a></li></ul></div><ul><li><a class="home-rm" href="/">Home</a></li><li><a class="projects-rm" href="/projects">Projects</a></li></ul></div>
<div id="header-rm"><div id="quick-search"><form action="/search"><label for="q">Search:</label><input type="text" name="q" size="20" class="small-rm"></form></div><h1><span class="current-project">Lighthouse</span></h1><div id="main-menu" class="tabs-rm"><ul><li><a class="overview-rm" href="/o">Overview</a></li><li><a class="issues-rm selected-rm" href="/issues">Issues</a></li><li><a class="wiki-tab" href="/wiki">Wiki</a></li></ul></div></div>
<div id="main-rm" class=""><div id="sidebar-rm"><div id="sidebar-wrapper"><h3>Issues</h3><ul><li><a href="/issues?set_filter=1">View all issues</a></li><li><a href="/issues/report">Summary</a></li></ul><div id="watchers"><h3>Watchers (${random.int(0, 9)})</h3></div></div></div>
<div id="content-rm"><div class="contextual-rm"><a class="icon-rm" href="/edit">Edit</a><a class="icon-rm" href="/copy">Copy</a></div><h2 class="inline-flex-rm">${say.tracker} ${number}</h2>
<div class="issue-rm tracker-1 status-1 priority-4 details-box"><div class="next-prev-links contextual-rm"><a title="#${issue.number - 1}" accesskey="p" href="/issues/1">« Previous</a> | <span class="position-rm">3 of 500</span> | <a href="/issues/2">Next »</a></div><div class="gravatar-with-child"><img alt="" title="${author}" class="gravatar-rm" src="/g.png"></div>
<div class="subject-rm"><div><h3>${title}</h3></div></div><p class="author-rm">${say.added} <a class="user-rm active-rm" href="/users/3">${author}</a> ${ago(moment)}. ${say.updated} ${ago(moment.after(draft, 90))}.</p>
<div class="attributes-rm"><div class="splitcontent"><div class="splitcontentleft">${attribute('status', say.status, state)}${attribute('priority', say.priority, say.normal)}${attribute('assigned-to', say.assignee, assignee === undefined ? '-' : markup`<img class="gravatar-rm" src="/g.png" title="${assignee}"><a class="user-rm active-rm" href="/users/4">${assignee}</a>`)}${issue.milestone !== '' && attribute('fixed-version', say.target, markup`<a href="/versions/3">${issue.milestone}</a>`)}</div><div class="splitcontentleft"><div class="start-date-rm attribute-rm"><div class="label-rm"><span>% Done</span>:</div><div class="value-rm"><table class="progress-rm"><tr><td style="width: 100%;" class="todo" title="0%"></td></tr></table><p class="percent">0%</p></div></div></div></div>${tags.length > 0 && attribute('tags', say.tags, markup`${tags.map((one, index) => markup`${index > 0 && ', '}<span class="tag-label-rm"><a href="/t">${one}</a></span>`)}`)}</div>
<hr><div class="description-rm"><div class="contextual-rm"><a class="icon-rm icon-comment-rm" href="#">Quote</a></div><p><strong>${say.description}</strong></p><div class="wiki-rm">${issue.written.html}</div></div></div>
<div id="history-rm"><div class="tabs-rm"><ul><li><a id="tab-history" class="selected-rm" href="#">${say.history}</a></li><li><a id="tab-notes" href="#">Notes</a></li></ul></div><div class="tab-content-rm" id="tab-content-history">
${steps}
</div></div><p class="other-formats-rm">Also available in: <span><a class="atom-rm" rel="nofollow" href="x.atom">Atom</a></span><span><a class="pdf-rm" href="x.pdf">PDF</a></span></p></div></div>
<div id="footer-rm">Powered by <a href="https://redmine.example.org/">Redmine</a> © 2006-2026</div></div></body></html>`,
  }
}

const BUGNOTE: TextStyle = {
  code: (lines) => markup`<pre>${lines.join('\n')}</pre>`,
  heading: (text) => markup`<p><b>${text}</b></p>`,
  link: (href, text) => markup`<a href="${href}" rel="noopener,nofollow">${text}</a>`,
}

/** MantisBT: tables of categories and notes, with the history in a table of its own. */
export const mantisIssue: System = (making) => {
  const { draft } = making
  const { random } = draft
  const maker = new TextMaker(draft, making.code, BUGNOTE)
  const issue = makeIssue(making, maker, false)
  const { title, author, moment } = issue
  const number = draft.fact('number', String(issue.number).padStart(7, '0'), {
    inTitle: true,
    also: [String(issue.number)],
  })
  const state = draft.fact(
    'state',
    issue.state === 'open'
      ? random.pick(['new', 'acknowledged', 'assigned'])
      : random.pick(['resolved', 'closed']),
    { label: 'Status' },
  )
  const assignee = issue.assignees[0]
  if (assignee !== undefined) draft.fact('assignees', assignee, { label: 'Assigned To' })
  if (issue.milestone !== '') draft.fact('milestone', issue.milestone, { label: 'Target Version' })
  const tags = draft.several('labels', issue.labels, { label: 'Tags' })
  draft.fact('author', author, { label: 'Reporter', inFrameOf: author })
  for (const text of [
    'ID',
    'Project',
    'Category',
    'View Status',
    'Date Submitted',
    'Last Update',
    'Priority',
    'Severity',
    'Reproducibility',
    'Resolution',
    'Summary',
    'Description',
    'Activities',
    'Issue History',
    'Date Modified',
    'Username',
    'Field',
    'Change',
    'normal',
    'minor',
    'public',
    'always',
    'Lantern',
    'General',
    'View Issue Details',
    'New Issue',
  ])
    draft.maybe(text)
  const resolution = draft.maybe(
    issue.state === 'open' ? 'open' : random.pick(['fixed', 'no change required']),
  )
  const stamp = (at: Moment): string => at.shown(draft, `${at.day} ${at.clock}`)
  const comments = issue.steps.flatMap((step) => (step.kind === 'comment' ? [step] : []))
  const notes = comments.map((step) => {
    const id = random.int(10_000, 99_999)
    return markup`<tr class="bugnote visible-on-hover-toggle" id="bugnote-${id}"><td class="category-mb"><div class="pull-left-mb padding-2"><img class="avatar-mb" src="/a.png" alt="User avatar" width="80"></div><div class="pull-left-mb padding-2"><p class="no-margin-mb"><i class="fa-user-mb grey-mb"></i> <a href="view_user_page.php?id=3">${step.author}</a></p><p class="no-margin-mb small lighter-mb"><i class="fa-clock-mb grey-mb"></i> ${stamp(step.moment)}</p><p class="no-margin-mb"><span class="label-mb label-sm-mb label-default-mb arrowed-in-right">${draft.maybe(random.pick(['developer', 'reporter', 'manager']))}</span>&nbsp;&nbsp; <i class="fa-link-mb grey-mb"></i> <a rel="bookmark" href="view.php?id=1#c${id}" class="lighter-mb" title="Direct link to note">~${draft.maybe(String(id).padStart(7, '0'))}</a></p><div class="btn-group-sm-mb"></div></div></td><td class="bugnote-note bugnote-public">${step.written.html}</td></tr><tr class="spacer-mb"><td colspan="2"></td></tr>`
  })
  const events = issue.steps.flatMap((step) => {
    const words = {
      labeled: 'Tag Attached:',
      assigned: 'Assigned To',
      milestoned: 'Target Version',
      mentioned: 'Issue Monitored:',
      renamed: 'Description Updated',
      closed: 'Resolution',
      comment: 'Note Added:',
    }[step.kind]
    if (step.kind !== 'comment') draft.event(step.author, words)
    else draft.maybe(words)
    return [
      markup`<tr><td class="small-caption-mb">${stamp(step.moment)}</td><td class="small-caption-mb"><a href="view_user_page.php?id=2">${step.author}</a></td><td class="small-caption-mb">${words}</td><td class="small-caption-mb">${step.kind === 'closed' && draft.maybe(`open => ${resolution}`)}</td></tr>`,
    ]
  })
  const cells = (...pairs: readonly (readonly [string, string, Html | string])[]): Html =>
    markup`<tr>${pairs.map(([label, id, inner]) => markup`<th class="bug-${id} category-mb" width="15%">${label}</th><td class="bug-${id}" width="20%">${inner}</td>`)}</tr>`
  const person = (name: string): Html => markup`<a href="view_user_page.php?id=9">${name}</a>`
  return {
    url: `https://mantis.example.net/view.php?id=${issue.number}`,
    source: markup`<html><head><meta charset="utf-8"><title>${number}: ${title} - Lantern Bugs</title></head>
<body class="skin-3-mb"><div id="navbar-mb" class="navbar-mb navbar-default-mb navbar-collapse-mb"><div class="navbar-container-mb"><a href="/my_view_page.php" class="navbar-brand-mb"><span class="smaller-75">Lantern Bugs</span></a><div class="navbar-buttons-mb"><ul class="nav-mb ace-nav"><li class="grey-mb"><a href="login_page.php">Login</a></li><li><a href="signup_page.php">Signup for a new account</a></li></ul></div></div></div>
<div class="main-container-mb" id="main-container"><div id="sidebar-mb" class="sidebar-responsive sidebar-mb"><ul class="nav-list-mb"><li><a href="my_view_page.php"><span class="menu-text-mb"> My View </span></a></li><li class="active-mb"><a href="view_all_bug_page.php"><span class="menu-text-mb"> View Issues </span></a></li><li><a href="changelog_page.php"><span class="menu-text-mb"> Change Log </span></a></li></ul></div>
<div class="main-content-mb"><div id="breadcrumbs-mb" class="breadcrumbs-mb noprint"><ul class="breadcrumb-mb"><li><i class="fa-user-mb home-icon"></i> Anonymous</li></ul></div><div class="page-content-mb"><div class="col-md-12-mb">
<div class="widget-box-mb widget-color-blue2"><div class="widget-header-mb widget-header-small"><h4 class="widget-title-mb lighter-mb"><i class="fa-bars-mb"></i> View Issue Details</h4></div><div class="widget-body-mb"><div class="widget-toolbox padding-8 clearfix-mb noprint"><a class="btn-mb btn-primary-mb" href="#bugnotes">Jump to Notes</a><a class="btn-mb" href="#history">Jump to History</a></div><div class="widget-main-mb no-padding-mb"><div class="table-responsive-mb"><table class="table-mb table-bordered-mb table-condensed"><tbody>
<tr class="bug-header"><th class="bug-id category-mb" width="15%">ID</th><th class="bug-project category-mb" width="20%">Project</th><th class="bug-category category-mb" width="15%">Category</th><th class="bug-view-status category-mb" width="15%">View Status</th><th class="bug-date-submitted category-mb" width="15%">Date Submitted</th><th class="bug-last-modified category-mb" width="20%">Last Update</th></tr>
<tr class="bug-header-data"><td class="bug-id">${number}</td><td class="bug-project">Lantern</td><td class="bug-category">General</td><td class="bug-view-status">public</td><td class="bug-date-submitted">${stamp(moment)}</td><td class="bug-last-modified">${stamp(moment.after(draft, 90))}</td></tr>
<tr class="spacer-mb"><td colspan="6"></td></tr>
${cells(['Reporter', 'reporter', person(author)], ['Assigned To', 'assigned-to', assignee === undefined ? '' : person(assignee)])}
${cells(['Priority', 'priority', 'normal'], ['Severity', 'severity', 'minor'], ['Reproducibility', 'reproducibility', 'always'])}
${cells(['Status', 'status', markup`<i class="fa-square-mb status-50-fg"></i> ${state}`], ['Resolution', 'resolution', resolution])}
${issue.milestone !== '' && cells(['Target Version', 'target-version', issue.milestone])}
<tr class="spacer-mb"><td colspan="6"></td></tr>
<tr><th class="bug-summary category-mb">Summary</th><td class="bug-summary" colspan="5">${number}: ${title}</td></tr>
<tr><th class="bug-description category-mb">Description</th><td class="bug-description" colspan="5">${issue.written.html}</td></tr>
<tr><th class="bug-tags category-mb">Tags</th><td class="bug-tags" colspan="5">${tags.length === 0 ? 'No tags attached.' : markup`${tags.map((one, index) => markup`${index > 0 && ', '}<a class="btn-xs-mb" href="tag_view_page.php?tag_id=3">${one}</a>`)}`}</td></tr>
</tbody></table></div></div></div></div>
<div id="bugnotes" class="widget-box-mb"><div class="widget-header-mb"><h4 class="widget-title-mb lighter-mb">Activities</h4></div><div class="widget-body-mb"><table class="table-mb bugnotes">${notes}</table></div></div>
<div id="history-mb" class="widget-box-mb"><div class="widget-header-mb"><h4 class="widget-title-mb lighter-mb">Issue History</h4></div><div class="widget-body-mb"><table class="table-mb table-hover-mb"><thead><tr><th class="small-caption-mb">Date Modified</th><th class="small-caption-mb">Username</th><th class="small-caption-mb">Field</th><th class="small-caption-mb">Change</th></tr></thead><tbody><tr><td class="small-caption-mb">${stamp(moment)}</td><td class="small-caption-mb">${author}</td><td class="small-caption-mb">New Issue</td><td class="small-caption-mb"></td></tr>${events}</tbody></table></div></div>
</div></div></div></div><div class="footer-mb noprint"><small>Powered by <a href="https://mantis.example.org">MantisBT</a></small></div></body></html>`,
  }
}
