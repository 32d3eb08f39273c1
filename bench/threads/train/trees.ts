import { bodyOf, type BodyStyle } from '../body.ts'
import { markup, type Markup } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { bottom, page, topBar } from './chrome.ts'

/** A tree in the order of the page: answers of a post follow it. */
function tree(scene: Scene, hasOpening: boolean): DraftPost[] {
  scene.heading = scene.phrase()
  const open: number[] = []
  return scene.say({
    roles: (index) => (index === 0 && hasOpening ? 'post' : 'comment'),
    length: 'short',
    hasVotes: true,
    kinds: ['code', 'quotation', 'list'],
    styles: ['relative', 'relative', 'medium'],
    parents: (index, random) => {
      if (index === 0) return undefined
      if (index === 1 && hasOpening) {
        open.splice(0, open.length, 1)
        return undefined
      }
      if (!hasOpening && open.length === 0) open.push(0)
      open.length = random.int(0, open.length)
      const parent = open.at(-1)
      open.push(index)
      return parent
    },
  })
}

const HN: BodyStyle = {
  code: (source) => markup`<p><pre><code>${source}\n</code></pre>`,
  quotation: (inner) => markup`<p>&gt; <i>${inner}</i>`,
  list: (items) => markup`<p>${items.map((item) => markup`* ${item}<p>`)}`,
}

/** A table with a spacer before each comment, as an old site for news of programmers writes it. */
export function newsTable(scene: Scene): Markup {
  const variant = scene.number % 3
  const hasText = variant === 1
  const posts = tree(scene, hasText)
  const { random } = scene
  const body = (post: DraftPost): Markup =>
    bodyOf(scene, post, {
      ...HN,
      paragraph: (inner) =>
        post.parts[0]!.kind === 'paragraph' ? markup`${inner}` : markup`<p>${inner}`,
      gap: markup`<p>`,
    })
  for (const post of posts) if (post.role === 'comment') delete post.votes
  const comments = hasText ? posts.slice(1) : posts
  const [opener] = posts
  const other = scene.person()
  const name = hasText ? shownAuthor(opener!) : scene.out(other.name)
  const handle = hasText ? opener!.handle : other.handle
  const age = (post: DraftPost): Markup =>
    markup`<span class="age" title="${post.iso.slice(0, 19)} ${post.time / 1000}"><a href="item?id=${post.index + 400}">${post.shown}</a></span>`
  const row = (
    post: DraftPost,
  ): Markup => markup`<tr class='athing comtr' id='${post.index + 400}'><td><table border='0'>  <tr>    <td class='ind' indent='${post.depth}'><img src="s.gif" height="1" width="${post.depth * 40}"></td><td valign="top" class="votelinks"><center><a id='up_${post.index}' href='vote?id=${post.index}&amp;how=up'><div class='votearrow' title='upvote'></div></a></center></td><td class="default"><div style="margin-top:2px; margin-bottom:-10px;"><span class="comhead">
          ${post.author === '' ? shownAuthor(post) : markup`<a href="user?id=${post.handle}" class="hnuser">${post.author}</a>`} ${age(post)} <span id="unv_${post.index}"></span><span class='navs'> | ${post.depth > 0 && markup`<a href="#${post.parent}" class="clicky" aria-hidden="true">parent</a> | `}<a href="#${post.index + 1}" class="clicky" aria-hidden="true">next</a> <a class="togg clicky" id="${post.index}" n="2" href="javascript:void(0)">[&ndash;]</a><span class="onstory"></span></span></span></div><br>
<div class="comment"><div class="commtext c00">${body(post)}</div><div class='reply'><p><font size="1"><u><a href="reply?id=${post.index}">reply</a></u></font></p></div></div></td></tr></table></td></tr>`
  return page(
    scene,
    markup`<center><table id="hnmain" border="0" cellpadding="0" cellspacing="0" width="85%" bgcolor="#f6f6ef"><tr><td bgcolor="#ff6600"><table border="0" width="100%"><tr><td style="width:18px"><a href="/"><img src="y.svg" width="18"></a></td><td><span class="pagetop"><b class="hnname"><a href="news">Tinker News</a></b><a href="newest">new</a> | <a href="front">past</a> | <a href="newcomments">comments</a> | <a href="ask">ask</a></span></td><td style="text-align:right"><span class="pagetop"><a href="login?goto=1">login</a></span></td></tr></table></td></tr><tr style='height:10px'></tr><tr id="bigbox"><td><table class="fatitem" border="0"><tr class='athing submission' id='1'><td align="right" valign="top" class="title"><span class="rank"></span></td><td valign="top" class="votelinks"><center><a href='vote?id=1'><div class='votearrow' title='upvote'></div></a></center></td><td class="title"><span class="titleline"><a href="${hasText ? 'item?id=1' : 'https://blog.example.net/x'}">${scene.heading}</a>${!hasText && markup`<span class="sitebit comhead"> (<a href="from?site=x"><span class="sitestr">blog.example.net</span></a>)</span>`}</span></td></tr><tr><td colspan="2"></td><td class="subtext"><span class="subline"><span class="score" id="score_1">${hasText ? opener!.votes : random.int(2, 600)} points</span> by <a href="user?id=${handle}" class="hnuser">${name}</a> ${age(opener!)} <span id="unv_1"></span> | <a href="hide?id=1">hide</a> | <a href="item?id=1">${comments.length}&nbsp;comments</a></span></td></tr>${hasText && markup`<tr style="height:2px"></tr><tr><td colspan="2"></td><td><div class="toptext">${body(opener!)}</div></td></tr>`}<tr style="height:10px"></tr><tr><td colspan="2"></td><td><form><textarea name="text" rows="8"></textarea><input type="submit" value="add comment"></form></td></tr></table><br><br><table border="0" class='comment-tree'>${comments.map(row)}</table><br><br></td></tr><tr><td><img src="s.gif" height="10" width="0"><br><center><span class="yclinks"><a href="newsguidelines.html">Guidelines</a> | <a href="faq">FAQ</a> | <a href="lists">Lists</a></span></center></td></tr></table></center>`,
    { site: 'Tinker News' },
  )
}

/** Nested elements, as a site with many sections writes its old and its new pages. */
export function nestedTree(scene: Scene): Markup {
  const variant = scene.number % 3
  const posts = tree(scene, true)
  const [first] = posts
  const { random } = scene
  const below = (index: number): DraftPost[] => posts.filter((post) => post.parent === index)
  const tops = posts.filter((post) => post.index > 0 && post.parent === undefined)
  const name = (post: DraftPost, className: string): Markup =>
    post.author === ''
      ? markup`<em>${shownAuthor(post)}</em>`
      : markup`<a href="/user/${post.handle}/" class="${className}">${post.author}</a>`
  const old = (post: DraftPost): Markup =>
    markup`<div class=" thing id-t1_${post.index} noncollapsed   comment " id="thing_t1_${post.index}" onclick="click_thing(this)" data-fullname="t1_${post.index}" data-type="comment" data-author="${post.author}" data-permalink="/r/x/${post.index}"><p class="parent"><a name="${post.index}"></a></p><div class="midcol unvoted"><div class="arrow up login-required access-required" role="button" aria-label="upvote" tabindex="0"></div><div class="arrow down login-required" role="button" aria-label="downvote"></div></div><div class="entry unvoted"><p class="tagline"><a href="javascript:void(0)" class="expand" onclick="return togglecomment(this)">[–]</a>${name(post, 'author may-blank')}<span class="userattrs">${post.author === first!.author && post.author !== '' && markup`[<a class="submitter" title="submitter" href="/x">S</a>]`}</span> <span class="score dislikes" title="${Number(post.votes) - 1}">${Number(post.votes) - 1} points</span><span class="score unvoted" title="${post.votes}">${post.votes} point${post.votes !== '1' && 's'}</span><span class="score likes" title="${Number(post.votes) + 1}">${Number(post.votes) + 1} points</span> <time title="${post.full}" datetime="${post.iso}" class="live-timestamp">${post.shown}</time>&nbsp;<a href="javascript:void(0)" class="numchildren" onclick="return togglecomment(this)">(${below(post.index).length} children)</a></p><form action="#" class="usertext warn-on-unload"><input type="hidden" name="thing_id" value="t1"><div class="usertext-body may-blank-within md-container "><div class="md">${bodyOf(scene, post)}</div></div></form><ul class="flat-list buttons"><li class="first"><a href="/r/x/${post.index}" class="bylink" rel="nofollow">permalink</a></li><li class="comment-save-button"><a href="#">save</a></li><li><a class="reply-button" href="#">reply</a></li></ul></div><div class="child">${below(post.index).length > 0 && markup`<div id="siteTable_t1_${post.index}" class="sitetable listing">${below(post.index).map(old)}</div>`}</div><div class="clearleft"></div></div>`
  const shred = (post: DraftPost): Markup =>
    markup`<shreddit-comment author="${post.author === '' ? shownAuthor(post) : post.author}" thingid="t1_${post.index}" depth="${post.depth}" permalink="/r/x/comments/1/comment/${post.index}/" postid="t3_1" score="${post.votes}" award-count="0" arialabel="Comment from ${post.author}" class="pt-md px-md xs:px-0"><div slot="commentAvatar"><a class="overflow-hidden" href="/user/${post.handle}/"><img alt="u/${post.handle} avatar" src="/a"></a></div><div slot="commentMeta" class="flex flex-row items-center"><div class="author-name-meta"><faceplate-tracker source="post_detail" action="click" noun="comment_author">${name(post, 'truncate font-bold text-neutral-content-strong text-12')}</faceplate-tracker></div>${post.author === first!.author && markup`<shreddit-comment-author-modifier-icon><span class="text-12 font-bold">OP</span></shreddit-comment-author-modifier-icon>`}<span class="inline-block my-0 text-12 text-neutral-content-weak">•</span><a rel="nofollow noopener" class="text-neutral-content-weak text-12" href="/r/x/${post.index}"><faceplate-timeago ts="${post.iso}"><time datetime="${post.iso}" title="${post.full}">${post.shown}</time></faceplate-timeago></a></div><div id="t1_${post.index}-comment-rtjson-content" slot="comment" class="md text-14 rounded-[8px] pb-2xs"><div id="-post-rtjson-content" class="py-0 xs:mx-xs inline-block max-w-full" style="--emote-size: 20px">${bodyOf(scene, post)}</div></div><shreddit-comment-action-row comment-id="t1_${post.index}" permalink="/r/x" score="${post.votes}" slot="actionRow"><div slot="comment-reply"></div></shreddit-comment-action-row>${below(post.index).map(shred)}</shreddit-comment>`
  const plainDiv = (post: DraftPost): Markup =>
    markup`<div class="Comment t1_${post.index}" id="t1_${post.index}"><div class="threadline-col"><i class="threadline"></i></div><div class="Comment__main"><div class="Comment__head"><div class="Comment__userinfo">${name(post, 'Comment__userlink')}</div><span class="Comment__points">${post.votes} point${post.votes !== '1' && 's'}</span><span class="Comment__sep" role="presentation">·</span><a class="Comment__when" href="#t1_${post.index}" rel="nofollow"><span>${post.shown}</span></a></div><div class="Comment__text"><div class="RichText">${bodyOf(scene, post, { paragraph: (inner) => markup`<p class="RichText__p">${inner}</p>` })}</div></div><div class="Comment__tools"><button>Reply</button><button>Share</button><button>Report</button><button>Save</button></div></div><div class="Comment__children">${below(post.index).map(plainDiv)}</div></div>`
  const opener =
    variant === 0
      ? markup`<div id="siteTable" class="sitetable linklisting"><div class=" thing id-t3_1 self link " data-author="${first!.author}" data-score="${first!.votes}"><p class="parent"></p><div class="midcol unvoted"><div class="arrow up" role="button"></div><div class="score unvoted" title="${first!.votes}">${first!.votes}</div><div class="arrow down" role="button"></div></div><div class="entry unvoted"><div class="top-matter"><p class="title"><a class="title may-blank " href="/r/x/1">${scene.heading}</a> <span class="domain">(<a href="/r/x/">self.x</a>)</span></p><p class="tagline ">submitted <time title="${first!.full}" datetime="${first!.iso}" class="live-timestamp">${first!.shown}</time> by ${name(first!, 'author may-blank')}</p><ul class="flat-list buttons"><li class="first"><a href="/c" class="bylink comments">${posts.length - 1} comments</a></li><li class="share"><a class="post-sharing-button" href="#">share</a></li></ul></div><div class="expando"><form class="usertext"><div class="usertext-body"><div class="md">${bodyOf(scene, first!)}</div></div></form></div></div></div></div>`
      : variant === 1
        ? markup`<shreddit-post author="${first!.author}" score="${first!.votes}" comment-count="${posts.length - 1}" created-timestamp="${first!.iso}" post-title="${scene.heading}" permalink="/r/x/1"><div slot="credit-bar"><span class="flex items-center gap-xs">${name(first!, 'author-name whitespace-nowrap text-neutral-content')}<span class="created-separator">•</span><faceplate-timeago ts="${first!.iso}"><time datetime="${first!.iso}" title="${first!.full}">${first!.shown}</time></faceplate-timeago></span></div><h1 slot="title" id="post-title-t3_1" class="font-semibold text-neutral-content-strong">${scene.heading}</h1><div class="text-neutral-content" slot="text-body"><div class="mb-sm overflow-hidden"><div class="md text-14">${bodyOf(scene, first!)}</div></div></div></shreddit-post>`
        : markup`<div class="Post" data-testid="post-container"><div class="Post__side"><button aria-label="upvote"></button><div class="Post__score">${first!.votes}</div></div><div class="Post__head">Posted by ${name(first!, 'Post__userlink')} <a class="Post__when" href="/1">${first!.shown}</a></div><h1 class="Post__title">${scene.heading}</h1><div class="Post__text RichText">${bodyOf(scene, first!)}</div></div>`
  const list =
    variant === 0
      ? markup`<div class="commentarea"><div class="panestack-title"><span class="title">all ${posts.length - 1} comments</span></div><div class="menuarea"><span class="dropdown-title lightdrop">sorted by: </span><span class="selected">best</span></div><div class="sitetable nestedlisting">${tops.map(old)}</div></div>`
      : variant === 1
        ? markup`<shreddit-comment-tree id="comment-tree" post-id="t3_1" totalcomments="${posts.length - 1}">${tops.map(shred)}</shreddit-comment-tree>`
        : markup`<div class="CommentList">${tops.map(plainDiv)}</div>`
  return page(
    scene,
    markup`${topBar(scene, 'r/x', 'header-bar')}<div class="content" role="main">${opener}${list}</div><div class="side"><div class="titlebox"><h1 class="hover redditname"><a href="/r/x/">x</a></h1><span class="subscribers"><span class="number">${random.int(100, 999)},012</span> <span class="word">readers</span></span><div class="usertext-body"><div class="md"><p>${scene.out(scene.articleSentence(), 'site')}</p></div></div></div><div class="sidecontentbox"><h1>MODERATORS</h1><ul class="content"><li><a href="/user/m" class="author may-blank">${scene.out(scene.person().name, 'site')}</a></li></ul></div></div>${bottom(scene, 'x')}`,
    { site: 'x' },
  )
}
