import { bodyOf, type BodyStyle } from '../body.ts'
import { markup, type Markup, type Value } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene, type Shape } from '../scene.ts'
import { bottom, page } from './chrome.ts'

/** Posts of a board, the first of which opens the thread. */
export function boardPosts(scene: Scene, shape: Partial<Shape> = {}): DraftPost[] {
  scene.heading = scene.phrase()
  return scene.say({
    roles: (index) => (index === 0 ? 'post' : 'reply'),
    kinds: ['code', 'list', 'quotation'],
    mayBeNameless: true,
    ...shape,
  })
}

/** Bodies in which lines are parted by breaks. */
export const asLines: BodyStyle = {
  paragraph: (inner) => inner,
  gap: markup`<br />\n<br />\n`,
}

/** Signature of a post now and then. */
export function signed(scene: Scene, share = 0.3): string {
  return scene.random.chance(share)
    ? scene.out(scene.random.pick(scene.voice.signatures), 'signature')
    : ''
}

function subject(scene: Scene, { index }: DraftPost): string {
  return `${index > 0 ? 'Re: ' : ''}${scene.heading}`
}

const GROUPS = ['Newbie', 'Full Member', 'Hero Member', 'Global Moderator', 'Jr. Member']

/** As SMF writes topics: tables of its first version, divs of its second in two forms. */
export function smf(scene: Scene): Markup {
  const { l, random } = scene
  const posts = boardPosts(scene)
  const variant = scene.number % 3
  const body = (post: DraftPost): Markup =>
    bodyOf(scene, post, {
      ...asLines,
      code: (source) =>
        markup`<div class="codeheader">${scene.maybe('Code:')} <a href="javascript:void(0);" class="codeoperation">[Select]</a></div><code class="bbc_code">${source}</code>`,
      quotation: (inner, name) =>
        markup`<div class="quoteheader"><div class="topslice_quote">${name === '' ? scene.maybe('Quote') : markup`<a href="index.php?topic=9.msg70#msg70">${scene.maybe(`Quote from: ${name} on March 03, 2012, 10:12:00 AM`)}</a>`}</div></div><blockquote class="bbc_standard_quote">${inner}</blockquote><div class="quotefooter"><div class="botslice_quote"></div></div>`,
    })
  const person = (post: DraftPost): Value =>
    post.author === '' || random.chance(0.1)
      ? shownAuthor(post)
      : markup`<a href="index.php?action=profile;u=${post.index + 3}" title="View the profile of ${post.author}">${post.author}</a>`
  const edited = (post: DraftPost): Value =>
    random.chance(0.2) &&
    markup`&#171; <em>Last Edit: ${post.shown} by ${random.chance(0.5) ? post.author : scene.person().name}</em> &#187;`
  const reply = (post: DraftPost): Markup =>
    post.index === 0 ? markup`<b>on:</b>` : markup`<b>Reply #${post.index} on:</b>`
  const table = (post: DraftPost): Markup => {
    const sign = signed(scene)
    return markup`<tr><td style="padding: 1px 1px 0 1px;"><a name="msg${post.index + 70}"></a><table width="100%" cellpadding="3" cellspacing="0" border="0"><tr><td class="windowbg${post.index % 2 === 1 && '2'}"><table width="100%" cellpadding="5" cellspacing="0" style="table-layout: fixed;"><tr><td valign="top" width="16%" rowspan="2" style="overflow: hidden;"><b>${person(post)}</b><div class="smalltext">${random.pick(GROUPS)}<br /><img src="star.gif" alt="*" border="0" /><br /><img src="off.gif" alt="Offline" border="0" /> Offline<br /><br />${l.posts}: ${random.int(2, 900)}<br /><br />${random.chance(0.3) && random.pick(scene.voice.places)}<br /></div></td><td valign="top" width="85%" height="100%"><table width="100%" border="0"><tr><td align="left" valign="middle"><a href="index.php?topic=9.msg${post.index + 70}"><img src="xx.gif" alt="" border="0" /></a></td><td align="left" valign="middle"><div style="font-weight: bold;" id="subject_${post.index + 70}"><a href="index.php?topic=9.msg${post.index + 70}#msg${post.index + 70}">${subject(scene, post)}</a></div><div class="smalltext">&#171; ${reply(post)} ${post.shown} &#187;</div></td><td align="right" valign="bottom" height="20" style="font-size: smaller;"><a href="index.php?action=post;quote=1">${l.quote}</a></td></tr></table><hr width="100%" size="1" class="hrcolor" /><div class="post">${body(post)}</div></td></tr><tr><td valign="bottom" class="smalltext" width="85%"><table width="100%" border="0" style="table-layout: fixed;"><tr><td align="left" id="modified_${post.index + 70}" class="smalltext">${edited(post)}</td><td align="right" valign="bottom" class="smalltext"><img src="ip.gif" alt="" border="0" /> Logged</td></tr></table>${sign !== '' && markup`<hr width="100%" size="1" class="hrcolor" /><div class="signature">${sign}</div>`}</td></tr></table></td></tr></table></td></tr>`
  }
  const divs = (post: DraftPost): Markup => {
    const sign = signed(scene)
    return markup`<div class="windowbg${post.index % 2 === 1 && '2'}"><span class="topslice"><span></span></span><div class="post_wrapper"><div class="poster"><h4>${random.chance(0.6) && markup`<img src="off.gif" alt="Offline" />&nbsp;`}${person(post)}</h4><ul class="reset smalltext" id="msg_${post.index + 70}_extra_info">${random.chance(0.5) && markup`<li class="membergroup">${random.pick(GROUPS)}</li>`}<li class="postgroup">${random.pick(GROUPS)}</li><li class="stars"><img src="star.gif" alt="*" /></li><li class="postcount">${l.posts}: ${random.int(2, 900)}</li>${random.chance(0.3) && markup`<li class="blurb">${random.pick(scene.voice.places)}</li>`}<li class="profile"><ul><li><a href="index.php?action=profile;u=${post.index + 3}"><img src="p.gif" alt="View Profile" title="View Profile" /></a></li></ul></li></ul></div><div class="postarea"><div class="flow_hidden"><div class="keyinfo"><div class="messageicon"><img src="xx.gif" alt="" /></div><h5 id="subject_${post.index + 70}"><a href="index.php?topic=9.msg${post.index + 70}#msg${post.index + 70}" rel="nofollow">${subject(scene, post)}</a></h5><div class="smalltext">&#171; ${post.index === 0 ? markup`<strong>on:</strong>` : markup`<strong>Reply #${post.index} on:</strong>`} ${post.shown} &#187;</div><div id="msg_${post.index + 70}_quick_mod"></div></div><ul class="reset smalltext quickbuttons"><li class="quote_button"><a href="index.php?action=post">${l.quote}</a></li></ul></div><div class="post"><div class="inner" id="msg_${post.index + 70}">${body(post)}</div></div></div><div class="moderatorbar"><div class="smalltext modified" id="modified_${post.index + 70}">${edited(post)}</div><div class="smalltext reportlinks"><img src="ip.gif" alt="" /> Logged</div>${sign !== '' && markup`<div class="signature" id="msg_${post.index + 70}_signature">${sign}</div>`}</div></div><span class="botslice"><span></span></span></div><hr class="post_separator" />`
  }
  const later = (post: DraftPost): Markup => {
    const sign = signed(scene)
    return markup`<div class="windowbg" id="msg${post.index + 70}"><div class="post_wrapper"><div class="poster"><h4><span class="off" title="Offline"></span> ${person(post)}</h4><ul class="user_info"><li class="avatar"><a href="index.php?action=profile;u=${post.index + 3}"><img class="avatar" src="a.png" alt=""></a></li><li class="membergroup">${random.pick(GROUPS)}</li><li class="icons"><img src="i.png" alt="*"></li><li class="postcount">${l.posts}: ${random.int(2, 900)}</li></ul></div><div class="postarea"><div class="keyinfo"><div id="subject_${post.index + 70}" class="subject_title subject_hidden"><a href="index.php?msg=${post.index + 70}" rel="nofollow">${subject(scene, post)}</a></div><div class="postinfo"><span class="messageicon" style="position: absolute; z-index: -1;"><img src="xx.png" alt=""></span><a href="index.php?msg=${post.index + 70}" rel="nofollow" title="${post.index > 0 && `Reply #${post.index} - `}${subject(scene, post)}" class="smalltext">${post.shown}</a>${post.index > 0 && markup`<span class="page_number floatright">#${post.index}</span>`}<span class="spacer"></span><span class="smalltext modified floatright" id="modified_${post.index + 70}">${edited(post)}</span></div></div><div class="post"><div class="inner" data-msgid="${post.index + 70}" id="msg_${post.index + 70}">${body(post)}</div></div><div class="under_message"><ul class="quickbuttons"><li><a href="index.php?action=post;quote=1"><span class="main_icons quote"></span>${l.quote}</a></li></ul></div></div><div class="moderatorbar">${sign !== '' && markup`<div class="signature" id="msg_${post.index + 70}_signature">${sign}</div>`}</div></div></div><hr class="post_separator">`
  }
  const main =
    variant === 0
      ? markup`<table width="100%" cellpadding="3" cellspacing="0" border="0" class="tborder" style="border-bottom: 0;"><tr class="catbg3"><td valign="middle" width="2%"><img src="n.gif" alt="" /></td><td width="13%">Author</td><td valign="middle" width="85%" id="top_subject">Topic: ${scene.heading} &nbsp;(Read ${random.int(100, 9000)} times)</td></tr></table><form action="index.php" method="post"><table cellpadding="0" cellspacing="0" border="0" width="100%" class="bordercolor">${posts.map(table)}<tr><td style="padding: 0 0 1px 0;"></td></tr></table></form>`
      : variant === 1
        ? markup`<div id="forumposts"><div class="cat_bar"><h3 class="catbg"><img src="n.gif" alt="" /><span id="author">Author</span> Topic: ${scene.heading} &nbsp;(Read ${random.int(100, 9000)} times)</h3></div><p id="whoisviewing" class="smalltext">0 Members and 1 Guest are viewing this topic.</p><form action="index.php" method="post">${posts.map(divs)}</form></div>`
        : markup`<div id="display_head" class="information"><h2 class="display_title"><span id="top_subject">${scene.heading}</span></h2><p>Started by ${shownAuthor(posts[0]!)}, ${posts[0]!.shown}</p></div><div id="forumposts"><form action="index.php" method="post">${posts.map(later)}</form></div>`
  const site = `${scene.word()} Forum`
  return page(
    scene,
    markup`<div id="wrapper"><div id="header"><h1 class="forumtitle"><a href="index.php">${scene.out(site, 'site')}</a></h1><div id="user_section">Welcome, <b>Guest</b>. Please <a href="index.php?action=login">login</a> or <a href="index.php?action=register">register</a>.</div></div><div id="main_menu"><ul class="dropmenu"><li><a href="/">${l.home}</a></li><li><a href="/h">Help</a></li><li><a href="/s">${l.search}</a></li></ul></div><div class="navigate_section"><ul><li><a href="index.php">${site}</a> &#187;</li><li class="last"><a href="index.php?topic=9.0">${scene.heading}</a></li></ul></div><div id="content_section"><div id="main_content_section"><div class="pagesection"><div class="nextlinks"><a href="index.php?topic=9.0;prev_next=prev">&laquo; previous</a> <a href="index.php?topic=9.0;prev_next=next">next &raquo;</a></div><div class="pagelinks">Pages: [<strong>1</strong>]</div></div>${main}</div></div></div>${bottom(scene, site)}`,
    { site },
  )
}
