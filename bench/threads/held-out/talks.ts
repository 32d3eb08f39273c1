import { bodyOf, type BodyStyle } from '../body.ts'
import { markup, type Markup, type Value } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { documentOf, elsewhere, foot, strip } from './surroundings.ts'
import { descend, topMost } from './trees.ts'

const TYPED: BodyStyle = {
  paragraph: (inner) => inner,
  gap: markup`\n\n`,
  list: (items) => markup`${items.map((item) => markup`- ${item}\n`)}`,
  code: (source) => markup`${source}`,
}

/** Letters of a group: as a large provider, a small one, and an old archive show them. */
export function letters(scene: Scene): Markup {
  const { random, l } = scene
  const variant = scene.number % 3
  scene.heading = scene.phrase()
  const posts = scene.say({
    roles: () => 'message',
    kinds: ['quotation', 'list', 'code'],
    styles: ['medium', 'numeric', 'long'],
  })
  for (const post of posts) {
    const address = `${post.handle}@mail.example`
    if (post.author !== '') post.aliases = [...post.aliases, address]
    scene.maybe(address)
  }
  const group = (post: DraftPost): Markup =>
    markup`<section data-author="${post.author}" data-doc-id="${post.index}" class="BkrUxb" role="listitem" aria-expanded="true"><div class="Sx8dbe"><div class="tbyZff"><div class="x8gUGb"><img class="MFSCWc" alt="${post.author}'s profile photo" src="/g"></div><div class="LgTNRd"><h3 class="s1f8Zd">${shownAuthor(post)}</h3><div class="JTJXFc">${random.chance(0.3) && markup`<span class="xZFUEc">unread,</span>`}</div></div></div><div class="ELCJ4d"><span class="zX2W9c">${post.shown}</span><div role="button" aria-label="star"></div></div></div><div class="k9sQRb"><div class="jLVnNb">to ${scene.maybe('gardeners')}</div></div><div class="ptW7te" role="region" data-ogpc><div dir="ltr">${bodyOf(scene, post, { paragraph: (inner) => markup`<div>${inner}</div><div><br></div>`, quotation: (inner, name) => markup`<div class="gmail_quote">${name !== '' && markup`<div dir="ltr" class="gmail_attr">${scene.maybe(`On Monday, ${name} wrote:`)}<br></div>`}<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex">${inner}</blockquote></div>` })}</div></div><div class="U7yJEb"><div role="button"><span>Reply all</span></div><div role="button"><span>Reply to author</span></div><div role="button"><span>Forward</span></div></div></section>`
  const small = (post: DraftPost): Markup =>
    markup`<div class="expanded-message"><a id="msg${post.index}"></a><div class="panel panel-default"><div class="panel-heading"><div class="row"><div class="pull-left"><img class="user-photo img-rounded" src="/p"><span class="truncate-one-line fw-bold"><u>${shownAuthor(post)}</u></span></div><div class="pull-right"><span title="${post.full}">${post.shown}</span> <a href="/g/x/message/${post.index}">#${post.index + 1}</a></div></div></div><div class="forcebreak" dir="auto"><div class="user-content">${bodyOf(scene, post, { quotation: (inner, name) => markup`${name !== '' && markup`<div>${scene.wrote(name)}</div>`}<blockquote class="quoted-text-toggle"><div>${inner}</div></blockquote>` })}</div></div><div class="panel-footer"><a class="btn btn-default btn-xs">${l.reply}</a><a class="btn btn-default btn-xs">${l.like}</a></div></div></div>`
  const marc = (
    post: DraftPost,
  ): Markup => markup`<pre><b>[<a href="?l=gardeners&w=2">prev in list</a>] [<a href="?w=1">next in list</a>] [<font color="#c0c0c0">prev in thread</font>]</b>
<font size="+1">
List:       <a href="?l=gardeners">gardeners</a>
Subject:    ${post.index > 0 && 'Re: '}${scene.heading}
From:       ${shownAuthor(post)} &lt;${post.handle} () mail ! example&gt;
Date:       ${post.shown}
Message-ID: <a href="?i=1">${random.int(100, 900)}.AA@${post.handle}</a></font>

${bodyOf(scene, post, { ...TYPED, quotation: (inner, name) => markup`${name !== '' && `${scene.wrote(name)}\n`}<i>&gt; ${inner}</i>` })}
</pre><hr>`
  const main = [
    markup`<div class="AsiEFc" role="main"><div class="KPwZRb"><html-blob><h1 class="KPwZRb"><span>${scene.heading}</span></h1></html-blob><div>${random.int(2, 300)} views</div></div><div role="list">${posts.map(group)}</div></div>`,
    markup`<div class="container-fluid" id="bodycol"><h1 class="break-word"><span id="subject">${scene.heading}</span></h1>${posts.map(small)}<div class="previous-next">${posts.length} messages</div></div>`,
    markup`<h2>${scene.heading}</h2>${posts.map(marc)}<center>Configure | About | News | Add a list</center>`,
  ][variant]
  return documentOf(
    scene,
    markup`${variant !== 2 && strip(scene, 'gardeners', 'groups-top')}${main}${variant === 1 && foot(scene, 'gardeners', 'groups-foot')}`,
    'gardeners',
  )
}

/** Messages of rooms: an archive of a firm's program, an export of a messenger, and a public view of a free network. */
export function rooms(scene: Scene): Markup {
  const { random } = scene
  const variant = scene.number % 3
  scene.heading = scene.word()
  const posts = scene.say({
    roles: () => 'message',
    length: 'chat',
    kinds: ['code', 'list'],
    min: 2,
    styles: ['medium', 'numeric', 'long'],
  })
  const follows = (post: DraftPost): boolean =>
    post.index > 0 && post.author !== '' && posts[post.index - 1]!.author === post.author
  const clock = (post: DraftPost): string => scene.maybe(post.iso.slice(11, 16))
  const text = (post: DraftPost): Markup =>
    bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`<br>` })
  const slack = (post: DraftPost): Markup =>
    markup`<div class="message-container"><div id="${post.time / 1000}.000${post.index}">${follows(post) ? markup`<div class="message"><div class="time">${clock(post)}</div>` : markup`<img src="/u.png" class="user_icon" loading="lazy"><div class="message"><div class="username">${shownAuthor(post)}</div> <a href="#${post.time}"><div class="time">${post.shown}</div></a>`}<div class="msg">${text(post)}</div>${random.chance(0.2) && markup`<div class="message-reaction">:tada: <span>${scene.out(scene.person().name)}</span></div>`}</div></div></div>`
  const telegram = (post: DraftPost): Markup =>
    markup`<div class="message default clearfix ${follows(post) && 'joined'}" id="message${post.index + 20}">${!follows(post) && markup`<div class="pull_left userpic_wrap"><div class="userpic userpic${1 + (post.index % 7)}" style="width: 42px; height: 42px"><div class="initials" style="line-height: 42px">${(post.author || '?').slice(0, 1)}</div></div></div>`}<div class="body"><div class="pull_right date details" title="${post.full}">${post.shown}</div>${!follows(post) && markup`<div class="from_name">${shownAuthor(post)} </div>`}${post.index > 1 && random.chance(0.2) && markup`<div class="reply_to details">In reply to <a href="#go_to_message21">this message</a></div>`}<div class="text">${text(post)}</div></div></div>${random.chance(0.1) && markup`<div class="message service" id="message-1"><div class="body details">${scene.out(`${scene.person().name} joined group by link`, 'event')}</div></div>`}`
  const matrix = (post: DraftPost): Markup =>
    markup`<li class="EventTile" data-event-id="$e${post.index}" tabindex="-1">${follows(post) ? markup`<a href="#e" class="MessageTimestamp MessageTimestamp_short" aria-hidden="true">${clock(post)}</a>` : markup`<div class="SenderProfile"><div class="avatar size-30 usercolor${post.index % 8}">${post.author.slice(0, 1)}</div><span class="SenderProfile_name usercolor${post.index % 8}">${shownAuthor(post)}</span><span class="SenderProfile_mxid">@${post.handle}:hs.example</span><time class="MessageTimestamp" datetime="${post.iso}">${post.shown}</time></div>`}<div class="EventTile_line"><div class="MTextBody">${text(post)}</div></div></li>`
  for (const post of posts) {
    if (follows(post)) post.continues = true
    scene.maybe(`@${post.handle}:hs.example`)
    if (post.author !== '') post.aliases = [...post.aliases, `@${post.handle}:hs.example`]
  }
  const writing =
    random.chance(0.3) &&
    markup`<div class="WhoIsTypingTile">${scene.out(scene.l.typing.replace('#', scene.person().name))}</div>`
  const main = [
    markup`<div id="slack-archive-viewer"><div id="sidebar"><h3>Channels</h3><ul class="list" id="channel-list"><li class="channel active"><a href="/channel/general"># ${scene.heading}</a></li><li class="channel"><a href="/channel/random"># random</a></li></ul></div><div class="messages">${posts.map(slack)}</div></div>`,
    markup`<div class="page_wrap"><div class="page_header"><div class="content"><div class="text bold">${scene.heading}</div></div></div><div class="page_body chat_page"><div class="history"><div class="message service" id="message-2"><div class="body details">${scene.maybe('18 November 2025')}</div></div>${posts.map(telegram)}</div></div></div>`,
    markup`<div class="RoomView"><div class="RoomHeader"><h2>${scene.heading}</h2><div class="RoomHeader_topic">${scene.out(scene.articleSentence(), 'site')}</div></div><ol class="Timeline" role="log"><li class="DateHeader"><h2>${scene.maybe('Tuesday, November 18')}</h2></li>${posts.map(matrix)}</ol>${writing}</div>`,
  ][variant]
  return documentOf(scene, main, scene.heading)
}

/** Talks with somebody, each turn with who speaks before it. */
export function conversations(scene: Scene): Markup {
  const variant = scene.number % 3
  scene.heading = scene.phrase()
  const names = scene.random.times(scene.random.pick([2, 2, 3]), () => scene.word())
  const lead = scene.article(1, 2)
  const posts = scene.say({
    roles: (index) => (index === 0 ? 'question' : 'answer'),
    length: 'short',
    min: 4,
    styles: ['none'],
  })
  posts.forEach((post, index) => {
    post.author =
      variant === 1 ? names[index % names.length]!.toUpperCase() : names[index % names.length]!
    post.aliases = []
    post.parts = post.parts.filter(({ kind }) => kind === 'paragraph')
    if (post.parts.length === 0) post.parts = [{ kind: 'paragraph', texts: [scene.sentence()] }]
  })
  const mark = [' –', ':', ':'][variant]!
  scene.labels = [...new Set(posts.map(({ author }) => author))].map(
    (name) => [`${name}${mark}`, name] as const,
  )
  const turn = (post: DraftPost): Markup => {
    const text = bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`<br><br>` })
    if (variant === 0)
      return markup`<p class="turn"><em class="turn-who">${post.author} –</em> ${text}</p>`
    if (variant === 1) return markup`<p>${post.author}: ${text}</p>`
    return markup`<div class="transcript-line"><b class="transcript-name">${post.author}:</b> <span class="transcript-text">${text}</span></div>`
  }
  return documentOf(
    scene,
    markup`${strip(scene, 'Conversations', 'mag-top')}<div class="mag-story"><h1>${scene.heading}</h1><div class="mag-lead">${lead.map((one) => markup`<p>${one}</p>`)}</div><div class="mag-talk">${posts.map(turn)}</div></div>${elsewhere(scene, 'mag-more')}${foot(scene, 'Conversations', 'mag-foot')}`,
    'Conversations',
  )
}

/** A page of a wiki for talk: who wrote stands behind what was written. */
export function talkPage(scene: Scene): Markup {
  const { random } = scene
  const variant = scene.number % 3
  const topic = scene.word()
  scene.heading = `Talk:${topic}`
  const posts = scene.say({
    roles: (index) => (index === 0 ? 'post' : 'reply'),
    length: 'short',
    styles: ['long', 'iso', 'numeric'],
    parents: descend(1, 0.7),
  })
  const [first] = posts
  // All that answers the first post stands deeper than it, and so does what is below.
  for (const post of posts.slice(1)) {
    post.parent ??= 0
    post.depth = posts[post.parent]!.depth + 1
  }
  const sign = (post: DraftPost): Markup =>
    markup` ${random.pick(['—', '--', ''])}${post.author === '' ? markup`<span class="autosigned">${shownAuthor(post)}</span>` : markup`<a href="/wiki/User:${post.handle}" ${random.chance(0.2) && markup`class="new"`} title="User:${post.author}">${post.author}</a> (<a href="/wiki/User_talk:${post.handle}" title="User talk:${post.author}">talk</a>)`} ${variant === 1 ? markup`<a href="#c-${post.index}" class="ext-discussiontools-init-timestamplink">${post.shown} (UTC)</a>` : `${post.shown} (UTC)`}${variant === 1 && markup`<span class="ext-discussiontools-init-replylink-buttons"><span class="ext-discussiontools-init-replylink-bracket">[</span><a class="ext-discussiontools-init-replylink-reply" role="button">reply</a><span class="ext-discussiontools-init-replylink-bracket">]</span></span>`}`
  for (const word of ['talk', 'UTC', 'reply']) scene.maybe(word)
  const text = (post: DraftPost): Markup =>
    bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`<br>` })
  const below = (post: DraftPost): Value => {
    const answers = posts.filter(({ parent }) => parent === post.index)
    if (answers.length === 0) return undefined
    return variant === 2
      ? markup`<ul>${answers.map((answer) => markup`<li>${text(answer)}${sign(answer)}${below(answer)}</li>`)}</ul>`
      : markup`<dl>${answers.map((answer) => markup`<dd>${text(answer)}${sign(answer)}${below(answer)}</dd>`)}</dl>`
  }
  return documentOf(
    scene,
    markup`<div id="mw-page-base" class="noprint"></div><div id="content" class="mw-body" role="main"><h1 id="firstHeading" class="firstHeading mw-first-heading"><span class="mw-page-title-namespace">Talk</span><span class="mw-page-title-separator">:</span><span class="mw-page-title-main">${topic}</span></h1><div id="bodyContent"><div id="siteSub" class="noprint">From a free encyclopedia</div><div id="mw-content-text" class="mw-body-content"><div class="mw-parser-output">${random.chance(0.5) && markup`<table class="tmbox tmbox-notice"><tr><td class="mbox-text">${scene.out('This is the talk page for discussing improvements to the article.', 'site')}</td></tr></table>`}<div class="mw-heading mw-heading2"><h2 id="s1">${scene.maybe(scene.phrase())}</h2><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="/edit">edit</a><span class="mw-editsection-bracket">]</span></span></div><p>${text(first!)}${sign(first!)}</p>${below(first!)}</div></div></div></div><div id="mw-navigation"><h2>Navigation menu</h2><nav id="p-personal"><ul><li><a href="/login">Log in</a></li></ul></nav></div><footer id="footer"><ul id="footer-info"><li>This page was last edited on 3 May 2024.</li></ul></footer>`,
    'Encyclopedia',
    { attributes: markup` class="mediawiki ns-1 ns-talk skin-vector"` },
  )
}

/** A short message and what others answer: three networks that are not one company's. */
export function shortMessages(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  const posts = scene.say({
    roles: (index) => (index === 0 ? 'post' : 'reply'),
    length: 'short',
    styles: ['relative', 'long', 'day'],
  })
  scene.heading = ''
  for (const post of posts) {
    if (post.author === '') {
      post.author = scene.word()
      post.handle = post.author.toLowerCase()
    }
    const full = `@${post.handle}.sky.example`
    post.aliases = [
      `@${post.handle}`,
      full,
      post.handle,
      `${post.author} @${post.handle}`,
      `${post.author} ${full}`,
    ]
    scene.maybe(full)
  }
  const sky = (post: DraftPost): Markup =>
    markup`<div role="link" tabindex="0" data-testid="postThreadItem-by-${post.handle}.sky.example" class="css-175oi2r r-1loqt21 r-1otgn73"><div class="css-175oi2r" style="flex-direction: row; gap: 10px"><a href="/profile/${post.handle}" aria-label="${post.author}’s avatar" class="css-175oi2r"><img alt="" src="/b"></a><div class="css-175oi2r r-13awgt0"><div class="css-175oi2r" style="flex-direction: row"><a href="/profile/${post.handle}" dir="auto" class="css-146c3p1 r-1xnzce8" style="font-weight: 600">${post.author}</a><a href="/profile/${post.handle}" dir="auto" class="css-146c3p1"> @${post.handle}.sky.example</a>${post.index > 0 && markup`<div dir="auto" aria-hidden="true" class="css-146c3p1">·</div><a href="/p/${post.index}" aria-label="${post.full}" data-tooltip="${post.full}" dir="auto" class="css-146c3p1">${post.shown}</a>`}</div><div class="css-175oi2r"><div data-word-wrap="1" dir="auto" class="css-146c3p1 r-1xnzce8">${bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`\n\n` })}</div></div>${post.index === 0 && markup`<div class="css-175oi2r"><div dir="auto" class="css-146c3p1">${post.shown}</div><div class="css-146c3p1">${scene.out('Everybody can reply')}</div></div>`}<div class="css-175oi2r" style="justify-content: space-between"><button aria-label="${l.reply} (${random.int(0, 9)} replies)"><div class="css-146c3p1">${random.int(0, 9)}</div></button><button aria-label="Repost"><div class="css-146c3p1">${random.int(0, 9)}</div></button></div></div></div></div>`
  const bird = (post: DraftPost): Markup =>
    markup`<div class="${post.index === 0 ? 'main-tweet' : 'timeline-item thread'}" id="${post.index === 0 && 'm'}"><a class="tweet-link" href="/${post.handle}/status/${post.index}#m"></a><div class="tweet-body"><div><div class="tweet-header"><a class="tweet-avatar" href="/${post.handle}"><img class="avatar round" src="/pic" alt=""></a><div class="tweet-name-row"><div class="fullname-and-username"><a class="fullname" href="/${post.handle}" title="${post.author}">${post.author}</a><a class="username" href="/${post.handle}" title="@${post.handle}">@${post.handle}</a></div><span class="tweet-date"><a href="/${post.handle}/status/${post.index}#m" title="${post.full}">${post.shown}</a></span></div></div></div>${post.index > 0 && markup`<div class="replying-to">Replying to <a href="/x">${scene.maybe(`@${posts[post.parent ?? 0]!.handle}`)}</a></div>`}<div class="tweet-content media-body" dir="auto">${bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`\n\n` })}</div>${post.index === 0 && markup`<p class="tweet-published">${post.full}</p>`}<div class="tweet-stats"><span class="tweet-stat"><div class="icon-container"><span class="icon-comment"></span> ${random.int(0, 30)}</div></span><span class="tweet-stat"><div class="icon-container"><span class="icon-heart"></span> ${random.int(0, 90)}</div></span></div></div></div>`
  const pleroma = (post: DraftPost): Markup =>
    markup`<div class="conversation-status status-fadein thread-body"><div class="status-container"><div class="left-side"><a href="/users/${post.handle}"><img alt="@${post.handle}" title="@${post.handle}" src="/v" class="Avatar post-avatar"></a></div><div class="right-side"><div class="status-heading"><div class="heading-name-row"><div class="heading-left"><h4 class="status-username" title="${post.author}"><span class="RichContent">${post.author}</span></h4><a class="account-name" title="@${post.handle}" href="/users/${post.handle}">@${post.handle}</a></div><span class="heading-right"><a href="/notice/${post.index}" class="timeago faint-link"><time datetime="${post.iso}" title="${post.full}">${post.shown}</time></a></span></div></div><div class="StatusContent status-content"><div class="StatusBody"><div class="body"><div class="text-wrapper"><span class="RichContent text media-body">${bodyOf(scene, post)}</span></div></div></div></div><div class="status-actions"><button title="${l.reply}"></button><button title="${l.like}"><span class="action-counter">${random.int(0, 9)}</span></button></div></div></div></div>`
  const list = [
    markup`<div id="root"><div class="css-175oi2r"><div class="css-175oi2r" data-testid="postThreadScreen">${posts.map(sky)}</div></div><noscript><p>${scene.out('This page needs scripts.', 'site')}</p></noscript></div>`,
    markup`<nav><div class="inner-nav"><a class="site-name" href="/">${scene.out('wren', 'site')}</a></div></nav><div class="container"><div class="conversation"><div class="main-thread">${bird(posts[0]!)}</div><div id="r" class="replies">${topMost(posts, 1).map((post) => markup`<div class="reply thread thread-line">${bird(post)}</div>`)}</div></div></div>`,
    markup`<div id="app" class="-normal"><div class="column main"><div class="Conversation panel panel-default -expanded"><div class="panel-heading"><span class="title">Conversation</span></div><div class="conversation-body panel-body">${posts.map(pleroma)}</div></div></div><div class="column sidebar"><div class="instance-specific-panel">${scene.out(scene.articleSentence(), 'site')}</div></div></div>`,
  ][variant]
  return documentOf(scene, list, 'messages')
}
