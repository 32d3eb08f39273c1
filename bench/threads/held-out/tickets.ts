import { bodyOf } from '../body.ts'
import { markup, type Markup, type Value } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { documentOf, foot, strip } from './surroundings.ts'

function converse(scene: Scene): DraftPost[] {
  scene.heading = scene.phrase()
  return scene.say({
    roles: (index) => (index === 0 ? 'post' : 'comment'),
    kinds: ['code', 'list', 'heading', 'quotation'],
    styles: ['relative', 'iso', 'long', 'medium'],
  })
}

function note(scene: Scene): { who: string; what: string } | undefined {
  if (!scene.random.chance(0.4)) return undefined
  const { name } = scene.person()
  const what = scene.random.pick([
    'self-assigned this',
    'assigned the task to a colleague',
    `referenced this from ${scene.word()}`,
    'set the priority to high',
    'reopened this yesterday',
    `renamed it to ${scene.phrase()}`,
  ])
  scene.out(`${name} ${what}`, 'event')
  return { who: name, what }
}

/** As a light server for source code writes issues and pull requests. */
export function gitea(scene: Scene): Markup {
  const posts = converse(scene)
  const [first] = posts
  const item = (post: DraftPost): Markup =>
    markup`<div class="timeline-item comment ${post.index === 0 && 'first'}" id="issuecomment-${post.index + 31}"><a class="timeline-avatar" href="/${post.handle}"><img loading="lazy" class="ui avatar tw-align-middle" src="/av" title="${post.author}" width="40" height="40"></a><div class="content comment-container"><div class="ui top attached header comment-header tw-flex tw-items-center tw-justify-between" role="heading" aria-level="3"><div class="comment-header-left tw-flex tw-items-center"><a class="inline-timeline-avatar" href="/${post.handle}"><img class="ui avatar" src="/av" title="${post.author}"></a><span class="text grey muted-links">${post.author === '' ? shownAuthor(post) : markup`<a class="author text black tw-font-semibold muted" href="/${post.handle}">${post.author}</a>`} commented <a href="#issuecomment-${post.index + 31}" id="issuecomment"><relative-time prefix="" tense="past" datetime="${post.iso}" data-tooltip-content="" data-tooltip-interactive="true">${post.shown}</relative-time></a></span></div><div class="comment-header-right actions tw-flex tw-items-center">${scene.random.chance(0.4) && markup`<div class="ui basic label role-label">${scene.out('Contributor')}</div>`}<div class="ui dropdown action"><a class="context-menu muted"></a><div class="menu"><div class="item context js-aria-clickable">Copy Link</div><div class="item context">Quote reply</div></div></div></div></div><div class="ui attached segment comment-body" role="article"><div id="issue-${post.index}-content" class="render-content markup">${bodyOf(scene, post, { code: (source) => markup`<pre class="code-block"><code class="chroma language-text display">${source}</code></pre>` })}</div><div id="issue-${post.index}-raw" class="raw-content tw-hidden">raw</div></div></div></div>`
  const event = (): Value => {
    const made = note(scene)
    return (
      made &&
      markup`<div class="timeline-item event" id="event-1"><span class="badge"><svg class="svg octicon-person"></svg></span><a href="/x"><img class="ui avatar" src="/av"></a><span class="text grey muted-links"><a class="muted" href="/x">${made.who}</a> ${made.what} <relative-time datetime="${first!.iso}">${first!.shown}</relative-time></span></div>`
    )
  }
  return documentOf(
    scene,
    markup`<div class="full height"><nav id="navbar" aria-label="Navigation Bar"><div class="navbar-left"><a class="item" id="navbar-logo" href="/">${scene.out('forge', 'site')}</a><a class="item" href="/explore/repos">Explore</a></div><div class="navbar-right"><a class="item" href="/user/login">${scene.l.login}</a></div></nav><div role="main" aria-label="${scene.heading}" class="page-content repository view issue"><div class="secondary-nav"><div class="ui container"><div class="repo-header"><a class="muted" href="/o">owner</a>/<a class="muted" href="/o/r">${scene.word().toLowerCase()}</a></div></div></div><div class="ui container"><div class="issue-title-header"><div class="issue-title" id="issue-title-display"><h1 class="tw-break-anywhere">${scene.heading} <span class="index">#${scene.random.int(2, 900)}</span></h1></div><div class="issue-title-meta"><div class="ui green label issue-state-label">Open</div><div class="tw-ml-2">opened <relative-time datetime="${first!.iso}">${first!.shown}</relative-time> by <a class="muted" href="/${first!.handle}">${first!.author}</a> · ${posts.length - 1} comments</div></div></div><div class="issue-content"><div class="issue-content-left comment-list prevent-before-timeline"><div class="ui timeline">${posts.map((post) => markup`${item(post)}${event()}`)}<div class="ui warning message">${scene.out('Sign in to join this conversation.')}</div></div></div><div class="issue-content-right ui segment"><div class="ui labels list"><span class="text"><strong>Labels</strong></span><span class="item">No labels</span></div><div class="ui participants"><span class="text"><strong>${posts.length} Participants</strong></span></div></div></div></div></div></div>${foot(scene, 'forge', 'page-footer')}`,
    'forge',
  )
}

/** As an old tracker of bugs writes them: the description is the first comment. */
export function bugzilla(scene: Scene): Markup {
  const posts = converse(scene)
  const bug = scene.random.int(1000, 1_900_000)
  const plain = scene.number % 2 === 0
  const text = (post: DraftPost): Markup =>
    bodyOf(scene, post, {
      paragraph: (inner) => inner,
      gap: markup`\n\n`,
      code: (source) => markup`${source}`,
      list: (items) => markup`${items.map((entry) => markup`- ${entry}\n`)}`,
      heading: (inner) => inner,
      quotation: (inner, name) =>
        markup`<span class="quote">${name !== '' && `(In reply to ${scene.maybe(`${name} from comment #1`)})\n`}&gt; ${inner}</span >`,
    })
  const classic = (post: DraftPost): Markup =>
    markup`<div id="c${post.index}" class="bz_comment ${post.index === 0 && 'bz_first_comment'}"><div class="${post.index === 0 ? 'bz_first_comment_head' : 'bz_comment_head'}"><span class="bz_comment_number"><a href="show_bug.cgi?id=${bug}#c${post.index}">${post.index === 0 ? 'Description' : `Comment ${post.index}`}</a></span> <span class="bz_comment_user"><span class="vcard"><a class="email" href="mailto:${post.handle}@example.org" title="${post.author}"> <span class="fn">${shownAuthor(post)}</span></a></span></span><span class="bz_comment_user_images"></span> <span class="bz_comment_time">${post.shown} UTC</span></div><pre class="bz_comment_text">${text(post)}</pre></div>`
  const modern = (post: DraftPost): Markup =>
    markup`<div class="change-set" id="c${post.index}"><div class="comment" data-id="${post.index + 99}"><table class="layout-table change-head"><tr><td rowspan="2" class="gravatar"><img alt="${post.author}" class="gravatar" src="/g"></td><td class="change-author"><div class="vcard vcard_${post.index}"><a class="email show_usermenu" href="/user_profile?user_id=${post.index}"><span class="fna">${shownAuthor(post)}</span></a></div>${post.index === 0 && markup`<span class="user-role">Reporter</span>`}</td><td class="comment-actions"><button type="button" class="reply-btn">Reply</button></td></tr><tr><td colspan="2"><div class="change-name"><a href="#c${post.index}">${post.index === 0 ? 'Description' : `Comment ${post.index}`}</a></div> • <div class="change-time"><span class="rel-time" title="${post.full}" data-time="${post.time / 1000}">${post.shown}</span></div></td></tr></table></div><div class="comment-text markdown-body" id="ct-${post.index}">${bodyOf(scene, post)}</div>${scene.random.chance(0.3) && markup`<div class="activity"><div class="change"><span>${scene.out('Status: UNCONFIRMED → NEW', 'event')}</span></div></div>`}</div>`
  return documentOf(
    scene,
    markup`<div id="header">${strip(scene, 'Bug Desk', 'banner')}</div><div id="bugzilla-body"><form name="changeform"><div class="bz_alias_short_desc_container edit_form"><a href="show_bug.cgi?id=${bug}"><b>Bug&nbsp;${bug}</b></a> - <span id="summary_container"><span id="short_desc_nonedit_display">${scene.heading}</span></span></div>${!plain && markup`<h1 id="field-value-short_desc">${scene.heading}</h1>`}<table class="edit_form"><tr><td id="bz_show_bug_column_1"><table><tr><th class="field_label"><a href="f">Status</a>:</th><td>NEW</td></tr><tr><th class="field_label">Component:</th><td>General</td></tr><tr><th class="field_label">Hardware:</th><td>All Linux</td></tr></table></td></tr></table><div id="comments"><table class="bz_comment_table"><tr><td>${posts.map(plain ? classic : modern)}</td></tr></table></div><div class="bz_section_additional_comments"><span class="navigation">Note: You need to <a href="?GoAheadAndLogIn=1">log in</a> before you can comment on or make changes to this bug.</span></div></form></div>${foot(scene, 'Bug Desk', 'footer-links')}`,
    `Bug Desk`,
  )
}

/** As a tracker of large firms writes tickets. */
export function jira(scene: Scene): Markup {
  const posts = converse(scene)
  const [first, ...others] = posts
  const comment = (post: DraftPost): Markup =>
    markup`<div id="comment-${post.index + 1300}" class="issue-data-block activity-comment twixi-block expanded"><div class="twixi-wrap verbose actionContainer"><div class="action-head"><button title="Collapse comment" class="twixi"><span class="icon-default aui-icon aui-icon-small aui-iconfont-expanded"><span>Hide</span></span></button><div class="action-details"><a class="user-hover user-avatar" rel="${post.handle}" id="commentauthor_${post.index}_verbose" href="/secure/ViewProfile.jspa?name=${post.handle}"><span class="aui-avatar aui-avatar-xsmall"><span class="aui-avatar-inner"><img src="/x" alt="${post.handle}"></span></span> ${shownAuthor(post)}</a> added a comment - <a href="#comment-${post.index}" class="commentdate_${post.index}_verbose subText"><span class="date user-tz" title="${post.full}"><time class="livestamp" datetime="${post.iso}">${post.shown}</time></span></a></div></div><div class="action-body flooded">${bodyOf(scene, post, { code: (source) => markup`<div class="preformatted panel" style="border-width: 1px;"><div class="preformattedContent panelContent"><pre>${source}</pre></div></div>` })}</div><div class="action-links action-comment-actions"></div></div><div class="twixi-wrap concise actionContainer"><div class="action-head"><div class="action-details flooded"><a class="user-hover user-avatar" href="/v">${shownAuthor(post)}</a> added a comment - ${post.shown}</div></div></div></div>`
  const history = (): Value => {
    const made = note(scene)
    return (
      made &&
      markup`<div id="changehistory-1" class="issue-data-block"><div class="actionContainer"><div class="action-details"><a class="user-hover" href="/v">${made.who}</a> ${made.what}</div><div class="changehistory action-body"><table><tr><td class="activity-name">Field</td><td class="activity-old-val">Original Value</td><td class="activity-new-val">New Value</td></tr></table></div></div></div>`
    )
  }
  const person = (id: string, name: string): Markup =>
    markup`<dl><dt>${id}:</dt><dd><span id="${id.toLowerCase()}-val" class="view-issue-field"><span class="user-hover" rel="${name}"><span class="aui-avatar"></span> ${name}</span></span></dd></dl>`
  return documentOf(
    scene,
    markup`<div id="page"><header id="header" role="banner"><nav class="aui-header" role="navigation"><h1 id="logo"><a href="/secure/MyJiraHome.jspa"><span class="aui-header-logo-device">Tracker</span></a></h1><ul class="aui-nav"><li><a href="/dash">Dashboards</a></li><li><a href="/browse">Projects</a></li></ul><a class="login-link" href="/login.jsp">Log In</a></nav></header><main id="main" role="main"><header id="stalker" class="issue-header js-stalker"><div class="issue-header-content"><ol class="aui-nav aui-nav-breadcrumbs"><li><a href="/browse/K">Kite</a></li><li><a class="issue-link" href="/browse/K-1">K-${scene.random.int(10, 9000)}</a></li></ol><h1 id="summary-val">${scene.heading}</h1></div></header><div class="issue-body-content"><div class="aui-group issue-body"><div class="aui-item issue-main-column"><div id="details-module" class="module toggle-wrap"><h2 class="toggle-title">Details</h2><ul class="property-list"><li class="item"><strong class="name">Type:</strong><span class="value">Bug</span></li><li class="item"><strong class="name">Resolution:</strong><span class="value">Unresolved</span></li></ul></div><div id="descriptionmodule" class="module toggle-wrap"><h2 class="toggle-title">Description</h2><div class="mod-content"><div id="description-val" class="field-ignore-highlight"><div class="user-content-block">${bodyOf(scene, first!)}</div></div></div></div><div class="module toggle-wrap" id="activitymodule"><h2 class="toggle-title">Activity</h2><div class="mod-content"><div class="tabwrap"><ul id="issue-tabs" class="tabs-menu"><li>All</li><li class="active">Comments</li><li>History</li></ul></div><div class="issuePanelWrapper"><div class="issuePanelContainer" id="issue_actions_container">${others.map((post) => markup`${comment(post)}${history()}`)}</div></div></div></div></div><div id="viewissuesidebar" class="aui-item issue-side-column"><div id="peoplemodule"><h2>People</h2>${person('Assignee', scene.out(scene.person().name))}${person('Reporter', shownAuthor(first!))}</div><div id="datesmodule"><h2>Dates</h2><dl class="dates"><dt>Created:</dt><dd class="date user-tz"><time class="livestamp" datetime="${first!.iso}">${first!.shown}</time></dd></dl></div></div></div></div></main></div>${foot(scene, 'Tracker', 'footer')}`,
    'Tracker',
  )
}

/** As the other large server for source code writes merge requests, with discussions on lines. */
export function gitlab(scene: Scene): Markup {
  const posts = converse(scene)
  const [first, ...others] = posts
  const variant = scene.number % 3
  const noteOf = (post: DraftPost): Markup =>
    markup`<li class="note note-wrapper timeline-entry note-comment" id="note_${post.index + 500}" data-note-id="${post.index + 500}"><div class="timeline-entry-inner"><div class="timeline-avatar gl-float-left"><a href="/${post.handle}" class="js-user-link"><img class="gl-avatar gl-avatar-circle gl-avatar-s32" alt="${post.author}" src="/t"></a></div><div class="timeline-content"><div class="note-header"><div class="note-header-info"><a href="/${post.handle}" class="author-name-link js-user-link" data-user-id="${post.index}" data-username="${post.handle}"><span class="note-header-author-name gl-font-bold">${shownAuthor(post)}</span></a>${variant !== 1 && post.author !== '' && markup`<span class="text-nowrap author-username"><a class="author-username-link" href="/${post.handle}"><span class="note-headline-light">@${post.handle}</span></a></span>`}<span class="note-headline-light note-headline-meta"><span class="system-note-separator">·</span> <a href="#note_${post.index + 500}" class="note-timestamp system-note-separator"><time title="${post.full}" datetime="${post.iso}">${post.shown}</time></a></span></div><div class="note-actions">${scene.random.chance(0.4) && markup`<span class="user-access-role has-tooltip" title="This user has the maintainer role">${scene.out('Maintainer')}</span>`}<button type="button" aria-label="Add reaction"></button><button type="button" aria-label="More actions"></button></div></div><div class="timeline-discussion-body"><div class="note-body"><div class="note-text md">${bodyOf(scene, post, { paragraph: (inner) => markup`<p data-sourcepos="1:1-1:9" dir="auto">${inner}</p>` })}</div><div class="note-awards"></div></div></div></div></div></li>`
  const system = (): Value => {
    const made = note(scene)
    return (
      made &&
      markup`<li class="note system-note timeline-entry note-wrapper"><div class="timeline-entry-inner"><div class="gl-timeline-icon"><svg></svg></div><div class="timeline-content"><div class="note-header"><div class="note-header-info"><a class="author-name-link js-user-link" href="/x"><span class="note-header-author-name">${made.who}</span></a> <span><span>${made.what}</span></span> <span class="system-note-separator">·</span> <a class="note-timestamp"><time datetime="${first!.iso}">${first!.shown}</time></a></div></div></div></div></li>`
    )
  }
  const onFile = (post: DraftPost): Markup =>
    markup`<li class="note note-discussion timeline-entry"><div class="discussion js-discussion-container"><div class="discussion-body"><div class="diff-file file-holder text-file"><div class="js-file-title file-title"><strong class="file-title-name">lib/${scene.word().toLowerCase()}.rb</strong></div><div class="diff-content"><table class="code diff-wrap-lines"><tr class="line_holder"><td class="diff-line-num old_line">7</td><td class="line_content new"><span class="line">${scene.out(scene.random.pick(scene.voice.snippets))}</span></td></tr></table></div></div><ul class="notes">${noteOf(post)}</ul><div class="discussion-reply-holder"><textarea placeholder="Reply…" class="reply-placeholder-text-field"></textarea><button>Resolve thread</button></div></div></div></li>`
  return documentOf(
    scene,
    markup`<div class="layout-page page-with-super-sidebar"><aside class="super-sidebar"><a href="/groups">Groups</a><a href="/p">Projects</a></aside><div class="content-wrapper"><div class="top-bar-fixed"><nav class="breadcrumbs"><ul><li><a href="/g">group</a></li><li><a href="/g/p">project</a></li></ul></nav></div><main class="content" id="content-body"><div class="merge-request" data-mr-action="show"><div class="detail-page-header border-bottom-0"><h1 class="title gl-heading-1 page-title" data-testid="title-content">${scene.heading}</h1></div><div class="merge-request-details"><div class="detail-page-description"><span class="gl-badge badge badge-pill">Open</span> <a class="author-link" href="/${first!.handle}"><span class="author">${shownAuthor(first!)}</span></a> requested to merge <a class="label-branch">fix-${scene.random.int(1, 80)}</a> into <a class="label-branch">main</a> <time datetime="${first!.iso}" title="${first!.full}">${first!.shown}</time></div></div><div class="merge-request-tabs-container"><ul class="merge-request-tabs nav-links"><li>Overview <span>${others.length}</span></li><li>Commits <span>2</span></li><li>Changes <span>3</span></li></ul></div><div id="diff-notes-app" class="tab-content"><div class="detail-page-description"><div class="description js-task-list-container"><div class="md">${bodyOf(scene, first!)}</div></div></div><div class="mr-widget">${scene.out('Ready to merge by members who can write to the target branch')}</div><section class="issuable-discussion"><h2 class="sr-only">Activity</h2><ul id="notes-list" class="notes main-notes-list timeline">${others.map((post) => markup`${system()}${scene.random.chance(0.3) ? onFile(post) : noteOf(post)}`)}</ul><div class="disabled-comment">Please <a href="/register">register</a> or <a href="/sign_in">sign in</a> to reply</div></section></div></div></main></div></div>`,
    'project',
  )
}
