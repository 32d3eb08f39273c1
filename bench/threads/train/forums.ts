import { bodyOf, type BodyStyle } from '../body.ts'
import { markup, type Markup, type Value } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { bottom, page, relatedBox, topBar } from './chrome.ts'

function converse(scene: Scene, hasVotes = false): DraftPost[] {
  scene.heading = scene.phrase()
  return scene.say({
    roles: (index) => (index === 0 ? 'post' : 'reply'),
    kinds: ['code', 'list', 'quotation'],
    mayHaveNoDates: true,
    mayBeNameless: true,
    hasVotes,
  })
}

function signature(scene: Scene): string {
  return scene.random.chance(0.35)
    ? scene.out(scene.random.pick(scene.voice.signatures), 'signature')
    : ''
}

const asLines: BodyStyle = { paragraph: (inner) => inner, gap: markup`<br>\n<br>\n` }

/** As phpBB writes topics: prosilver, subsilver2 and a flat style. */
export function phpbb(scene: Scene): Markup {
  const posts = converse(scene)
  const { l, random } = scene
  const [section, variant] = [scene.word(), scene.number % 3]
  const body = (post: DraftPost): Markup =>
    bodyOf(scene, post, {
      ...asLines,
      code: (source) =>
        markup`<div class="codebox"><p>${scene.maybe('Code:')} <a href="#" onclick="selectCode(this); return false;">Select all</a></p><pre><code>${source}</code></pre></div>`,
      quotation: (inner, name) =>
        markup`<blockquote${name === '' && markup` class="uncited"`}><div>${name !== '' && markup`<cite>${scene.wrote(name)}</cite>`}${inner}</div></blockquote>`,
    })
  const edited = (post: DraftPost): Value =>
    random.chance(0.15) &&
    markup`<div class="notice">${l.edited} <a href="/u" class="username">${post.author}</a>, 1x</div>`
  const profile = (post: DraftPost): Markup =>
    markup`<dl class="postprofile" id="profile${post.index}"><dt class="${random.chance(0.5) ? 'has-profile-rank has-avatar' : 'no-profile-rank no-avatar'}"><div class="avatar-container"><a href="./memberlist.php?mode=viewprofile&u=${post.index + 2}" class="avatar"><img class="avatar" src="./a.png" width="90" height="90" alt="${l.member}"></a></div>${post.author === '' ? markup`<span class="username">${shownAuthor(post)}</span>` : markup`<a href="./memberlist.php?mode=viewprofile&u=${post.index + 2}" class="${random.pick(['username', 'username-coloured'])}">${post.author}</a>`}</dt><dd class="profile-rank">${l.member}<br></dd><dd class="profile-posts"><strong>${l.posts}:</strong> <a href="./search.php?author_id=${post.index}">${random.int(1, 9999)}</a></dd><dd class="profile-joined"><strong>${l.joined}:</strong> ${random.int(1, 28)} Jan ${random.int(2004, 2020)}, 10:${random.int(10, 59)}</dd>${random.chance(0.5) && markup`<dd class="profile-custom-field profile-phpbb_location"><strong>${l.place}:</strong> ${random.pick(scene.voice.places)}</dd>`}</dl>`
  const sign = (): Value => {
    const text = signature(scene)
    return text !== '' && markup`<div id="sig1" class="signature">${text}</div>`
  }
  const prosilver = (post: DraftPost): Markup => markup`
<div id="p${post.index + 300}" class="post has-profile ${post.index % 2 === 0 ? 'bg2' : 'bg1'}"><div class="inner">${profile(post)}<div class="postbody"><div id="post_content${post.index}"><h3 class="${post.index === 0 && 'first'}">${random.chance(0.5) && markup`<img src="./i.gif" alt=""> `}<a href="#p${post.index + 300}">${post.index > 0 && 'Re: '}${scene.heading}</a></h3><ul class="post-buttons"><li><a href="./posting.php?mode=quote&p=${post.index}" title="${l.quote}" class="button button-icon-only"><i class="icon fa-quote-left fa-fw" aria-hidden="true"></i><span class="sr-only">${l.quote}</span></a></li></ul><p class="author"><a class="unread" href="#p${post.index}" title="Post"><i class="icon fa-file fa-fw" aria-hidden="true"></i><span class="sr-only">Post</span></a><span class="responsive-hide">${l.by} <strong>${post.author === '' ? markup`<span class="username">${shownAuthor(post)}</span>` : markup`<a href="./memberlist.php?mode=viewprofile&u=${post.index + 2}" class="username">${post.author}</a>`}</strong> &raquo; </span>${post.shown !== '' && (variant === 0 ? markup`<time datetime="${post.iso}">${post.shown}</time>` : post.shown)}</p><div class="content">${body(post)}</div>${edited(post)}${sign()}</div></div><div class="back2top"><a href="#top" class="top" title="Top"><i class="icon fa-chevron-circle-up" aria-hidden="true"></i><span class="sr-only">Top</span></a></div></div></div>
<hr class="divider">`
  const subsilver = (post: DraftPost): Markup => markup`
<table class="tablebg" width="100%" cellspacing="1"><tr class="row${1 + (post.index % 2)}"><td align="center" valign="middle" width="150"><a name="p${post.index}"></a><b class="postauthor">${shownAuthor(post)}</b></td><td width="100%" height="25"><table width="100%" cellspacing="0"><tr><td class="gensmall" width="100%"><div style="float: left;">&nbsp;<b>Post subject:</b> ${post.index > 0 && 'Re: '}${scene.heading}</div><div style="float: right;"><a href="#p${post.index}"><img src="./i.gif" alt="Post" title="Post"></a>${post.shown !== '' && markup`<b>Posted:</b> ${post.shown}&nbsp;`}</div></td></tr></table></td></tr><tr class="row${1 + (post.index % 2)}"><td valign="top" class="profile"><table cellspacing="4" align="center" width="150"><tr><td class="postdetails"><img src="a.gif" alt="User avatar"></td></tr></table><span class="postdetails"><br><b>${l.joined}:</b> ${random.int(2003, 2015)}<br><b>${l.posts}:</b> ${random.int(1, 900)}<br></span></td><td valign="top"><table width="100%" cellspacing="5"><tr><td><div class="postbody">${body(post)}</div>${sign()}<br clear="all"></td></tr></table></td></tr><tr class="row1"><td class="profile"><strong><a href="#wrapheader">Top</a></strong></td><td><div class="gensmall" style="float: left;">&nbsp;<a href="./memberlist.php?mode=viewprofile&u=${post.index}"><img src="p.gif" alt="Profile"></a></div><div class="gensmall" style="float: right;"><a href="./posting.php?mode=quote">${l.quote}</a></div></td></tr><tr><td class="spacer" colspan="2" height="1"><img src="spacer.gif" alt=""></td></tr></table>`
  const main = posts.map(variant === 2 ? subsilver : prosilver)
  return page(
    scene,
    markup`<div id="wrap" class="wrap"><div id="page-header"><div class="headerbar" role="banner"><div id="site-description"><a id="logo" class="logo" href="./index.php" title="${l.home}"></a><h1>${scene.out(`${section} board`, 'site')}</h1><p class="skiplink"><a href="#start_here">Skip to content</a></p></div></div><div class="navbar" role="navigation"><ul id="nav-main" class="nav-main linklist"><li><a href="/faq">FAQ</a></li><li class="rightside"><a href="./ucp.php?mode=login">${l.login}</a></li></ul><ul id="nav-breadcrumbs" class="nav-breadcrumbs linklist navlinks"><li class="breadcrumbs"><span class="crumb"><a href="./index.php">${l.home}</a></span><span class="crumb"><a href="./viewforum.php?f=2">${section}</a></span></li></ul></div></div><a id="start_here" class="anchor"></a><div id="page-body" class="page-body" role="main"><h2 class="topic-title"><a href="./viewtopic.php?t=1">${scene.heading}</a></h2><div class="action-bar bar-top"><a href="./posting.php?mode=reply" class="button" title="${l.reply}"><span>${l.reply}</span></a><div class="pagination">${posts.length} posts • Page <strong>1</strong> of <strong>1</strong></div></div>${main}<div class="action-bar bar-bottom"><a href="./posting.php?mode=reply" class="button"><span>${l.reply}</span></a></div>${random.chance(0.3) && relatedBox(scene, 'topiclist similar')}<div class="stat-block online-list"><h3>Who is online</h3><p>Users browsing this forum: <a class="username">${scene.out(scene.person().name)}</a> and ${random.int(2, 20)} guests</p></div></div><div id="page-footer" class="page-footer"><div class="copyright"><p class="footer-row"><span class="footer-copyright">Powered by board software</span></p></div></div></div>`,
    { site: `${section} board`, bodyClass: 'nojs notouch section-viewtopic ltr' },
  )
}

/** As XenForo writes threads, in its first and second version. */
export function xenforo(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  const posts = converse(scene)
  const site = `${scene.word()} Community`
  const body = (post: DraftPost): Markup =>
    bodyOf(scene, post, {
      ...asLines,
      code: (source) =>
        markup`<div class="bbCodeBlock bbCodeBlock--screenLimited bbCodeBlock--code"><div class="bbCodeBlock-title">${scene.maybe('Code:')}</div><div class="bbCodeBlock-content" dir="ltr"><pre class="bbCodeCode" dir="ltr" data-lang=""><code>${source}</code></pre></div></div>`,
      quotation: (inner, name) =>
        markup`<blockquote class="bbCodeBlock bbCodeBlock--expandable bbCodeBlock--quote js-expandWatch" data-quote="${name}">${name !== '' && markup`<div class="bbCodeBlock-title"><a href="/goto/post?id=1" class="bbCodeBlock-sourceJump">${scene.maybe(`${name} said:`)}</a></div>`}<div class="bbCodeBlock-content"><div class="bbCodeBlock-expandContent js-expandContent ">${inner}</div><div class="bbCodeBlock-expandLink js-expandLink"><a role="button" tabindex="0">Click to expand...</a></div></div></blockquote>`,
    })
  const time = (post: DraftPost): Value =>
    post.shown !== '' &&
    (variant === 1
      ? markup`<span class="DateTime" title="${post.full}">${post.shown}</span>`
      : markup`<time class="u-dt" dir="auto" datetime="${post.iso}" data-timestamp="${post.time / 1000}" title="${post.full}">${post.shown}</time>`)
  const liked = (): Value => {
    if (!random.chance(0.3)) return undefined
    const { name } = scene.person()
    return markup`<div class="reactionsBar js-reactionsList is-active"><ul class="reactionSummary"><li><span class="reaction reaction--1"><img src="x.gif" class="reaction-sprite" alt="Like" title="Like"></span></li></ul><span class="u-srOnly">Reactions:</span><a class="reactionsBar-link" href="/posts/1/reactions" rel="nofollow"><bdi>${scene.out(name)}</bdi> and ${random.int(2, 9)} others</a></div>`
  }
  const modern = (post: DraftPost): Markup => markup`
<article class="message message--post js-post js-inlineModContainer" data-author="${post.author}" data-content="post-${post.index + 77}" id="js-post-${post.index + 77}"${variant === 2 && markup` itemscope itemtype="https://schema.org/Comment"`}><span class="u-anchorTarget" id="post-${post.index + 77}"></span><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user" itemprop="author" itemscope itemtype="https://schema.org/Person"><div class="message-avatar"><div class="message-avatar-wrapper"><a href="/members/${post.handle}.${post.index}/" class="avatar avatar--m avatar--default"><span class="avatar-u1-m" role="img" aria-label="${post.author}">${post.author.slice(0, 1)}</span></a></div></div><div class="message-userDetails"><h4 class="message-name">${post.author === '' ? markup`<span class="username">${shownAuthor(post)}</span>` : markup`<a href="/members/${post.handle}.${post.index}/" class="username" dir="auto" data-user-id="${post.index}" itemprop="url"><span itemprop="name">${post.author}</span></a>`}</h4><h5 class="userTitle message-userTitle" dir="auto" itemprop="jobTitle">${scene.out('Well-known member')}</h5></div><div class="message-userExtras"><dl class="pairs pairs--justified"><dt>${l.joined}</dt><dd>Mar 4, 20${random.int(10, 22)}</dd></dl><dl class="pairs pairs--justified"><dt>${l.posts}</dt><dd>${random.int(3, 4000)}</dd></dl></div><span class="message-userArrow"></span></section></div><div class="message-cell message-cell--main"><div class="message-main js-quickEditTarget"><header class="message-attribution message-attribution--split"><ul class="message-attribution-main listInline "><li class="u-concealed"><a href="/threads/t.1/post-${post.index}" rel="nofollow" itemprop="url">${time(post)}</a></li></ul><ul class="message-attribution-opposite message-attribution-opposite--list "><li><a href="/threads/t.1/post-${post.index}" class="message-attribution-gadget" data-xf-init="share-tooltip" aria-label="${l.share}"><i class="fa--xf far fa-share-alt"></i></a></li><li><a href="/threads/t.1/post-${post.index}" rel="nofollow">#${post.index + 1}</a></li></ul></header><div class="message-content js-messageContent"><div class="message-userContent lbContainer js-lbContainer "><article class="message-body js-selectToQuote"><div itemprop="text"><div class="bbWrapper">${body(post)}</div></div><div class="js-selectToQuoteEnd">&nbsp;</div></article></div>${sign()}</div><footer class="message-footer"><div class="message-actionBar actionBar"><div class="actionBar-set actionBar-set--external"><a href="#" class="actionBar-action actionBar-action--reply">${l.reply}</a></div></div>${liked()}</footer></div></div></div></article>`
  const sign = (): Value => {
    const text = signature(scene)
    return (
      text !== '' &&
      markup`<aside class="message-signature"><div class="bbWrapper">${text}</div></aside>`
    )
  }
  const old = (post: DraftPost): Markup => markup`
<li id="post-${post.index + 77}" class="sectionMain message " data-author="${post.author}"><div class="uix_message"><div class="messageUserInfo" itemscope itemtype="http://data-vocabulary.org/Person"><div class="messageUserBlock"><div class="avatarHolder"><span class="helper"></span><a href="members/${post.handle}.1/" class="avatar Av1m"><img src="a.jpg" width="96" height="96" alt="${post.author}"></a></div><h3 class="userText">${post.author === '' ? markup`<span class="username">${shownAuthor(post)}</span>` : markup`<a href="members/${post.handle}.1/" class="username" dir="auto" itemprop="name">${post.author}</a>`}<em class="userTitle" itemprop="title">${scene.out('Active Member')}</em></h3><div class="extraUserInfo"><dl class="pairsJustified"><dt>${l.joined}:</dt> <dd>Jun 7, 2012</dd></dl><dl class="pairsJustified"><dt>${l.posts}:</dt> <dd><a href="search/member?user_id=1" class="concealed">${random.int(1, 999)}</a></dd></dl></div><span class="arrow"><span></span></span></div></div><div class="messageInfo primaryContent"><div class="messageContent"><article><blockquote class="messageText SelectQuoteContainer ugc baseHtml">${body(post)}<div class="messageTextEndMarker">&nbsp;</div></blockquote></article></div>${signature(scene) !== '' && markup`<div class="baseHtml signature messageText ugc"><aside>${scene.outside.at(-1)!.text}</aside></div>`}<div class="messageMeta ToggleTriggerAnchor"><div class="privateControls"><span class="item muted"><span class="authorEnd"><a href="members/${post.handle}.1/" class="username author" dir="auto">${post.author}</a>, </span>${post.shown !== '' && markup`<a href="threads/t/#post-${post.index}" title="Permalink" class="datePermalink">${time(post)}</a>`}</span></div><div class="publicControls"><a href="threads/t/#post-${post.index}" title="Permalink" class="item muted postNumber hashPermalink">#${post.index + 1}</a></div></div></div></div></li>`
  return page(
    scene,
    markup`<div class="p-pageWrapper" id="top">${topBar(scene, site, 'p-header')}<div class="p-body"><div class="p-body-inner"><ul class="p-breadcrumbs" itemscope itemtype="https://schema.org/BreadcrumbList"><li><a href="/forums/" itemprop="item"><span itemprop="name">Forums</span></a></li></ul><div class="p-body-header"><div class="p-title"><h1 class="p-title-value">${scene.heading}</h1></div><div class="p-description"><ul class="listInline listInline--bullet"><li><i class="fa--xf far fa-user" aria-hidden="true"></i><span class="u-srOnly">Thread starter</span> <a href="/members/1/" class="username u-concealed">${posts[0]!.author}</a></li>${posts[0]!.shown !== '' && markup`<li><span class="u-srOnly">Start date</span> ${time(posts[0]!)}</li>`}</ul></div></div><div class="p-body-main"><div class="p-body-content"><div class="p-body-pageContent"><div class="block block--messages"><div class="block-outer"></div><div class="block-container lbContainer"><div class="block-body js-replyNewMessageContainer">${variant === 1 ? markup`<ol class="messageList" id="messageList">${posts.map(old)}</ol>` : posts.map(modern)}</div></div><div class="block-outer block-outer--after"><div class="block-outer-opposite"><a href="/login/" class="button--link button--wrap button">You must log in or register to reply here.</a></div></div></div>${random.chance(0.6) && relatedBox(scene, 'block block--similar')}</div></div><div class="p-body-sidebar"><div class="block" data-widget-key="members_online"><h3 class="block-minorHeader">Members online</h3><ul class="listInline listInline--comma"><li><a class="username">${scene.out(scene.person().name, 'related')}</a></li></ul></div></div></div></div></div>${bottom(scene, site, 'p-footer')}</div>`,
    { site },
  )
}
