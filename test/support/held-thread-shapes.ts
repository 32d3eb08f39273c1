import type { Shape } from './small-threads.ts'

/** Ways to write a few posts that were written with the first ones, and not tried until the rules were done. */
export const HELD_THREAD_SHAPES: Readonly<Record<string, Shape>> = {
  guestbook: (posts) =>
    posts
      .map(
        (post) =>
          `<h3>${post.author}</h3><p><small>${post.stamp}</small></p>${post.body}${post.signature}<hr>`,
      )
      .join('\n'),
  tracker: (posts, { container }) =>
    `<div class="bz_comment_table ${container}">${posts.map((post) => `<div id="c${post.number}" class="bz_comment"><div class="bz_comment_head"><span class="bz_comment_number"><a href="#c${post.number}">Comment ${post.number}</a></span> <span class="bz_comment_user"><span class="vcard"><span class="fn">${post.author}</span></span></span> <span class="bz_comment_time">${post.stamp}</span></div><div class="bz_comment_text">${post.body}</div></div>`).join('\n')}</div>`,
  stated: (posts, { container }) =>
    `<div class="${container}">${posts.map((post) => `<div itemprop="comment" itemscope itemtype="https://schema.org/Comment"><span itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">${post.author}</span></span> <span itemprop="dateCreated">${post.stamp}</span><div itemprop="text">${post.body}</div>${post.controls}</div>`).join('\n')}</div>`,
  details: (posts, { container }) =>
    `<div class="${container}">${posts.map((post) => `<details open class="reply"><summary>${post.author} ${post.stamp}</summary><div>${post.body}${post.signature}</div></details>`).join('\n')}</div>`,
  nested: (posts, { container }) =>
    `<ul class="${container} commentlist">${posts.map((post) => `<li><div class="comment-author">${post.avatar}${post.author}</div><div class="comment-meta">${post.stamp}</div><div class="comment-content">${post.body}</div>${post.controls}<ul class="children">`).join('')}${'</ul></li>'.repeat(posts.length)}</ul>`,
  plain: (posts) =>
    posts
      .map(
        (post) => `<div><b>${post.author}</b> ${post.stamp}<br>${post.body}${post.controls}</div>`,
      )
      .join('\n'),
  elements: (posts, { container }) =>
    `<shown-${container}>${posts.map((post) => `<shown-comment author="${post.author}" thingid="t1_${post.number}"><div slot="commentMeta">${post.avatar}<a href="/user/${post.number}/">${post.author}</a> • ${post.stamp}</div><div slot="comment">${post.body}</div></shown-comment>`).join('')}</shown-${container}>`,
  boxes: (posts) =>
    `<center>${posts.map((post) => `<table border="1" width="90%"><tr><th align="left">${post.author} &mdash; ${post.stamp}</th></tr><tr><td>${post.body}${post.signature}</td></tr></table><br>`).join('\n')}</center>`,
  questions: (posts) =>
    `<div id="mainbar">${posts.map((post) => `<div class="${post.number === 1 ? 'question' : 'answer'}" data-id="${post.number}"><div class="votecell"><span class="vote-count">${post.number}</span></div><div class="postcell"><div class="s-prose">${post.body}</div><div class="post-signature"><div class="user-action-time">${post.stamp}</div><div class="user-info">${post.avatar}<a href="/users/${post.number}">${post.author}</a></div></div></div></div>`).join('\n')}</div>`,
}
