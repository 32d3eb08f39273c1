import { bodyOf, type BodyStyle } from '../body.ts'
import { markup, type Markup } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { bottom, page, relatedBox, topBar, typingLine } from './chrome.ts'

const MAIL: BodyStyle = {
  paragraph: (inner) => inner,
  gap: markup`\n\n`,
  list: (items) => markup`${items.map((item) => markup`  * ${item}\n`)}`,
  code: (source) => markup`${source}`,
}

/** A thread of a mailing list: a web archive, one page of source text, and an old converter. */
export function mail(scene: Scene): Markup {
  const { random } = scene
  const variant = scene.number % 3
  scene.heading = scene.phrase()
  const posts = scene.say({
    roles: () => 'message',
    kinds: ['quotation', 'list'],
    styles: ['medium', 'long', 'iso'],
    isTree: false,
  })
  const asText = (post: DraftPost): Markup =>
    bodyOf(scene, post, {
      ...MAIL,
      quotation: (inner, name) => markup`${name !== '' && `${scene.wrote(name)}\n`}&gt; ${inner}`,
    })
  const kitty = (post: DraftPost): Markup =>
    markup`<div class="email ${post.index === 0 && 'email-first'}"><div id="M${post.index}" class="email-header"><div class="gravatar-wrapper d-flex"><div class="gravatar circle"><img class="gravatar" src="/g" width="120" height="120" alt=""></div></div><div class="email-author d-flex"><div class="d-flex flex-column"><span class="name">${post.author === '' ? shownAuthor(post) : markup`<a href="/users/${post.index}/" title="See the profile for ${post.author}">${post.author}</a>`}</span></div></div>${random.chance(0.3) && markup`<span class="label label-primary">${scene.out('new subject')}</span>`}<div class="email-date right d-flex ml-auto"><div class="d-flex"><div class="time"><span title="Sender's time: ${post.full}">${post.shown}</span></div></div></div></div><div class="email-body fixed ">${bodyOf(scene, post, { code: (source) => markup`<pre>${source}</pre>`, quotation: (inner, name) => markup`${name !== '' && markup`<p>${scene.wrote(name)}</p>`}<div class="quoted-switch"><a style="font-weight:normal" href="#">...</a></div><blockquote class="blockquote"><div class="quoted-text quoted-text-0"><p>${inner}</p></div></blockquote>` })}</div><div class="email-info"><div class="list-inline pull-right"><a class="youlike vote" title="You must be logged-in to vote." href="#like"><i class="fa fa-thumbs-o-up"></i> 0</a> <a class="reply" href="#">Reply</a></div></div></div>`
  const inbox = (
    post: DraftPost,
  ): Markup => markup`<pre id="m${post.index}"><a href="#e${post.index}">*</a> <b>${post.index > 0 && 'Re: '}${scene.heading}</b>
<b>From: </b>${shownAuthor(post)} &lt;${post.handle}@lists.example.org&gt; @ ${post.shown}
 <a href="#r">permalink</a> <a href="raw">raw</a> <a href="#R">reply</a>
  To: dev; <b>+Cc:</b> ${scene.out('list-owner')}

${asText(post)}

<a href="#e${post.index}">^</a> <a href="m/">permalink</a> <a href="raw">raw</a> <a href="reply">reply</a>	[<b>flat</b>|<a href="t">nested</a>]</pre>`
  const archive = (post: DraftPost): Markup =>
    markup`<hr><a name="${post.index}"></a><ul class="headers"><li><em>From</em>: ${shownAuthor(post)} &lt;<a href="mailto:${post.handle}@DOMAIN.HIDDEN">${post.handle}@xxxxxxxx</a>&gt;</li><li><em>To</em>: list@xxxxxxxx</li><li><em>Date</em>: ${post.shown}</li><li><em>Subject</em>: ${post.index > 0 && 'Re: '}${scene.heading}</li></ul><div class="msgbody"><pre style="margin: 0em;">${asText(post)}</pre></div>`
  // An address names its owner as well as the name does.
  for (const post of posts) {
    const addresses = [`${post.handle}@lists.example.org`, `${post.handle}@xxxxxxxx`]
    if (post.author !== '') post.aliases = [...post.aliases, ...addresses]
    for (const address of addresses) scene.maybe(address)
  }
  const main =
    variant === 0
      ? markup`<div class="container"><section id="thread-content"><div class="row thread-header"><h1>${scene.heading}</h1><ul class="list-unstyled thread-header"><li>First Post</li></ul></div><div class="row"><div class="col-12 col-sm-3 order-sm-2"><section id="thread-overview-info"><div id="thread-date-info"><div><i class="fa fa-fw fa-comment"></i> ${posts.length - 1} comments</div><div>${new Set(posts.map(({ author }) => author)).size} participants</div></div><div id="participants"><ul class="list-unstyled">${posts.map(({ author }) => markup`<li class="d-flex"><div class="participant-name d-flex"><span>${author}</span></div></li>`)}</ul></div></section></div><div class="col-12 col-sm-9">${kitty(posts[0]!)}<p class="thread-replies-header">Show replies by date</p><div class="replies">${posts.slice(1).map((post) => markup`<div class="even">${kitty(post)}</div>`)}</div></div></div></section></div>`
      : variant === 1
        ? markup`<form action="../"><pre><a href=../?t=2025>list archive</a>\n <a href=/help>help</a> / <a href=/color>color</a> / <input name=q type=text /><input type=submit value=search /></pre></form><pre id=t>messages from ${posts[0]!.shown} [<a href="#x">more</a>|<a href="/">latest</a>]</pre>${posts.map(inbox)}<hr><pre>end of thread</pre>`
        : markup`<h1>${scene.heading}</h1><div class="tocs">[<a href="/prev">Prev Page</a>][<a href="/next">Next Page</a>][<a href="threads.html">Thread Index</a>]</div>${posts.map(archive)}<hr><address>Mail converted by an archive program 2.6</address>`
  const site = 'list archive'
  return page(
    scene,
    variant === 1 ? main : markup`${topBar(scene, site)}${main}${bottom(scene, site)}`,
    { site },
  )
}

/** Messages of a chat: several by one author stand under one head. */
export function chat(scene: Scene): Markup {
  const { random } = scene
  const variant = scene.number % 3
  scene.heading = `# ${scene.word().toLowerCase()}`
  const posts = scene.say({
    roles: () => 'message',
    length: 'chat',
    kinds: ['code'],
    min: 2,
    styles: ['numeric', 'medium', 'relative'],
  })
  const groups: DraftPost[][] = []
  for (const post of posts) {
    const last = groups.at(-1)
    if (last && last[0]!.author === post.author && last[0]!.author !== '') {
      last.push(post)
      if (variant !== 2) post.continues = true
    } else groups.push([post])
  }
  const zulip = (group: readonly DraftPost[]): Markup[] =>
    group.map(
      (post, place) =>
        markup`<div id="message-row-1-${post.index}" class="message_row ${place === 0 && 'include-sender'} messagebox-includes-sender" role="listitem"><div class="messagebox"><div class="messagebox-content">${place === 0 && markup`<div class="message-avatar sender_info_hover"><div class="inline-profile-picture"><img loading="lazy" src="/a" alt="" class="no-drag"></div></div><span class="message_sender"><span class="sender_info_hover sender_name" role="button" tabindex="0"><span class="view_user_card sender_name-hovertext"><span class="sender_name_text">${shownAuthor(post)}</span></span></span></span>`}<a href="#narrow/${post.index}" class="message-time">${place === 0 ? post.shown : post.shown.slice(-5)}</a><div class="message_controls no-select"><div class="message_control_button"><i class="message-controls-icon zulip-icon" aria-label="Add emoji reaction"></i></div></div><div class="message_content rendered_markdown">${bodyOf(scene, post)}</div></div></div></div>`,
    )
  const export2 = ([first, ...rest]: readonly DraftPost[]): Markup =>
    markup`<div class=chatlog__message-group><div id=chatlog__message-container-${first!.index} class=chatlog__message-container data-message-id=${first!.index}><div class=chatlog__message><div class=chatlog__message-aside><img class=chatlog__avatar src=a.png alt=Avatar loading=lazy></div><div class=chatlog__message-primary><div class=chatlog__header><span class=chatlog__author title=${first!.handle} data-user-id=${first!.index}>${shownAuthor(first!)}</span> ${random.chance(0.15) && markup`<span class=chatlog__author-tag>${scene.out('BOT')}</span>`}<span class=chatlog__timestamp title="${first!.full}"><a href=#m${first!.index}>${first!.shown}</a></span></div><div class="chatlog__content chatlog__markdown"><span class=chatlog__markdown-preserve>${lined(scene, first!)}</span></div></div></div></div>${rest.map((post) => markup`<div id=chatlog__message-container-${post.index} class=chatlog__message-container><div class=chatlog__message><div class=chatlog__message-aside><div class=chatlog__short-timestamp title="${post.full}">${post.shown.slice(-5)}</div></div><div class=chatlog__message-primary><div class="chatlog__content chatlog__markdown"><span class=chatlog__markdown-preserve>${lined(scene, post)}</span></div></div></div></div>`)}</div>`
  const lines = ([first, ...rest]: readonly DraftPost[]): Markup =>
    markup`${[first!, ...rest].map((post) => markup`<div class="line" id="l${post.index}"><a class="ts" href="#l${post.index}">[${post.iso.slice(11, 16)}]</a> <span class="nick n${post.index % 8}">&lt;${shownAuthor(post)}&gt;</span> <span class="text">${lined(scene, post)}</span></div>`)}${random.chance(0.2) && markup`<div class="line join"><a class="ts">[10:00]</a> *** <span class="nick">${scene.out(`${scene.person().name} has joined the channel`, 'event')}</span></div>`}`
  if (variant === 2)
    for (const post of posts) {
      post.shown = post.iso.slice(11, 16)
      post.date = ''
    }
  const day = markup`<div class="date_row no-select"><span class="timerender-content">${scene.maybe('November 19')}</span></div>`
  const main = [
    markup`<div id="message_feed_container"><div class="message-list focused-message-list" role="list" aria-live="polite"><div class="recipient_row"><div class="message_header message_header_stream"><div class="message-header-contents"><a class="message_label_clickable" href="#n">general</a><a class="message_label_clickable narrows_by_topic">${scene.heading}</a></div></div>${day}${groups.flatMap(zulip)}</div></div>${typingLine(scene, 'typing_notifications')}</div>`,
    markup`<div class=preamble><div class=preamble__entries-container><div class=preamble__entry>Guild name</div><div class=preamble__entry>${scene.heading}</div></div></div><div class=chatlog>${groups.map(export2)}</div><div class=postamble><div class=postamble__entry>Exported ${posts.length} message(s)</div></div>`,
    markup`<h1>${scene.heading}</h1><div id="log" class="irclog">${groups.map(lines)}</div><p class="nav"><a href="/prev">« previous day</a> | <a href="/next">next day »</a></p>`,
  ][variant]
  return page(scene, markup`${variant !== 1 && topBar(scene, 'chat')}${main}`, { site: 'chat' })
}

function lined(scene: Scene, post: DraftPost): Markup {
  return bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`<br>` })
}

/** An interview: the speakers stand before what they say. */
export function interview(scene: Scene): Markup {
  const { random } = scene
  const variant = scene.number % 3
  scene.heading = scene.phrase()
  const [host, guest] = [`${scene.word()} ${scene.word()}`, `${scene.word()} ${scene.word()}`]
  const before = scene.article(1, 2)
  const posts = scene.say({
    roles: (index) => (index % 2 === 0 ? 'question' : 'answer'),
    length: 'short',
    min: 4,
    styles: ['none'],
  })
  const isShort = variant === 1
  const names = isShort ? ['Q', 'A'] : [host, guest]
  posts.forEach((post, index) => {
    post.author = names[index % 2]!
    post.aliases = []
    if (post.parts[0]!.kind !== 'paragraph')
      post.parts = [{ kind: 'paragraph', texts: [scene.sentence()] }]
  })
  scene.labels = names.map((name) => [`${name}:`, name] as const)
  const turn = (post: DraftPost): Markup => {
    const gap = variant === 2 ? markup`</dd><dd>` : markup`<br><br>`
    const text = bodyOf(scene, post, { paragraph: (inner) => inner, gap })
    if (variant === 0) return markup`<p><strong>${post.author}:</strong> ${text}</p>`
    if (variant === 2)
      return markup`<dl class="${post.index % 2 === 0 ? 'question' : 'answer'}"><dt>${post.author}:</dt><dd>${text}</dd></dl>`
    return post.index % 2 === 0
      ? markup`<p><b>${post.author}: ${text}</b></p>`
      : markup`<p>${post.author}: ${text}</p>`
  }
  const after = random.chance(0.4) ? scene.article(1, 1) : []
  return page(
    scene,
    markup`${topBar(scene, 'magazine')}<main><article class="interview"><h1>${scene.heading}</h1>${before.map((one) => markup`<p>${one}</p>`)}${posts.map(turn)}${after.map((one) => markup`<p><em>${one}</em></p>`)}</article>${relatedBox(scene, 'more-stories')}</main>${bottom(scene, 'magazine')}`,
    { site: 'magazine' },
  )
}
