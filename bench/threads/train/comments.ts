import { bodyOf } from '../body.ts'
import { markup, type Markup } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { bottom, page, relatedBox, topBar } from './chrome.ts'

const below = (posts: readonly DraftPost[], index: number): DraftPost[] =>
  posts.filter(({ parent }) => parent === index)
const tops = (posts: readonly DraftPost[]): DraftPost[] =>
  posts.filter(({ parent }) => parent === undefined)

function converse(scene: Scene, hasVotes: boolean): DraftPost[] {
  return scene.say({
    roles: () => 'comment',
    length: 'short',
    isTree: true,
    hasVotes,
    mayBeNameless: true,
    kinds: ['quotation'],
    parents: treeOrder(),
  })
}

/** Parents such that answers follow what they answer. */
function treeOrder(): (index: number, random: Scene['random']) => number | undefined {
  const open: number[] = []
  return (index, random) => {
    if (index > 0 && random.chance(0.55)) open.length = 0
    else open.length = random.int(0, Math.min(open.length, 2))
    const parent = open.at(-1)
    open.push(index)
    return parent
  }
}

/** An article as news sites write it. */
function articleOf(scene: Scene, className: string): Markup {
  const { random } = scene
  const paragraphs = scene.article()
  const { name, handle } = scene.person()
  const byline = scene.byline(name)
  return markup`<article class="${className}" itemscope itemtype="https://schema.org/NewsArticle"><header><h1 itemprop="headline">${scene.heading}</h1><div class="byline">By <a rel="author" href="/staff/${handle}">${byline}</a> <time datetime="2025-11-18T08:00:00Z">${scene.maybe('Nov 18, 2025')}</time></div></header><div class="${className}__body" itemprop="articleBody">${paragraphs.map((one) => markup`<p>${one}</p>`)}</div>${random.chance(0.5) && markup`<div class="article-tags"><a href="/tag/local" rel="tag">Local</a></div>`}</article>`
}

/** Comments as a plugin of a large blog maker for magazines, a threaded widget and a newspaper's own program write them. */
export function articleComments(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  scene.heading = scene.phrase()
  const article = articleOf(scene, ['entry', 'story', 'art-main'][variant]!)
  const posts = converse(scene, variant > 0)
  const site = scene.word()
  const jetpack = (post: DraftPost): Markup =>
    markup`<div class="wpd-comment wpd_comment_level-${post.depth + 1}" id="wpd-comm-${post.index}_0"><div class="wpd-comment-wrap wpd-blog-guest"><div class="wpd-comment-left "><div class="wpd-avatar "><img alt="${post.author}" src="/g" class="avatar avatar-64 photo"></div><div class="wpd-comment-label"><span>${l.member}</span></div></div><div id="comment-${post.index}" class="wpd-comment-right"><div class="wpd-comment-header"><div class="wpd-comment-author ">${shownAuthor(post)}</div>${post.parent !== undefined && random.chance(0.5) && markup`<div class="wpd-reply-to"><i class="far fa-comments"></i> Reply to <a href="#comment-${post.parent}"> ${scene.maybe(shownAuthor(posts[post.parent]!))}</a></div>`}<div class="wpd-comment-date" title="${post.full}"><i class="far fa-clock" aria-hidden="true"></i> ${post.shown}</div><div class="wpd-space"></div></div><div class="wpd-comment-text">${bodyOf(scene, post)}</div><div class="wpd-comment-footer"><div class="wpd-vote"><div class="wpd-vote-up wpd_not_clicked"></div><div class="wpd-vote-result" title="0">0</div><div class="wpd-vote-down"></div></div><div class="wpd-reply-button"><span>${l.reply}</span></div></div></div></div>${below(posts, post.index).map(jetpack)}</div>`
  const widget = (post: DraftPost): Markup =>
    markup`<li id="post-${post.index}" class="post"><div role="alert"></div><div data-role="post-content" class="post-content "><ul class="post-menu dropdown" data-role="menu"><li class="collapse"><a href="#" data-action="collapse" title="Collapse"><span>−</span></a></li><li class="dropdown"><a class="dropdown-toggle" href="#">${l.report}</a></li></ul><div class="indicator"></div><div class="avatar hovercard"><a href="https://w.example.net/by/${post.handle}/" class="user"><img data-role="user-avatar" src="/w" alt="Avatar"></a></div><div class="post-body"><header class="comment__header"><span class="post-byline"><span class="author publisher-anchor-color"><a href="https://w.example.net/by/${post.handle}/" data-action="profile" target="_blank" rel="noopener noreferrer">${shownAuthor(post)}</a></span>${post.parent !== undefined && markup`<span> <a href="#comment-${post.parent}" class="parent-link" data-role="parent-link"><i aria-label="in reply to" class="icon-forward" title="in reply to"></i> ${scene.maybe(shownAuthor(posts[post.parent]!))}</a></span>`}</span><span class="post-meta"><span class="bullet time-ago-bullet" aria-hidden="true">•</span> <a href="#comment-${post.index}" data-role="relative-time" class="time-ago" title="${post.full}">${post.shown}</a></span></header><div class="post-body-inner"><div class="post-message-container" data-role="message-container"><div data-role="message-content"><div class="post-message " data-role="message" dir="auto"><div>${bodyOf(scene, post)}</div></div></div></div></div><footer class="comment__footer"><menu class="comment-footer__menu"><li class="voting" data-role="voting"><a href="#" class="vote-up count-${post.votes}" title="Vote up"><span class="updatable count" data-role="likes">${post.votes}</span> <span class="control"><i aria-hidden="true" class="icon icon-arrow-2"></i></span></a><span role="button" class="vote-down count-0" title="Vote down"><span class="control"></span></span></li><li class="reply" data-role="reply-link"><a href="#" data-action="reply"><span class="text">${l.reply}</span></a></li><li class="share"><a class="toggle"><span class="text">${l.share} ›</span></a></li></menu></footer></div></div><ul data-role="children" class="children">${below(posts, post.index).map(widget)}</ul></li>`
  const paper = (post: DraftPost): Markup =>
    markup`<section class="d-comment d-comment--level${post.depth}" id="comment-${post.index}" data-comment-id="${post.index}" data-comment-author="${post.author}" data-comment-timestamp="${post.iso}"><div class="d-comment__inner"><div class="d-comment__avatar"><img src="/n.png" alt=""></div><div class="d-comment__content"><h4 class="d-comment__author"><span itemprop="givenName">${shownAuthor(post)}</span>${random.chance(0.1) && markup`<span class="d-comment__staff">${scene.out('Staff')}</span>`}</h4><div class="d-comment__timestamp"><a href="#comment-${post.index}"><time class="js-timestamp" datetime="${post.iso}">${post.shown}</time></a></div><div class="d-comment__main"><div class="d-comment__body" itemprop="text">${bodyOf(scene, post)}</div></div><div class="d-comment__action-buttons"><button class="d-comment__action d-comment__action--reply">${l.reply}</button><button class="d-comment__action">${l.share}</button><div class="d-comment__recommend" data-recommend-count="${post.votes}"><span class="d-comment__recommend-count">${post.votes} likes</span></div></div></div></div>${below(posts, post.index).map(paper)}</section>`
  const list = tops(posts)
  const section =
    variant === 0
      ? markup`<div id="wpdcom" class="wpdiscuz_unauth wpd-default wpd-layout-1 wpd-comments-open"><div class="wpd-form-wrap"><div class="wpd-form-head"><div class="wpd-sbs-title"><i class="fas fa-envelope"></i> <span>Subscribe</span></div><div class="wpd-auth"><div class="wpd-login"><a href="/login">${l.login}</a></div></div></div><textarea placeholder="Join the discussion"></textarea></div><div id="wpd-threads" class="wpd-thread-wrapper"><div class="wpd-thread-head"><div class="wpd-thread-info " data-comments-count="${posts.length}"><span class="wpdtc" title="${posts.length}">${posts.length}</span> ${l.comments}</div></div><div class="wpd-thread-list">${list.map(jetpack)}</div></div></div>`
      : variant === 1
        ? markup`<div id="disc_thread"><div id="layout" data-role="app"><div id="main-nav" class="nav nav--primary"><ul><li class="tab-conversation active"><a class="publisher-nav-color"><span class="comment-count">${posts.length} ${l.comments}</span></a></li><li class="dropdown user-menu"><a href="#">${l.login}</a></li></ul></div><section id="conversation" data-role="main"><div class="nav nav--secondary"><span class="label">Sort by Best</span></div><div id="posts"><ul id="post-list" class="post-list">${list.map(widget)}</ul><div class="load-more" data-role="more"><a class="btn load-more__button">Load more comments</a></div></div></section></div></div>`
        : markup`<section class="discussion" id="comments"><h2 class="discussion__heading">${l.comments} <span>(${posts.length})</span></h2><p class="discussion__closed">${scene.out('This discussion is now closed for comments')}</p><div class="discussion__comments__container">${list.map(paper)}</div></section>`
  return page(
    scene,
    markup`${topBar(scene, site)}<main><div class="columns"><div class="col-main">${article}${section}</div><div class="col-side">${relatedBox(scene, 'most-read')}</div></div></main>${bottom(scene, site)}`,
    { site },
  )
}

/** A blog with the comments that come with its program; three themes. */
export function blog(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  scene.heading = scene.phrase()
  const paragraphs = scene.article(3, 6)
  const posts = converse(scene, false)
  const site = scene.word()
  const writer = scene.byline(scene.person().name)
  const name = (post: DraftPost): Markup =>
    post.author !== '' && random.chance(0.4)
      ? markup`<a href="https://${post.handle}.example.net" class="url" rel="ugc external nofollow">${post.author}</a>`
      : markup`${shownAuthor(post)}`
  const html5 = (post: DraftPost): Markup =>
    markup`<li id="comment-${post.index + 10}" class="comment ${post.index % 2 === 0 ? 'even thread-even' : 'odd alt thread-odd thread-alt'} depth-${post.depth + 1} ${below(posts, post.index).length > 0 && 'parent'}"><article id="div-comment-${post.index + 10}" class="comment-body"><footer class="comment-meta"><div class="comment-author vcard"><img alt='' src='/av?s=56' class='avatar avatar-56 photo' height='56' width='56'><b class="fn">${name(post)}</b> <span class="says">says:</span></div><div class="comment-metadata"><a href="/p/#comment-${post.index + 10}"><time datetime="${post.iso}">${post.shown}</time></a></div>${random.chance(0.06) && markup`<em class="comment-awaiting-moderation">${scene.out('Your comment is awaiting moderation.')}</em>`}</footer><div class="comment-content">${bodyOf(scene, post)}</div><div class="reply"><a rel="nofollow" class="comment-reply-link" href="#comment-${post.index}" aria-label="Reply to ${post.author}">${l.reply}</a></div></article>${below(posts, post.index).length > 0 && markup`<ol class="children">${below(posts, post.index).map(html5)}</ol>`}</li>`
  const legacy = (post: DraftPost): Markup =>
    markup`<li class="comment ${post.index % 2 === 0 ? 'even' : 'odd alt'} depth-${post.depth + 1}" id="comment-${post.index + 10}"><div id="div-comment-${post.index + 10}" class="comment-body"><div class="comment-author vcard"><img alt='' src='/av?s=32' class='avatar avatar-32 photo' height='32' width='32'><cite class="fn">${name(post)}</cite> <span class="says">says:</span></div><div class="comment-meta commentmetadata"><a href="/p/#comment-${post.index + 10}">${post.shown}</a></div>${bodyOf(scene, post)}<div class="reply"><a class='comment-reply-link' href='/p/?replytocom=${post.index}#respond'>${l.reply}</a></div></div>${below(posts, post.index).length > 0 && markup`<ul class="children">${below(posts, post.index).map(legacy)}</ul>`}</li>`
  const block = (post: DraftPost): Markup =>
    markup`<li id="comment-${post.index + 10}" class="comment depth-${post.depth + 1}"><div class="wp-block-columns is-layout-flex"><div class="wp-block-column" style="flex-basis:40px"><div class="wp-block-avatar"><img alt='${post.author} Avatar' src='/av' class='avatar avatar-40 photo wp-block-avatar__image'></div></div><div class="wp-block-column"><div class="wp-block-comment-author-name has-small-font-size">${name(post)}</div><div class="wp-block-group"><div class="wp-block-comment-date has-small-font-size"><time datetime="${post.iso}"><a href="/p/#comment-${post.index}">${post.shown}</a></time></div></div><div class="wp-block-comment-content">${bodyOf(scene, post)}</div><div class="wp-block-comment-reply-link has-small-font-size"><a rel="nofollow" class="comment-reply-link" href="#">${l.reply}</a></div></div></div>${below(posts, post.index).length > 0 && markup`<ol>${below(posts, post.index).map(block)}</ol>`}</li>`
  const pings =
    random.chance(0.25) &&
    markup`<li class="pingback even" id="comment-900"><div class="comment-body">Pingback: <a href="https://other.example.com/" class="url" rel="external nofollow">${scene.out(scene.phrase(), 'related')}</a></div></li>`
  const list = tops(posts).map([html5, legacy, block][variant]!)
  return page(
    scene,
    markup`${topBar(scene, site, 'site-header')}<div id="content" class="site-content"><main id="main" class="site-main"><article id="post-5" class="post-5 post type-post status-publish format-standard hentry category-news"><header class="entry-header"><h1 class="entry-title">${scene.heading}</h1><div class="entry-meta"><span class="posted-on"><time class="entry-date published" datetime="2025-10-02T08:00:00Z">${scene.maybe('October 2, 2025')}</time></span> <span class="byline">by <span class="author vcard"><a class="url fn n" href="/author/x">${writer}</a></span></span></div></header><div class="entry-content">${paragraphs.map((one) => markup`<p>${one}</p>`)}</div><footer class="entry-footer"><span class="cat-links">Posted in <a href="/c/news" rel="category tag">News</a></span></footer></article><nav class="navigation post-navigation"><h2 class="screen-reader-text">Post navigation</h2><div class="nav-links"><div class="nav-previous"><a href="/prev" rel="prev">${scene.out(scene.phrase(), 'related')}</a></div></div></nav><div id="comments" class="${variant === 2 ? 'wp-block-comments' : 'comments-area'}"><h2 class="comments-title">${posts.length} ${random.pick(['thoughts on', 'responses to'])} “<span>${scene.heading}</span>”</h2><ol class="${['comment-list', 'commentlist', 'wp-block-comment-template'][variant]}">${list}${pings}</ol><div id="respond" class="comment-respond"><h3 id="reply-title" class="comment-reply-title">Leave a ${l.reply} <small><a rel="nofollow" id="cancel-comment-reply-link" href="/#respond" style="display:none;">Cancel reply</a></small></h3><form class="comment-form"><p class="comment-notes"><span id="email-notes">Your email address will not be published.</span> <span class="required-field-message">Required fields are marked <span class="required">*</span></span></p><textarea name="comment"></textarea><input type="submit" value="Post Comment"></form></div></div></main><aside id="secondary" class="widget-area"><section class="widget widget_recent_comments"><h2 class="widget-title">Recent Comments</h2><ul id="recentcomments">${random.times(3, () => markup`<li class="recentcomments"><span class="comment-author-link">${scene.out(scene.person().name, 'related')}</span> on <a href="/x">${scene.out(scene.phrase(), 'related')}</a></li>`)}</ul></section></aside></div>${bottom(scene, site)}`,
    { site, bodyClass: 'post-template-default single single-post single-format-standard' },
  )
}
