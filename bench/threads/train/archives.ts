import { bodyOf } from '../body.ts'
import { markup, type Markup } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { bottom, page, topBar } from './chrome.ts'

const asText = (scene: Scene, post: DraftPost): Markup =>
  bodyOf(scene, post, {
    paragraph: (inner) => inner,
    gap: markup`\n\n`,
    list: (items) => markup`${items.map((item) => markup`- ${item}\n`)}`,
    code: (source) => markup`${source}`,
    quotation: (inner, name) => markup`${name !== '' && `${scene.wrote(name)}\n`}&gt; ${inner}`,
  })

/** Letters of mailing lists: one page of one letter, a thread in one text, and a list of groups. */
export function letters(scene: Scene): Markup {
  const variant = scene.number % 3
  scene.heading = scene.phrase()
  const posts = scene.say({
    roles: () => 'message',
    kinds: ['quotation', 'list'],
    styles: ['medium', 'long', 'iso'],
    isTree: false,
    ...(variant === 0 ? { max: 1 } : {}),
  })
  const [first] = posts
  for (const post of posts) {
    const addresses = [
      `${post.handle} at lists.example.org`,
      `${post.handle}@lists.example.org`,
      post.handle,
    ]
    if (post.author !== '')
      post.aliases = [...post.aliases, ...addresses, `${post.author} ${addresses[1]!}`]
    for (const address of addresses) scene.maybe(address)
  }
  const pipermail = (post: DraftPost): Markup =>
    markup`<h1>[dev] ${scene.heading}</h1><b>${shownAuthor(post)}</b> <a href="mailto:dev%40lists.example.org" title="[dev] ${scene.heading}">${post.handle} at lists.example.org</a><br><i>${post.shown}</i><p><ul><li>Previous message: <a href="0001.html">[dev] ${scene.out(scene.phrase(), 'related')}</a></li><li>Next message: <a href="0003.html">[dev] ${scene.out(scene.phrase(), 'related')}</a></li><li><b>Messages sorted by:</b> <a href="date.html#9">[ date ]</a> <a href="thread.html#9">[ thread ]</a></li></ul><hr><!--beginarticle--><pre>${asText(scene, post)}\n</pre><!--endarticle--><hr><p><ul><li>Previous message: <a href="0001.html">[dev] previous</a></li></ul><hr><a href="https://lists.example.org/dev">More information about the dev mailing list</a><br>`
  const inOne = (post: DraftPost): Markup =>
    markup`<a href="#e${post.index}" id="m${post.index}">*</a> <b>${post.index > 0 && 'Re: '}${scene.heading}</b>\n<b>${post.index === 0 ? '  ' : ''}@ ${post.shown} ${shownAuthor(post)}</b>\n  <a href="#r">0 siblings, 1 reply; ${posts.length}+ messages in thread</a>\nFrom: ${shownAuthor(post)} @ ${post.shown} (<a href="m/">permalink</a> / <a href="raw">raw</a>)\n  To: dev\n\n${asText(scene, post)}\n\n<a href="#m">^</a> <a href="m/">permalink</a> <a href="raw">raw</a> <a href="reply">reply</a>\t[<b>flat</b>|<a href="n">nested</a>] ${posts.length}+ messages in thread\n`
  const groups = (post: DraftPost): Markup =>
    markup`<section class="msg" data-doc-id="${post.index}" role="listitem" aria-label="${post.author}"><div class="msg-head"><div class="ava"><img src="a.png" alt=""></div><div class="line"><h3 class="who">${shownAuthor(post)}</h3><span class="unread"></span></div><div class="when">${post.shown}</div><div class="to">to ${scene.maybe('dev')}</div></div><div class="msg-text"><div dir="auto">${bodyOf(scene, post, { quotation: (inner, name) => markup`${name !== '' && markup`<p>${scene.wrote(name)}</p>`}<blockquote><p>${inner}</p></blockquote>` })}</div></div></section>`
  if (variant === 0) return page(scene, pipermail(first!), { site: 'dev list' })
  if (variant === 1)
    return page(
      scene,
      markup`<form action="../"><pre><a href=../?t=2025>list archive</a></pre></form><pre>${posts.map(inOne)}</pre><hr><pre>end of thread</pre>`,
      { site: 'list archive' },
    )
  return page(
    scene,
    markup`${topBar(scene, 'groups')}<main><h1>${scene.heading}</h1><div class="count">${posts.length} views</div><div role="list">${posts.map(groups)}</div></main>${bottom(scene, 'groups')}`,
    { site: 'groups' },
  )
}

/** Exports of chats: a log in one text, rows of a table, and groups of one sender. */
export function chatLogs(scene: Scene): Markup {
  const variant = scene.number % 3
  scene.heading = `#${scene.word().toLowerCase()}`
  const posts = scene.say({
    roles: () => 'message',
    length: 'chat',
    min: 2,
    styles: ['numeric', 'medium'],
  })
  const said = (post: DraftPost): Markup =>
    bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`<br>` })
  for (const post of posts) {
    post.shown = post.iso.slice(11, 16)
    post.date = ''
  }
  const row = (post: DraftPost): Markup =>
    markup`<tr id="t${post.index}"><td class="time"><a href="#t${post.index}">${post.shown}</a></td><td class="nick" style="color:#407a40">${shownAuthor(post)}</td><td class="text">${said(post)}</td></tr>`
  const slack = (post: DraftPost): Markup =>
    markup`<div class="message-gutter" id="${post.time / 1000}.0001"><div><img src="a.png" class="user_icon" loading="lazy"></div><div class="message"><div class="username">${shownAuthor(post)}</div> <a href="#1"><div class="time">${post.iso.slice(0, 10)} ${post.shown}</div></a><div class="msg"><p>${said(post)}</p></div></div></div>`
  const event = (post: DraftPost): Markup =>
    markup`<li class="mx_EventTile" data-event-id="$${post.index}"><div class="mx_EventTile_line"><a href="#e${post.index}"><span class="mx_MessageTimestamp" title="${post.full}">${post.shown}</span></a><span class="mx_DisambiguatedProfile"><span class="mx_DisambiguatedProfile_displayName">${shownAuthor(post)}</span></span><div class="mx_MTextBody mx_EventTile_content"><span class="mx_EventTile_body" dir="auto">${said(post)}</span></div></div></li>`
  const main = [
    markup`<table class="log">${variant === 0 && posts.map(row)}</table>`,
    markup`<div id="slack-archive-viewer"><div id="sidebar"><h3>Channels</h3></div><div class="messages"><h1>${scene.heading}</h1>${posts.map(slack)}</div></div>`,
    markup`<ol class="mx_RoomView_MessageList" aria-live="polite">${posts.map(event)}</ol>`,
  ][variant]
  return page(scene, markup`<h1>${scene.heading}</h1>${main}`, { site: 'log' })
}
