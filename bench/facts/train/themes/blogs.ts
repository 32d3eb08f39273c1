import { ld, linked, near, type Theme } from './theme.ts'

/** Comments as an old theme of a blog writes them. */
const threadOf = (
  people: readonly string[],
  words: readonly [string, string][],
  heading: string,
): string =>
  `<h3 id="comments-title">${heading}</h3><ol class="commentlist">${people.map((name, at) => `<li class="comment byuser thread-odd" id="li-comment-${at}"><div><div class="comment-author vcard"><cite class="fn">${name}</cite></div><div class="comment-meta commentmetadata"><a href="#comment-${at}">${words[at]![0]}</a></div><p>${words[at]![1]}</p></div></li>`).join('')}</ol>`

const twentyTen: Theme = (page) => ({
  main: `<h1 class="entry-title">${page.title}</h1><div class="entry-meta"><span class="meta-prep meta-prep-author">${page.published()}</span> <span class="meta-sep">|</span> ${page.by(`<span class="author vcard"><a class="url fn n" href="/author/x/" title="${page.people[0]}">${page.people[0]}</a></span>`)}</div>${page.text()}`,
  below: threadOf(
    page.people.slice(3, 6),
    [0, 1, 2].map(() => [page.otherDay(), page.line()] as [string, string]),
    page.voice.comments,
  ),
  beside: `<h3>${page.voice.comments}</h3><ul>${[6, 7].map((at) => `<li class="recentcomments"><span class="comment-author-link">${page.people[at]}</span>: <a href="${near(page)}">${page.elsewhere()}</a></li>`).join('')}</ul>`,
  authors: [page.people[0]!],
  isDated: true,
})

const blockTheme: Theme = (page) => ({
  main: `<h1 class="wp-block-post-title">${page.title}</h1><div class="wp-block-group is-layout-flex"><div class="wp-block-post-date"><time datetime="${page.iso}">${page.day}</time></div><p>—</p><div class="wp-block-post-author-name">${linked(page.people[0]!)}</div></div>${page.text()}`,
  below: `<div class="wp-block-query"><h2>${page.sheet.tongue.more}</h2><ul class="wp-block-post-template">${[1, 2, 3].map((at) => `<li class="wp-block-post"><h3 class="wp-block-post-title"><a href="${near(page)}">${page.elsewhere()}</a></h3><div class="wp-block-post-author-name">${linked(page.people[at]!, '/author/b/')}</div><div class="wp-block-post-date"><time datetime="${page.other().toISOString()}">${page.otherDay()}</time></div></li>`).join('')}</ul></div>`,
  authors: [page.people[0]!],
  isDated: true,
})

const ghost: Theme = (page) => ({
  main: `<article class="gh-article"><header class="gh-article-header gh-canvas"><h1 class="gh-article-title">${page.title}</h1><div class="gh-article-meta"><div class="gh-article-author-image"><a href="/author/z/"><img src="/a.jpg" alt="${page.people[0]}"></a></div><div class="gh-article-meta-wrapper"><h4 class="gh-article-author-name">${linked(page.people[0]!)}</h4><div class="gh-article-meta-content"><time class="gh-article-meta-date" datetime="${page.iso.slice(0, 10)}">${page.day}</time><span class="gh-article-meta-length"><span class="bull">—</span> ${page.voice.minutes}</span></div></div></div></header><section class="gh-content">${page.text()}</section></article>`,
  below: `<div class="gh-feed">${[1, 2].map((at) => `<article class="gh-card post"><a class="gh-card-link" href="${near(page)}"><h3 class="gh-card-title">${page.elsewhere()}</h3><p class="gh-card-excerpt">${page.line()}</p><footer class="gh-card-meta"><span class="gh-card-author">${page.by(page.people[at]!)}</span><time class="gh-card-date" datetime="${page.other().toISOString().slice(0, 10)}">${page.otherDay()}</time></footer></a></article>`).join('')}</div>`,
  authors: [page.people[0]!],
  isDated: true,
})

const hashedBlog: Theme = (page) => ({
  main: `<section><div><h1 class="pw-post-title ab cd ef">${page.title}</h1><div class="ab q"><div><a rel="noopener follow" href="/@u1?source=post_page"><img alt="${page.people[0]}" src="/u.png"></a></div><div class="bm bn"><span><a class="ag ah ai" data-testid="authorName" rel="noopener follow" href="/@u1">${page.people[0]}</a></span><span>·</span><div><span>${page.voice.minutes}</span><span>·</span><span data-testid="storyPublishDate">${page.day}</span></div></div></div>${page.text()}</div></section><div class="ab q"><h2><a href="/@u1/followers">${page.people[0]}</a></h2><p>${page.line()}</p></div>`,
  below: `<div class="kp"><h2>${page.voice.comments}</h2>${[2, 3].map((at) => `<div class="kq"><a href="/@v${at}">${page.people[at]}</a><p>${page.otherDay()}</p><pre>${page.line()}</pre></div>`).join('')}</div><div class="kr">${[4, 5].map((at) => `<article><a href="/@w${at}"><p>${page.people[at]}</p></a><a href="${near(page)}"><h2>${page.elsewhere()}</h2></a><span>${page.otherDay()}</span></article>`).join('')}</div>`,
  authors: [page.people[0]!],
  isDated: true,
})

const letters: Theme = (page) => ({
  main: `<article class="newsletter-post post"><div class="post-header"><h1 class="post-title published">${page.title}</h1><h3 class="subtitle">${page.line()}</h3><div class="byline-wrapper"><div class="pencraft pc-display-flex"><div class="pencraft pc-reset color-primary"><a href="/@abc" class="pencraft">${page.people[0]}</a></div><div class="pencraft pc-reset color-secondary meta">${page.day}</div></div></div></div><div class="available-content"><div class="body markup">${page.text()}</div></div></article><div class="subscribe-widget"><p>${page.people[1]}: ${page.line()}</p><form><input type="email"><button>${page.sheet.tongue.letter[2]}</button></form></div>`,
  below: `<div class="comments-page"><h4>${page.voice.comments}</h4>${[2, 3].map((at) => `<div class="comment"><div class="comment-head"><a href="/profile/${at}">${page.people[at]}</a> <a href="#c${at}">${page.otherDay()}</a></div><p>${page.line()}</p></div>`).join('')}</div>`,
  authors: [page.people[0]!],
  isDated: true,
})

const blogger: Theme = (page) => ({
  main: `<h2 class="date-header"><span>${page.day}</span></h2><div class="post hentry"><h3 class="post-title entry-title">${page.title}</h3><div class="post-body entry-content">${page.text()}</div><div class="post-footer"><div class="post-footer-line-1"><span class="post-author vcard">${page.by(`<span class="fn"><a class="g-profile" href="/profile/1" rel="author">${page.people[0]}</a></span>`)}</span> <span class="post-timestamp"><abbr class="published" title="${page.iso}">9:30</abbr></span></div></div></div>`,
  below: `<div id="comments-block"><h4>${page.voice.comments}:</h4><dl>${[2, 3].map((at) => `<dt class="comment-author"><a href="/profile/${at}" rel="nofollow">${page.people[at]}</a></dt><dd class="comment-body"><p>${page.line()}</p></dd><dd class="comment-footer"><span class="comment-timestamp"><a href="#c${at}">${page.otherDay()}</a></span></dd>`).join('')}</dl></div>`,
  authors: [page.people[0]!],
  isDated: true,
})

const squares: Theme = (page) => ({
  main: `<article class="entry h-entry"><div class="blog-item-top-wrapper"><div class="blog-item-title"><h1 class="entry-title entry-title--large p-name">${page.title}</h1></div><div class="blog-item-meta-wrapper"><time class="dt-published blog-meta-item blog-meta-item--date" datetime="${page.day}"><span>${page.day}</span></time><div class="blog-item-author-date-wrapper"><div class="blog-meta-item blog-meta-item--author"><span class="blog-author-name">${page.by(linked(page.people[0]!, `/blog?author=5f`))}</span></div></div></div></div><div class="blog-item-content e-content">${page.text()}</div></article>`,
  below: `<section class="item-pagination"><a class="item-pagination-link--prev" href="${near(page)}"><h2 class="item-pagination-title">${page.elsewhere()}</h2><time>${page.otherDay()}</time></a></section>`,
  authors: [page.people[0]!],
  isDated: true,
})

const wix: Theme = (page) => ({
  main: `<div data-hook="post"><div data-hook="post-page__content"><ul class="post-metadata"><li><span data-hook="user-name" title="${page.people[0]}" class="tQ0Q1A user-name dlINDG">${page.people[0]}</span></li><li><span title="${page.day}" class="post-metadata__date time-ago" data-hook="time-ago">${page.day}</span></li><li><span class="post-metadata__readTime" data-hook="time-to-read">${page.voice.minutes}</span></li></ul><h1 data-hook="post-title" class="UbhFJ7"><span>${page.title}</span></h1><div data-hook="post-description">${page.text()}</div></div></div>`,
  below: `<div data-hook="recent-posts">${[2, 3].map((at) => `<div data-hook="post-list-item"><span data-hook="user-name">${page.people[at]}</span><span data-hook="time-ago">${page.otherDay()}</span><a href="${near(page)}"><h2 data-hook="post-title">${page.elsewhere()}</h2></a></div>`).join('')}</div>`,
  authors: [page.people[0]!],
  isDated: true,
})

const paperMod: Theme = (page) => ({
  main: `<article class="post-single"><header class="post-header"><h1 class="post-title">${page.title}</h1><div class="post-meta"><span title='${page.iso.slice(0, 10)} 00:00:00 +0000 UTC'>${page.day}</span>&nbsp;·&nbsp;${page.voice.minutes}&nbsp;·&nbsp;${page.people[0]}</div></header><div class="post-content">${page.text()}</div><footer class="post-footer"><nav class="paginav"><a class="next" href="${near(page)}"><span class="title">Next »</span><br><span>${page.elsewhere()}</span></a></nav></footer></article>`,
  authors: [page.people[0]!],
  isDated: true,
})

const minima: Theme = (page) => ({
  main: `<article class="post h-entry"><header class="post-header"><h1 class="post-title p-name">${page.title}</h1><p class="post-meta"><time class="dt-published" datetime="${page.iso}">${page.day}</time>• <span class="p-author h-card">${page.people[0]}</span></p></header><div class="post-content e-content">${page.text()}</div></article>`,
  authors: [page.people[0]!],
  isDated: true,
})

const icons: Theme = (page) => ({
  main: `<h1>${page.title}</h1><ul class="list-inline meta"><li><i class="fa fa-user"></i> <a href="/author/n/">${page.people[0]}</a></li><li><i class="fa fa-calendar"></i> ${page.day}</li><li><i class="fa fa-comments"></i> <a href="#c">3</a></li></ul>${page.text()}`,
  authors: [page.people[0]!],
  isDated: true,
})

const boxAtEnd: Theme = (page) => ({
  main: `<h1>${page.title}</h1><p class="published-on">${page.published()}</p>${page.text()}<div class="author-box"><div class="author-box__photo"><img src="/p.jpg" alt=""></div><div class="author-box__text"><p class="author-box__heading">${page.sheet.tongue.aboutAuthor}</p><h4 class="author-box__name">${page.people[0]}</h4><p>${page.line()}</p></div></div>`,
  authors: [page.people[0]!],
  isDated: true,
})

const coauthors: Theme = (page) => ({
  main: `<header class="entry-header"><h1 class="entry-title">${page.title}</h1><div class="entry-meta"><span class="posted-on"><time class="entry-date published" datetime="${page.iso}">${page.day}</time></span> <span class="byline">${page.by(`<span class="author vcard"><a class="url fn n" href="/author/a/">${page.people[0]}</a></span><span class="sep">, </span><span class="author vcard"><a class="url fn n" href="/author/b/">${page.people[1]}</a></span>`)}</span></div></header>${page.text()}`,
  authors: page.people.slice(0, 2),
  isDated: true,
})

const seoCard: Theme = (page) => ({
  head: `<meta name="twitter:label1" content="${page.voice.labels[0]}"><meta name="twitter:data1" content="${page.people[0]}"><meta name="twitter:label2" content="Est. reading time"><meta name="twitter:data2" content="${page.voice.minutes}">${ld(
    {
      '@graph': [
        {
          '@type': 'BlogPosting',
          headline: page.title,
          datePublished: page.iso,
          author: { '@id': '#person' },
        },
        { '@type': 'Person', '@id': '#person', name: page.people[0] },
        { '@type': 'Organization', name: 'Harbour' },
      ],
    },
  )}`,
  main: `<h1>${page.title}</h1>${page.text()}<section class="entry-author"><h2>${page.people[1]}</h2></section>`,
  authors: [page.people[0]!],
  isDated: true,
})

const recipe: Theme = (page) => ({
  main: `<h1 class="entry-title">${page.title}</h1><p class="entry-meta">${page.by(`<a class="entry-author-link" rel="author" href="/about/">${page.people[0]}</a>`)} · ${page.published()}</p>${page.text(2)}<div class="wprm-recipe-container"><h2 class="wprm-recipe-name">${page.title}</h2><ul><li>2 kg</li><li>300 g</li></ul></div>`,
  below: `<div class="comments-wrap"><h3>${page.voice.comments}</h3>${[3, 4].map((at) => `<div><strong>${page.people[at]}</strong> <em>${page.otherDay()}</em><p>★★★★★ ${page.line()}</p></div>`).join('')}</div>`,
  authors: [page.people[0]!],
  isDated: true,
})

/** Themes of blogs, with who wrote and when. */
export const BLOGS = {
  twentyTen,
  blockTheme,
  ghost,
  hashedBlog,
  letters,
  blogger,
  squares,
  wix,
  paperMod,
  minima,
  icons,
  boxAtEnd,
  coauthors,
  seoCard,
  recipe,
}
