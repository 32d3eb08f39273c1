import { bodyOf } from '../body.ts'
import { markup, type Markup, type Value } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { bottom, page, relatedBox, topBar } from './chrome.ts'
import { asLines, boardPosts, signed } from './smf.ts'

/** As phpBB wrote topics in its second version: rows of one table, nothing called what it is but by fonts. */
export function phpbbOld(scene: Scene): Markup {
  const { l, random } = scene
  const posts = boardPosts(scene, { styles: ['medium', 'long', 'numeric'] })
  const body = (post: DraftPost): Markup =>
    bodyOf(scene, post, {
      ...asLines,
      code: (source) =>
        markup`</span><table width="90%" cellspacing="1" cellpadding="3" border="0" align="center"><tr><td><span class="genmed"><b>${scene.maybe('Code:')}</b></span></td></tr><tr><td class="code">${source}</td></tr></table><span class="postbody">`,
      quotation: (inner, name) =>
        markup`</span><table width="90%" cellspacing="1" cellpadding="3" border="0" align="center"><tr><td><span class="genmed"><b>${name === '' ? scene.maybe('Quote:') : scene.wrote(name)}</b></span></td></tr><tr><td class="quote">${inner}</td></tr></table><span class="postbody">`,
    })
  const rows = (post: DraftPost): Markup => {
    const sign = signed(scene)
    return markup`<tr><td width="150" align="left" valign="top" class="row${1 + (post.index % 2)}"><span class="name"><a name="${post.index + 50}"></a><b>${shownAuthor(post)}</b></span><br /><span class="postdetails">${l.member}<br /><img src="av.gif" alt="" border="0" /><br /><br />${l.joined}: 12 Aug 20${random.int(10, 14)}<br />${l.posts}: ${random.int(3, 900)}<br />${random.chance(0.5) && `${l.place}: ${random.pick(scene.voice.places)}`}</span><br /></td><td class="row${1 + (post.index % 2)}" width="100%" height="28" valign="top"><table width="100%" border="0" cellspacing="0" cellpadding="0"><tr><td width="100%"><a href="viewtopic.php?p=${post.index + 50}#${post.index + 50}"><img src="m.gif" width="12" height="9" alt="Post" title="Post" border="0" /></a><span class="postdetails">Posted: ${post.shown}<span class="gen">&nbsp;</span>&nbsp; &nbsp;Post subject: ${post.index > 0 && 'Re: '}${scene.heading}</span></td><td valign="top" nowrap="nowrap"><a href="posting.php?mode=quote"><img src="q.gif" alt="${l.quote}" border="0" /></a></td></tr><tr><td colspan="2"><hr /></td></tr><tr><td colspan="2"><span class="postbody">${body(post)}</span>${sign !== '' && markup`<span class="postbody"><br />_________________<br />${sign}</span>`}<span class="gensmall">${random.chance(0.15) && markup`<br /><br />Last edited by ${scene.person().name} on ${post.shown}; edited 1 time in total`}</span></td></tr></table></td></tr><tr><td class="row${1 + (post.index % 2)}" width="150" align="left" valign="middle"><span class="nav"><a href="#top" class="nav">Back to top</a></span></td><td class="row${1 + (post.index % 2)}" width="100%" height="28" valign="bottom" nowrap="nowrap"><table cellspacing="0" cellpadding="0" border="0" height="18" width="18"><tr><td valign="middle" nowrap="nowrap"><a href="profile.php?mode=viewprofile&amp;u=${post.index + 2}"><img src="p.gif" alt="View user's profile" border="0" /></a> <a href="privmsg.php?mode=post&amp;u=${post.index + 2}"><img src="pm.gif" alt="Send private message" border="0" /></a></td></tr></table></td></tr><tr><td class="spaceRow" colspan="2" height="1"><img src="spacer.gif" alt="" width="1" height="1" /></td></tr>`
  }
  const site = `${scene.word()}.org`
  return page(
    scene,
    markup`<a name="top"></a><table width="100%" cellspacing="0" cellpadding="10" border="0" align="center"><tr><td class="bodyline"><table width="100%"><tr><td align="center"><span class="maintitle">${scene.out(site, 'site')}</span><br /><span class="mainmenu"><a href="faq.php">FAQ</a> <a href="search.php">${l.search}</a> <a href="login.php">${l.login}</a></span></td></tr></table><table width="100%" cellspacing="2" cellpadding="2" border="0"><tr><td><a class="maintitle" href="viewtopic.php?t=5">${scene.heading}</a></td></tr></table><table class="forumline" width="100%" cellspacing="1" cellpadding="3" border="0"><tr align="right"><td class="catHead" colspan="2" height="28"><span class="nav"><a href="viewtopic.php?t=4" class="nav">View previous topic</a> :: <a href="viewtopic.php?t=6" class="nav">View next topic</a></span></td></tr><tr><th class="thLeft" width="150" height="26" nowrap="nowrap">Author</th><th class="thRight" nowrap="nowrap">Message</th></tr>${posts.map(rows)}</table></td></tr></table>`,
    { site },
  )
}

const GROUPS = ['Member', 'Advanced Member', 'Administrators', 'New Member']

/** As IP.Board wrote topics in its second, third and fourth version. */
export function ipboard(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  const posts = boardPosts(scene)
  const body = (post: DraftPost): Markup =>
    bodyOf(
      scene,
      post,
      variant === 2
        ? {
            quotation: (inner, name) =>
              markup`<blockquote class="ipsQuote" data-ipsquote="" data-ipsquote-username="${name}"><div class="ipsQuote_citation">${name !== '' && scene.maybe(`On 3/4/2019 at 10:12 AM, ${name} said:`)}</div><div class="ipsQuote_contents"><p>${inner}</p></div></blockquote>`,
          }
        : {
            ...asLines,
            quotation: (inner, name) =>
              markup`<div class='quotetop'>${scene.maybe(name === '' ? 'QUOTE' : `QUOTE(${name} @ Mar 4 2008, 10:12 AM)`)}</div><div class='quotemain'>${inner}</div>`,
          },
    )
  const second = (post: DraftPost): Markup => {
    const sign = signed(scene)
    return markup`<div class="borderwrap"><a name="entry${post.index + 50}"></a><table class='ipbtable' cellspacing="1"><tr><td valign="middle" class="row2" width="1%"><div id='post-member-${post.index + 50}' class='popmenubutton-new-out'><span class="normalname">${post.author === '' ? shownAuthor(post) : markup`<a href="index.php?showuser=${post.index + 7}">${post.author}</a>`}</span></div></td><td class="row2" valign="middle" width="99%"><div style="float: left;"><span class="postdetails"><img src='p.gif' alt='post' border='0' /> ${post.shown}</span></div><div align="right"><span class="postdetails">Post <a title="Show the link to this post" href="#">#${post.index + 1}</a></span></div></td></tr><tr><td valign="top" class="post2"><span class="postdetails"><br />${random.pick(GROUPS)}<br /><img src='pips.gif' alt='***' /><br /><br />Group: ${random.pick(GROUPS)}<br />${l.posts}: ${random.int(2, 900)}<br />${l.joined}: 4-March 0${random.int(4, 8)}<br />Member No.: ${random.int(20, 9000)}<br /></span><br /></td><td width="100%" valign="top" class="post2" id='post-main-${post.index + 50}'><div class="postcolor" id='post-${post.index + 50}'>${body(post)}</div>${sign !== '' && markup`<br /><br />--------------------<br /><div class="signature">${sign}</div>`}</td></tr><tr><td class="formbuttonrow" nowrap="nowrap"><div style='text-align:left'><a href="javascript:scroll(0,0);"><img src='up.gif' alt='Go to the top of the page' border='0' /></a></div></td><td class="formbuttonrow" nowrap="nowrap"><div style="float: right;"><a href="index.php?act=Post"><img src='r.gif' border='0' alt='+Quote Post' /></a></div></td></tr></table></div><br />`
  }
  const third = (post: DraftPost): Markup => {
    const sign = signed(scene)
    return markup`<div class='post_block hentry clear clearfix' id='post_id_${post.index + 50}'><a id='entry${post.index + 50}'></a><div class='post_wrap'><h3 class='row2'><span class="post_id right ipsType_small desc blend_links"><a href='#entry${post.index}' rel='bookmark'>#${post.index + 1}</a></span>${post.author === '' ? shownAuthor(post) : markup`<span itemprop="creator name" class="author vcard"><a class="url fn name ___hover___member" href='/user/${post.index + 7}-${post.handle}/'><span itemprop="name">${post.author}</span></a></span>`}</h3><div class='author_info'><div itemscope itemtype="http://schema.org/Person" class='user_details'><ul class='basic_info'><p class='desc member_title'>${random.pick(GROUPS)}</p><li class='avatar'><img itemprop="image" src='a.png' class='ipsUserPhoto' alt='' /></li><li class='group_title'>${random.pick(GROUPS)}</li><li class='post_count desc lighter'>${random.int(2, 900)} ${l.posts}</li></ul></div></div><div class='post_body'><p class='posted_info desc lighter ipsType_small'>Posted <abbr class="published" itemprop="commentTime" title="${post.iso}">${post.shown}</abbr></p><div itemprop="commentText" class='post entry-content '>${body(post)}</div>${random.chance(0.2) && markup`<p class='edit'><strong>Edited by ${scene.person().name}, ${post.shown}.</strong></p>`}${sign !== '' && markup`<div class='signature' data-memberid='7'>${sign}</div>`}<ul id='postControls_${post.index}' class='post_controls clear clearfix'><li class='top hide'><a href='#ipboard_body' class='ipsButton_secondary' title='Back to top'>Back to top</a></li><li class='report'><a href='#' rel="nofollow">${l.report}</a></li></ul></div></div></div><hr />`
  }
  const fourth = (post: DraftPost): Markup =>
    markup`<a id="comment-${post.index + 50}"></a><article id="elComment_${post.index + 50}" class="cPost ipsBox ipsComment ipsComment_parent ipsClearfix ipsClear ipsColumns"><aside class="ipsComment_author cAuthorPane ipsColumn ipsColumn_medium"><h3 class="ipsType_sectionHead cAuthorPane_author ipsType_blendLinks ipsType_break"><strong>${post.author === '' ? shownAuthor(post) : markup`<a href="/profile/${post.index + 7}-${post.handle}/" data-ipshover class="ipsType_break">${post.author}</a>`}</strong></h3><ul class="cAuthorPane_info ipsList_reset"><li data-role="photo" class="cAuthorPane_photo"><a href="/profile/${post.index + 7}-${post.handle}/" class="ipsUserPhoto ipsUserPhoto_large" title="Go to ${post.author}'s profile"><img src="a.png" alt="${post.author}"></a></li><li data-role="group">${random.pick(GROUPS)}</li><li data-role="stats" class="ipsMargin_top"><ul class="ipsList_reset ipsType_light"><li><a href="#" title="${random.int(2, 90)} ${l.posts}">${random.int(2, 90)}</a></li></ul></li></ul></aside><div class="ipsColumn ipsColumn_fluid ipsMargin:none"><div id="comment-${post.index + 50}_wrap" data-controller="core.front.core.comment" class="ipsComment_content ipsType_medium"><div class="ipsComment_meta ipsType_light ipsFlex"><div class="ipsType_reset"><a href="/topic/9/?do=findComment&amp;comment=50" class="ipsType_blendLinks">Posted <time datetime="${post.iso}" title="${post.full}">${post.shown}</time></a>${random.chance(0.2) && markup` <span class="ipsResponsive_hidePhone">(edited)</span>`}</div></div><div class="cPost_contentWrap"><div data-role="commentContent" class="ipsType_normal ipsType_richText ipsPadding_bottom ipsContained" data-controller="core.front.core.lightboxedImages">${body(post)}${random.chance(0.2) && markup`<span class="ipsType_reset ipsType_medium ipsType_light"><strong>Edited <time datetime="${post.iso}">${post.shown}</time> by ${scene.person().name}</strong></span>`}</div><div class="ipsItemControls"><div class="ipsReact ipsPos_right"><ul class="ipsReact_reactions"><li class="ipsReact_reactCount"><span>${random.int(1, 9)}</span></li></ul></div><ul class="ipsComment_controls ipsClearfix ipsItemControls_left"><li data-ipsquote-editor="topic_comment"><a href="#">${l.quote}</a></li></ul></div></div></div></div></article>`
  const main: Value = posts.map([second, third, fourth][variant]!)
  const site = `${scene.word()} Boards`
  return page(
    scene,
    markup`${topBar(scene, site)}<div id="content"><h1 class="ipsType_pagetitle">${scene.heading}</h1><div class="topic_title">Started by ${shownAuthor(posts[0]!)}, ${posts[0]!.shown}</div><div class="topic hfeed">${main}</div>${random.chance(0.4) && relatedBox(scene, 'similar')}</div>${bottom(scene, site)}`,
    { site },
  )
}
