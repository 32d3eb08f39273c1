import type { Shape } from './small-threads.ts'

/** Ways to write a few posts: those that the rules for threads were made with. */
export const SMALL_THREAD_SHAPES: Readonly<Record<string, Shape>> = {
  articles: (posts, { container }) =>
    `<section class="${container}">${posts.map((post) => `<article class="post"><header>${post.avatar}<b class="author">${post.author}</b> ${post.stamp}</header><div class="body">${post.body}</div>${post.signature}<footer>${post.controls}</footer></article>`).join('\n')}</section>`,
  items: (posts, { container }) =>
    `<ol class="${container}">${posts.map((post) => `<li class="comment" id="comment-${post.number}"><div class="vcard">${post.avatar}<cite class="fn">${post.author}</cite></div> ${post.stamp} <div class="comment-body">${post.body}</div>${post.signature}${post.controls}</li>`).join('\n')}</ol>`,
  rows: (posts, { container }) =>
    `<table class="${container}" width="100%">${posts.map((post) => `<tr><td valign="top">${post.avatar}<a href="/u/${post.number}">${post.author}</a></td><td>${post.stamp}<div>${post.body}</div>${post.signature}<div>${post.controls}</div></td></tr>`).join('\n')}</table>`,
  anchored: (posts, { container }) =>
    `<div id="${container}">${posts.map((post) => `<div id="p${1000 + post.number}"><p><strong>${post.author}</strong> &middot; ${post.stamp}</p>${post.body}${post.signature}${post.controls}</div>`).join('\n')}</div>`,
  definitions: (posts, { container }) =>
    `<dl class="${container}">${posts.map((post) => `<dt>${post.avatar}${post.author} ${post.stamp}</dt><dd>${post.body}${post.signature}${post.controls}</dd>`).join('\n')}</dl>`,
  forum: (posts, { container }) =>
    `<div id="page-body"><div class="${container}">${posts.map((post) => `<div id="p${post.number}" class="post has-profile bg${1 + (post.number % 2)}"><div class="inner"><dl class="postprofile" id="profile${post.number}"><dt class="has-profile-rank">${post.avatar}<a href="./memberlist.php?u=${post.number}" class="username">${post.author}</a></dt><dd class="profile-posts"><strong>Posts:</strong> ${post.number * 7}</dd></dl><div class="postbody"><div id="post_content${post.number}"><p class="author">by <strong>${post.author}</strong> » ${post.stamp}</p><div class="content">${post.body}</div>${post.signature}</div></div></div></div>`).join('<hr class="divider">')}</div></div>`,
  comments: (posts, { container }) =>
    `<div class="${container}">${posts.map((post) => `<div class="comment"><span class="user">${post.author}</span> ${post.stamp}${post.body}${post.controls}</div>`).join('')}</div>`,
  widget: (posts, { container }) =>
    `<div id="disqus_thread" class="${container}"><ul id="post-list" class="post-list">${posts.map((post) => `<li class="post" id="post-${post.number}"><div class="post-content"><div class="avatar">${post.avatar}</div><div class="post-body"><header><span class="post-byline"><span class="author">${post.author}</span></span><span class="post-meta">${post.stamp}</span></header><div class="post-message">${post.body}</div><footer>${post.controls}</footer></div></div></li>`).join('')}</ul></div>`,
  bubbles: (posts, { container }) =>
    `<div class="chat ${container}">${posts.map((post) => `<div class="bubble ${post.number % 2 === 0 ? 'right' : 'left'}"><div class="meta">${post.avatar}<span class="name">${post.author}</span><span class="when">${post.stamp}</span></div><div class="text">${post.body}</div></div>`).join('\n')}</div>`,
}
