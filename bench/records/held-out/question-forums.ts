import { makeAsked, type Answer, type Asked } from '../made/answers.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'

const LITHIUM_TEXT: TextStyle = {
  code: (lines, language) =>
    markup`<LI-CODE lang="${language}"><pre class="lia-code-sample language-li"><code>${lines.join('\n')}</code></pre></LI-CODE>`,
  heading: (text, level) => markup`<H${level} id="toc-hId-1">${text}</H${level}>`,
  link: (href, text) =>
    markup`<A href="${href}" target="_blank" rel="noopener nofollow noreferrer">${text}</A>`,
}

/** Khoros, where the solution also stands below the question as a copy with a link. */
export const khorosQuestion: System = (making) => {
  const { draft } = making
  const { random } = draft
  const maker = new TextMaker(draft, making.code, LITHIUM_TEXT)
  const asked = makeAsked(making, maker)
  const { cast, title, author, answers } = asked
  const votes = draft.fact('votes', String(asked.votes), {
    units: ['kudos', 'likes'],
    inFrameOf: author,
  })
  const tags = draft.several('tags', cast.tags(), { label: 'Labels' })
  const accepted = answers.findIndex(({ isAccepted }) => isAccepted)
  const ranks = ['Contributor', 'Valued Contributor', 'Level 2', 'Frequent Visitor']
  for (const text of [...ranks, 'Options', 'Mark as New', 'Bookmark', 'Kudos', 'Labels:'])
    draft.maybe(text)
  const post = (name: string, at: Asked | Answer, index: number): Html => {
    const isSolution = index > 0 && index - 1 === accepted
    const id = random.int(1000, 99_999)
    const american = `${at.moment.iso.slice(5, 7)}-${at.moment.iso.slice(8, 10)}-${at.moment.iso.slice(0, 4)}`
    return markup`<div id="messageView2_${index}" class="lia-panel-message message-uid-${id}" data-lia-message-uid="${id}"><div data-lia-message-uid="${id}" class="lia-message-view-wrapper lia-js-data-messageUid-${id} lia-component-forums-widget-message-view-two"><span id="U${id}"></span><span id="M${id}"></span>
<div class="MessageView lia-message-view-forum-message lia-message-view-display lia-row-standard-unread ${index === 0 ? 'lia-thread-topic' : 'lia-thread-reply'}${isSolution ? ' lia-accepted-solution-x lia-list-row-thread-solved' : ''}">
<div class="lia-quilt lia-quilt-forum-message lia-quilt-layout-custom-message"><div class="lia-quilt-row lia-quilt-row-header"><div class="lia-quilt-column lia-quilt-column-06 lia-quilt-column-left lia-quilt-column-header-left">
<div class="lia-message-author-avatar lia-component-author-avatar"><div class="UserAvatar lia-user-avatar lia-component-common-widget-user-avatar"><a class="UserAvatar lia-link-navigation" href="/t5/user/viewprofilepage/user-id/${random.int(1, 99)}"><img class="lia-user-avatar-message" title="${name}" alt="${name}" src="/avatars/3.png"></a></div></div>
<div class="lia-message-author-with-avatar"><span class="UserName lia-user-name lia-user-rank-x lia-component-message-view-widget-author-username"><a class="lia-link-navigation lia-page-link lia-user-name-link" href="/t5/user/viewprofilepage/user-id/7" itemprop="url" aria-label="View Profile of ${name}"><span class="" itemprop="name">${name}</span></a></span></div><div class="lia-message-author-rank lia-component-author-rank">${random.pick(ranks)}</div></div>
<div class="lia-quilt-column lia-quilt-column-18 lia-quilt-column-header-right"><span class="DateTime lia-message-posted-on lia-component-common-widget-date"><span class="local-date">&lrm;${at.moment.shown(draft, american)}</span> <span class="local-time">${draft.maybe(`${at.moment.clock} AM`)}</span></span>
<div class="lia-menu-navigation-wrapper lia-js-hidden lia-menu-action"><div class="lia-menu-navigation"><a role="button" class="lia-js-menu-opener default-menu-option lia-js-click-menu" aria-label="Show post option menu" href="#">Options</a><ul role="menu" class="lia-menu-dropdown-items"><li role="menuitem"><a class="lia-link-navigation mark-message-new" href="#">Mark as New</a></li><li role="menuitem"><a class="lia-link-navigation addMessageUserBookmark" href="#">Bookmark</a></li><li role="menuitem"><a class="lia-link-navigation report-abuse-link" rel="nofollow" href="#">Report Inappropriate Content</a></li></ul></div></div></div></div>
<div class="lia-quilt-row lia-quilt-row-main">${isSolution && markup`<div class="lia-component-solution-info"><i class="lia-fa lia-fa-check" aria-hidden="true"></i><span class="solution-stamp">${draft.maybe('Accepted Solution')}</span></div>`}
<div id="messagebodydisplay_${index}" class="lia-message-body lia-component-message-view-widget-body lia-component-body-signature-highlight-escalation"><div class="lia-message-body-content">
${at.written.html}
</div></div>
${random.chance(0.3) && markup`<div class="lia-message-signature lia-component-signature"><p>Was this reply useful? Mark it so that others find it sooner.</p></div>`}</div>
<div class="lia-quilt-row lia-quilt-row-footer">${index === 0 && markup`<div class="LabelsForArticle lia-labels-for-message lia-component-labels"><span class="lia-fa lia-fa-labels"></span><span class="lia-label-heading">Labels:</span><ul role="list" id="list" class="lia-list-standard-inline">${tags.map((tag) => markup`<li aria-level="5" class="label-li"><a class="label-link lia-link-navigation lia-label-x" href="/t5/forum/label-name/x">${tag}</a></li>`)}</ul></div>`}
<div class="lia-component-kudos-widget-button-version-3" id="kudosButtonV2_${index}"><div class="KudosButton lia-button-image-kudos-wrapper lia-component-kudos-widget-kudos-button"><div class="lia-button-image-kudos lia-button-image-kudos-horizontal"><div class="lia-button-image-kudos-count"><a class="lia-link-navigation kudos-count-link" title="Click here to see who gave kudos to this post." href="/t5/kudos"><span itemprop="upvoteCount" id="kudosCount_${index}" class="MessageKudosCount lia-component-kudos-widget-message-kudos-count">${index === 0 ? votes : at.votes}</span> <span class="lia-button-image-kudos-label lia-component-kudos-widget-kudos-count-label">Kudos</span></a></div><div class="lia-button-image-kudos-give"><a onclick="return false;" role="button" class="kudos-link" aria-label="Click here to give kudos to this post." href="#"></a></div></div></div></div>
<span class="lia-button-wrapper lia-button-wrapper-secondary"><a class="lia-button lia-button-secondary reply-action-link lia-action-reply" role="button" href="#">Reply</a></span></div></div></div></div></div>`
  }
  return {
    url: `https://community.example.com/t5/forum/q/td-p/${random.int(1000, 99_999)}`,
    source: markup`<html prefix="og: http://ogp.me/ns#" dir="ltr" lang="en" class="no-js-lia"><head><title>
	${accepted >= 0 && 'Solved: '}${title} - Meridian Community
</title></head><body class="lia-forum lia-user-status-anonymous ForumTopicPage lia-body"><div class="lia-page-x"><center>
<div class="MinimumWidthContainer"><div class="min-width-wrapper"><header class="cmty-header"><a class="cmty-logo" href="/">Meridian Community</a><ul class="cmty-links"><li><a href="/t5/products">Products</a></li><li><a href="/t5/ideas">Ideas</a></li><li><a href="/t5/blogs">Blogs</a></li></ul><form class="lia-form SearchForm" action="/t5/forums/searchpage"><input placeholder="Search all content" aria-label="Search" class="lia-form-type-text lia-search-input-message" type="text"></form><a class="lia-link-navigation login-link registration-link" href="/login">Register or Sign in</a></header></div></div>
<div class="lia-quilt lia-quilt-forum-topic-page"><div class="BreadCrumb crumb-line lia-breadcrumb" aria-label="breadcrumbs"><ul role="list" class="lia-list-standard-inline"><li class="lia-breadcrumb-node crumb"><a class="crumb-community lia-breadcrumb-community" href="/">Meridian Community</a></li><li class="lia-breadcrumb-seperator" aria-hidden="true"><span>&rsaquo;</span></li><li class="lia-breadcrumb-node crumb final-crumb"><span class="lia-link-disabled">${title}</span></li></ul></div>
<div class="lia-menu-bar lia-component-menu-bar"><a class="lia-link-navigation" href="#">Topic Options</a></div>
<div class="lia-message-subject lia-component-message-view-widget-subject"><div class="MessageSubject">${accepted >= 0 && markup`<span class="lia-solved-icon" title="Solved"></span>`}<h1 itemprop="name" class="lia-message-subject-banner">${title}</h1></div></div>
<div class="MessageList lia-component-topic-message">${post(author, asked, 0)}</div>
${accepted >= 0 && markup`<div class="lia-component-solution-list lia-panel lia-panel-standard SolutionList"><div class="lia-decoration-border-content"><a class="lia-link-navigation solution-link" href="#M1">Go to solution</a></div></div>`}
<div class="lia-component-reply-list"><div class="lia-replies-header">${draft.maybe(`${answers.length} REPLIES`)}</div><div class="linear-message-list message-list">${answers.map((answer, index) => post(answer.author, answer, index + 1))}</div></div>
<div class="lia-component-recommendations"><h3 class="lia-panel-heading-bar-title">Related Content</h3><ul class="recommendation-list">${random.times(3, () => markup`<li><a class="page-link lia-link-navigation" href="/t5/x">${cast.title('questions')}</a> <span class="board-in">in <a href="/t5/b">General</a></span></li>`)}</ul></div></div>
<footer class="cmty-footer"><a href="/terms">Terms of Use</a><a href="/guidelines">Community Guidelines</a><span>© 2026 Meridian Systems</span></footer></center></div></body></html>`,
  }
}

const CODIDACT_TEXT: TextStyle = {
  code: (lines) => markup`<pre><code>${lines.join('\n')}
</code></pre>`,
  heading: (text, level) => markup`<h${level} id="cd-sec">${text}</h${level}>`,
  link: (href, text) => markup`<a href="${href}" rel="nofollow noopener">${text}</a>`,
}

/** Codidact, which counts votes for and against. */
export const codidactQuestion: System = (making) => {
  const { draft } = making
  const { random } = draft
  const maker = new TextMaker(draft, making.code, CODIDACT_TEXT)
  const asked = makeAsked(making, maker, { hasVotes: false })
  const { cast, title, author, answers } = asked
  const tags = draft.several('tags', cast.tags())
  const up = (count: number): Html =>
    markup`<div class="post--votes"><button class="button-cd is-icon-only-cd has-margin-1 vote-button-up" data-vote-type="1" aria-label="Upvote"><i class="arrow-up-cd"></i></button><span class="has-color-green-cd has-font-weight-bold-cd js-upvote-count">+${draft.maybe(String(Math.abs(count)))}</span><button class="button-cd is-icon-only-cd vote-button-down" data-vote-type="-1" aria-label="Downvote"></button><span class="has-color-red-cd js-downvote-count">&minus;${draft.maybe(String(random.int(0, 4)))}</span></div>`
  const card = (name: string, { moment }: Asked | Answer, verb: string): Html =>
    markup`<div class="has-margin-top-4-cd post--signature"><div class="user-card-cd"><img src="/av.png" alt="user avatar" height="40" width="40" class="user-card--avatar"><div class="user-card--content"><div class="user-card--timestamp"><span title="${moment.iso.replace('T', ' ').slice(0, 19)} UTC">${verb} ${moment.shown(draft, moment.ago)}</span></div><div class="user-card--link"><a dir="ltr" class="deleted-user-no" data-user-id="${random.int(1, 99)}" href="/users/3">${name}</a><span class="user-card--rep">${random.int(1, 9000)}</span></div></div></div></div>`
  const tools = markup`<div class="post--action-bar"><a class="tools--item" href="/posts/1/history"><i class="fa-hist"></i> History</a><a class="tools--item" href="#copy">Permalink</a><a class="tools--item flag-link" href="#">Flag</a></div><div class="post--comments"><h4 class="post--comments-heading">0 comment threads</h4></div>`
  const posts = answers.map(
    (
      answer,
    ) => markup`<div class="post--container ${answer.isAccepted ? 'has-reaction-works' : ''}" id="cd-answer-${random.int(10, 9999)}"><div class="post is-answer-cd" itemprop="${answer.isAccepted ? 'acceptedAnswer' : 'suggestedAnswer'}" itemscope itemtype="https://schema.org/Answer"><div class="grid-cd is-nowrap"><div class="grid--cell-cd post--sidebar">${up(answer.votes)}</div><div class="grid--cell-cd is-flexible">${answer.isAccepted && markup`<div class="reaction-banner"><i class="fa-checked"></i> ${draft.maybe('Accepted by the asker')}</div>`}<div class="post--body" itemprop="text">
${answer.written.html}
</div>${card(answer.author, answer, 'posted')}${tools}</div></div></div></div>`,
  )
  return {
    url: `https://collab.example.org/posts/${random.int(1000, 299_999)}`,
    source: markup`<html lang="en"><head><title>${title} - Workbench Collab</title></head><body class="cd-theme"><a href="#main-cd" class="skip-link-cd">Skip to main content</a>
<header class="header-cd is-small-cd"><div class="header--container"><div class="header--brand"><a href="/"><img src="/l.svg" alt="Workbench Collab"></a></div><div class="header--menu"><a class="header--item" href="/users/sign_in">Sign In</a><a class="header--item" href="/help">Help</a></div></div></header>
<div class="category-header"><div class="category-header--container"><h1 class="category-header--name"><a href="/categories/1">Q&amp;A</a></h1><div class="category-header--nav"><a class="category-header--nav-item is-active-cd" href="/categories/1">Posts</a><a class="category-header--nav-item" href="/tags">Tags</a><a class="category-header--nav-item" href="/edits">Edits</a></div></div></div>
<main class="container-cd" id="main-cd"><div class="grid-cd"><div class="grid--cell-cd is-9-lg" role="main">
<div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><h1 class="post--title" itemprop="name">${title}</h1>
<div class="post is-question-cd"><div class="grid-cd is-nowrap"><div class="grid--cell-cd post--sidebar">${up(asked.votes)}</div><div class="grid--cell-cd is-flexible"><div class="post--body" itemprop="text">
${asked.written.html}
</div><div class="post--tags">${tags.map((tag) => markup`<a class="badge-cd is-tag" href="/tags/1">${tag}</a> `)}</div>${card(author, asked, 'posted')}${tools}</div></div></div>
<div class="post-sort"><h2 class="answers-title-cd">${draft.maybe(`${answers.length} answers`)}</h2><div class="button-list-cd"><a class="button-cd is-muted-cd" href="?sort=score">Score</a><a class="button-cd is-muted-cd" href="?sort=active">Activity</a></div></div>
${posts}</div>
<div class="widget-signup"><p>Sign up to answer this question &raquo;</p></div></div>
<aside class="grid--cell-cd is-3-lg sidebar-cd"><div class="widget-cd is-teal"><div class="widget--header-cd">Community Proposals</div><div class="widget--body-cd"><p>Suggest a new community and gather people who would take part in it.</p></div></div><div class="widget-cd"><div class="widget--header-cd">Hot Posts</div><div class="widget--body-cd">${random.times(2, () => markup`<p><a href="/posts/4">${cast.title('questions')}</a></p>`)}</div></div></aside></div></main>
<footer class="footer-cd"><div class="container-cd"><p>This site is part of the Workbench network.</p><a href="/policy/tos">Terms of Service</a></div></footer></body></html>`,
  }
}
