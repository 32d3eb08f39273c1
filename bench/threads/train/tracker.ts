import { bodyOf } from '../body.ts'
import { markup, type Markup, type Value } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { bottom, page, topBar } from './chrome.ts'

function converse(scene: Scene): DraftPost[] {
  scene.heading = scene.phrase()
  return scene.say({
    roles: (index) => (index === 0 ? 'post' : 'comment'),
    kinds: ['code', 'list', 'quotation', 'heading'],
    styles: ['day', 'relative', 'medium'],
  })
}

/** What happens between comments, said by nobody. */
function eventOf(scene: Scene): { name: string; handle: string; text: string } | undefined {
  if (!scene.random.chance(0.45)) return undefined
  const { name, handle } = scene.person()
  const version = `v${scene.random.int(2, 40)}.${scene.random.int(0, 9)}`
  const text = scene.random.pick([
    'added the bug label',
    `added this to the ${version} milestone`,
    `removed their assignment`,
    `mentioned this issue`,
    `changed the title ${scene.phrase()} → ${scene.phrase()}`,
    'closed this as completed',
    'pinned this issue',
  ])
  scene.out(`${name} ${text}`, 'event')
  return { name, handle, text }
}

/** As the largest site for source code wrote issues until 2024. */
export function issueClassic(scene: Scene): Markup {
  const posts = converse(scene)
  const [first] = posts
  const comment = (post: DraftPost): Markup => markup`
<div class="js-timeline-item js-timeline-progressive-focus-container" data-gid="IC_${post.index}"><div class="TimelineItem js-comment-container"><div class="avatar-parent-child TimelineItem-avatar d-none d-md-block"><a class="d-inline-block" data-hovercard-type="user" href="/${post.handle}"><img class="avatar rounded-2 avatar-user" src="/${post.index}?s=80" width="40" height="40" alt="@${post.handle}"></a></div>
<div class="timeline-comment-group js-minimizable-comment-group js-targetable-element TimelineItem-body my-0" id="issuecomment-${post.index + 5000}"><div class="ml-n3 timeline-comment unminimized-comment comment previewable-edit js-task-list-container js-comment timeline-comment--caret"><div class="timeline-comment-header clearfix d-flex"><div class="timeline-comment-actions flex-shrink-0 d-flex flex-items-center"><details class="details-overlay details-reset position-relative"><summary aria-haspopup="menu" class="timeline-comment-action btn-link"><svg aria-label="Show options" role="img"></svg></summary><details-menu class="dropdown-menu dropdown-menu-sw" role="menu"><clipboard-copy role="menuitem" class="dropdown-item btn-link">Copy link</clipboard-copy><button type="button" class="dropdown-item btn-link" role="menuitem">Quote reply</button></details-menu></details></div><div class="d-none d-sm-flex">${scene.random.chance(0.3) && markup`<span class="Label ml-1" aria-label="This user is a member of the organization.">Member</span>`}</div><h3 class="f5 text-normal" style="flex: 1 1 auto"><div><strong>${post.author === '' ? shownAuthor(post) : markup`<a class="author Link--primary text-bold css-truncate-target" show_full_name="false" data-hovercard-type="user" href="/${post.handle}">${post.author}</a>`}</strong> commented <a href="#issuecomment-${post.index}" class="Link--secondary js-timestamp"><relative-time datetime="${post.iso}" class="no-wrap" title="${post.full}">${post.shown}</relative-time></a>${scene.random.chance(0.15) && markup`<span class="js-comment-edit-history"><span class="d-inline-block color-fg-muted">&#8226;</span><details class="details-overlay d-inline-block"><summary class="btn-link no-underline color-fg-muted"><div class="position-relative"><span>edited</span></div></summary></details></span>`}</div></h3></div>
<div class="edit-comment-hide"><task-lists disabled sortable><table class="d-block user-select-contain"><tbody class="d-block"><tr class="d-block"><td class="d-block comment-body markdown-body js-comment-body">
${bodyOf(scene, post, { paragraph: (inner) => markup`<p dir="auto">${inner}</p>`, code: (source) => markup`<div class="highlight highlight-source-js notranslate position-relative overflow-auto" dir="auto"><pre>${source}</pre></div>`, quotation: (inner) => markup`<blockquote>\n<p dir="auto">${inner}</p>\n</blockquote>` })}
</td></tr></tbody></table></task-lists><div class="pr-review-reactions"><div class="comment-reactions js-reactions-container"><form class="js-pick-reaction"><div class="js-comment-reactions-options d-flex"><button class="btn-link reaction-summary-item" type="submit" aria-label="react with thumbs up"><g-emoji alias="+1" class="emoji mr-1">👍</g-emoji><span class="js-discussion-reaction-group-count">${scene.random.int(1, 9)}</span></button></div></form></div></div></div></div></div></div></div>`
  const event = (): Value => {
    const made = eventOf(scene)
    return (
      made &&
      markup`<div class="js-timeline-item"><div class="TimelineItem"><div class="TimelineItem-badge"><svg class="octicon octicon-tag" aria-hidden="true"></svg></div><div class="TimelineItem-body"><a class="d-inline-block" href="/${made.handle}"><img class="avatar avatar-user" src="/x" width="20" height="20" alt="@${made.handle}"></a> <a class="author Link--primary text-bold" href="/${made.handle}">${made.name}</a> ${made.text} <a href="#event-1" class="Link--secondary"><relative-time datetime="${first!.iso}">${first!.shown}</relative-time></a></div></div></div>`
    )
  }
  return page(
    scene,
    markup`${topBar(scene, 'octo/widget', 'Header')}<div class="application-main"><main><div id="repository-container-header"><strong itemprop="name"><a href="/octo/widget">widget</a></strong><ul class="UnderlineNav-body"><li><a href="/code">Code</a></li><li><a href="/issues">Issues <span class="Counter">${scene.random.int(3, 400)}</span></a></li></ul></div><div class="clearfix new-discussion-timeline container-xl px-3"><div id="show_issue" class="js-issues-results js-socket-channel"><div id="partial-discussion-header" class="gh-header mb-3 js-details-container"><div class="gh-header-show"><h1 class="gh-header-title mb-2 lh-condensed f1"><bdi class="js-issue-title markdown-title">${scene.heading}</bdi> <span class="f1-light color-fg-muted">#${scene.random.int(10, 9999)}</span></h1></div><div class="d-flex flex-items-center flex-wrap mt-0 gh-header-meta"><span title="Status: Open" class="State State--open">Open</span><div class="flex-auto min-width-0 mb-2"><a class="author text-bold Link--secondary" href="/${first!.handle}">${first!.author}</a> opened this issue <relative-time datetime="${first!.iso}">${first!.shown}</relative-time> · ${posts.length - 1} comments</div></div></div>
<div id="discussion_bucket" class="Layout"><div class="Layout-main"><div class="js-quote-selection-container"><div class="js-discussion ml-0 pl-0 ml-md-6 pl-md-3">${posts.map((post) => markup`${post.index > 0 && event()}${comment(post)}`)}${event()}</div></div></div>
<div class="Layout-sidebar"><div id="partial-discussion-sidebar"><div class="discussion-sidebar-item"><div class="discussion-sidebar-heading text-bold">Assignees</div><span>No one assigned</span></div><div class="discussion-sidebar-item"><div class="discussion-sidebar-heading text-bold">Labels</div><a class="IssueLabel hx_IssueLabel">bug</a></div><div class="participation"><div class="discussion-sidebar-heading text-bold">${new Set(posts.map(({ handle }) => handle)).size} participants</div><div class="participation-avatars">${posts.map(({ handle }) => markup`<a class="participant-avatar" href="/${handle}"><img alt="@${handle}" src="/p"></a>`)}</div></div></div></div></div></div></div></main></div>${bottom(scene, 'octo')}`,
    { site: 'octo/widget', bodyClass: 'logged-out env-production page-responsive' },
  )
}

/** As the same site writes issues since, rendered on its server. */
export function issueReact(scene: Scene): Markup {
  const posts = converse(scene)
  const comment = (post: DraftPost): Markup => markup`
<div class="${post.index === 0 ? 'react-issue-body' : 'LayoutHelpers-module__timelineElement--IsjVR'}" data-testid="${post.index === 0 ? 'issue-body' : `comment-viewer-outer-box-IC_${post.index}`}"><div class="Box-sc-g0xbh4-0 ${post.index > 0 && 'react-issue-comment'}" id="issuecomment-${post.index}"><a class="prc-Link-Link-85e08 ActivityHeader-module__avatarLink" href="/${post.handle}" data-hovercard-url="/users/${post.handle}/hovercard" aria-label="@${post.handle}'s profile"><img data-component="Avatar" class="prc-Avatar-Avatar-ZRS-m" alt="" width="40" height="40" src="/${post.index}"></a>
<div class="ActivityHeader-module__CommentHeaderContentContainer--OOrIN"><div class="ActivityHeader-module__TitleArea"><h2 class="sr-only">${post.index === 0 ? 'Description' : `Comment by ${post.author}`}</h2><a class="ActivityHeader-module__AuthorLink--iofTU prc-Link-Link-85e08" data-testid="${post.index === 0 ? 'issue-body-header-author' : 'avatar-link'}" href="/${post.handle}">${shownAuthor(post)}</a><div class="ActivityHeader-module__FooterContainer"><span class="ActivityHeader-module__narrowViewportWrapper">${post.index === 0 ? 'opened ' : ''}<a class="prc-Link-Link-85e08" href="#issuecomment-${post.index}" data-testid="comment-header-time"><relative-time datetime="${post.iso}" title="${post.full}">${post.shown}</relative-time></a></span></div></div><div class="ActivityHeader-module__BadgesGroupContainer">${post.index === 0 && markup`<div class="prc-Label"><span data-testid="comment-author-association">Author</span></div>`}<button aria-label="${post.index === 0 ? 'Issue body actions' : 'Comment actions'}" aria-haspopup="true" type="button"></button></div></div>
<div class="IssueBodyViewer-module__IssueBody" data-testid="markdown-body"><div class="prc-Box markdown-body NewMarkdownViewer-module__safe-html-box--cRsz0">${bodyOf(scene, post, { paragraph: (inner) => markup`<p dir="auto">${inner}</p>` })}</div></div><div role="toolbar" aria-label="Reactions" class="ReactionViewer-module__reactionsContainer"><button aria-label="All reactions">🙂</button></div></div></div>`
  const event = (): Value => {
    const made = eventOf(scene)
    return (
      made &&
      markup`<section aria-label="Events" class="TimelineRow-module__row"><div class="Timeline-Item"><div class="Timeline-Badge"></div><div class="Timeline-Body"><a href="/${made.handle}" data-testid="actor-link"><img alt="" src="/e"><span>${made.name}</span></a> <span>${made.text}</span> <a href="#e"><relative-time>${scene.posts[0]!.shown}</relative-time></a></div></div></section>`
    )
  }
  return page(
    scene,
    markup`${topBar(scene, 'acme/gear', 'AppHeader')}<react-app app-name="issues-react" data-ssr="true"><div data-target="react-app.reactRoot"><div class="IssueViewer-module__mainContainer"><div data-testid="issue-header"><div class="HeaderViewer-module__PageHeader"><h1 data-component="PH_Title" class="prc-PageHeader-Title-LKOsd"><bdi class="markdown-title" data-testid="issue-title">${scene.heading}</bdi><span class="HeaderViewer-module__IssueNumber"> #${scene.random.int(1, 9000)}</span></h1><a href="/new" class="prc-Button-ButtonBase">New issue</a></div><div class="HeaderMetadata-module__metadataContent"><span data-testid="header-state" class="prc-StateLabel">Closed</span></div></div><div class="IssueViewer-module__contentArea"><div data-testid="issue-viewer-issue-container">${comment(posts[0]!)}</div><div data-testid="issue-viewer-comments-container"><h2 class="sr-only">Activity</h2><div data-testid="issue-timeline-container">${posts.slice(1).map((post) => markup`${event()}${comment(post)}`)}${event()}</div></div><div class="IssueComposer"><h2>Add a comment</h2><textarea placeholder="Leave a comment"></textarea><a href="/join">Sign up for free</a> to join this conversation.</div></div><div data-testid="issue-viewer-metadata-container"><h3>Metadata</h3><h3>Assignees</h3><p>No one assigned</p><h3>Labels</h3><p>No labels</p><h3>Participants</h3></div></div></div></react-app>`,
    { site: 'acme/gear', bodyClass: 'logged-out' },
  )
}

/** As an older tracker with numbered notes writes them. */
export function issueRedmine(scene: Scene): Markup {
  const posts = converse(scene)
  const [first, ...notes] = posts
  const by = (post: DraftPost): Markup =>
    post.author === ''
      ? markup`${shownAuthor(post)}`
      : markup`<a class="user active" href="/users/${post.index}">${post.author}</a>`
  const details = (): Value => {
    if (!scene.random.chance(0.4)) return undefined
    scene.out('Status changed from New to Feedback', 'event')
    return markup`<ul class="details"><li><strong>Status</strong> changed from <i>New</i> to <i>Feedback</i></li><li><strong>% Done</strong> changed from <i>0</i> to <i>50</i></li></ul>`
  }
  return page(
    scene,
    markup`<div id="wrapper"><div id="top-menu"><div id="account"><ul><li><a class="login" href="/login">Sign in</a></li></ul></div><ul><li><a href="/">Home</a></li><li><a href="/projects">Projects</a></li></ul></div><div id="header"><h1>Widget Works</h1><div id="main-menu"><ul><li><a href="/o">Overview</a></li><li><a class="issues selected" href="/issues">Issues</a></li></ul></div></div><div id="main"><div id="sidebar"><h3>Issues</h3><ul><li><a href="/issues">View all issues</a></li></ul></div><div id="content"><h2 class="inline-flex">Bug #${scene.random.int(10, 9000)}</h2><div class="issue tracker-1 status-1 priority-4 priority-default created-by-${first!.handle} details"><div class="gravatar-with-child"><img class="gravatar" title="Author: ${first!.author}" src="/g" alt=""></div><div class="subject"><div><h3>${scene.heading}</h3></div></div><p class="author">Added by ${by(first!)} <a title="${first!.full}" href="/activity">${first!.shown}</a>. </p><div class="attributes"><div class="splitcontent"><div class="status attribute"><div class="label">Status:</div><div class="value">New</div></div><div class="priority attribute"><div class="label">Priority:</div><div class="value">Normal</div></div></div></div><hr><div class="description"><div class="contextual"><a class="icon icon-comment" href="#">Quote</a></div><p><strong>Description</strong></p><div class="wiki">${bodyOf(scene, first!)}</div></div></div>
<div id="history"><div class="tabs"><ul><li><a id="tab-history" class="selected">History</a></li><li><a id="tab-notes">Notes</a></li></ul></div><div id="tab-content-history" class="tab-content">${notes.map((post) => markup`<div id="change-${post.index}" class="journal has-notes"><div id="note-${post.index}" class="note"><div class="contextual"><span class="journal-actions"><a title="Quote" class="icon-only icon-comment" href="#">Quote</a></span><a href="#note-${post.index}" class="journal-link">#${post.index}</a></div><h4 class="note-header"><img class="gravatar" src="/g" alt=""> Updated by ${by(post)} <a title="${post.full}" href="#">${post.shown}</a></h4>${details()}<div id="journal-${post.index}-notes" class="wiki editable">${bodyOf(scene, post)}</div></div></div>`)}</div></div><p class="other-formats">Also available in: <span><a class="atom" href="/a">Atom</a></span> <span><a class="pdf" href="/p">PDF</a></span></p></div></div><div id="footer">Powered by a tracker © 2006-2025</div></div>`,
    { site: 'Widget Works', bodyClass: 'controller-issues action-show' },
  )
}

/** A pull request with comments on lines of code and commits between; three ways to write its parts. */
export function pullRequest(scene: Scene): Markup {
  const posts = converse(scene)
  const [first, ...others] = posts
  const variant = scene.number % 3
  const tag = variant === 2 ? 'article' : 'div'
  const time = (post: DraftPost): Markup =>
    variant === 1
      ? markup`<time-ago datetime="${post.iso}" title="${post.full}">${post.shown}</time-ago>`
      : markup`<relative-time datetime="${post.iso}" class="no-wrap" title="${post.full}">${post.shown}</relative-time>`
  const plain = (post: DraftPost): Markup =>
    markup`<div class="timeline-comment js-comment" id="pullrequestreview-${post.index}"><div class="timeline-comment-header"><h3 class="f5"><strong><a class="author Link--primary" href="/${post.handle}">${shownAuthor(post)}</a></strong> ${post.index > 0 && scene.random.chance(0.3) ? 'reviewed' : 'commented'} <a class="Link--secondary js-timestamp" href="#r${post.index}">${time(post)}</a></h3></div><div class="comment-body markdown-body js-comment-body soft-wrap">${bodyOf(scene, post)}</div></div>`
  const onLine = (post: DraftPost): Markup => {
    const path = `src/${scene.word().toLowerCase()}.ts`
    const line = scene.random.pick(scene.voice.snippets)
    scene.out(line)
    return markup`<turbo-frame><details-collapsible class="review-thread-component js-comment-container"><details open class="Details-element Box Box--condensed"><summary class="py-2 px-3"><a class="text-mono text-small Link--primary wb-break-all" href="/files#d">${path}</a></summary>${variant !== 1 && markup`<div class="blob-wrapper border-bottom"><table><tbody><tr><td class="blob-num blob-num-context" data-line-number="12"></td><td class="blob-num blob-num-addition" data-line-number="13"></td><td class="blob-code blob-code-addition"><span class="blob-code-inner blob-code-marker" data-code-marker="+">${line}</span></td></tr></tbody></table></div>`}<div class="js-comments-holder"><${tag} class="review-comment js-minimizable-comment-group" id="discussion_r${post.index}"><div class="js-comment"><h4 class="f5 text-normal d-inline"><a href="/${post.handle}"><img class="avatar" alt="@${post.handle}" src="/v"></a> <strong><a class="author Link--primary text-bold" href="/${post.handle}">${shownAuthor(post)}</a></strong> <span class="color-fg-muted"><a href="#d" class="Link--secondary js-timestamp">${time(post)}</a></span></h4><div class="comment-body markdown-body js-comment-body">${bodyOf(scene, post)}</div></div></${tag}></div><div class="review-thread-reply"><button class="review-thread-reply-button">Reply…</button><button class="btn btn-sm">Resolve conversation</button></div></details></details-collapsible></turbo-frame>`
  }
  const commit = (): Value => {
    if (!scene.random.chance(0.5)) return undefined
    const { name, handle } = scene.person()
    const text = scene.out(scene.phrase(), 'event')
    return markup`<div class="TimelineItem TimelineItem--condensed"><div class="TimelineItem-badge"></div><div class="TimelineItem-body"><div class="d-flex"><a href="/${handle}"><img alt="@${handle}" src="/c"></a><div class="pr-1 flex-auto"><code><a class="Link--secondary markdown-title" title="${text}" href="/commit/ab${scene.random.int(10, 99)}">${text}</a></code></div><div class="text-right"><code><a href="/commit/1">ab${scene.random.int(10_000, 99_999)}</a></code></div></div>${scene.random.chance(0.4) && markup`<span class="author">${name}</span> force-pushed the branch`}</div></div>`
  }
  return page(
    scene,
    markup`${topBar(scene, 'octo/widget', 'Header')}<main id="js-repo-pjax-container"><div class="gh-header"><h1 class="gh-header-title"><bdi class="js-issue-title markdown-title">${scene.heading}</bdi> <span class="f1-light">#${scene.random.int(10, 4000)}</span></h1><div class="gh-header-meta"><span class="State State--merged">Merged</span> <a class="author text-bold" href="/${first!.handle}">${first!.author}</a> merged ${scene.random.int(1, 9)} commits into <span class="commit-ref">main</span> from <span class="commit-ref">fix-${scene.random.int(1, 99)}</span></div></div><div class="tabnav"><nav class="tabnav-tabs"><a class="tabnav-tab selected">Conversation <span class="Counter">${others.length}</span></a><a class="tabnav-tab">Commits</a><a class="tabnav-tab">Files changed</a></nav></div><div id="discussion_bucket"><div class="js-discussion">${plain(first!)}${others.map((post) => markup`${commit()}<div class="js-timeline-item">${scene.random.chance(0.5) ? onLine(post) : plain(post)}</div>`)}<div class="mergeability-details"><h4 class="h4 status-heading">Pull request successfully merged and closed</h4><span class="status-meta">You're all set — the branch can be deleted.</span></div></div><div class="Layout-sidebar"><div class="discussion-sidebar-heading">Reviewers</div><p><a class="assignee"><span class="css-truncate-target">${scene.out(scene.person().name)}</span></a></p><div class="discussion-sidebar-heading">Labels</div>None yet</div></div></main>${bottom(scene, 'octo')}`,
    { site: 'octo/widget', bodyClass: 'logged-out' },
  )
}
