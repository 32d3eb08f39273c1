import { bodyOf, plainText, type BodyStyle } from '../body.ts'
import { markup, type Markup, type Value } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene, type Shape } from '../scene.ts'
import { bottom, page, relatedBox, topBar, typingLine } from './chrome.ts'

function converse(scene: Scene, shape: Partial<Shape> = {}): DraftPost[] {
  scene.heading = scene.phrase()
  return scene.say({
    roles: (index) => (index === 0 ? 'post' : 'reply'),
    kinds: ['code', 'list', 'quotation'],
    ...shape,
  })
}

const asLines: BodyStyle = { paragraph: (inner) => inner, gap: markup`<br />\n<br />\n` }

/** As vBulletin writes threads in its third, fourth and fifth version. */
export function vbulletin(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  const posts = converse(scene, { mayHaveNoDates: variant !== 0 })
  const site = `${scene.word()} Forums`
  const sign = (): string =>
    random.chance(0.35) ? scene.out(random.pick(scene.voice.signatures), 'signature') : ''
  const body = (post: DraftPost): Markup =>
    bodyOf(scene, post, {
      ...asLines,
      code: (source) =>
        markup`<div style="margin:20px; margin-top:5px"><div class="smallfont" style="margin-bottom:2px">${scene.maybe('Code:')}</div><pre class="alt2" dir="ltr">${source}</pre></div>`,
      quotation: (inner, name) =>
        variant === 1
          ? markup`<div class="bbcode_container"><div class="bbcode_quote"><div class="quote_container"><div class="bbcode_quote_container"></div>${name !== '' && markup`<div class="bbcode_postedby"><img src="q.png" alt="Quote" /> ${scene.maybe(`Originally Posted by ${name}`)} <a href="#p" rel="nofollow"><img src="v.png" alt="View Post" /></a></div>`}<div class="message">${inner}</div></div></div></div>`
          : markup`<div style="margin:20px; margin-top:5px; "><div class="smallfont" style="margin-bottom:2px">Quote:</div><table cellpadding="6" cellspacing="0" border="0" width="100%"><tr><td class="alt2" style="border:1px inset">${name !== '' && markup`<div>${scene.maybe(`Originally Posted by ${name}`)}</div>`}<div style="font-style:italic">${inner}</div></td></tr></table></div>`,
    })
  const third = (post: DraftPost): Markup => {
    const signed = sign()
    return markup`<div id="edit${post.index}" style="padding:0px 0px 6px 0px"><table id="post${post.index + 900}" class="tborder" cellpadding="6" cellspacing="0" border="0" width="100%" align="center"><tr><td class="thead" style="font-weight:normal"><!-- status icon and date --><a name="post${post.index + 900}"><img class="inlineimg" src="o.gif" alt="Old" border="0" /></a>
${post.shown}
</td><td class="thead" style="font-weight:normal" align="right">&nbsp; #<a href="showpost.php?p=${post.index}" target="new" rel="nofollow" id="postcount${post.index}" name="${post.index + 1}"><strong>${post.index + 1}</strong></a> &nbsp;</td></tr>
<tr valign="top"><td class="alt2" width="175" style="border:1px solid #fff"><div id="postmenu_${post.index}">${post.author === '' ? shownAuthor(post) : markup`<a class="bigusername" href="member.php?u=${post.index + 4}">${post.author}</a>`}<script type="text/javascript"> vbmenu_register("postmenu_${post.index}", true); </script></div><div class="smallfont">Senior Member</div><div class="smallfont">&nbsp;<br /><div>${l.joined}: Apr 20${random.int(10, 15)}</div><div>${l.place}: ${random.pick(scene.voice.places)}</div><div>${l.posts}: ${random.int(2, 5000)}</div></div></td>
<td class="alt1" id="td_post_${post.index}" style="border-right:1px solid #fff">${random.chance(0.5) && markup`<div class="smallfont"><img class="inlineimg" src="i.gif" alt="Default" border="0" /> <strong>${post.index > 0 && 'Re: '}${scene.heading}</strong></div><hr size="1" style="color:#ccc" />`}<!-- message --><div id="post_message_${post.index}">${body(post)}</div><!-- / message -->${signed !== '' && markup`<div>__________________<br />${signed}</div>`}</td></tr>
<tr><td class="alt2"><img class="inlineimg" src="off.gif" alt="Offline" border="0" />&nbsp;</td><td class="alt1" align="right"><a href="newreply.php?do=newreply&amp;p=${post.index}" rel="nofollow"><img src="quote.gif" alt="Reply With Quote" border="0" /></a></td></tr></table></div>`
  }
  const fourth = (post: DraftPost): Markup => {
    const signed = sign()
    return markup`<li class="postbitlegacy postbitim postcontainer old" id="post_${post.index + 900}"><div class="posthead"><span class="postdate old">${post.shown !== '' && markup`<span class="date">${post.shown}</span>`}</span><span class="nodecontrols"><a name="post${post.index}" href="showthread.php?1#post${post.index}" class="postcounter">#${post.index + 1}</a></span></div><div class="postdetails"><div class="userinfo"><div class="username_container"><div class="popupmenu memberaction">${post.author === '' ? markup`<span class="username guest">${shownAuthor(post)}</span>` : markup`<a class="username offline popupctrl" href="member.php?${post.index}" title="${post.author} is offline"><strong>${post.author}</strong></a><ul class="popupbody popuphover memberaction_body"><li class="left"><a href="member.php?1" class="siteicon_profile">View Profile</a></li><li class="right"><a href="search.php?u=1" class="siteicon_forum" rel="nofollow">View Forum Posts</a></li></ul>`}</div><img class="inlineimg onlinestatus" src="off.png" alt="${post.author} is offline" border="0" /></div><span class="usertitle">Junior Member</span><hr /><dl class="userinfo_extra"><dt>${l.joined}</dt> <dd>Aug 20${random.int(10, 19)}</dd><dt>${l.posts}</dt> <dd>${random.int(1, 900)}</dd></dl></div><div class="postbody"><div class="postrow has_after_content">${random.chance(0.5) && markup`<h2 class="title icon"><img src="i.png" alt="Default" /> ${scene.heading}</h2>`}<div class="content"><div id="post_message_${post.index}"><blockquote class="postcontent restore ">${body(post)}</blockquote></div></div></div>${signed !== '' && markup`<div class="after_content"><blockquote class="signature restore"><div class="signaturecontainer">${signed}</div></blockquote></div>`}</div></div><div class="postfoot"><div class="textcontrols floatcontainer"><span class="postcontrols"><a class="newreply" href="newreply.php?p=1" rel="nofollow">Reply With Quote</a><span class="seperator">&nbsp;</span></span></div></div></li>`
  }
  const fifth = (post: DraftPost): Markup =>
    markup`<li data-node-id="${post.index + 44}" class="b-post b-post--thread js-post js-comment-entry__parent h-restore--on-preview" itemscope itemtype="http://schema.org/${post.index === 0 ? 'DiscussionForumPosting' : 'Comment'}"><a id="post${post.index}"></a><div class="b-post__grid-container"><div class="l-row l-row__fixed--left h-clearfix"><div class="l-col__fixed--left b-post__hide-when-deleted"><div class="b-userinfo b-userinfo--sidebar" itemprop="author" itemscope itemtype="http://schema.org/Person"><div class="author h-text-size--14"><strong><a href="/member/${post.index}" data-vbnamecard="${post.index}" itemprop="url"><span itemprop="name">${shownAuthor(post)}</span></a></strong></div><div class="usertitle">Member</div><ul class="b-userinfo__extended"><li><label>${l.joined}:</label> <span>Feb 2018</span></li><li><label>${l.posts}:</label> <span>${random.int(1, 300)}</span></li></ul></div></div><div class="l-col__flexible-container"><div class="b-post__body h-padding-top-xl"><div class="b-post__arrow"></div><hr class="b-divider--section"><div class="h-clearfix"><div class="b-media b-post__content"><div class="b-post__timestamp">${post.shown !== '' && markup`<time itemprop="dateCreated" datetime="${post.iso}">${post.shown}</time>`}</div><div class="b-post__count"><a class="b-post__count js-show-post-link" href="#post${post.index}">#${post.index + 1}</a></div><div class="js-post__content-text restore h-wordwrap" itemprop="text">${body(post)}</div></div></div><div class="b-post__footer"><ul class="b-post-control__list"><li class="b-post-control js-post-control__quote" title="${l.quote}">${l.quote}</li><li class="b-post-control js-post-control__comment">Comment</li></ul></div></div></div></div></div></li>`
  const main =
    variant === 0
      ? markup`<div id="posts">${posts.map(third)}</div>`
      : variant === 1
        ? markup`<div id="postlist" class="postlist restrain"><ol id="posts" class="posts" start="1">${posts.map(fourth)}</ol></div>`
        : markup`<div class="conversation-content"><ul class="conversation-list list-container h-clearfix thread-view">${posts.map(fifth)}</ul></div>`
  return page(
    scene,
    markup`<div class="above_body">${topBar(scene, site, 'globalmenu')}<div id="breadcrumb" class="breadcrumb"><ul class="floatcontainer"><li class="navbithome"><a href="index.php">${l.home}</a></li><li class="navbit lastnavbit"><span>${scene.heading}</span></li></ul></div></div><div class="body_wrapper"><div id="pagetitle" class="pagetitle"><h1>Thread: <span class="threadtitle"><a href="showthread.php?1">${scene.heading}</a></span></h1></div>${main}<div class="thread_info"><h4 class="threadinfohead">Thread Information</h4><p>There are currently ${random.int(1, 9)} users browsing this thread.</p></div>${random.chance(0.5) && relatedBox(scene, 'similar_threads')}<div id="posting_rules"><h4>Posting Permissions</h4><ul><li>You <strong>may not</strong> post new threads</li><li>You <strong>may not</strong> post replies</li></ul></div></div>${bottom(scene, site, 'below_body')}`,
    { site },
  )
}

/** As Discourse writes topics: for browsers, for crawlers, and as its scripts leave them. */
export function discourse(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  const posts = converse(scene, { kinds: ['code', 'list', 'quotation', 'heading'] })
  const solved = posts.length > 1 && random.chance(0.3) ? random.pick(posts.slice(1)) : undefined
  if (solved) solved.isAccepted = true
  const site = `${scene.word()} Meta`
  const body = (post: DraftPost): Markup =>
    bodyOf(scene, post, {
      code: (source) => markup`<pre><code class="lang-auto">${source}\n</code></pre>`,
      quotation: (inner, name) =>
        markup`<aside class="quote no-group"${name !== '' && markup` data-username="${name}"`} data-post="1" data-topic="9"><div class="title"><div class="quote-controls"></div>${name !== '' && markup`<img loading="lazy" alt="" width="24" height="24" src="/a.png" class="avatar"> ${scene.maybe(`${name}:`)}`}</div><blockquote><p>${inner}</p></blockquote></aside>`,
    })
  const crawler = (post: DraftPost): Markup => markup`
<div id='post_${post.index + 1}' class='topic-body crawler-post'${post.index > 0 && markup` itemprop='comment' itemscope itemtype='http://schema.org/Comment'`}><div class='crawler-post-meta'>${post.index === 0 && markup`<div itemprop='publisher' itemscope itemtype="http://schema.org/Organization"><meta itemprop='name' content='${site}'></div>`}<span class="creator" itemprop="author" itemscope itemtype="http://schema.org/Person">${post.author === '' ? shownAuthor(post) : markup`<a itemprop="url" rel='nofollow' href='https://meta.example.org/u/${post.handle}'><span itemprop='name'>${post.author}</span></a>`}</span><link itemprop="mainEntityOfPage" href="https://meta.example.org/t/1"><span class="crawler-post-infos"><time itemprop='datePublished' datetime='${post.iso}' class='post-time'>${post.shown}</time><meta itemprop='dateModified' content='${post.iso}'><span itemprop='position'>${post.index + 1}</span></span></div><div class='post' itemprop='text'>${body(post)}</div><div itemprop="interactionStatistic" itemscope itemtype="http://schema.org/InteractionCounter"><meta itemprop="interactionType" content="http://schema.org/LikeAction"/><meta itemprop="userInteractionCount" content="${random.int(0, 9)}" /><span class='post-likes'></span></div>${post === solved && markup`<div class="accepted-answer-marker"><span class="accepted-text">Solution</span></div>`}</div>`
  const app = (post: DraftPost): Markup => markup`
<div class="topic-post clearfix ${post.index === 0 ? 'topic-owner' : ''} regular"><article id="post_${post.index + 1}" aria-label="Post #${post.index + 1} by @${post.handle}" role="region" data-post-id="${post.index + 220}" data-topic-id="77" data-user-id="${post.index}" class="boxed onscreen-post ${post === solved && 'accepted-answer'}"><div class="post__row row"><div class="topic-avatar"><a class="trigger-user-card main-avatar" href="/u/${post.handle}" data-user-card="${post.handle}" aria-hidden="true" tabindex="-1"><img loading="lazy" alt="" width="48" height="48" src="/u.png" class="avatar" title="${post.author}"></a></div><div class="topic-body clearfix"><div role="heading" aria-level="2" class="topic-meta-data"><div class="names trigger-user-card"><span class="first username ${random.chance(0.2) && 'staff moderator'}">${post.author === '' ? shownAuthor(post) : markup`<a href="/u/${post.handle}" data-user-card="${post.handle}" class="">${post.author}</a>`}</span>${random.chance(0.2) && markup`<span class="user-title">${scene.out('Regular')}</span>`}</div><div class="post-infos">${random.chance(0.2) && markup`<div class="post-info edits"><button class="widget-button btn-flat" title="last edited on Nov 3"><span class="d-button-label">2</span></button></div>`}<div class="post-info post-date"><a class="post-date" href="/t/t/77/${post.index + 1}" title="Post date"><span title="${post.full}" data-time="${post.time}" data-format="tiny" class="relative-date">${post.shown}</span></a></div></div></div><div class="regular contents"><div class="cooked">${body(post)}</div><section class="post-menu-area clearfix"><nav class="post-controls collapsed"><div class="actions"><div class="double-button"><button class="widget-button btn-flat button-count like-count highlight-action" aria-label="people liked this post"><span class="d-button-label">${random.int(1, 30)}</span></button></div><button class="btn btn-text create fade-out reply" title="begin composing a reply to this post"><span class="d-button-label">${l.reply}</span></button></div></nav></section></div></div></div></article></div>`
  const small = (): Value => {
    if (!random.chance(0.2)) return undefined
    const { name, handle } = scene.person()
    scene.out(`${name} closed this topic`, 'event')
    return markup`<div class="small-action topic-post"><div class="topic-avatar"><svg class="fa d-icon"></svg></div><div class="small-action-desc"><div class="small-action-contents"><a class="trigger-user-card" href="/u/${handle}"><img class="avatar" alt=""></a><p>Closed by <a class="mention" href="/u/${handle}">${name}</a></p></div></div></div>`
  }
  const suggested = markup`<div class="suggested-topics-wrapper more-topics__container">${relatedBox(scene, 'topic-list suggested-topics')}</div>`
  const head = markup`<link rel="canonical" href="https://meta.example.org/t/x/77"><meta name="generator" content="Discourse 3.4.0">`
  const asCrawler = markup`<header><a href="/">${scene.out(site, 'site')}</a></header><div id="main-outlet" class="wrap" role="main"><div id="topic-title"><h1><a href="/t/x/77">${scene.heading}</a></h1><div class="topic-category" itemscope itemtype="http://schema.org/BreadcrumbList"><span itemprop="itemListElement"><a href="/c/support/6" class="badge-wrapper bullet" itemprop="item"><span class='category-name' itemprop='name'>Support</span></a></span></div></div><div itemscope itemtype='http://schema.org/DiscussionForumPosting'><meta itemprop='headline' content='${scene.heading}'><div itemprop='articleSection' class='hidden'>Support</div>${posts.map(crawler)}</div><div id="related-topics" class="more-topics__list ">${relatedBox(scene, 'topic-list')}</div></div><footer class="container wrap"><nav class='crawler-nav'><ul><li><a href='/' itemprop="url">Home</a></li><li><a href='/categories'>Categories</a></li></ul></nav><p class='powered-by-link'>Powered by <a href="#">Discourse</a>, best viewed with JavaScript enabled</p></footer>`
  const asApp = markup`<div id="main" class="ember-application"><div class="ember-view">${topBar(scene, site, 'd-header')}<div id="main-outlet" class="wrap"><div id="topic-title" class="container"><div class="title-wrapper"><h1 data-topic-id="77"><a href="/t/x/77" class="fancy-title">${scene.heading}</a></h1><div class="topic-category"><a class="badge-category__wrapper" href="/c/1"><span class="badge-category__name">Support</span></a></div></div></div><section class="topic-area" id="topic"><div class="posts-wrapper"><div class="post-stream">${posts.map((post) => markup`${app(post)}${small()}`)}</div>${typingLine(scene, 'presence-users')}<div class="topic-map --bottom"><section class="topic-map__contents"><button class="topic-map__views-trigger"><span class="number">${random.int(10, 900)}</span><span class="topic-map__stat-label">views</span></button></section></div></div><div id="topic-footer-buttons"><button class="btn btn-primary create">${l.reply}</button></div></section>${suggested}</div></div></div>`
  const shell = markup`<discourse-assets></discourse-assets><noscript data-path="/t/x/77">${asCrawler}</noscript><section id="main"></section><div id="d-splash"><div class="preloader-text">Loading</div></div>`
  return page(scene, [asCrawler, asApp, shell][variant], {
    site,
    head,
    bodyClass: variant === 0 ? 'crawler' : 'docked',
  })
}

/** As two young forum programs write them, the second also in its part for browsers without scripts. */
export function youngForum(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  const posts = converse(scene, { hasVotes: variant === 0 })
  const site = scene.word()
  const node = (post: DraftPost): Markup => markup`
<li component="post" class="pt-4 ${post.index === 0 && 'topic-owner-post'}" data-index="${post.index}" data-pid="${post.index + 60}" data-uid="${post.index + 1}" data-timestamp="${post.time}" data-username="${post.author}" data-userslug="${post.handle}" itemprop="comment" itemtype="http://schema.org/Comment" itemscope=""><a component="post/anchor" data-index="${post.index}" id="${post.index}"></a><meta itemprop="datePublished" content="${post.iso}"><div class="d-flex align-items-start gap-3"><div class="bg-body d-none d-sm-block rounded-circle"><a class="d-inline-block position-relative text-decoration-none" href="/user/${post.handle}" aria-label="Profile: ${post.author}"><span title="${post.author}" data-uid="${post.index}" class="avatar avatar-rounded" component="user/picture">${post.author.slice(0, 1)}</span><span component="user/status" class="position-absolute status online"><span class="visually-hidden">${l.online}</span></span></a></div><div class="post-container d-flex gap-2 flex-grow-1 flex-column w-100"><div class="d-flex align-items-start justify-content-between gap-1 post-header"><div class="d-flex gap-1 flex-wrap align-items-center text-truncate"><div class="d-flex flex-nowrap gap-1 align-items-center text-truncate">${post.author === '' ? markup`<span>${shownAuthor(post)}</span>` : markup`<a class="fw-bold text-nowrap text-truncate" href="/user/${post.handle}" data-username="${post.author}" data-uid="1">${post.author}</a>`}</div><div class="d-flex gap-1 align-items-center"><span class="text-muted">${random.chance(0.3) && 'wrote '}<a href="/post/${post.index}" class="timeago text-muted" title="${post.iso}">${post.shown}</a></span><i component="post/edit-indicator" class="fa fa-edit text-muted edit-icon hidden" title="Edited"></i><span data-editor="" component="post/editor" class="text-muted hidden">last edited by <span class="timeago"></span></span></div></div><div class="post-tools"><a href="#${post.index + 1}" class="post-index text-muted d-none d-md-inline">#${post.index + 1}</a></div></div><div class="content text-break" component="post/content" itemprop="text">${bodyOf(scene, post)}</div><div component="post/footer" class="post-footer border-bottom pb-2"><div class="d-flex"><a component="post/reply-count" href="#" class="d-none threaded-replies"><span class="replies-count" component="post/reply-count/text" data-replies="0">1 ${l.reply}</span></a></div><div component="post/actions" class="d-flex"><a component="post/reply" href="#" class="btn btn-ghost btn-sm user-select-none" title="${l.reply}"><i class="fa fa-fw fa-reply"></i></a><div class="d-flex votes align-items-center"><a component="post/upvote" href="#" class="btn btn-ghost btn-sm" title="Upvote post"><i class="fa fa-fw fa-chevron-up"></i></a><meta itemprop="upvoteCount" content="${post.votes}"><a href="#" class="px-2 btn btn-ghost btn-sm" component="post/vote-count" data-votes="${post.votes}" title="Voters">${post.votes}</a></div></div></div></div></div></li>`
  const flarum = (post: DraftPost): Markup => markup`
<div class="PostStream-item" data-index="${post.index}" data-time="${post.iso}" data-number="${post.index + 1}" data-id="${post.index + 9}" data-type="comment"><article class="CommentPost Post"><div><header class="Post-header"><ul><li class="item-user"><div class="PostUser"><h3 class="PostUser-name">${post.author === '' ? markup`<span class="username">${shownAuthor(post)}</span>` : markup`<a href="/u/${post.handle}"><img class="Avatar PostUser-avatar" loading="lazy" src="/a" alt=""><span class="UserOnline"><i aria-hidden="true" class="icon fas fa-circle "></i></span><span class="username">${post.author}</span></a>`}</h3><ul class="PostUser-badges badges badges--packed"></ul></div></li><li class="item-meta"><div class="Dropdown PostMeta"><a class="Dropdown-toggle" data-toggle="dropdown"><time pubdate datetime="${post.iso}" title="${post.full}" data-humantime>${post.shown}</time></a><div class="Dropdown-menu dropdown-menu"><span class="PostMeta-number">Post #${post.index + 1}</span> <span class="PostMeta-time"><time pubdate datetime="${post.iso}">${post.full}</time></span></div></div></li></ul></header><div class="Post-body">${bodyOf(scene, post)}</div><aside class="Post-actions"><ul><li class="item-reply"><button class="Button Button--link" type="button"><span class="Button-label">${l.reply}</span></button></li></ul></aside><footer class="Post-footer">${random.chance(0.2) && markup`<ul><li class="item-replies"><div class="Post-mentionedBy"><span class="Post-mentionedBy-summary"><i class="icon fas fa-reply"></i> <a href="#"><span class="username">${scene.out(scene.person().name)}</span></a> replied to this.</span></div></li></ul>`}</footer></div></article></div>`
  const plain = (post: DraftPost): Markup =>
    markup`<article><div class="PostUser"><h3 class="PostUser-name">${shownAuthor(post)}</h3></div><div class="Post-body">${bodyOf(scene, post)}</div></article><hr>`
  if (variant === 2) {
    for (const post of posts) post.date = post.shown = ''
    return page(
      scene,
      markup`<div id="app" class="App"><div id="app-navigation" class="App-navigation"></div><header id="header" class="App-header"><h1 class="Header-title"><a href="/" id="home-link">${scene.out(site, 'site')}</a></h1></header><main class="App-content"><div id="content"></div><noscript><div class="container"><div class="container"><h1>${scene.heading}</h1><div>${posts.map(plain)}</div></div></div></noscript></main></div><script>document.getElementById('flarum-loading').style.display = 'block';</script>`,
      { site },
    )
  }
  const stream =
    variant === 0
      ? markup`<div class="posts-container"><ul component="topic" class="posts timeline list-unstyled mt-sm-2" data-tid="8" data-cid="2">${posts.map((post) => markup`${node(post)}${random.chance(0.2) && markup`<li component="topic/event" class="timeline-event d-flex"><div class="timeline-badge"></div><span class="timeline-text">${scene.out(`${scene.person().name} marked this topic as solved`, 'event')}</span></li>`}`)}</ul></div>`
      : markup`<div class="DiscussionPage-stream"><div class="PostStream" role="feed" aria-live="off">${posts.map(flarum)}<div class="PostStream-item"><article class="Post ReplyPlaceholder"><span class="Post-header">Write a Reply…</span></article></div></div></div>`
  return page(
    scene,
    markup`${topBar(scene, site, 'header')}<main id="panel"><div class="row"><div class="topic col-lg-9" itemid="/topic/8" itemscope itemtype="https://schema.org/DiscussionForumPosting"><meta itemprop="headline" content="${scene.heading}"><meta itemprop="text" content="${plainText(posts[0]!).slice(0, 80)}"><div class="topic-header"><h1 component="post/header" class="mb-0" itemprop="name"><div class="topic-title"><span component="topic/title">${scene.heading}</span></div></h1><div class="topic-info"><span class="stats"><span title="${posts.length}">${posts.length}</span> <span class="text-lowercase">${l.posts}</span></span></div></div>${stream}</div><div data-widget-area="sidebar" class="col-lg-3">${random.chance(0.6) && relatedBox(scene, 'suggested-topics')}</div></div></main>${bottom(scene, site)}`,
    { site },
  )
}
