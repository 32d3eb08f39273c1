import { bodyOf } from '../body.ts'
import { markup, type Markup } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { documentOf, elsewhere, foot, strip } from './surroundings.ts'
import { answersTo, descend, topMost } from './trees.ts'

function say(scene: Scene, hasVotes: boolean): DraftPost[] {
  return scene.say({
    roles: () => 'comment',
    length: 'short',
    hasVotes,
    mayBeNameless: true,
    kinds: ['quotation', 'list'],
    parents: descend(0, 0.7),
  })
}

function story(scene: Scene, name: string, from: number, to: number): Markup {
  scene.heading = scene.phrase()
  const who = scene.byline(scene.person().name)
  const body = scene.article(from, to)
  const middle =
    scene.random.chance(0.3) &&
    markup`<figure class="${name}-picture"><img src="/pic.jpg" alt=""></figure>`
  return markup`<div class="${name}"><h1 class="${name}-title">${scene.heading}</h1><div class="${name}-credit"><span class="${name}-author">${who}</span><span class="${name}-date">${scene.maybe('12.11.2025')}</span></div><div class="${name}-copy">${body.map((one, index) => markup`<p>${one}</p>${index === 1 && middle}`)}</div></div>`
}

/** As a newspaper's open program, a self-hosted widget, and the plugin of a social network write comments. */
export function belowStories(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  const article = story(scene, ['report', 'longread', 'piece'][variant]!, 3, 8)
  const posts = say(scene, variant !== 2)
  const coral = (post: DraftPost): Markup =>
    markup`<article class="coral coral-comment coral-reacted-0 coral-indent-${post.depth}" id="comment-${post.index}" aria-labelledby="label-${post.index}" tabindex="-1"><div class="coral-indent"><div class="coral coral-comment-topBar"><div class="coral-comment-username coral-username"><button class="coral-comment-usernameButton"><span>${shownAuthor(post)}</span></button></div><div class="coral-comment-tags">${random.chance(0.1) && scene.out('Editor’s pick')}</div><time class="coral coral-timestamp coral-comment-timestamp" datetime="${post.iso}" title="${post.full}">${post.shown}</time>${post.parent !== undefined && markup`<div class="coral coral-comment-inReplyTo"><span>In reply to </span><span class="coral-comment-inReplyTo-username">${scene.maybe(shownAuthor(posts[post.parent]!))}</span></div>`}</div><div class="coral coral-content coral-comment-content">${bodyOf(scene, post, { paragraph: (inner) => markup`<div>${inner}</div>` })}</div><div class="coral-comment-actionBar"><button class="coral coral-reactButton"><span>Respect</span><span class="coral-reactButton-count likes">${post.votes} likes</span></button><button class="coral coral-comment-replyButton">${l.reply}</button><button class="coral coral-comment-reportButton">${l.report}</button></div></div></article>${answersTo(posts, post.index).map(coral)}`
  const isso = (post: DraftPost): Markup =>
    markup`<div class="isso-comment" id="isso-${post.index}"><div class="isso-avatar"><svg></svg></div><div class="isso-text-wrapper"><div class="isso-comment-header" role="meta"><span class="isso-author">${shownAuthor(post)}</span><span class="isso-spacer">•</span><a class="isso-permalink" href="#isso-${post.index}"><time title="${post.full}" datetime="${post.iso}">${post.shown}</time></a><span class="isso-note"></span></div><div class="isso-text">${bodyOf(scene, post)}</div><div class="isso-comment-footer"><span class="isso-votes">${post.votes}</span><a href="#" class="isso-upvote"></a><span class="isso-spacer">|</span><a href="#" class="isso-downvote"></a><a class="isso-reply" href="#">${l.reply}</a></div><div class="isso-follow-up">${answersTo(posts, post.index).map(isso)}</div></div></div>`
  const social = (post: DraftPost): Markup =>
    markup`<div class="_3-8y _5nz1 clearfix" direction="left"><div class="_ohe lfloat"><a href="https://social.example.net/${post.handle}" target="_blank"><img class="_1ci img" src="/f" alt=""></a></div><div><div class="_3-8m"><div class="_30o4"><span><span class="_5mdd UFICommentActorAndBody"><a class="UFICommentActorName" href="https://social.example.net/${post.handle}">${shownAuthor(post)}</a><div class="UFICommentBody">${bodyOf(scene, post)}</div></span></span><div class="_2vq9 fsm fwn fcg"><a href="#">${l.like}</a> <span role="presentation"> · </span><a href="#">${l.reply}</a> <span> · </span><a class="uiLinkSubtle" href="#t"><abbr class="timestamp livetimestamp" title="${post.full}" data-utime="${post.time / 1000}">${post.shown}</abbr></a></div></div></div>${answersTo(posts, post.index).length > 0 && markup`<div class="_44ri _2pis">${answersTo(posts, post.index).map(social)}</div>`}</div></div>`
  const list = topMost(posts, 0)
  const section = [
    markup`<div id="coral_thread"><div id="coral"><div class="coral coral-stream"><div class="coral-viewerBox"><button>${l.login}</button></div><div class="coral-tabBar" role="tablist"><button role="tab" class="coral-tabBar-comments"><span>${l.comments}</span> <span class="coral-counter">${posts.length}</span></button></div><p class="coral-guidelines">${scene.out('Be nice, and stay on the subject: our moderators read along.')}</p><div class="coral-allComments">${list.map(coral)}</div></div></div></div>`,
    markup`<section id="isso-thread" data-title="x"><h4 class="isso-thread-heading">${posts.length} ${l.comments}</h4><div class="isso-postbox"><textarea placeholder="Type here"></textarea><input type="submit" value="Submit"></div><div id="isso-root">${list.map(isso)}</div></section>`,
    markup`<div class="fb-comments fb_iframe_widget"><div id="u_0_1" class="_56q9"><div class="_491z clearfix"><div class="_ohe lfloat"><span class="_50f7">${posts.length} ${l.comments}</span></div><div class="_ohf rfloat">Sort by Oldest</div></div><div class="_4uyl"><div>Add a comment…</div></div><div class="_4k-6">${list.map(social)}</div><div class="_5lm5"><span>Comments plugin of a network</span></div></div></div>`,
  ][variant]
  return documentOf(
    scene,
    markup`${strip(scene, 'The Courier', 'gazette')}<div class="sheet"><div class="sheet-wide">${article}${section}</div><div class="sheet-narrow">${elsewhere(scene, 'headlines')}</div></div>${foot(scene, 'The Courier', 'imprint')}`,
    'The Courier',
  )
}

/** As three programs for diaries write posts and what readers say. */
export function diaries(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  const article = story(scene, ['post-outer', 'node__content', 'asset'][variant]!, 2, 6)
  const posts =
    variant === 0
      ? scene.say({ roles: () => 'comment', length: 'short', kinds: ['quotation'] })
      : say(scene, false)
  const name = (post: DraftPost): Markup =>
    post.author === '' || random.chance(0.5)
      ? markup`${shownAuthor(post)}`
      : markup`<a href='https://${post.handle}.example.com/profile' rel='nofollow'>${post.author}</a>`
  const blogger = (post: DraftPost): Markup =>
    markup`<dt class='comment-author ' id='c${post.index + 88}'><a name='c${post.index + 88}'></a><div class="avatar-image-container avatar-stock"><span dir="ltr"><img src="/b16-rounded.gif" width="16" height="16" alt="" title="${post.author}"></span></div>${name(post)} said...</dt><dd class='comment-body' id='Blog1_cmt-${post.index}'>${bodyOf(scene, post)}</dd><dd class='comment-footer'><span class='comment-timestamp'><a href='/p#c${post.index}' title='comment permalink'>${post.shown}</a><span class='item-control blog-admin'><a class='comment-delete' href='/d' title='Delete Comment'><img src='/icon_delete13.gif' alt=''></a></span></span></dd>`
  const drupal = (post: DraftPost): Markup =>
    markup`<article data-comment-user-id="${post.index}" id="comment-${post.index + 5}" class="comment js-comment by-anonymous clearfix"><mark class="hidden" data-comment-timestamp="${post.time / 1000}"></mark><footer class="comment__meta"><article class="profile"></article><p class="comment__author"><span lang="">${name(post)}</span>${post.author === '' && ' (not verified)'}</p><p class="comment__time">${post.shown}</p><p class="comment__permalink"><a href="/comment/${post.index}#comment-${post.index}" hreflang="en">Permalink</a></p>${post.parent !== undefined && markup`<p class="visually-hidden">In reply to <a href="/comment/1" class="permalink" rel="bookmark">this</a> by ${scene.maybe(shownAuthor(posts[post.parent]!))}</p>`}</footer><div class="comment__content"><h3><a href="/comment/${post.index}" class="permalink" rel="bookmark">${scene.maybe(bodyStart(post))}</a></h3><div class="clearfix text-formatted field field--name-comment-body field--type-text-long field__item">${bodyOf(scene, post)}</div><ul class="links inline"><li class="comment-reply"><a href="/comment/reply/1">${l.reply}</a></li></ul></div></article>${answersTo(posts, post.index).length > 0 && markup`<div class="indented">${answersTo(posts, post.index).map(drupal)}</div>`}`
  const movable = (post: DraftPost): Markup =>
    markup`<div class="comment" id="comment-${post.index}"><div class="inner"><div class="comment-header"><div class="user-pic"></div><div class="asset-meta"><span class="byline"><span class="vcard author">${name(post)}</span>${post.parent !== undefined && markup` <a href="#comment-${post.parent}">replied to comment from ${scene.maybe(shownAuthor(posts[post.parent]!))}</a>`}</span> | <a href="#comment-${post.index}"><abbr class="published" title="${post.iso}">${post.shown}</abbr></a> | <a title="Reply" href="#">${l.reply}</a></div></div><div class="comment-content">${bodyOf(scene, post)}</div></div></div>${answersTo(posts, post.index).map(movable)}`
  const list = topMost(posts, 0)
  const section = [
    markup`<div class='comments' id='comments'><h4>${posts.length} comments:</h4><div id='Blog1_comments-block-wrapper'><dl class='avatar-comment-indent' id='comments-block'>${posts.map(blogger)}</dl></div><p class='comment-footer'><a href='/comment.g'>Post a Comment</a></p></div>`,
    markup`<section class="field field--name-comment field--type-comment comment-wrapper"><h2 class="title">${l.comments}</h2>${list.map(drupal)}<h2 class="title comment-form__title">Add new comment</h2></section>`,
    markup`<div id="comments" class="comments"><h2 class="comments-header">${posts.length} ${l.comments}</h2><div class="comments-content">${list.map(movable)}</div><div class="comments-open"><h2 class="comments-open-header">Leave a comment</h2></div></div>`,
  ][variant]
  // Answers of this system stand beside what they answer, and only say so.
  if (variant === 2) {
    for (const post of posts) {
      delete post.parent
      post.depth = 0
    }
  }
  return documentOf(
    scene,
    markup`${strip(scene, 'Diary', 'header-outer')}<div class="main-outer">${article}${section}<div class="sidebar-outer">${elsewhere(scene, 'PopularPosts')}<div class="widget Profile"><h2>About Me</h2><a class="profile-name-link" href="/me">${scene.out(scene.person().name, 'site')}</a></div></div></div>${foot(scene, 'Diary', 'footer-outer')}`,
    'Diary',
  )
}

/** The subject that a system makes of the first words. */
function bodyStart({ parts }: DraftPost): string {
  return parts[0]!.texts[0]!.split(' ').slice(0, 3).join(' ')
}

/** What customers say of a shop, a place and a program. */
export function opinions(scene: Scene): Markup {
  const { random } = scene
  const variant = scene.number % 3
  scene.heading = scene.phrase()
  const about = scene.article(1, 3)
  const posts = scene.say({
    roles: () => 'review',
    length: 'short',
    styles: ['relative', 'day', 'long'],
  })
  const title = (): string => scene.maybe(scene.phrase())
  const trust = (post: DraftPost): Markup =>
    markup`<div class="styles_cardWrapper__g8amG styles_show__Z8n7u" data-testid="service-review-card-v2"><article class="styles_reviewCard__meSdm" data-service-review-card-paper="true"><div class="styles_reviewCardInner__UZk1x"><aside class="styles_consumerInfoWrapper__6HN5O" aria-label="Info for ${post.author}"><div class="styles_consumerDetailsWrapper__4eZod"><a href="/users/${post.index}" name="consumer-profile" rel="nofollow" class="link_internal__Eam_b"><span data-consumer-name-typography="true" class="typography_heading-xs__osRhC">${shownAuthor(post)}</span><div class="styles_consumerExtraDetails__TylYM"><span data-consumer-country-typography="true">NL</span> • <span data-consumer-reviews-count-typography="true">${random.int(1, 20)} reviews</span></div></a></div></aside><hr class="divider_divider__M85a6"><section class="styles_reviewContentwrapper__W9Vqf" aria-disabled="false"><div class="styles_reviewHeader__xV2js" data-service-review-rating="4"><div class="star-rating_starRating__sdbkn"><img alt="Rated 4 out of 5 stars" src="/s.svg"></div><div class="styles_datesWrapper__PvjiQ"><time data-service-review-date-time-ago="true" datetime="${post.iso}" title="${post.full}">${post.shown}</time></div></div><div class="styles_reviewContent__44s_M" aria-hidden="false" data-review-content="true"><a href="/reviews/${post.index}" class="link_internal__Eam_b" data-review-title-typography="true"><h2 class="typography_heading-xs__osRhC" data-service-review-title-typography="true">${title()}</h2></a><div class="typography_body-l__v5JLj" data-service-review-text-typography="true">${bodyOf(scene, post)}</div><div class="styles_badgesWrapper__6VasU"><div data-testid="review-badge-date"><b>Date of experience:</b> <span>October 02, 2025</span></div></div></div></section><div class="styles_wrapper__qQXTa styles_reviewActions"><button><span>Useful</span></button><button><span>Share</span></button></div></div></article></div>`
  const trip = (post: DraftPost): Markup =>
    markup`<div class="_c" data-automation="reviewCard"><div class="mwPje f M k"><div class="XExLl f u o"><div class="QIHsu Zb"><span class="biGQs _P fiohW fOtGX"><a target="_self" href="/Profile/${post.handle}" class="BMQDV _F Gv wSSLS">${shownAuthor(post)}</a></span><div class="JINyA"><div class="biGQs _P pZUbB osNWb"><span>${scene.out(random.pick(scene.voice.places))}</span><span class="IugUm">${random.int(1, 200)} contributions</span></div></div></div></div></div><div class="VVbkp"><svg class="UctUV d H0" aria-label="5.0 of 5 bubbles"><title>5.0 of 5 bubbles</title></svg></div><div class="biGQs _P fiohW qWPrE ncFvv fOtGX"><a href="/Show" class="BMQDV"><span class="yCeTE">${title()}</span></a></div><div class="RpeCd">${post.shown} • Couples</div><div class="_T FKffI"><div class="fIrGe _T bgMZj"><div class="biGQs _P pZUbB KxBGd"><span class="JguWG">${bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`<br><br>` })}</span></div></div></div><div class="TreSq"><div class="biGQs _P pZUbB ncFvv osNWb">Written ${post.shown}</div><div class="biGQs _P">This review is the subjective opinion of a member.</div></div></div>`
  const store = (post: DraftPost): Markup =>
    markup`<div class="RHo1pe" jscontroller="H6eOGe"><header class="c1bOId" data-review-id="${post.index}"><div class="YNR7H"><div class="gSGphe"><img class="T75of abYEib" alt="" src="/s"><div class="X5PpBb">${shownAuthor(post)}</div></div><div role="button" class="VfPpkd-Bz112c" aria-label="Show review options"></div></div><div class="Jx4nYe"><div role="img" aria-label="Rated 2 stars out of five stars" class="iXRFPc"></div><span class="bp9Aid">${post.shown}</span></div></header><div class="h3YV2d">${bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`<br>` })}</div><div jscontroller="SWD8cc"><div class="AJTPZc" jsname="GUBNkc">${random.int(2, 99)} people found this review helpful</div></div><footer><div class="ocpBU"><div class="CFJNQd">Did you find this helpful?</div><button>Yes</button><button>No</button></div></footer></div>`
  const list = posts.map([trust, trip, store][variant]!)
  return documentOf(
    scene,
    markup`${strip(scene, 'Opinions', 'op-bar')}<div class="op-main"><div class="op-about"><h1>${scene.heading}</h1><div class="op-score">${random.int(2, 4)}.${random.int(0, 9)} <span>${random.int(40, 900)} total</span></div>${about.map((one) => markup`<p>${one}</p>`)}</div><section class="op-list" aria-label="reviews"><h2>What people say</h2>${list}</section></div>${elsewhere(scene, 'op-others')}${foot(scene, 'Opinions', 'op-foot')}`,
    'Opinions',
  )
}

/** A film with what its watchers say below, as a large site for films and two others write them. */
export function films(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  scene.heading = scene.phrase()
  const channel = scene.byline(scene.person().name)
  const about = scene.article(1, 2)
  const posts = scene.say({
    roles: () => 'comment',
    length: 'short',
    hasVotes: true,
    styles: ['relative'],
    parents: descend(0, 0.8),
  })
  for (const post of posts) if (post.votes === '0') delete post.votes
  const tube = (post: DraftPost): Markup =>
    markup`<ytd-comment-view-model id="comment" class="style-scope ytd-comment-thread-renderer"><div id="body" class="style-scope ytd-comment-view-model"><div id="author-thumbnail"><a href="/@${post.handle}" aria-label="@${post.handle}"><yt-img-shadow><img id="img" alt="" src="/y"></yt-img-shadow></a></div><div id="main"><div id="header"><div id="header-author"><h3><a id="author-text" class="yt-simple-endpoint style-scope ytd-comment-view-model" href="/@${post.handle}"><span class="style-scope ytd-comment-view-model"> ${shownAuthor(post)} </span></a></h3><span id="published-time-text" dir="auto"><a class="yt-simple-endpoint" href="/watch?lc=${post.index}"> ${post.shown} </a></span></div></div><ytd-expander id="expander"><div id="content"><yt-attributed-string id="content-text"><span class="yt-core-attributed-string" role="text">${bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`\n\n` })}</span></yt-attributed-string></div></ytd-expander><ytd-comment-engagement-bar id="action-buttons"><div id="toolbar"><yt-icon-button id="like-button"></yt-icon-button><span id="vote-count-middle" aria-label="${post.votes ?? 0} likes"> ${post.votes} </span><div id="reply-button-end"><button>${l.reply}</button></div></div></ytd-comment-engagement-bar></div></div></ytd-comment-view-model>`
  const thread = (post: DraftPost): Markup =>
    markup`<ytd-comment-thread-renderer class="style-scope ytd-item-section-renderer">${tube(post)}<div id="replies"><ytd-comment-replies-renderer><div id="expander-contents">${below(post.index).map(tube)}</div></ytd-comment-replies-renderer></div></ytd-comment-thread-renderer>`
  const below = (index: number): DraftPost[] =>
    answersTo(posts, index).flatMap((post) => [post, ...below(post.index)])
  const plain = (post: DraftPost): Markup =>
    markup`<div class="clip-comment" data-level="${post.depth}"><div class="clip-comment-by"><img src="/z" alt=""><b class="clip-comment-name">${shownAuthor(post)}</b><span class="clip-comment-ago">${post.shown}</span></div><div class="clip-comment-said">${bodyOf(scene, post)}</div><div class="clip-comment-bar">${post.votes !== undefined && markup`<span class="clip-likes">${post.votes} likes</span>`}<a href="#">${l.reply}</a></div>${answersTo(posts, post.index).length > 0 && markup`<div class="clip-answers">${answersTo(posts, post.index).map(plain)}</div>`}</div>`
  if (variant === 0) {
    // All answers stand in one row below the first comment.
    for (const post of posts) {
      if (post.parent === undefined) continue
      let top = post.parent
      while (posts[top]!.parent !== undefined) top = posts[top]!.parent!
      post.parent = top
      post.depth = 1
    }
  }
  const section =
    variant === 0
      ? markup`<ytd-comments id="comments"><ytd-item-section-renderer id="sections"><div id="header"><h2 id="count"><span>${posts.length}</span> <span>${l.comments}</span></h2><div id="sort-menu">Sort by</div></div><div id="contents">${topMost(posts, 0).map(thread)}</div></ytd-item-section-renderer></ytd-comments>`
      : markup`<div class="clip-comments" id="${variant === 1 ? 'comments' : 'talk'}"><h3>${posts.length} ${l.comments}</h3>${topMost(posts, 0).map(plain)}</div>`
  return documentOf(
    scene,
    markup`${strip(scene, 'clips', 'clip-top')}<div class="clip-page"><div class="clip-player"><div class="clip-controls">0:00 / 12:4${random.int(0, 9)}</div></div><h1 class="clip-title">${scene.heading}</h1><div class="clip-owner"><a href="/c/x">${channel}</a><span>${random.int(1, 90)}K subscribers</span></div><div class="clip-text"><span>${random.int(2, 90)},000 views</span>${about.map((one) => markup`<p>${one}</p>`)}</div>${section}</div>${elsewhere(scene, 'clip-next')}${foot(scene, 'clips', 'clip-foot')}`,
    'clips',
  )
}
