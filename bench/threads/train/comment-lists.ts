import { bodyOf } from '../body.ts'
import { joined, markup, type Markup, type Value } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene, type Shape } from '../scene.ts'
import { bottom, page, relatedBox, topBar } from './chrome.ts'

function comments(scene: Scene, shape: Partial<Shape> = {}): DraftPost[] {
  return scene.say({ roles: () => 'comment', length: 'short', isTree: false, ...shape })
}

/** Posts with those that answer them, in the order of the page. */
function nested(
  posts: readonly DraftPost[],
  write: (post: DraftPost, replies: readonly Markup[]) => Markup,
): Markup[] {
  const below = (parent: number | undefined): Markup[] =>
    posts.filter((post) => post.parent === parent).map((post) => write(post, below(post.index)))
  return below(undefined)
}

/** Parents such that the order of the page is that of the posts. */
export const inTreeOrder = (): NonNullable<Shape['parents']> => {
  const open: number[] = []
  return (index, random) => {
    open.length = random.int(0, Math.min(3, open.length))
    const parent = open.at(-1)
    open.push(index)
    return parent
  }
}

function story(scene: Scene, site: string, below: Value): Markup {
  const { random } = scene
  scene.heading = scene.phrase()
  const author = scene.person().name
  const hasByline = random.chance(0.7)
  return page(
    scene,
    markup`${topBar(scene, site)}<main id="main" class="site-main"><article class="post-9 post type-post status-publish hentry"><header class="entry-header"><h1 class="entry-title">${scene.heading}</h1><div class="entry-meta">${hasByline && markup`<span class="byline"> ${scene.l.by} <span class="author vcard"><a class="url fn n" href="/author/x/">${scene.byline(author)}</a></span></span>`}</div></header><div class="entry-content">${scene.article().map((one) => markup`<p>${one}</p>`)}</div></article>${below}</main>${random.chance(0.5) && relatedBox(scene)}${bottom(scene, site)}`,
    { site },
  )
}

/** Comments of three themes of WordPress. */
export function wordpressThemes(scene: Scene): Markup {
  const { l } = scene
  const variant = scene.number % 3
  const posts = comments(scene, { parents: inTreeOrder() })
  const person = (post: DraftPost): Value =>
    post.author === '' || scene.random.chance(0.5)
      ? shownAuthor(post)
      : markup`<a href="https://${post.handle}.example.net" rel="external nofollow ugc" class="url">${post.author}</a>`
  const kids = (replies: readonly Markup[], tag = 'ol'): Value =>
    replies.length > 0 &&
    (tag === 'ol'
      ? markup`<ol class="children">${replies}</ol>`
      : markup`<ul class='children'>${replies}</ul>`)
  const five = (post: DraftPost, replies: readonly Markup[]): Markup =>
    markup`<li id="comment-${post.index + 10}" class="comment ${post.index % 2 === 0 ? 'even' : 'odd'} depth-${post.depth + 1}"><article id="div-comment-${post.index + 10}" class="comment-body"><footer class="comment-meta"><div class="comment-author vcard"><img alt='' src='g.jpg' class='avatar avatar-60 photo' height='60' width='60' /> <b class="fn">${person(post)}</b> <span class="says">says:</span> </div><div class="comment-metadata"><a href="#comment-${post.index}"><time datetime="${post.iso}">${post.shown}</time></a></div></footer><div class="comment-content">${bodyOf(scene, post)}</div><div class="reply"><a rel="nofollow" class="comment-reply-link" href="#respond" aria-label="Reply to ${post.author}">${l.reply}</a></div></article>${kids(replies)}</li>`
  const old = (post: DraftPost, replies: readonly Markup[]): Markup =>
    markup`<li class="comment byuser ${post.index % 2 === 0 ? 'even thread-even' : 'odd alt'} depth-${post.depth + 1}" id="comment-${post.index + 10}"><div id="div-comment-${post.index + 10}" class="comment-body"><div class="comment-author vcard"><img alt='' src='g.jpg' class='avatar avatar-32 photo' /> <cite class="fn">${person(post)}</cite> <span class="says">says:</span></div><div class="comment-meta commentmetadata"><a href="#comment-${post.index}">${post.shown}</a></div>${bodyOf(scene, post)}<div class="reply"><a rel='nofollow' class='comment-reply-link' href='#respond'>${l.reply}</a></div></div>${kids(replies, 'ul')}</li>`
  const kubrick = (post: DraftPost): Markup =>
    markup`<li class="${post.index % 2 === 0 && 'alt'}" id="comment-${post.index + 10}"><cite>${person(post)}</cite> Says:<br /><small class="commentmetadata"><a href="#comment-${post.index}" title="">${post.shown}</a></small>${bodyOf(scene, post)}</li>`
  if (variant === 2)
    for (const post of posts) {
      post.depth = 0
      delete post.parent
    }
  const list =
    variant === 0
      ? markup`<ol class="comment-list">${nested(posts, five)}</ol>`
      : variant === 1
        ? markup`<ul class="commentlist">${nested(posts, old)}</ul>`
        : markup`<ol class="commentlist">${posts.map(kubrick)}</ol>`
  return story(
    scene,
    `${scene.word()} Blog`,
    markup`<div id="comments" class="comments-area"><h2 class="comments-title">${posts.length} ${l.comments}</h2>${list}<div id="respond" class="comment-respond"><h3 id="reply-title">${l.reply}</h3><form action="/c" method="post"><p><textarea name="comment"></textarea></p><p><input name="submit" type="submit" value="${l.comments}"></p></form></div></div>`,
  )
}

/** Comments as Drupal, Blogger and LiveJournal write them. */
export function hostedComments(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  const posts = comments(scene, variant === 1 ? {} : { parents: inTreeOrder() })
  const drupal = (post: DraftPost): Markup =>
    markup`<a id="comment-${post.index + 10}"></a><div class="comment ${post.index % 2 === 0 ? 'odd' : 'even'} clearfix"><div class="attribution">${random.chance(0.5) && markup`<div class="user-picture"><a href="/users/${post.handle}" title="View user profile."><img src="a.png" alt="${post.author}'s picture" title="${post.author}'s picture" /></a></div>`}<div class="submitted"><p class="commenter-name">${post.author === '' ? shownAuthor(post) : markup`<a href="/users/${post.handle}" title="View user profile." class="username">${post.author}</a>`}</p><p class="comment-time">${post.shown}</p><p class="comment-permalink"><a href="/comment/9#comment-9" class="permalink" rel="bookmark">Permalink</a></p></div></div><div class="comment-text"><div class="comment-arrow"></div><h3><a href="/comment/${post.index}#comment-${post.index}" class="permalink" rel="bookmark">${scene.maybe(post.parts[0]!.texts[0]!.split(' ').slice(0, 3).join(' '))}</a></h3><div class="content"><div class="field field-name-comment-body field-type-text-long field-label-hidden"><div class="field-items"><div class="field-item even">${bodyOf(scene, post)}</div></div></div></div><ul class="links inline"><li class="comment-reply first last"><a href="/comment/reply/9">${l.reply}</a></li></ul></div></div>`
  const indented = (post: DraftPost, replies: readonly Markup[]): Markup =>
    markup`${drupal(post)}${replies.length > 0 && markup`<div class="indented">${replies}</div>`}`
  const blogger = (post: DraftPost): Markup =>
    markup`<li class="comment" id="c${post.index + 4400}"><div class="avatar-image-container"><img src="b.gif" alt=""/></div><div class="comment-block"><div class="comment-header"><cite class="user">${post.author === '' ? shownAuthor(post) : markup`<a href="https://blog.example.net/profile/${post.index}" rel="nofollow">${post.author}</a>`}</cite><span class="icon user "></span><span class="datetime secondary-text"><a rel="nofollow" href="/2012/1.html?showComment=1#c1">${post.shown}</a></span></div><p class="comment-content">${bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`<br /><br />` })}</p><span class="comment-actions secondary-text"><a class="comment-reply" target="_self" data-comment-id="${post.index}">${l.reply}</a></span></div></li>`
  const journal = (post: DraftPost): Markup =>
    markup`<div id="comment-cmt${post.index + 88}" class="comment-thread comment-depth-${post.depth + 1} comment-depth-${post.depth % 2 === 0 ? 'even' : 'odd'}" style="margin-left: ${post.depth * 25}px;"><div id="cmt${post.index + 88}" class="dwexpcomment"><div class="comment visible"><div class="inner"><div class="header"><div class="inner"><h4 class="comment-title">${random.chance(0.4) && scene.maybe(`Re: ${scene.heading}`)}</h4><span class="datetime">${post.shown}</span><div class="userpic"><a href="/allpics"><img src="u.png" alt="" title="default" /></a></div><div class="poster comment-poster"><span class="ljuser" style="white-space: nowrap;"><a href="https://${post.handle}.example.com/profile"><img src="p.png" alt="[personal profile] " width="17" height="17" /></a><a href="https://${post.handle}.example.com/"><b>${shownAuthor(post)}</b></a></span></div></div></div><div class="contents"><div class="inner"><div class="comment-content">${bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`<br /><br />` })}</div></div></div><div class="footer"><div class="inner"><ul class="link text-links comment-interaction-links"><li class="link reply"><a href="/1.html?replyto=9">${l.reply}</a></li><li class="link"><a href="/1.html?thread=9">Thread</a></li></ul></div></div></div></div></div></div>`
  const list = [
    markup`<section class="comments comment-wrapper" id="comments"><h2 class="title comment-form">${l.comments}</h2>${variant === 0 && nested(posts, indented)}</section>`,
    markup`<div class="comments" id="comments"><a name="comments"></a><h4>${posts.length} ${l.comments}:</h4><div class="comments-content"><div id="comment-holder"><div id="bc_0_1B" class="comment-thread toplevel-thread"><ol id="top-ra">${posts.map(blogger)}</ol></div></div></div><p class="comment-footer"></p></div>`,
    markup`<div id="comments"><div class="inner"><div class="comment-pages toppages"></div><div class="comments-message"></div>${posts.map(journal)}</div></div>`,
  ][variant]
  return story(scene, `${scene.word()} Journal`, list)
}

/** Comments below news: an embedded service, one of the paper itself, a plain list of its archive. */
export function newsService(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  const posts = comments(scene, { parents: inTreeOrder(), hasVotes: variant !== 2 })
  const service = (post: DraftPost, replies: readonly Markup[]): Markup =>
    markup`<li class="post" id="post-${post.index + 300}"><div role="alert"></div><div data-role="post-content" class="post-content"><ul class="post-menu dropdown"><li class="collapse"><a href="#" title="Collapse">−</a></li></ul><div class="indicator"></div><div class="avatar hovercard"><a href="/by/${post.handle}/" class="user"><img data-role="user-avatar" src="a.jpg" class="user" alt="Avatar" /></a></div><div class="post-body"><header class="comment__header"><span class="post-byline"><span class="author publisher-anchor-color"><a href="/by/${post.handle}/" data-action="profile">${shownAuthor(post)}</a></span>${post.parent !== undefined && posts[post.parent]!.author !== '' && markup` <a href="#c" class="parent-link" data-role="parent-link"><i aria-label="in reply to" class="icon-forward" title="in reply to"></i> ${scene.maybe(posts[post.parent]!.author)}</a>`}</span><span class="post-meta"><span class="bullet time-ago-bullet" aria-hidden="true">•</span> <a href="#c" data-role="relative-time" class="time-ago" title="${post.full}">${post.shown}</a></span></header><div class="post-body-inner"><div class="post-message-container" data-role="message-container"><div data-role="message-content"><div class="post-message " data-role="message">${bodyOf(scene, post)}</div></div></div></div><footer class="comment__footer"><menu class="comment-footer__menu"><li class="voting" data-role="voting"><a href="#" class="vote-up count-${post.votes}"><span class="updatable count" data-role="likes">${post.votes}</span></a></li><li class="reply"><a href="#"><span class="text">${l.reply}</span></a></li></menu></footer></div></div><ul data-role="children" class="children">${replies}</ul></li>`
  const own = (post: DraftPost, replies: readonly Markup[]): Markup =>
    markup`<div class="user-comment" data-comment-id="${post.index + 9}"><div class="user-comment__header"><div class="user-comment__avatar" aria-hidden="true">${shownAuthor(post).slice(0, 1)}</div><p class="user-comment__name">${shownAuthor(post)}</p><p class="user-comment__date">${post.shown}</p></div><div class="user-comment__text">${bodyOf(scene, post)}</div><div class="user-comment__actions"><button type="button" aria-label="${post.votes} ${l.like}">${l.like} <span class="likes">${post.votes}</span></button><button type="button">${l.reply}</button></div>${replies.length > 0 && markup`<div class="user-comment__replies">${replies}</div>`}</div>`
  const archive = (post: DraftPost): Markup =>
    markup`<dt>${post.index + 1}. <span class="who">${shownAuthor(post)}</span>, ${post.shown}</dt><dd>${bodyOf(scene, post)}</dd>`
  if (variant === 2)
    for (const post of posts) {
      post.depth = 0
      delete post.parent
    }
  if (variant === 1) for (const post of posts) if (post.votes !== undefined) scene.maybe(post.votes)
  const list = [
    markup`<div id="disqus_thread"><section id="conversation" data-role="main"><div class="nav nav-primary"><ul><li class="nav-tab"><a href="#">${posts.length} ${l.comments}</a></li></ul></div><div id="posts"><ul id="post-list" class="post-list">${variant === 0 && nested(posts, service)}</ul></div></section></div>`,
    markup`<section class="user-comments" aria-label="${l.comments}"><h2>${l.comments}</h2>${variant === 1 && nested(posts, own)}</section>`,
    markup`<div id="kommentare" class="comments"><h3>${l.comments} (${posts.length})</h3><dl>${posts.map(archive)}</dl></div>`,
  ][variant]
  const most =
    random.chance(0.3) &&
    markup`<ul class="trending"><li>${scene.out(scene.phrase(), 'related')}</li></ul>`
  return story(scene, `${scene.word()} News`, joined([list, most], ''))
}
