import { bodyOf } from '../body.ts'
import { markup, type Markup, type Value } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { bottom, page, relatedBox, topBar } from './chrome.ts'
import { asLines, boardPosts, signed } from './smf.ts'

/** As MyBB writes threads, with the author above or beside, and bbPress topics. */
export function mybb(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  const posts = boardPosts(scene)
  const body = (post: DraftPost): Markup =>
    bodyOf(scene, post, {
      ...(variant === 2 ? {} : asLines),
      quotation: (inner, name) =>
        markup`<blockquote class="mycode_quote"><cite>${name !== '' && scene.maybe(`(03-04-2018, 10:12 AM)${name} Wrote: `)}</cite>${inner}</blockquote>`,
    })
  const person = (post: DraftPost): Value =>
    post.author === ''
      ? shownAuthor(post)
      : markup`<a href="member.php?action=profile&amp;uid=${post.index + 2}"><span style="color: #0F5C8E;">${post.author}</span></a>`
  const classic = (post: DraftPost): Markup => {
    const sign = signed(scene)
    return markup`<a name="pid${post.index + 30}" id="pid${post.index + 30}"></a><div class="post ${variant === 1 && 'classic'}" style="" id="post_${post.index + 30}"><div class="post_author scaleimages"><div class="author_avatar"><a href="member.php?action=profile&amp;uid=${post.index + 2}"><img src="a.png" alt="" width="55" height="55" /></a></div><div class="author_information"><strong><span class="largetext">${person(post)}</span></strong> <a href="online.php"><img src="on.png" title="Online" alt="Online" class="buddy_status" /></a><br /><span class="smalltext">${random.pick(['Junior Member', 'Senior Member', 'Administrator'])}<br /><img src="star.png" border="0" alt="*" /><br /></span></div><div class="author_statistics">${l.posts}: ${random.int(2, 900)}<br />Threads: ${random.int(1, 99)}<br />${l.joined}: Mar 2015<br />Reputation: <strong class="reputation_neutral">0</strong></div></div><div class="post_content"><div class="post_head"><div class="float_right" style="vertical-align: top"><strong><a href="showthread.php?pid=${post.index}#pid${post.index}">#${post.index + 1}</a></strong></div><span class="post_date">${post.shown}<span class="post_edit" id="edited_by_${post.index + 30}">${random.chance(0.2) && markup`<span class="edited_post">(This post was last modified: ${post.shown} by <a href="member.php?uid=9">${scene.person().name}</a>.)</span>`}</span></span></div><div class="post_body scaleimages" id="pid_${post.index + 30}">${body(post)}</div>${sign !== '' && markup`<div class="signature scaleimages">${sign}</div>`}<div class="post_meta" id="post_meta_${post.index}"></div></div><div class="post_controls"><div class="postbit_buttons author_buttons float_left"><a href="search.php?action=finduser&amp;uid=2" title="Find all posts by this user" class="postbit_find"><span>Find</span></a></div><div class="postbit_buttons post_management_buttons float_right"><a href="newreply.php" class="postbit_quote"><span>${l.reply}</span></a></div></div></div>`
  }
  const bbpress = (post: DraftPost): Markup =>
    markup`<li><div id="post-${post.index + 30}" class="bbp-reply-header"><div class="bbp-meta"><span class="bbp-reply-post-date">${post.shown}</span><a href="/topic/9/#post-${post.index}" class="bbp-reply-permalink">#${post.index + 1000}</a><span class="bbp-admin-links"></span></div></div><div class="loop-item-${post.index} user-id-${post.index + 2} post-${post.index + 30} ${post.index === 0 ? 'topic' : 'reply'} type-reply status-publish hentry"><div class="bbp-reply-author">${post.author === '' ? markup`<span class="bbp-author-name">${shownAuthor(post)}</span>` : markup`<a href="/forums/users/${post.handle}/" title="View ${post.author}'s profile" class="bbp-author-link"><span class="bbp-author-avatar"><img alt="" src="a.png" class="avatar avatar-80 photo" height="80" width="80" /></span><span class="bbp-author-name">${post.author}</span></a>`}<div class="bbp-author-role">Participant</div></div><div class="bbp-reply-content">${body(post)}</div></div></li>`
  const site = `${scene.word()} Community`
  const main =
    variant === 2
      ? markup`<div id="bbpress-forums" class="bbpress-wrapper"><div class="bbp-breadcrumb"><p><a href="/">${l.home}</a> › <span class="bbp-breadcrumb-current">${scene.heading}</span></p></div><div class="bbp-template-notice info"><ul><li class="bbp-topic-description">This topic has ${posts.length - 1} replies, and was last updated by <a href="/forums/users/x/" class="bbp-author-link"><span class="bbp-author-name">${shownAuthor(posts.at(-1)!)}</span></a>.</li></ul></div><ul id="topic-9-replies" class="forums bbp-replies"><li class="bbp-header"><div class="bbp-reply-author">Author</div><div class="bbp-reply-content">Posts</div></li><li class="bbp-body">${posts.map(bbpress)}</li><li class="bbp-footer"><div class="bbp-reply-author">Author</div><div class="bbp-reply-content">Posts</div></li></ul></div>`
      : markup`<table border="0" cellspacing="0" cellpadding="5" class="tborder tfixed clear"><tr><td class="thead"><div><strong>${scene.heading}</strong></div></td></tr><tr><td id="posts_container"><div id="posts">${posts.map(classic)}</div></td></tr></table>`
  return page(
    scene,
    markup`${topBar(scene, site)}<div id="content"><h1>${scene.heading}</h1>${main}${random.chance(0.4) && relatedBox(scene, 'similar_threads')}</div>${bottom(scene, site)}`,
    { site },
  )
}

/** As FluxBB and PunBB write topics, and Vanilla discussions. */
export function fluxbb(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  const posts = boardPosts(scene)
  const body = (post: DraftPost): Markup =>
    bodyOf(scene, post, {
      quotation: (inner, name) =>
        markup`<div class="quotebox">${name !== '' && markup`<cite>${scene.wrote(name)}</cite>`}<blockquote><div><p>${inner}</p></div></blockquote></div>`,
      code: (source) => markup`<div class="codebox"><pre><code>${source}</code></pre></div>`,
    })
  const flux = (post: DraftPost): Markup => {
    const sign = signed(scene)
    return markup`<div id="p${post.index + 10}" class="blockpost row${post.index % 2 === 0 ? 'odd firstpost' : 'even'}${post.index === 0 && ' blockpost1'}"><h2><span><span class="conr">#${post.index + 1}</span> <a href="viewtopic.php?pid=${post.index}#p${post.index}">${post.shown}</a></span></h2><div class="box"><div class="inbox"><div class="postbody"><div class="postleft"><dl><dt><strong>${post.author === '' || variant === 1 ? shownAuthor(post) : markup`<a href="profile.php?id=${post.index + 2}">${post.author}</a>`}</strong></dt><dd class="usertitle"><strong>${random.pick(['Member', 'Administrator', 'New member'])}</strong></dd><dd><span>From: ${random.pick(scene.voice.places)}</span></dd><dd><span>${l.joined}: 2011-03-04</span></dd><dd><span>${l.posts}: ${random.int(2, 900)}</span></dd></dl></div><div class="postright"><h3>${post.index > 0 && 'Re: '}${scene.heading}</h3><div class="postmsg">${body(post)}${random.chance(0.15) && markup`<p class="postedit"><em>Last edited by ${scene.person().name} (${post.shown})</em></p>`}</div>${sign !== '' && markup`<div class="postsignature postmsg"><hr /><p>${sign}</p></div>`}</div></div></div><div class="inbox"><div class="postfoot clearb"><div class="postfootleft"><p><span>Offline</span></p></div><div class="postfootright"><ul><li class="postquote"><span><a href="post.php?tid=9">${l.quote}</a></span></li></ul></div></div></div></div></div>`
  }
  const vanilla = (post: DraftPost): Markup =>
    markup`<${post.index === 0 ? 'div' : 'li'} class="${post.index === 0 ? 'Item ItemDiscussion' : 'Item Alt ItemComment'} Role_Member" id="${post.index === 0 ? 'Discussion' : 'Comment'}_${post.index + 10}"><div class="${post.index === 0 ? 'Discussion' : 'Comment'}"><div class="Item-Header ${post.index === 0 ? 'DiscussionHeader' : 'CommentHeader'}"><div class="AuthorWrap"><span class="Author"><a title="${post.author}" href="/profile/${post.handle}" class="PhotoWrap"><img src="a.png" alt="${post.author}" class="ProfilePhoto ProfilePhotoMedium" /></a><a href="/profile/${post.handle}" class="Username">${shownAuthor(post)}</a> </span><span class="AuthorInfo"><span class="MItem Rank">${random.pick(['Level 1', 'Posts: 12'])}</span> </span></div><div class="Meta CommentMeta CommentInfo"><span class="MItem DateCreated"><a href="/discussion/comment/1/#Comment_1" class="Permalink" name="Item_${post.index}" rel="nofollow"><time title="${post.full}" datetime="${post.iso}">${post.shown}</time></a></span>${random.chance(0.2) && markup`<span class="MItem"><span title="Edited" class="DateUpdated">edited March 2016</span></span>`}</div></div><div class="Item-BodyWrap"><div class="Item-Body"><div class="Message">${body(post)}</div><div class="Reactions"><a class="Hijack ReactButton" href="/react"><span class="ReactLabel">${l.like}</span></a></div></div></div></div></${post.index === 0 ? 'div' : 'li'}>`
  const site = `${scene.word()} Board`
  const main =
    variant === 2
      ? markup`<div id="Content"><div class="MessageList Discussion"><div class="PageTitle"><h1>${scene.heading}</h1></div>${vanilla(posts[0]!)}</div><div class="CommentsWrap"><div class="DataBox DataBox-Comments"><h2 class="CommentHeading">${l.comments}</h2><ul class="MessageList DataList Comments">${posts.slice(1).map(vanilla)}</ul></div></div></div>`
      : markup`<div id="punviewtopic" class="pun"><div class="linkst"><div class="inbox crumbsplus"><ul class="crumbs"><li><a href="index.php"><strong>${l.home}</strong></a></li><li><span>»&#160;</span><a href="viewtopic.php?id=9"><strong>${scene.heading}</strong></a></li></ul><div class="pagepost"><p class="pagelink conl"><span class="pages-label">Pages: </span><strong class="item1">1</strong></p></div></div></div>${posts.map(flux)}</div>`
  return page(
    scene,
    markup`${topBar(scene, site)}${main}${random.chance(0.3) && relatedBox(scene, 'Box BoxDiscussions')}${bottom(scene, site)}`,
    { site },
  )
}

/** As servers of single-page forums write threads for programs that run no scripts. */
export function crawlerForum(scene: Scene): Markup {
  const { random } = scene
  const variant = scene.number % 3
  const posts = boardPosts(scene, { styles: ['long', 'medium', 'iso'] })
  const discourse = (post: DraftPost): Markup =>
    markup`<div id='post_${post.index + 1}' itemprop='comment' itemscope itemtype='http://schema.org/Comment' class='topic-body crawler-post'><div class='crawler-post-meta'><span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person"><a itemprop="url" rel='nofollow' href='/u/${post.handle}'><span itemprop='name'>${post.author === '' ? shownAuthor(post) : post.handle}</span></a></span><link itemprop="mainEntityOfPage" href="/t/9"><span class="crawler-post-infos"><time itemprop='datePublished' datetime='${post.iso}' class='post-time'>${post.shown}</time><meta itemprop='dateModified' content='${post.iso}'><span itemprop='position'>${post.index + 1}</span></span></div><div class='post' itemprop='text'>${bodyOf(scene, post, { quotation: (inner, name) => markup`<aside class="quote no-group" data-username="${name}" data-post="1"><div class="title"><div class="quote-controls"></div>${name !== '' && markup`<img alt="" width="24" height="24" src="a.png" class="avatar"> ${scene.maybe(`${name}:`)}`}</div><blockquote><p>${inner}</p></blockquote></aside>` })}</div><div itemprop="interactionStatistic" itemscope itemtype="http://schema.org/InteractionCounter"><meta itemprop="interactionType" content="http://schema.org/LikeAction"/><meta itemprop="userInteractionCount" content="${random.int(0, 3)}" /><span class='post-likes'></span></div></div>`
  const flarum = (post: DraftPost): Markup =>
    markup`<div><h3>${shownAuthor(post)}</h3>${post.date !== '' && markup`<time datetime="${post.iso}">${post.shown}</time>`}<div class="Post-body">${bodyOf(scene, post)}</div></div><hr>`
  const live = (post: DraftPost): Markup =>
    markup`<div class="PostStream-item" data-index="${post.index}" data-time="${post.iso}" data-number="${post.index + 1}" data-id="${post.index + 400}" data-type="comment"><article class="CommentPost Post Post--by-start-user"><div><header class="Post-header"><ul><li class="item-user"><div class="PostUser"><h3 class="PostUser-name"><a href="/u/${post.handle}"><span class="Avatar PostUser-avatar" style="--avatar-bg: #a0e5c9;">${shownAuthor(post).slice(0, 1).toUpperCase()}</span> <span class="username">${shownAuthor(post)}</span></a></h3><ul class="PostUser-badges badges"></ul></div></li><li class="item-meta"><div class="Dropdown PostMeta"><a class="Dropdown-toggle" data-toggle="dropdown"><time pubdate="true" datetime="${post.iso}" title="${post.full}" data-humantime="true">${post.shown}</time></a><div class="Dropdown-menu dropdown-menu"><span class="PostMeta-number">Post #${post.index + 1}</span> <span class="PostMeta-time"><time pubdate="true" datetime="${post.iso}">${post.full}</time></span></div></div></li></ul></header><div class="Post-body">${bodyOf(scene, post)}</div><aside class="Post-actions"><ul><li class="item-reply"><button class="Button Button--link" type="button">${scene.l.reply}</button></li></ul></aside><footer class="Post-footer"><ul><li class="item-replies"><div class="Post-mentionedBy"><span class="Post-mentionedBy-summary">${random.chance(0.3) && markup`<i class="icon fas fa-reply"></i><a href="/d/9/4">${scene.person().name}</a> replied to this.`}</span></div></li></ul></footer></div></article></div>`
  if (variant === 1 && random.chance(0.5)) for (const post of posts) post.date = ''
  const site = `${scene.word()} Talk`
  const main = [
    markup`<div id="main-outlet" class="wrap" role="main"><div id="topic-title"><h1><a href="/t/9">${scene.heading}</a></h1><div class="topic-category"><span class="category-title"><a href="/c/help">Help</a></span></div></div><div itemscope itemtype='http://schema.org/DiscussionForumPosting'><meta itemprop='headline' content='${scene.heading}'>${posts.map(discourse)}</div></div>`,
    markup`<div id="flarum-content"><noscript><div class="container"><h1>${scene.heading}</h1><div>${posts.map(flarum)}</div></div></noscript></div>`,
    markup`<div class="DiscussionPage"><header class="Hero DiscussionHero"><div class="container"><ul class="DiscussionHero-items"><li class="item-title"><h1 class="DiscussionHero-title">${scene.heading}</h1></li></ul></div></header><div class="container"><div class="DiscussionPage-discussion"><div class="DiscussionPage-stream"><div class="PostStream" role="feed">${posts.map(live)}</div></div></div></div></div>`,
  ][variant]
  return page(scene, markup`${topBar(scene, site)}${main}${bottom(scene, site)}`, { site })
}
