import { bodyOf } from '../body.ts'
import { markup, type Markup } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { bottom, page, relatedBox, topBar } from './chrome.ts'

/** Reviews of a product, below what it is. */
export function reviews(scene: Scene): Markup {
  const { random } = scene
  const variant = scene.number % 3
  scene.heading = scene.phrase()
  const about = scene.article(2, 4)
  const posts = scene.say({
    roles: () => 'review',
    length: 'short',
    styles: ['long', 'day', 'medium'],
  })
  const stars = (): Markup => {
    const count = random.int(1, 5)
    return markup`<i data-hook="review-star-rating" class="a-icon a-icon-star a-star-${count} review-rating"><span class="a-icon-alt">${count}.0 out of 5 stars</span></i>`
  }
  const big = (post: DraftPost): Markup =>
    markup`<li id="R${post.index}X" data-hook="review" class="review aok-relative"><div class="a-row a-spacing-none"><div id="customer_review-R${post.index}" class="a-section celwidget"><div data-hook="genome-widget" class="a-row a-spacing-mini"><a href="/gp/profile/${post.handle}" class="a-profile"><div aria-hidden="true" class="a-profile-avatar-wrapper"><div class="a-profile-avatar"><img src="/d.png" alt=""></div></div><div class="a-profile-content"><span class="a-profile-name">${shownAuthor(post)}</span></div></a></div><div class="a-row"><a data-hook="review-title" class="review-title a-text-bold" href="/r">${stars()}</a></div><span data-hook="review-date" class="a-size-base a-color-secondary review-date">Reviewed in Austria on ${post.shown}</span><div class="a-row a-spacing-mini review-data review-format-strip"><span data-hook="avp-badge" class="a-size-mini a-text-bold">Verified Purchase</span></div><div class="a-row a-spacing-small review-data"><span data-hook="review-body" class="a-size-base review-text"><div data-a-expander-name="review_text_read_more" class="a-expander-collapsed-height"><div data-hook="review-collapsed" class="a-expander-content reviewText"><span>${bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`<br><br>` })}</span></div></div></span></div><div class="a-row review-comments"><span data-hook="helpful-vote-statement" class="a-color-tertiary">${random.int(2, 40)} people found this helpful</span><div class="a-row"><button>Helpful</button><a href="/report">Report</a></div></div></div></div></li>`
  const woo = (post: DraftPost): Markup =>
    markup`<li class="review ${post.index % 2 === 0 ? 'even' : 'odd alt'} thread-even depth-1" id="li-comment-${post.index}"><div id="comment-${post.index}" class="comment_container"><img alt='' src='/a' class='avatar avatar-60 photo' height='60' width='60'><div class="comment-text"><div class="star-rating" role="img" aria-label="Rated 5 out of 5"><span style="width:100%">Rated <strong class="rating">5</strong> out of 5</span></div><p class="meta"><strong class="woocommerce-review__author">${shownAuthor(post)} </strong><em class="woocommerce-review__verified verified">(verified owner)</em> <span class="woocommerce-review__dash">&ndash;</span> <time class="woocommerce-review__published-date" datetime="${post.iso}">${post.shown}</time></p><div class="description">${bodyOf(scene, post)}</div></div></div></li>`
  const microdata = (post: DraftPost): Markup =>
    markup`<div class="rv-item" itemprop="review" itemscope itemtype="https://schema.org/Review"><div class="rv-left"><div class="rv-name" itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">${shownAuthor(post)}</span></div><div class="rv-count">${random.int(1, 9)} reviews</div></div><div class="rv-right"><div itemprop="reviewRating" itemscope itemtype="https://schema.org/Rating" class="rv-stars"><meta itemprop="ratingValue" content="4"><span class="rv-star on"></span><span class="rv-star"></span></div><meta itemprop="datePublished" content="${post.date}"><div class="rv-date">${post.shown}</div><div class="rv-text" itemprop="reviewBody">${bodyOf(scene, post)}</div><div class="rv-helpful">Was this review helpful? <a href="#y">Yes (${random.int(0, 9)})</a> <a href="#n">No (0)</a></div></div></div>`
  const list =
    variant === 0
      ? markup`<div id="reviewsMedley"><div id="cm_cr_dp_d_rating_histogram"><h2>Customer reviews</h2><span class="a-size-medium">4.${random.int(0, 9)} out of 5</span></div><h3 data-hook="dp-local-reviews-header">Top reviews</h3><ul id="cm-cr-dp-review-list" class="a-unordered-list a-nostyle a-vertical">${posts.map(big)}</ul><a data-hook="see-all-reviews-link-foot" href="/all">See more reviews</a></div>`
      : variant === 1
        ? markup`<div class="woocommerce-tabs wc-tabs-wrapper"><div id="reviews" class="woocommerce-Reviews"><div id="comments"><h2 class="woocommerce-Reviews-title">${posts.length} reviews for <span>${scene.heading}</span></h2><ol class="commentlist">${posts.map(woo)}</ol></div><div id="review_form_wrapper"><span class="comment-reply-title">Add a review</span></div></div></div>`
        : markup`<section class="rv-list" id="reviews"><h2>Reviews (${posts.length})</h2>${posts.map(microdata)}</section>`
  return page(
    scene,
    markup`${topBar(scene, 'shop')}<div class="product" itemscope itemtype="https://schema.org/Product"><h1 class="product_title entry-title" itemprop="name">${scene.heading}</h1><p class="price">€ ${random.int(3, 400)}.00</p><button>Add to cart</button><div class="product-description" itemprop="description">${about.map((one) => markup`<p>${one}</p>`)}</div>${list}</div>${relatedBox(scene, 'related products')}${bottom(scene, 'shop')}`,
    { site: 'shop' },
  )
}

/** A status with the answers to it: a server of a federation, its older pages, and a small front end for it. */
export function status(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  const posts = scene.say({
    roles: (index) => (index === 0 ? 'post' : 'reply'),
    length: 'short',
    styles: ['relative', 'medium', 'day'],
  })
  for (const post of posts) {
    // A server shows everybody with an address; somebody who is gone is not shown at all.
    if (post.author === '') {
      post.author = scene.word()
      post.handle = post.author.toLowerCase()
    }
    post.aliases = [
      `@${post.handle}@social.example`,
      `@${post.handle}`,
      post.handle,
      `${post.author} @${post.handle}`,
      `${post.author} @${post.handle}@social.example`,
    ]
  }
  scene.heading = ''
  const react = (post: DraftPost): Markup =>
    post.index === 0
      ? markup`<div class="focusable detailed-status__wrapper" tabindex="0"><div class="detailed-status detailed-status-public"><a data-hover-card-account="1" class="detailed-status__display-name" href="/@${post.handle}"><div class="detailed-status__display-avatar"><div class="account__avatar"><img src="/a" alt=""></div></div><span class="display-name"><bdi><strong class="display-name__html">${post.author}</strong></bdi> <span class="display-name__account">@${post.handle}@social.example</span></span></a><div class="status__content status__content--with-action"><div class="status__content__text status__content__text--visible translate" lang="${scene.language}">${bodyOf(scene, post)}</div></div><div class="detailed-status__meta"><div class="detailed-status__meta__line"><a class="detailed-status__datetime" href="/@x/1" target="_blank">${post.shown}</a><span> · <span class="status__visibility-icon" title="Public"></span></span></div><div class="detailed-status__meta__line"><a href="/r" class="detailed-status__link"><span class="detailed-status__reblogs">${random.int(2, 90)}</span> boosts</a> · <a href="/f" class="detailed-status__link"><span class="detailed-status__favorites">${random.int(2, 90)}</span> favorites</a></div></div></div><div class="detailed-status__action-bar"><button aria-label="${l.reply}" class="icon-button"></button></div></div>`
      : markup`<div class="status__wrapper status__wrapper-public status__wrapper-reply focusable" tabindex="0" aria-label="${post.author}"><div class="status status-public status-reply"><div class="status__info"><a href="/@${post.handle}/${post.index}" class="status__relative-time"><span class="status__visibility-icon"></span><time datetime="${post.iso}" title="${post.full}">${post.shown}</time></a><a href="/@${post.handle}" class="status__display-name"><div class="status__avatar"><div class="account__avatar"><img src="/a" alt=""></div></div><span class="display-name"><bdi><strong class="display-name__html">${post.author}</strong></bdi> <span class="display-name__account">@${post.handle}@social.example</span></span></a></div><div class="status__content"><div class="status__content__text status__content__text--visible translate">${bodyOf(scene, post)}</div></div><div class="status__action-bar"><button aria-label="${l.reply}" class="status__action-bar__button icon-button icon-button--with-counter"><span class="icon-button__counter">${random.int(0, 4)}</span></button></div></div></div>`
  const server = (post: DraftPost): Markup =>
    markup`<div class="entry ${post.index === 0 ? 'entry-center' : 'entry-reply entry-successor'} h-entry"><div class="${post.index === 0 ? 'detailed-status detailed-status--flex' : 'status'}">${post.index > 0 && markup`<div class="status__info"><a class="status__relative-time u-url u-uid" href="/@${post.handle}/${post.index}"><time class="time-ago" datetime="${post.iso}" title="${post.full}">${post.shown}</time></a></div>`}<div class="p-author h-card"><a class="${post.index === 0 ? 'detailed-status__display-name' : 'status__display-name'} u-url" target="_blank" rel="noopener" href="/@${post.handle}"><div class="status__avatar"><img alt="" class="u-photo account__avatar" src="/a"></div><span class="display-name"><bdi><strong class="display-name__html p-name emojify">${post.author}</strong></bdi> <span class="display-name__account">@${post.handle}</span></span></a></div><div class="status__content emojify"><div class="e-content">${bodyOf(scene, post)}</div></div>${post.index === 0 && markup`<div class="detailed-status__meta"><data class="dt-published" value="${post.iso}"></data><a class="detailed-status__datetime u-url u-uid" href="/@x/1"><time class="formatted" datetime="${post.iso}" title="${post.full}">${post.shown}</time></a> · <span class="detailed-status__link"><i class="fa fa-reply"></i> <span class="detailed-status__reblogs">${posts.length - 1}</span></span></div>`}</div></div>`
  const soapy = (post: DraftPost): Markup =>
    markup`<article class="toot${post.index === 0 && ' focused'}" id="s${post.index}"><header><img src="/a.webp" alt="" width="48"><div><a class="dn" href="/@${post.handle}@social.example">${post.author}</a><small class="acct">@${post.handle}@social.example</small></div><a class="when" href="/s/${post.index}"><time datetime="${post.iso}">${post.shown}</time></a></header><div class="body">${bodyOf(scene, post)}</div><footer><a href="#re">${random.int(0, 9)} replies</a><a href="#bo">${random.int(0, 30)} boosts</a></footer></article>`
  const main = [
    markup`<div id="mastodon"><div class="ui"><div class="columns-area__panels"><div class="columns-area__panels__main"><div class="columns-area columns-area--mobile"><div class="column"><div class="scrollable item-list">${posts.map(react)}</div></div></div></div><div class="columns-area__panels__pane"><div class="server-banner"><div class="server-banner__introduction">${scene.out(scene.articleSentence(), 'site')}</div><div class="server-banner__meta"><h4>Administered by:</h4><span class="display-name">${scene.out(scene.person().name, 'site')}</span></div></div></div></div></div></div>`,
    markup`<div class="public-layout"><div class="container"><nav class="header"><a class="brand" href="/">${scene.out(scene.word(), 'site')}</a><a class="webapp-btn nav-button" href="/login">${l.login}</a></nav></div><div class="container"><div class="grid"><div class="column-0"><div class="activity-stream h-entry">${posts.map(server)}</div></div><div class="column-1"><div class="directory__card">${scene.out(scene.articleSentence(), 'site')}</div></div></div></div></div>`,
    markup`${topBar(scene, 'toots')}<main class="thread">${posts.map(soapy)}</main>${bottom(scene, 'toots')}`,
  ][variant]
  return page(scene, main, { site: 'social' })
}
