import { bodyOf } from '../body.ts'
import { markup, type Markup, type Value } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { bottom, page, topBar } from './chrome.ts'

function report(scene: Scene): DraftPost[] {
  scene.heading = scene.phrase()
  return scene.say({
    roles: (index) => (index === 0 ? 'post' : 'comment'),
    kinds: ['code', 'list'],
  })
}

const pre = (scene: Scene, post: DraftPost): Markup =>
  bodyOf(scene, post, {
    paragraph: (inner) => inner,
    gap: markup`\n\n`,
    list: (items) => markup`${items.map((item) => markup` * ${item}\n`)}`,
    code: (source) => markup`${source}`,
  })

/** Reports of bugs as Bugzilla, Trac and Launchpad show them. */
export function bugs(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  const posts = report(scene)
  const site = `${scene.word()} bugs`
  const bugzilla = (post: DraftPost): Markup =>
    markup`<div id="c${post.index}" class="bz_comment ${post.index === 0 && 'bz_first_comment'}"><div class="${post.index === 0 ? 'bz_first_comment_head' : 'bz_comment_head'}"><span class="bz_comment_number"><a href="show_bug.cgi?id=9#c${post.index}">${post.index === 0 ? 'Description' : `Comment ${post.index}`}</a></span> <span class="bz_comment_user"><span class="vcard vcard_${post.index + 20}"><span class="fn">${shownAuthor(post)}</span></span></span> <span class="bz_comment_user_images"></span> <span class="bz_comment_time">${post.shown} UTC</span></div><pre class="bz_comment_text" ${post.index > 0 && markup`id="comment_text_${post.index}"`}>${pre(scene, post)}</pre></div>`
  const trac = (post: DraftPost): Markup =>
    markup`<div class="change" id="trac-change-${post.index}"><h3 class="change"><span class="threading"><span id="comment:${post.index}" class="cnum"><a href="#comment:${post.index}">comment:${post.index}</a></span></span> Changed <a class="timeline" href="/timeline" title="${post.full}">${post.shown}</a> by <span class="trac-author">${shownAuthor(post)}</span></h3>${random.chance(0.5) && markup`<ul class="changes"><li class="trac-field-owner"><strong class="trac-field-owner">Owner:</strong> set to <span class="trac-author">${scene.out(scene.person().name, 'event')}</span></li><li class="trac-field-status"><strong>Status:</strong> <em>new</em> → <em>assigned</em></li></ul>`}<div class="comment searchable">${bodyOf(scene, post)}</div></div>`
  const launchpad = (post: DraftPost): Markup =>
    markup`<div itemscope="" itemtype="http://schema.org/UserComments" class="boardComment"><div class="boardCommentDetails"><table><tbody><tr><td>${post.author === '' ? shownAuthor(post) : markup`<a href="/~${post.handle}" class="sprite person">${post.author}</a> (<a href="/~${post.handle}">${post.handle}</a>)`} wrote <time itemprop="commentTime" title="${post.full}" datetime="${post.iso}">${post.shown}</time>: </td><td class="bug-comment-index"><a href="/comments/${post.index}">#${post.index}</a></td></tr></tbody></table></div><div class="boardCommentBody"><div class="comment-text" itemprop="commentText">${bodyOf(scene, post)}</div></div></div>`
  const [first, ...rest] = posts
  const main = [
    markup`<div class="bz_alias_short_desc_container edit_form"><a href="show_bug.cgi?id=9"><b>Bug&nbsp;9</b></a> <span id="summary_container">- <span id="short_desc_nonedit_display">${scene.heading}</span></span></div><table class="edit_form"><tr><td><table><tr><th class="field_label">Status:</th><td>RESOLVED FIXED</td></tr><tr><th class="field_label">Assignee:</th><td><span class="vcard"><span class="fn">${scene.out(scene.person().name)}</span></span></td></tr><tr><th class="field_label">Reported:</th><td>${first!.shown} by <span class="vcard"><span class="fn">${shownAuthor(first!)}</span></span></td></tr></table></td></tr></table><div id="comments"><table class="bz_comment_table"><tr><td>${variant === 0 && posts.map(bugzilla)}</td></tr></table></div>`,
    markup`<div id="ticket" class="trac-content"><div class="date"><p>Opened <a class="timeline" href="/timeline" title="${first!.full}">${first!.shown}</a></p></div><h2 class="searchable"><a href="/ticket/9" class="trac-id">#9</a> <span class="trac-status">closed</span> <span class="trac-type">defect</span></h2><h1 id="trac-ticket-title" class="searchable"><span class="summary">${scene.heading}</span></h1><table class="properties"><tr><th id="h_reporter">Reported by:</th><td headers="h_reporter" class="searchable trac-author">${shownAuthor(first!)}</td><th id="h_owner">Owned by:</th><td headers="h_owner" class="trac-author">${scene.out(scene.person().name)}</td></tr></table><div class="description"><h2 id="comment:description">Description</h2><div class="searchable">${bodyOf(scene, first!)}</div></div></div><div id="attachments"></div><div><h2 class="foldable">Change History <span class="trac-count">(${rest.length})</span></h2><div id="changelog">${variant === 1 && rest.map(trac)}</div></div>`,
    markup`<div id="maincontent"><h1 id="edit-title"><span class="yui3-editable_text-text">${scene.heading}</span></h1><div class="registering">Bug #9 reported by <a href="/~${first!.handle}" class="sprite person">${shownAuthor(first!)}</a> on <time datetime="${first!.iso}">${first!.shown}</time></div><div class="report"><h3>Bug Description</h3><div id="edit-description" class="lazr-multiline-edit"><div class="yui3-editable_text-text">${bodyOf(scene, first!)}</div></div></div><div id="bug-comments">${variant === 2 && rest.map(launchpad)}</div></div>`,
  ][variant]
  return page(
    scene,
    markup`${topBar(scene, site)}${main}<p class="add">${l.login}</p>${bottom(scene, site)}`,
    { site },
  )
}

/** Issues of three forges, with events between the comments. */
export function forges(scene: Scene): Markup {
  const { random } = scene
  const variant = scene.number % 3
  const posts = report(scene)
  const [first, ...rest] = posts
  const site = `${scene.word()} forge`
  const event = (write: (name: string, handle: string) => Markup): Value => {
    if (!random.chance(0.3)) return undefined
    const { name, handle } = scene.person()
    scene.out(name, 'event')
    return write(name, handle)
  }
  const gitea = (post: DraftPost): Markup =>
    markup`<div class="timeline-item comment" id="issuecomment-${post.index + 60}">${post.author !== '' && markup`<a class="timeline-avatar" href="/${post.handle}"><img class="ui avatar" src="a.png" title="${post.author}" width="40" height="40"></a>`}<div class="content comment-container"><div class="comment-header avatar-content-left-arrow"><div class="comment-header-left"><span class="text grey muted-links">${post.author === '' ? shownAuthor(post) : markup`<a class="author text black" href="/${post.handle}">${post.author}</a>`} commented <a href="#issuecomment-${post.index}"><relative-time datetime="${post.iso}" format="datetime">${post.shown}</relative-time></a></span></div><div class="comment-header-right actions"><div class="role-label ui basic label">Owner</div></div></div><div class="ui attached segment comment-body"><div class="render-content markup">${bodyOf(scene, post)}</div></div></div></div>${event((name, handle) => markup`<div class="timeline-item event" id="event-9"><span class="badge"><svg></svg></span><span class="text grey muted-links"><a class="author" href="/${handle}">${name}</a> added the <span class="ui label">kind/bug</span> label <relative-time datetime="2024-02-03T10:00:00Z">2024-02-03</relative-time></span></div>`)}`
  const gitlab = (post: DraftPost): Markup =>
    markup`<li id="note_${post.index + 60}" class="note note-wrapper timeline-entry note-comment" data-note-id="${post.index}"><div class="timeline-entry-inner"><div class="timeline-icon"><a href="/${post.handle}"><img class="avatar s40" alt="${post.author}'s avatar" src="a.png"></a></div><div class="timeline-content"><div class="note-header"><div class="note-header-info"><a class="author-name-link js-user-link" href="/${post.handle}" data-username="${post.handle}"><span class="note-header-author-name gl-font-bold">${shownAuthor(post)}</span><span class="note-headline-light">@${post.handle}</span></a> <span class="note-headline-light note-headline-meta"><span class="system-note-separator">·</span> <a class="note-timestamp system-note-separator" href="#note_9"><time class="js-timeago" title="${post.full}" datetime="${post.iso}">${post.shown}</time></a></span></div><div class="note-actions"><span class="note-role user-access-role">Developer</span></div></div><div class="timeline-discussion-body"><div class="note-body"><div class="note-text md">${bodyOf(scene, post)}</div>${random.chance(0.2) && markup`<small class="edited-text">Edited <time datetime="2024-02-03T10:00:00Z">2024</time> by <a class="author-link" href="/x"><span>${scene.person().name}</span></a></small>`}</div></div></div></div></li>${event((name, handle) => markup`<li class="note system-note timeline-entry note-wrapper"><div class="timeline-content"><div class="note-header"><div class="note-header-info"><a class="author-name-link" href="/${handle}"><span class="note-header-author-name">${name}</span></a> <span class="system-note-message"><span>changed milestone</span></span></div></div></div></li>`)}`
  const jira = (post: DraftPost): Markup =>
    markup`<div id="comment-${post.index + 1000}" class="issue-data-block activity-comment twixi-block expanded"><div class="twixi-wrap verbose actionContainer"><div class="action-head"><h4><button type="button" class="twixi icon-default"><span>Hide</span></button></h4><div class="action-details flooded"><a class="user-hover user-avatar" rel="${post.handle}" id="commentauthor_${post.index}_verbose" href="/secure/ViewProfile.jspa?name=${post.handle}"><span class="aui-avatar aui-avatar-xsmall"><span class="aui-avatar-inner"><img src="a.png" alt="${post.handle}" loading="lazy"></span></span> ${shownAuthor(post)}</a> added a comment  - <span class="commentdate_${post.index}_verbose subText"><span class="date user-tz" title="${post.full}"><time class="livestamp" datetime="${post.iso}">${post.shown}</time></span></span>${random.chance(0.15) && markup` - <span class="subText update-info" title="${scene.person().name} - 12/Feb/20 10:00">edited</span>`} </div></div><div class="action-body flooded">${bodyOf(scene, post)}</div></div></div>`
  const main = [
    markup`<div role="main" class="page-content repository view issue"><div class="issue-title-header"><h1 id="issue-title-wrapper"><span id="issue-title">${scene.heading}</span> <span class="index">#9</span></h1><div class="issue-title-meta"><div class="ui green label">Open</div><span class="time-desc">opened <relative-time datetime="${first!.iso}">${first!.shown}</relative-time> by <a class="muted" href="/${first!.handle}">${shownAuthor(first!)}</a> · ${rest.length} comments</span></div></div><div class="issue-content"><div class="issue-content-left"><div class="ui timeline">${variant === 0 && posts.map(gitea)}</div></div><div class="issue-content-right"><span class="text"><strong>Participants</strong></span><a href="/x"><img class="ui avatar" title="${scene.person().name}"></a></div></div></div>`,
    markup`<div class="content-wrapper"><div class="issue-details issuable-details"><div class="detail-page-header"><div class="issuable-meta">Issue created <time datetime="${first!.iso}">${first!.shown}</time> by <a class="author-link js-user-link" href="/${first!.handle}"><span class="author">${shownAuthor(first!)}</span></a></div></div><div class="detail-page-description content-block"><h1 class="title gl-heading-1">${scene.heading}</h1><div class="description"><div class="md">${bodyOf(scene, first!)}</div></div></div><section class="issuable-discussion"><ul id="notes-list" class="notes main-notes-list timeline">${variant === 1 && rest.map(gitlab)}</ul></section></div></div>`,
    markup`<div id="issue-content"><header id="stalker"><h1 id="summary-val">${scene.heading}</h1></header><div class="aui-group issue-body"><div class="aui-item issue-main-column"><div id="descriptionmodule" class="module"><h4>Description</h4><div id="description-val" class="field-ignore-highlight"><div class="user-content-block">${bodyOf(scene, first!)}</div></div></div><div id="activitymodule" class="module"><h4>Activity</h4><div id="issue_actions_container" class="issuePanelContainer">${variant === 2 && rest.map(jira)}</div></div></div><div class="aui-item issue-side-column"><ul class="item-details" id="peopledetails"><li><dl><dt>Assignee:</dt><dd><span class="user-hover">${scene.out(scene.person().name)}</span></dd></dl><dl><dt>Reporter:</dt><dd><span id="reporter-val"><span class="user-hover">${shownAuthor(first!)}</span></span></dd></dl></li></ul><ul class="item-details"><li><dl class="dates"><dt>Created:</dt><dd><time datetime="${first!.iso}">${first!.shown}</time></dd></dl></li></ul></div></div></div>`,
  ][variant]
  return page(scene, markup`${topBar(scene, site)}${main}${bottom(scene, site)}`, { site })
}
