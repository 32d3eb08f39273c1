import { makeIssue, type Step } from '../made/issue.ts'
import type { Moment } from '../made/moment.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, tight, type Html } from '../markup.ts'

const VIEWER_TEXT: TextStyle = {
  code: (lines, language) =>
    markup`<div class="highlight highlight-source-${language} notranslate position-relative overflow-auto" dir="auto"><pre class="notranslate"><span class="pl-s1">${lines[0]}</span>${lines.slice(1).map((line) => `\n${line}`)}</pre><div class="zeroclipboard-container position-absolute right-0 top-0"><button aria-label="Copy" class="ClipboardButton btn js-clipboard-copy tooltipped-no-delay m-2 p-0"><svg aria-hidden="true" class="octicon octicon-copy"></svg></button></div></div>`,
  heading: (text, level) => markup`<h${level} dir="auto">${text}</h${level}>`,
  link: (href, text) => markup`<a href="${href}" rel="nofollow">${text}</a>`,
}

/** GitHub's page of issues since it is made of components, with classes of modules. */
export const reactIssue: System = (making) => {
  const { draft } = making
  const { random } = draft
  const maker = new TextMaker(draft, making.code, VIEWER_TEXT)
  const issue = makeIssue(making, maker, false)
  const { title, author, moment, state, cast } = issue
  const number = draft.fact('number', `#${issue.number}`, { inTitle: true })
  const label = state === 'open' ? 'Open' : 'Closed'
  draft.fact('state', label)
  const labels = draft.several('labels', issue.labels, { label: 'Labels' })
  const assignees = draft.several('assignees', issue.assignees, { label: 'Assignees' })
  if (issue.milestone !== '') draft.fact('milestone', issue.milestone, { label: 'Milestone' })
  draft.fact('author', author, { inFrameOf: author })
  const type = random.chance(0.4) ? draft.maybe(random.pick(['Bug', 'Feature', 'Task'])) : ''
  const time = (at: Moment): Html =>
    markup`<relative-time class="sc-aXZVg" datetime="${at.iso}" title="${at.medium()}, ${at.clock} UTC">on ${at.shown(draft, at.medium())}</relative-time>`
  const badge = (where: string): Html =>
    markup`<span class="prc-StateLabel-StateLabel-Iawzp ${where}" data-size="medium" data-status="issue${label}" data-testid="header-state"><svg aria-label="Issue" class="octicon octicon-issue prc-StateLabel-Icon-W8-WL" role="img"></svg>${label}</span>`
  const comment = (name: string, at: Moment, body: Html, isFirst: boolean): Html => {
    const id = random.int(10_000, 99_999)
    const role = random.pick(['', '', 'Member', 'Contributor'])
    return markup`<div class="${isFirst ? 'IssueBodyViewer-module__IssueBody--MXyFt' : 'LayoutHelpers-module__timelineElement--xvnMw'}" data-testid="${isFirst ? 'issue-body' : `comment-viewer-outer-box-IC_${id}`}" id="issuecomment-${id}"><div class="Box-sc-g0xbh4-0 react-issue-${isFirst ? 'body' : 'comment'}"><a class="Avatar-module__avatarLink--abc" href="/u" data-hovercard-url="/users/u/hovercard" aria-label="@${name}'s profile"><img data-component="Avatar" class="prc-Avatar-Avatar-ZRS-m" alt="@${name}" width="40" height="40" src="/a.png?s=80" data-testid="github-avatar"></a>
<div class="Box-sc-g0xbh4-0 activity-box" data-testid="${isFirst ? 'issue-body-viewer' : 'comment-viewer'}"><h2 class="sr-only prc-Heading-Heading-6CmGO">${isFirst ? 'Description' : 'More actions'}</h2>
<div data-testid="${isFirst ? 'issue-body-header' : 'comment-header'}" class="ActivityHeader-module__CommentHeaderContentContainer--OOrIN"><div class="ActivityHeader-module__AuthorAndFooterContainer--x" ><div data-testid="avatar-and-author"><a data-testid="${isFirst ? 'issue-body-header-author' : 'avatar-link'}" class="ActivityHeader-module__AuthorName--dXU1m prc-Link-Link-85e08" data-hovercard-url="/users/u/hovercard" href="/u">${name}</a></div>
<div class="ActivityHeader-module__footer--ssKOW">${isFirst && 'opened '}<a class="prc-Link-Link-85e08" data-testid="issue-body-header-link" href="#issuecomment-${id}">${time(at)}</a>${random.chance(0.2) && markup` · edited by <a href="/u">${name}</a>`}</div></div>
<div class="ActivityHeader-module__BadgesGroup--x">${role !== '' && markup`<span class="prc-Label-Label--LG6X" data-variant="secondary" data-testid="comment-author-association" aria-label="This user is a ${role.toLowerCase()} of the repository.">${role}</span>`}${!isFirst && name === author && markup`<span class="prc-Label-Label--LG6X" data-testid="comment-subject-author">${draft.maybe('Author')}</span>`}</div><button data-component="IconButton" type="button" data-testid="comment-header-hamburger" aria-haspopup="true" class="prc-Button-ButtonBase-c50BI" aria-label="${isFirst ? 'Issue body actions' : `${name}'s comment actions`}"><svg class="octicon octicon-kebab-horizontal"></svg></button></div>
<div class="IssueBodyViewer-module__commentBody--x" data-team-hovercards-enabled="true" data-turbo-frame="true"><div class="markdown-body NewMarkdownViewer-module__safe-html-box--cRsz0" data-testid="markdown-body">${body}</div></div>
<div data-testid="reactions-toolbar" class="IssueReactions-module__toolbar--x"><div role="toolbar" aria-label="Reactions"><button aria-label="Add or remove reactions" class="prc-Button-ButtonBase-c50BI"><svg class="octicon octicon-smiley"></svg></button>${random.chance(0.4) && markup`<button role="switch" aria-checked="false" aria-label="👍 react with thumbs up" class="ReactionButton-module__x"><span class="EmojiWrapper">👍</span><span class="ReactionCount-module__x">${random.int(1, 60)}</span></button>`}</div></div></div></div></div>`
  }
  const row = (step: Step & { kind: Exclude<Step['kind'], 'comment'> }): Html => {
    const said = (text: string): string => draft.event(step.author, text)
    const words = {
      labeled: () =>
        markup`${said('added')} <a class="TokenLabel-module__x" href="/labels"><span class="Text-module__x">${draft.maybe(random.pick(making.code.labels))}</span></a>`,
      assigned: () => markup`${said('self-assigned this')}`,
      milestoned: () =>
        markup`${said('added this to the')} <a class="prc-Link-Link-85e08" href="/milestone/1">${draft.maybe(issue.milestone || 'Later')}</a> milestone`,
      mentioned: () => markup`${said('mentioned this')}`,
      renamed: () =>
        markup`${said('changed the title')} <del class="RenamedTitleEvent-module__x">${draft.maybe(`Odd ${cast.hash(4)}`)}</del> <ins>${title}</ins>`,
      closed: () =>
        markup`${said('closed this as')} <a class="prc-Link-Link-85e08" href="?q=reason">${draft.maybe(random.pick(['completed', 'not planned', 'duplicate']))}</a>`,
    }[step.kind]()
    return markup`<div class="LayoutHelpers-module__timelineElement--xvnMw"><div class="TimelineRow-Layout prc-Timeline-TimelineItem-pKhWW" data-condensed=""><div class="TimelineRow-module__Leading prc-Timeline-TimelineBadge-x"><svg class="octicon octicon-event"></svg></div><div class="TimelineRow-module__Content prc-Timeline-TimelineBody-x"><a data-testid="actor-link" class="TimelineRow-module__actor prc-Link-Link-85e08" href="/u"><img data-component="Avatar" alt="" src="/a.png" class="prc-Avatar-Avatar-ZRS-m">${step.author}</a> <div class="TimelineRow-Content-text">${words} <a class="prc-Link-Link-85e08" href="#event-${random.int(1, 9999)}">${time(step.moment)}</a></div></div></div></div>`
  }
  const section = (name: string, inner: Html | string): Html =>
    markup`<div data-testid="sidebar-section"><div class="SidebarSection-module__sectionHeader--x"><h3 class="prc-Heading-Heading-6CmGO SidebarSectionHeader">${name}</h3></div><div class="SidebarSection-module__content--x">${inner}</div></div>`
  const none = (text: string): Html => markup`<span class="SidebarEmpty-module__x">${text}</span>`
  const steps = issue.steps.map((step) =>
    step.kind === 'comment'
      ? comment(step.author, step.moment, step.written.html, false)
      : row(step),
  )
  return {
    url: `https://code.example.org/acme/${cast.packageName()}/issues/${issue.number}`,
    source:
      tight(markup`<html lang="en" data-color-mode="auto" data-a11y-animated-images="system"><head><meta charset="utf-8"><title>${title} · Issue ${number} · acme/tools · CodeHarbor</title></head><body class="logged-out env-production page-responsive" style="word-wrap: break-word;">
<div class="position-relative js-header-wrapper"><a href="#start-of-content" data-skip-target-assigned="false" class="p-3 js-skip-to-content">Skip to content</a><header class="HeaderMktg header-logged-out" role="banner"><nav class="HeaderMenu-nav" aria-label="Global"><ul class="MarketingNavigation-module__list--x"><li><button type="button" class="NavDropdown-module__button--x">Platform</button></li><li><a class="NavLink-module__link--x" href="/pricing"><span class="NavLink-module__title--x">Pricing</span></a></li></ul></nav><a href="/login" class="HeaderMenu-link--sign-in">Sign in</a></header></div>
<div id="repository-container-header" class="pt-3 hide-full-screen"><span class="author flex-self-stretch"><a class="url fn" rel="author" href="/acme">acme</a></span> / <strong class="mr-2"><a href="/acme/tools">tools</a></strong><ul class="pagehead-actions"><li><a href="/login" class="btn-sm btn">Fork <span class="Counter">1.2k</span></a></li></ul></div>
<react-app app-name="issues-react" initial-path="/issues/1"><div data-target="react-app.reactRoot"><div data-testid="issue-viewer-issue-container" class="IssueViewer-module__mainContainer--x"><main data-testid="issue-viewer-container">
<div data-testid="issue-header"><div class="HeaderViewer-module__PageHeader--x"><div class="prc-PageHeader-TitleArea-x" data-component="TitleArea"><h1 data-component="PH_Title" class="prc-PageHeader-Title-LKOsd HeaderViewer-module__title"><bdi class="Box-sc-g0xbh4-0 markdown-title" data-testid="issue-title">${title}</bdi> <span class="HeaderViewer-module__issueNumberText--x">${number}</span></h1></div><div class="prc-PageHeader-Actions-x"><a class="prc-Button-ButtonBase-c50BI" href="/issues/new/choose"><span data-component="text">New issue</span></a><button aria-label="Copy link" class="prc-Button-ButtonBase-c50BI"><span>Copy link</span></button></div></div>
<div class="HeaderMetadata-module__metadataContent--x">${badge('HeaderViewer-module__state')}</div>
<div class="HeaderMetadata-module__stickyContainer--x" data-testid="issue-metadata-sticky">${badge('sticky-state')}<div class="HeaderMetadata-module__smallTitle--x"><a class="prc-Link-Link-85e08" data-testid="issue-title-sticky" href="#top"><bdi class="markdown-title">${title}</bdi></a><span class="HeaderMetadata-module__numberText">${number}</span></div></div></div>
<div class="IssueViewer-module__contentArea--x" data-testid="issue-viewer-main-content">
${comment(author, moment, issue.written.html, true)}
<div data-testid="issue-viewer-comments-container"><h2 class="sr-only">Activity</h2><div data-testid="issue-timeline-container" data-hpc="true">${steps}</div></div>
<div class="SignedOutComment-module__x" data-testid="signed-out-comment"><a href="/signup" class="prc-Button-ButtonBase-c50BI">Sign up for free</a><b> to join this conversation on CodeHarbor.</b> Already have an account? <a href="/login">Sign in to comment</a></div></div>
<div data-testid="issue-viewer-metadata-container" class="IssueViewer-module__metadataColumn"><h2 class="sr-only">Metadata</h2><div data-testid="issue-viewer-metadata-pane">
${section('Assignees', assignees.length === 0 ? none('No one assigned') : markup`<ul class="prc-ActionList-ActionList-x" data-testid="issue-assignees">${assignees.map((name) => markup`<li class="prc-ActionList-Item-x"><a class="prc-ActionList-ActionListContent-x" href="/u"><span class="prc-ActionList-Visual"><img data-component="Avatar" alt="@${name}" src="/a.png"></span><span class="prc-ActionList-ItemLabel-x">${name}</span></a></li>`)}</ul>`)}
${section('Labels', labels.length === 0 ? none('No labels') : markup`<div class="LabelsList-module__x" data-testid="issue-labels">${labels.map((name) => markup`<a class="prc-Token-x LabelToken-module__x" href="/issues?q=label" style="--label-r:12"><span class="prc-Text-Text-x"><span>${name}</span></span></a>`)}</div>`)}
${section('Type', type === '' ? none('No type') : markup`<a class="IssueTypeToken-module__x" href="?type"><span>${type}</span></a>`)}
${section('Projects', none('No projects'))}
${section('Milestone', issue.milestone === '' ? none('No milestone') : markup`<a class="MilestonesSection-module__x" href="/milestone/2"><svg class="octicon octicon-milestone"></svg><span>${issue.milestone}</span></a>`)}
${section('Relationships', none('None yet'))}
${section('Development', none('No branches or pull requests'))}
${section('Participants', markup`<a href="/u" data-testid="participants"><img data-component="Avatar" alt="@${author}" src="/a.png"></a>`)}
</div></div></main></div></div></react-app>
<footer class="footer pt-7 f6" role="contentinfo"><h2 class="sr-only">Footer</h2><span>© 2026 CodeHarbor, Inc.</span><nav aria-label="Footer"><ul class="list-style-none"><li><a href="/terms" class="Link--secondary Link">Terms</a></li><li><a href="/security" class="Link--secondary Link">Security</a></li></ul></nav></footer></body></html>`),
  }
}
