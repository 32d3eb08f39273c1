import { bodyOf } from '../body.ts'
import { markup, type Markup, type Value } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { documentOf, elsewhere, foot, strip } from './surroundings.ts'

function converse(scene: Scene, hasVotes = false): DraftPost[] {
  scene.heading = scene.phrase()
  return scene.say({
    roles: (index) => (index === 0 ? 'post' : 'reply'),
    kinds: ['list', 'code', 'quotation'],
    mayHaveNoDates: true,
    mayBeNameless: true,
    hasVotes,
  })
}

function motto(scene: Scene): string {
  return scene.random.chance(0.3)
    ? scene.out(scene.random.pick(scene.voice.signatures), 'signature')
    : ''
}

/** As Simple Machines writes topics, in its second version and before. */
export function smf(scene: Scene): Markup {
  const posts = converse(scene)
  const { l, random } = scene
  const site = `${scene.word()} Board`
  const variant = scene.number % 3
  const text = (post: DraftPost): Markup =>
    bodyOf(scene, post, {
      paragraph: (inner) => inner,
      gap: markup`<br><br>`,
      list: (items) =>
        markup`<ul class="bbc_list">${items.map((item) => markup`<li>${item}</li>`)}</ul>`,
      code: (source) =>
        markup`<div class="codeheader"><span class="code floatleft">${scene.maybe('Code')}</span> <a class="codeoperation smf_select_text">Select</a></div><code class="bbc_code">${source}</code>`,
      quotation: (inner, name) =>
        variant === 0
          ? markup`<blockquote class="bbc_standard_quote">${name !== '' && markup`<cite><a href="#msg1">${scene.maybe(`Quote from: ${name}`)}${posts[0]!.shown !== '' && ` on ${scene.maybe(posts[0]!.shown)}`}</a></cite>`}${inner}</blockquote>`
          : markup`<div class="quoteheader"><div class="topslice_quote">${name !== '' && markup`<a href="#msg1">${scene.maybe(`Quote from: ${name}`)}</a>`}</div></div><blockquote class="bbc_standard_quote">${inner}</blockquote><div class="quotefooter"><div class="botslice_quote"></div></div>`,
    })
  const name = (post: DraftPost): Markup =>
    post.author === ''
      ? markup`${shownAuthor(post)}`
      : markup`<a href="/index.php?action=profile;u=${post.index + 8}" title="View the profile of ${post.author}">${post.author}</a>`
  const thanks = (): Value => {
    if (!random.chance(0.2)) return undefined
    return markup`<div class="smflikebutton likes"><a href="#">${scene.out(scene.person().name)} likes this</a></div>`
  }
  const item = (post: DraftPost): Markup => {
    const signed = motto(scene)
    const subject = markup`<h5 id="subject_${post.index}"><a href="/index.php?topic=4.msg${post.index}#msg${post.index}" rel="nofollow">${post.index > 0 && 'Re: '}${scene.heading}</a></h5>`
    const when = markup`<div class="smalltext">${post.shown !== '' && markup`« ${variant === 2 ? 'on' : markup`<strong>${post.index > 0 && `Reply #${post.index} `}on:</strong>`} ${post.shown} »`}</div>`
    return markup`<div class="windowbg${post.index % 2 === 1 && '2'}" id="msg${post.index + 700}"><div class="post_wrapper"><div class="poster"><h4>${random.chance(0.5) && markup`<span class="${random.pick(['on', 'off'])}" title="Offline"></span>`}${name(post)}</h4><ul class="${variant === 1 ? 'reset smalltext' : 'user_info'}" id="msg_${post.index}_extra_info"><li class="membergroup">${scene.out(random.pick(['Global Moderator', 'Jr. Member', 'Hero Member']))}</li><li class="icons"><img src="*" alt="*"><img src="*" alt="*"></li><li class="avatar"><a href="/p"><img class="avatar" src="/a" alt=""></a></li><li class="postcount">${l.posts}: ${random.int(3, 9000)}</li>${random.chance(0.4) && markup`<li class="blurb">${scene.out(random.pick(scene.voice.places))}</li>`}</ul></div><div class="postarea"><div class="${variant === 1 ? 'flow_hidden' : 'keyinfo'}"><div class="${variant === 1 ? 'keyinfo' : 'postinfo'}"><div class="messageicon"><img src="/xx.png" alt=""></div>${subject}${when}</div><ul class="reset smalltext quickbuttons"><li class="quote_button"><a href="/q">${l.quote}</a></li></ul></div><div class="post"><div class="inner" id="msg_${post.index}" data-msgid="${post.index}">${text(post)}</div></div></div><div class="moderatorbar"><div class="smalltext modified" id="modified_${post.index}">${random.chance(0.15) && markup`« <em>Last Edit: ${scene.maybe('yesterday')} by ${scene.maybe(post.author)}</em> »`}</div><div class="smalltext reportlinks"><a href="/report">Report to moderator</a> <img src="ip.gif" alt=""> Logged</div>${thanks()}${signed !== '' && markup`<div class="signature" id="msg_${post.index}_signature">${signed}</div>`}</div></div></div><hr class="post_separator">`
  }
  return documentOf(
    scene,
    markup`<div id="wrapper">${strip(scene, site, 'smf-top')}<div id="content_section"><div class="navigate_section"><ul><li><a href="/index.php"><span>${site}</span></a> » </li><li><a href="#c1">General</a></li></ul></div><div id="main_content_section"><div id="forumposts"><div class="cat_bar"><h3 class="catbg"><img src="/t.gif" alt=""><span id="author">Author</span> Topic: ${scene.heading} &nbsp;(Read ${random.int(9, 9000)} times)</h3></div><p id="whoisviewing" class="smalltext">0 Members and ${random.int(1, 9)} Guests are viewing this topic.</p><form id="quickModForm">${posts.map(item)}</form></div><div class="nextlinks_bottom"><a href="/prev">previous topic</a> - <a href="/next">next topic</a></div></div></div>${foot(scene, site, 'footer_section')}</div>`,
    site,
    { attributes: markup` id="chrome" class="action_messageindex board_2"` },
  )
}

/** As Invision writes topics, in its fourth and fifth version. */
export function invision(scene: Scene): Markup {
  const posts = converse(scene)
  const { l, random } = scene
  const variant = scene.number % 3
  const site = `${scene.word()} Network`
  const text = (post: DraftPost): Markup =>
    bodyOf(scene, post, {
      paragraph: (inner) => markup`<p>\n\t${inner}\n</p>\n`,
      code: (source) =>
        markup`<pre class="ipsCode prettyprint lang-html prettyprinted"><span class="pln">${source}</span></pre>`,
      quotation: (inner, name) =>
        markup`<blockquote class="ipsQuote" data-ipsquote=""${name !== '' && markup` data-ipsquote-username="${name}"`}><div class="ipsQuote_citation">${name === '' ? 'Quote' : scene.maybe(`On 1/2/2020 at 3:04 PM, ${name} said:`)}</div><div class="ipsQuote_contents"><p>${inner}</p></div></blockquote>`,
    })
  const four = (post: DraftPost): Markup => {
    const signed = motto(scene)
    return markup`<a id="findComment-${post.index}"></a><a id="comment-${post.index + 40}"></a><article data-memberid="${post.index}" itemscope itemtype="http://schema.org/Comment" id="elComment_${post.index + 40}" class="cPost ipsBox ipsResponsive_pull ipsComment ipsComment_parent ipsClearfix ipsClear ipsColumns ipsColumns_noSpacing ipsColumns_collapsePhone"><div class="cAuthorPane_mobile ipsResponsive_showPhone"><div class="cAuthorPane_content"><h3 class="ipsType_sectionHead cAuthorPane_author ipsType_break ipsType_blendLinks ipsFlex ipsFlex-ai:center"><a href="/profile/${post.index}-${post.handle}/" class="ipsType_break">${shownAuthor(post)}</a></h3><div class="ipsType_light ipsType_reset"><a href="/f" class="ipsType_blendLinks">${post.shown !== '' && markup`Posted <time datetime="${post.iso}" title="${post.full}" data-short="1 yr">${post.shown}</time>`}</a></div></div></div><aside class="ipsComment_author cAuthorPane ipsColumn ipsColumn_medium ipsResponsive_hidePhone"><h3 class="ipsType_sectionHead cAuthorPane_author" itemprop="creator" itemscope itemtype="http://schema.org/Person"><strong itemprop="name"><a href="/profile/${post.index}-${post.handle}/" class="ipsType_break">${shownAuthor(post)}</a></strong></h3><ul class="cAuthorPane_info ipsList_reset"><li data-role="photo" class="cAuthorPane_photo"><a class="ipsUserPhoto"><img src="/p" alt="${post.author}"></a></li><li data-role="group">${scene.out(random.pick(['Members', 'Advanced Member']))}</li><li data-role="stats" class="ipsMargin_top"><ul class="ipsList_reset ipsType_light"><li><a href="/c" title="${random.int(2, 99)} posts">${random.int(2, 99)}</a></li></ul></li></ul></aside><div class="ipsColumn ipsColumn_fluid ipsMargin:none"><div id="comment-${post.index}_wrap" class="ipsComment_content ipsType_medium"><div class="ipsComment_meta ipsType_light ipsFlex ipsFlex-ai:center"><div class="ipsType_reset ipsResponsive_hidePhone"><a href="/f" class="ipsType_blendLinks">${post.shown !== '' && markup`Posted <time datetime="${post.iso}" title="${post.full}">${post.shown}</time>`}</a></div><ul class="ipsList_inline"><li class="ipsResponsive_hidePhone"><a href="/r" title="Share this post">#${post.index + 1}</a></li></ul></div><div class="cPost_contentWrap"><div data-role="commentContent" class="ipsType_normal ipsType_richText ipsPadding_bottom ipsContained" data-controller="core.front.core.lightboxedImages" itemprop="text">${text(post)}</div><div class="ipsItemControls"><ul class="ipsComment_controls ipsClearfix ipsItemControls_left"><li data-ipsquote-editor="topic_comment"><button class="ipsCursor_locked">${l.quote}</button></li></ul></div>${signed !== '' && markup`<div data-role="memberSignature" class="ipsBorder_top ipsPadding_vertical"><div class="ipsType_light ipsType_richText"><p>${signed}</p></div></div>`}</div></div></div></article>`
  }
  const five = (post: DraftPost): Markup =>
    markup`<div class="ipsEntries__item" id="comment-${post.index}"><div class="ipsEntry__header"><div class="ipsEntry__header-align"><div class="ipsPhotoPanel"><div class="ipsAvatarStack"><a class="ipsUserPhoto"><img src="/p" alt="${post.author}"></a></div><div class="ipsPhotoPanel__text"><div class="ipsPhotoPanel__primary"><div class="ipsUsername"><strong><a href="/profile/${post.index}" rel="nofollow">${shownAuthor(post)}</a></strong></div></div><div class="ipsPhotoPanel__secondary">${post.shown !== '' && markup`<a href="/c" class="ipsEntry__date"><time datetime="${post.iso}" class="ipsTime">${post.shown}</time></a>`}</div></div></div><ul class="ipsEntry__topButtons"><li><button>comment_${post.index}</button></li></ul></div></div><div class="ipsEntry__content js-ipsEntry__content"><div class="ipsEntry__post"><div class="ipsRichText" data-role="commentContent">${text(post)}</div></div><div class="ipsEntry__footer"><menu class="ipsEntry__controls"><li><a href="#q">${l.reply}</a></li></menu><div class="ipsReact"><div class="ipsReact_blurb"><span>${random.chance(0.4) && scene.out(`${scene.person().name} reacted to this`)}</span></div></div></div></div></div>`
  return documentOf(
    scene,
    markup`<main id="ipsLayout_body">${strip(scene, site, 'ipsLayout_header')}<div id="ipsLayout_contentArea"><div class="ipsPageHeader"><h1 class="ipsType_pageTitle ipsContained_container"><span class="ipsType_break ipsContained"><span>${scene.heading}</span></span></h1><div class="ipsPageHeader__meta">${posts[0]!.author !== '' && markup`By <a href="/profile/1" class="ipsType_break">${posts[0]!.author}</a>`}, ${posts[0]!.shown} in <a href="/forum/3">Workbench</a></div></div><div class="ipsClear"><div data-role="commentFeed" class="cTopic"><h2 class="ipsType_sectionHead ipsHide">${posts.length - 1} ${l.answers}</h2>${posts.map((post) => markup`${variant === 2 ? five(post) : four(post)}${post.index === 0 && variant === 1 && markup`<div class="ipsBox ipsResponsive_pull"><ul class="ipsList_inline"><li>${scene.out('Featured Replies')}</li></ul></div>`}`)}</div></div><div class="cTopicPostArea"><strong>Join the conversation</strong><p>You can post now and register later.</p></div></div>${elsewhere(scene, 'ipsWidget')}</main>${foot(scene, site, 'ipsLayout_footer')}`,
    site,
  )
}

/** As MyBB, FluxBB and Woltlab write topics. */
export function smallBoards(scene: Scene): Markup {
  const posts = converse(scene, false)
  const { l, random } = scene
  const variant = scene.number % 3
  const site = scene.word()
  const text = (post: DraftPost): Markup =>
    bodyOf(scene, post, {
      paragraph: (inner) => (variant === 0 ? inner : markup`<p>${inner}</p>`),
      gap: variant === 0 ? markup`<br />\n<br />\n` : markup`\n`,
      code: (source) =>
        variant === 0
          ? markup`<div class="codeblock"><div class="title">${scene.maybe('Code:')}</div><div class="body" dir="ltr"><code>${source}</code></div></div>`
          : markup`<div class="codebox"><pre><code>${source}</code></pre></div>`,
      quotation: (inner, name) =>
        [
          markup`<blockquote class="mycode_quote">${name !== '' && markup`<cite><span> (yesterday)</span>${scene.maybe(`${name} Wrote:`)}  <a href="/p" class="quick_jump"></a></cite>`}${inner}</blockquote>`,
          markup`<div class="quotebox">${name !== '' && markup`<cite>${scene.wrote(name)}</cite>`}<blockquote><div><p>${inner}</p></div></blockquote></div>`,
          markup`<blockquote class="quoteBox collapsibleBbcode"><div class="quoteBoxIcon"></div><div class="quoteBoxTitle">${name !== '' && markup`<a href="/m">${scene.maybe(`Quote from ${name}`)}</a>`}</div><div class="quoteBoxContent"><p>${inner}</p></div></blockquote>`,
        ][variant]!,
    })
  const mybb = (post: DraftPost): Markup => {
    const signed = motto(scene)
    return markup`<a name="pid${post.index}" id="pid${post.index}"></a><div class="post " style="" id="post_${post.index}"><div class="post_author"><div class="author_avatar"><a href="/member.php?action=profile&amp;uid=${post.index}"><img src="/d.png" alt="" width="55" height="55" /></a></div><div class="author_information"><strong><span class="largetext">${post.author === '' ? shownAuthor(post) : markup`<a href="/member.php?action=profile&amp;uid=${post.index}">${random.chance(0.2) ? markup`<span style="color: green;"><strong><em>${post.author}</em></strong></span>` : post.author}</a>`}</span></strong> <img src="/offline.png" title="Offline" alt="Offline" class="buddy_status" /><br /><span class="smalltext">Posting Freak<br /><img src="/star.png" border="0" alt="*" /><br /></span></div><div class="author_statistics">${l.posts}: ${random.int(1, 999)}<br />Threads: ${random.int(1, 99)}<br />${l.joined}: Jan 20${random.int(10, 19)}<br />Reputation: <strong class="reputation_neutral">0</strong></div></div><div class="post_content"><div class="post_head"><div class="float_right" style="vertical-align: top"><strong><a href="#pid${post.index}" title="Re">#${post.index + 1}</a></strong></div><span class="post_date">${post.shown} <span class="post_edit" id="edited_by_${post.index}"></span></span></div><div class="post_body scaleimages" id="pid_${post.index}">${text(post)}</div>${signed !== '' && markup`<div class="signature scaleimages">${signed}</div>`}<div class="post_meta" id="post_meta_${post.index}"></div></div><div class="post_controls"><div class="postbit_buttons author_buttons float_left"><a href="/search.php?uid=1" title="Find all posts by this user" class="postbit_find"><span>Find</span></a></div><div class="postbit_buttons post_management_buttons float_right"><a href="/newreply.php" class="postbit_quote"><span>Reply</span></a></div></div></div>`
  }
  const flux = (post: DraftPost): Markup =>
    markup`<div id="p${post.index}" class="blockpost row${post.index % 2 === 0 ? 'odd firstpost' : 'even'} blockpost${post.index + 1}"><h2><span><span class="conr">#${post.index + 1}</span> <a href="viewtopic.php?pid=${post.index}#p${post.index}">${post.shown === '' ? 'Post' : post.shown}</a></span></h2><div class="box"><div class="inbox"><div class="postbody"><div class="postleft"><dl><dt><strong>${post.author === '' ? shownAuthor(post) : markup`<a href="profile.php?id=${post.index + 2}">${post.author}</a>`}</strong></dt><dd class="usertitle"><strong>Member</strong></dd><dd><span>${l.place}: ${random.pick(scene.voice.places)}</span></dd><dd><span>Registered: 2011-0${random.int(1, 9)}-14</span></dd><dd><span>Posts: ${random.int(1, 999)}</span></dd></dl></div><div class="postright"><h3>${post.index > 0 && 'Re: '}${scene.heading}</h3><div class="postmsg">${text(post)}${random.chance(0.1) && markup`<p class="postedit"><em>Last edited by ${scene.maybe(post.author)} (2020-01-01 10:00:00)</em></p>`}</div></div></div></div><div class="inbox"><div class="postfoot clearb"><div class="postfootleft"><p>Offline</p></div></div></div></div></div>`
  const wolt = (post: DraftPost): Markup =>
    markup`<li id="post${post.index}" class="anchorFixedHeader ${post.index === 0 && 'wbbPostStarter'}"><article class="wbbPost message messageSidebarOrientationLeft jsClipboardObject jsMessage userOnlineGroupMarking6" data-post-id="${post.index}" itemprop="comment" itemscope itemtype="http://schema.org/Comment"><meta itemprop="dateCreated" content="${post.date}"><aside role="presentation" class="messageSidebar member" itemprop="author" itemscope itemtype="http://schema.org/Person"><div class="messageAuthor"><div class="userAvatar"><a href="/user/${post.index}-${post.handle}/" aria-hidden="true" tabindex="-1"><img src="/a" width="128" height="128" alt="" class="userAvatarImage"></a></div><div class="messageAuthorContainer"><a href="/user/${post.index}-${post.handle}/" class="username userLink" data-object-id="${post.index}" itemprop="url"><span itemprop="name">${shownAuthor(post)}</span></a></div><div class="userTitle"><span class="badge userTitleBadge">${scene.out('Amateur')}</span></div></div><div class="userCredits"><dl class="plain dataList"><dt><a href="/l">Reactions received</a></dt><dd>${random.int(1, 900)}</dd><dt>${l.posts}</dt><dd>${random.int(1, 900)}</dd></dl></div></aside><div class="messageContent"><header class="messageHeader"><div class="messageHeaderBox"><ul class="messageHeaderMetaData">${post.shown !== '' && markup`<li><a href="/p" rel="nofollow" class="permalink messagePublicationTime"><time datetime="${post.iso}" class="datetime" data-timestamp="${post.time / 1000}">${post.shown}</time></a></li>`}</ul><ul class="messageStatus"></ul></div><ul class="messageQuickOptions"><li><a href="/s" class="jsTooltip jsShareButton" title="Share">#${post.index + 1}</a></li></ul></header><div class="messageBody"><div class="messageText" itemprop="text">${text(post)}</div></div><footer class="messageFooter"><div class="messageFooterGroup"><ul class="messageFooterButtons buttonList smallButtons"><li class="jsQuoteMessage"><a href="#" title="${l.quote}" class="button jsTooltip"><span class="invisible">${l.quote}</span></a></li></ul></div></footer></div></article></li>`
  const main = [
    markup`<div id="posts">${posts.map(mybb)}</div>`,
    markup`<div id="punviewtopic" class="pun"><div class="punwrap">${posts.map(flux)}</div></div>`,
    markup`<ul class="wbbThreadPostList messageList">${posts.map(wolt)}<li class="wbbPostSimilar">${elsewhere(scene, 'wbbSimilar')}</li></ul>`,
  ][variant]
  return documentOf(
    scene,
    markup`<div id="container">${strip(scene, site, 'panel')}<div id="content"><div class="navigation"><a href="index.php">${site}</a> › <span class="active">${scene.heading}</span></div><h1 class="thead">${scene.heading}</h1>${main}<div class="float_left"><span class="smalltext">Users browsing this thread: ${random.int(1, 6)} Guest(s)</span></div></div>${foot(scene, site, 'debug')}</div>`,
    site,
  )
}

/** As Vanilla, Talkyard and a small home-made board of today write discussions. */
export function freshBoards(scene: Scene): Markup {
  const variant = scene.number % 3
  const posts = converse(scene, variant === 1)
  const { l, random } = scene
  const site = scene.word()
  const vanilla = (post: DraftPost): Markup =>
    markup`<${post.index === 0 ? 'div' : 'li'} class="${post.index === 0 ? 'MessageList Discussion' : 'Item Alt ItemComment pageBox Role_Member'}" id="${post.index === 0 ? 'Discussion_1' : `Comment_${post.index}`}"><div class="${post.index === 0 ? 'Discussion' : 'Comment'}"><div class="Item-Header ${post.index === 0 ? 'DiscussionHeader' : 'CommentHeader'}"><div class="AuthorWrap"><span class="Author"><a title="${post.author}" href="/profile/${post.handle}" class="PhotoWrap js-userCard"><img src="/u" alt="${post.author}" class="ProfilePhoto ProfilePhotoMedium"></a><a href="/profile/${post.handle}" class="Username js-userCard" data-userid="${post.index}">${shownAuthor(post)}</a></span><span class="AuthorInfo"><span class="MItem Rank Rank-Level1">${scene.out('✭✭✭')}</span></span></div><div class="Meta ${post.index === 0 ? 'DiscussionMeta' : 'CommentMeta'} CommentInfo"><span class="MItem DateCreated">${post.shown !== '' && markup`<a href="/c" class="Permalink" rel="nofollow"><time title="${post.full}" datetime="${post.iso}">${post.shown}</time></a>`}</span></div></div><div class="Item-BodyWrap"><div class="Item-Body"><div class="Message userContent">${bodyOf(scene, post, { quotation: (inner, name) => markup`<blockquote class="Quote UserQuote blockquote">${name !== '' && markup`<div class="QuoteAuthor blockquote-content"><a href="/profile/q" class="js-userCard">${name}</a> ${scene.maybe('said:')}</div>`}<div class="QuoteText blockquote-content"><p class="blockquote-line">${inner}</p></div></blockquote>` })}</div><div class="Reactions"><a class="Hijack ReactButton" href="/r"><span class="ReactLabel">${l.like}</span></a><a class="ReactButton Quote" href="/q">${l.quote}</a></div></div></div></div></${post.index === 0 ? 'div' : 'li'}>`
  const yard = (post: DraftPost): Markup =>
    markup`<li class="dw-t dw-depth-1" id="dw-t-${post.index}"><div class="dw-p" id="post-${post.index + 1}"><div class="dw-p-hd"><a class="esAvtr"><span>${post.author.slice(0, 1)}</span></a><a class="dw-p-by esP_By" href="/-/users/${post.handle}" data-user-id="${post.index}"><span class="esP_By_U">${shownAuthor(post)}</span></a>${post.shown !== '' && markup`<a class="dw-p-link" href="#post-${post.index}"><span class="dw-p-at timeago" title="${post.full}">${post.shown}</span></a>`}</div><div class="dw-p-bd"><div class="dw-p-bd-blk">${bodyOf(scene, post)}</div></div></div><div class="dw-p-as dw-as esPA"><a class="dw-a dw-a-like" title="${l.like}"></a><span class="likes count">${post.votes} likes</span><a class="dw-a dw-a-reply">${l.reply}</a></div></li>`
  const plain = (post: DraftPost): Markup =>
    markup`<section class="says ${post.index % 2 === 0 ? 'light' : 'dark'}" id="n${post.index}"><div class="says-left"><div class="says-face" style="background:#c0ffee">${post.author.slice(0, 1)}</div></div><div class="says-right"><div class="says-top"><b>${shownAuthor(post)}</b>${post.shown !== '' && markup` <i title="${post.full}">${post.shown}</i>`}</div><div class="says-text">${bodyOf(scene, post)}</div><div class="says-tools"><a href="#cite">${l.quote}</a><a href="#flag">${l.report}</a></div></div></section>`
  const main = [
    markup`<div class="Frame-content"><h1>${scene.heading}</h1>${vanilla(posts[0]!)}<div class="CommentsWrap"><h2 class="CommentHeading">${l.comments}</h2><ul class="MessageList DataList Comments pageBox">${posts.slice(1).map(vanilla)}</ul><div class="Foot Closed"><div class="Note Closed SignInOrRegister"><a href="/entry/signin">Sign In</a> or <a href="/entry/register">Register</a> to comment.</div></div></div></div>`,
    markup`<div class="dw-ar-p dw-debate"><h1 class="dw-p-ttl">${scene.heading}</h1><ol class="dw-res">${posts.map(yard)}</ol></div>`,
    markup`<div class="board-thread"><h1>${scene.heading}</h1>${posts.map(plain)}<form class="board-form"><textarea></textarea><button>${l.reply}</button></form></div>`,
  ][variant]
  return documentOf(
    scene,
    markup`${strip(scene, site, 'fresh')}<div class="fresh-columns">${main}<div class="fresh-panel">${random.chance(0.7) && elsewhere(scene, 'BoxDiscussions')}</div></div>${foot(scene, site, 'fresh-foot')}`,
    site,
  )
}
