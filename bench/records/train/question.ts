import { makeAsked, type Answer, type Asked } from '../made/answers.ts'
import type { Making } from '../made/records.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'
import { answerhubQuestion, q2aQuestion } from './question-boards.ts'
import { biologyQuestion, communityQuestion } from './question-communities.ts'

const STACK_STYLE: TextStyle = {
  code: (lines, language) =>
    markup`<pre class="lang-${language} s-code-block"><code class="hljs language-${language}">${lines.join('\n')}\n</code></pre>`,
  heading: (text, level) => (level === 2 ? markup`<h2>${text}</h2>` : markup`<h3>${text}</h3>`),
  link: (href, text) => markup`<a href="${href}" rel="nofollow noreferrer">${text}</a>`,
}

function stackUser(
  making: Making,
  name: string,
  asked: Asked | Answer,
  verb: string,
  isOwner: boolean,
): Html {
  const { random } = making.draft
  const { moment } = asked
  const shown = moment.shown(
    making.draft,
    `${moment.medium().replace(/, (\d\d)(\d\d)$/, ', $1$2')} at ${moment.clock}`,
  )
  return markup`<div class="post-signature ${isOwner ? 'owner' : ''} flex--item">
<div class="user-info ${isOwner ? 'user-hover' : ''}">
    <div class="d-flex ">
        <div class="user-action-time fl-grow1">
            ${verb} <span title="${moment.iso.replace('T', ' ').slice(0, 19)}Z" class="relativetime">${shown}</span>
        </div>
    </div>
    <div class="user-gravatar32">
        <a href="/users/${random.int(100, 99999)}/u"><div class="gravatar-wrapper-32"><img src="https://img.example.net/a/${random.int(1, 999)}?s=64" alt="${name}'s user avatar" width="32" height="32" class="bar-sm"></div></a>
    </div>
    <div class="user-details" itemprop="author" itemscope itemtype="http://schema.org/Person">
        <a href="/users/${random.int(100, 99999)}/u">${name}</a><span class="d-none" itemprop="name">${name}</span>
        <div class="-flair">
            <span class="reputation-score" title="reputation score " dir="ltr">${random.int(1, 90)},${random.int(100, 999)}</span><span title="${random.int(2, 9)} gold badges" aria-hidden="true"><span class="badge1"></span><span class="badgecount">${random.int(2, 9)}</span></span><span class="v-visible-sr">${random.int(2, 9)} gold badges</span>
        </div>
    </div>
</div>
</div>`
}

function stackMenu(): Html {
  return markup`<div class="mt8"><div class="d-flex gs8 s-anchors s-anchors__muted fw-wrap">
<div class="flex--item"><a href="/q/1" rel="nofollow" itemprop="url" class="js-share-link js-gps-track" title="Short permalink to this post">Share</a></div>
<div class="flex--item"><a href="/posts/1/edit" class="js-suggest-edit-post js-gps-track" title="">Improve this question</a></div>
<div class="flex--item"><button type="button" class="js-follow-post js-follow-question s-btn s-btn__link fs-body1">Follow</button></div>
</div></div>`
}

function stackComments(making: Making, maker: TextMaker, asked: Asked): Html {
  const { random } = making.draft
  const rows = random.times(random.int(0, 3), () => {
    const moment = asked.moment.after(making.draft, 300)
    const text = making.draft.say(making.draft.sentences(1))
    return markup`<li id="comment-${random.int(1, 99999)}" class="comment js-comment ">
<div class="js-comment-actions comment-actions"><div class="comment-score js-comment-score"></div></div>
<div class="comment-text js-comment-text-and-form"><div class="comment-body js-comment-edit-hide">
<span class="comment-copy">${text}</span>
<div class="d-inline-flex ai-center">&ndash;&nbsp;<a href="/users/7/c" class="comment-user">${maker.draft.maybe(random.pick(['A. Reader', 'commenter5', 'mod_bot']))}</a></div>
<span class="comment-date" dir="ltr"><span class="v-visible-sr">Commented</span> <a class="comment-link" href="#comment1"><span title="${moment.iso}" class="relativetime-clean">${moment.shown(making.draft, `${moment.medium()} at ${moment.clock}`)}</span></a></span>
</div></div></li>`
  })
  return markup`<div class="js-post-comments-component"><div class="comments js-comments-container bt bc-black-200 mt12"><ul class="comments-list js-comments-list">${rows}</ul></div>
<div><a class="js-add-link comments-link disabled-link" title="Use comments to ask for more information or suggest improvements." href="#" role="button">Add a comment</a><span class="js-link-separator dno">&nbsp;|&nbsp;</span></div></div>`
}

const stackQuestion: System = (making) => {
  const { draft } = making
  const { random } = draft
  const maker = new TextMaker(draft, making.code, STACK_STYLE)
  const asked = makeAsked(making, maker)
  const { cast, title, author, answers, moment } = asked
  const tags = draft.several('tags', cast.tags())
  const votes = draft.fact('votes', String(asked.votes), { units: ['votes'], inFrameOf: author })
  const id = random.int(1000, 99999)
  const voting = (
    count: string,
    accepted: boolean | undefined,
  ): Html => markup`<div class="votecell post-layout--left">
<div class="js-voting-container d-flex jc-center fd-column ai-center gs4 fc-black-300" data-post-id="${random.int(1000, 99999)}">
<button class="js-vote-up-btn flex--item mb8 s-btn s-btn__muted" aria-pressed="false" aria-label="Up vote" data-selected-classes="fc-theme-primary"><svg aria-hidden="true" class="svg-icon iconArrowUp" width="18" height="18" viewBox="0 0 18 18"><path d="M1 12h16L9 4z"/></svg></button>
<div class="js-vote-count flex--item d-flex fd-column ai-center fc-theme-body-font fw-bold fs-subheading py4" itemprop="upvoteCount" data-value="${count}">${count}</div>
<button class="js-vote-down-btn mb8 flex--item s-btn s-btn__muted" aria-pressed="false" aria-label="Down vote"><svg aria-hidden="true" class="svg-icon iconArrowDown"><path d="M1 6h16l-8 8z"/></svg></button>
<button class="js-saves-btn s-btn s-btn__unset c-pointer py4" type="button" aria-label="Save"><svg aria-hidden="true" class="svg-icon iconBookmark"></svg></button>
${accepted !== undefined && markup`<div class="js-accepted-answer-indicator flex--item fc-green-400 py6 mtn8${accepted ? '' : ' d-none'}" data-s-tooltip-placement="right" title="Loading when this answer was accepted&hellip;" tabindex="0" role="note" aria-label="Accepted"><div class="ta-center"><svg aria-hidden="true" class="svg-icon iconCheckmarkLg" width="36" height="36"><path d="m6 14 8 8L30 6v8L14 30l-8-8z"/></svg></div></div>`}
<a class="js-post-issue flex--item s-btn s-btn__unset c-pointer py6" href="/posts/${id}/timeline" aria-label="Timeline"><svg aria-hidden="true" class="svg-icon iconHistory"></svg></a>
</div></div>`
  const shownAnswers = answers.map(
    (answer) => markup`<a name="${random.int(1000, 99999)}"></a>
<div id="answer-${random.int(1000, 99999)}" class="answer js-answer${answer.isAccepted ? ' accepted-answer js-accepted-answer' : ''}" data-score="${answer.votes}" itemprop="${answer.isAccepted ? 'acceptedAnswer' : 'suggestedAnswer'}" itemscope itemtype="https://schema.org/Answer">
<div class="post-layout">
${voting(String(answer.votes), answer.isAccepted)}
<div class="answercell post-layout--right">
<div class="s-prose js-post-body" itemprop="text">
${answer.written.html}</div>
<div class="mt24"><div class="d-flex fw-wrap ai-start jc-end gs8 gsy"><time itemprop="dateCreated" datetime="${answer.moment.iso.slice(0, 19)}"></time>
<div class="flex--item mr16">${stackMenu()}</div>
${stackUser(making, answer.author, answer, 'answered', false)}
</div></div></div>
<span class="d-none" itemprop="commentCount">0</span>
<div class="post-layout--right js-post-comments-component">${stackComments(making, maker, asked)}</div>
</div></div>`,
  )
  const linked = random.times(
    random.int(2, 5),
    () =>
      markup`<div class="spacer js-gps-track"><a href="/q/${random.int(1, 9999)}" title="Question score (upvotes - downvotes)"><div class="answer-votes answered-accepted default">${random.int(1, 99)}</div></a><a href="/questions/${random.int(1, 9999)}" class="question-hyperlink">${cast.title('questions')}</a></div>`,
  )
  return {
    url: `https://ask.example.org/questions/${id}/q`,
    source: markup`<html itemscope itemtype="https://schema.org/QAPage" class="html__responsive " lang="en">
<head><title>${tags[0]} - ${title} - Ask Overbyte</title><meta name="viewport" content="width=device-width"><link rel="canonical" href="/questions/${id}"></head>
<body class="question-page unified-theme">
<header class="s-topbar ps-fixed t0 l0 js-top-bar"><div class="s-topbar--container"><a href="/" class="s-topbar--logo js-gps-track"><span class="-img _glyph">Ask Overbyte</span></a>
<ol class="s-navigation" role="presentation"><li class="md:d-none"><a href="/about" class="s-navigation--item">About</a></li><li><a href="/products" class="s-navigation--item">Products</a></li><li><a href="/teams" class="s-navigation--item">For Teams</a></li></ol>
<form id="search" role="search" action="/search" class="s-topbar--searchbar js-searchbar" autocomplete="off"><input name="q" type="text" placeholder="Search&hellip;" aria-label="Search" class="s-input s-input__search"></form>
<a href="/users/login" class="s-topbar--item s-btn">Log in</a><a href="/users/signup" class="s-topbar--item s-btn">Sign up</a></div></header>
<div class="container"><div id="left-sidebar" class="left-sidebar js-pinned-left-sidebar"><nav role="navigation"><ol class="nav-links"><li><a href="/" class="s-block-link pl8">Home</a></li><li><a id="nav-questions" href="/questions" class="s-block-link">Questions</a></li><li><a href="/tags" class="s-block-link">Tags</a></li><li><a href="/users" class="s-block-link">Users</a></li></ol></nav></div>
<div id="content" class="snippet-hidden">
<div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><link itemprop="image" href="/logo.png">
<div class="inner-content clearfix">
<div id="question-header" class="d-flex sm:fd-column"><h1 itemprop="name" class="fs-headline1 ow-break-word mb8 flex--item fl1"><a href="/questions/${id}/q" class="question-hyperlink">${title}</a></h1>
<div class="ml12 aside-cta flex--item print:d-none"><a href="/questions/ask" class="ws-nowrap s-btn s-btn__filled">Ask Question</a></div></div>
<div class="d-flex fw-wrap pb8 mb16 bb bc-black-200">
<div class="flex--item ws-nowrap mr16 mb8" title="${moment.iso.slice(0, 19)}Z"><span class="fc-black-400 mr2">Asked</span> <time itemprop="dateCreated" datetime="${moment.iso.slice(0, 19)}">${moment.shown(draft, moment.ago)}</time></div>
<div class="flex--item ws-nowrap mr16 mb8"><span class="fc-black-400 mr2">Modified</span> <a href="?lastactivity" class="s-link s-link__inherit">${moment.ago}</a></div>
<div class="flex--item ws-nowrap mb8" title="Viewed 12,${random.int(100, 999)} times"><span class="fc-black-400 mr2">Viewed</span> 12k times</div></div>
<div id="mainbar" role="main" aria-label="question and answers">
<div class="question js-question" data-questionid="${id}" data-score="${votes}" id="question">
<div class="post-layout ">
${voting(votes, undefined)}
<div class="postcell post-layout--right">
<div class="s-prose js-post-body" itemprop="text">
${asked.written.html}</div>
<div class="mt24 mb12"><div class="post-taglist d-flex gs4 gsy fd-column"><div class="d-flex ps-relative fw-wrap"><ul class="ml0 list-ls-none js-post-tag-list-wrapper d-inline">${tags.map((tag) => markup`<li class="d-inline mr4 js-post-tag-list-item"><a href="/questions/tagged/${encodeURIComponent(tag)}" class="s-tag post-tag" title="show questions tagged &#39;${tag}&#39;" aria-label="show questions tagged &#39;${tag}&#39;" rel="tag">${tag}</a></li>`)}</ul></div></div></div>
<div class="mb0 "><div class="mt16 d-flex gs8 gsy fw-wrap jc-end ai-start pt4 mb16"><div class="flex--item mr16 fl1 w96">${stackMenu()}</div>${stackUser(making, author, asked, 'asked', true)}</div></div>
</div>
<div class="post-layout--right js-post-comments-component">${stackComments(making, maker, asked)}</div>
</div></div>
<div id="answers"><a name="tab-top"></a><div id="answers-header"><div class="answers-subheader d-flex ai-center mb8"><div class="flex--item fl1"><h2 class="mb0" data-answercount="${answers.length}">${draft.maybe(`${answers.length} Answers`)}<span style="display:none;" itemprop="answerCount">${answers.length}</span></h2></div>
<div class="flex--item"><label class="flex--item fc-black-400 ta-right" for="answer-sort-dropdown-select-menu">Sorted by:</label><select id="answer-sort-dropdown-select-menu"><option value="scoredesc" selected="selected">Highest score (default)</option><option value="modifieddesc">Date modified (newest first)</option></select></div></div></div>
${shownAnswers}
<h2 class="space">Your Answer</h2><form id="post-form" action="/questions/${id}/answer/submit" method="post" class="js-add-answer-component post-form"><textarea id="wmd-input" name="post-text" class="wmd-input s-input" cols="92" rows="15"></textarea><div class="s-notice">Thanks for contributing an answer! Please be sure to <em>answer the question</em>. Provide details and share your research!</div><button class="flex--item s-btn s-btn__filled" id="submit-button" type="submit">Post Your Answer</button></form>
</div></div>
<div id="sidebar" class="show-votes" role="complementary" aria-label="sidebar"><div class="module sidebar-linked"><h4 id="h-linked">Linked</h4><div class="linked" data-tracker="lq=1">${linked}</div></div></div>
</div></div></div></div>
<footer id="footer" class="site-footer js-footer" role="contentinfo"><div class="site-footer--container"><nav><ul class="-list"><li><a href="/company">Company</a></li><li><a href="/legal/terms" class="-link">Terms of Service</a></li></ul></nav><p class="fs-fine mb24">Site design / logo &#169; 2026 Overbyte Inc; user contributions licensed under CC BY-SA.</p></div></footer>
</body></html>`,
  }
}

const COOKED: TextStyle = {
  code: (lines, language) =>
    markup`<pre data-code-wrap="${language}"><code class="lang-${language}">${lines.join('\n')}\n</code></pre>`,
  heading: (text, level) =>
    markup`<h2><a name="p-1-h-${level}" class="anchor" href="#p-1-h-${level}"></a>${text}</h2>`,
  link: (href, text) => markup`<a href="${href}" class="onebox-inline">${text}</a>`,
}

/** As the program in the browser shows it. */
const discourseQuestion: System = (making) => {
  const { draft } = making
  const { random } = draft
  const isGerman = making.words.language === 'de'
  const say = isGerman
    ? {
        solved: 'Gelöst von',
        in: 'in Beitrag Nr.',
        solution: 'Lösung',
        reply: 'Antworten',
        share: 'Teilen',
        views: 'Aufrufe',
        more: 'Ähnliche Themen',
        log: 'Anmelden',
      }
    : {
        solved: 'Solved by',
        in: 'in post #',
        solution: 'Solution',
        reply: 'Reply',
        share: 'Share',
        views: 'views',
        more: 'Related topics',
        log: 'Log In',
      }
  const maker = new TextMaker(draft, making.code, COOKED)
  const asked = makeAsked(making, maker)
  const { cast, title, author, answers } = asked
  const tags = draft.several('tags', cast.tags())
  const category = draft.maybe(random.pick(['Help', 'Support', 'Installation']))
  const votes = draft.fact('votes', String(asked.votes), { units: ['likes'], inFrameOf: author })
  const accepted = answers.findIndex(({ isAccepted }) => isAccepted)
  const post = (
    name: string,
    at: Asked | Answer,
    number: number,
    likes: string,
    isSolution: boolean,
  ): Html => markup`<div class="topic-post clearfix ${number === 1 ? 'topic-owner' : ''} regular${isSolution ? ' accepted-answer' : ''}" data-post-number="${number}"><article id="post_${number}" data-post-id="${random.int(100, 9999)}" data-topic-id="41" data-user-id="${random.int(1, 99)}" class="boxed onscreen-post" role="region" aria-label="post #${number} by @${name}">
<div class="row"><div class="topic-avatar"><div class="post-avatar"><a class="trigger-user-card main-avatar" href="/u/x" data-user-card="${name}" tabindex="-1"><img alt="" width="48" height="48" src="/user_avatar/48/${number}.png" class="avatar"></a></div></div>
<div class="topic-body clearfix"><div role="heading" class="topic-meta-data" aria-level="2"><div class="names trigger-user-card"><span class="first username ${number === 1 ? 'new-user' : ''}"><a href="/u/x" data-user-card="${name}" class="">${name}</a></span>${number % 3 === 0 && markup`<span class="user-title"><a href="/g/team" class="user-group">${draft.maybe('Team')}</a></span>`}</div><div class="post-infos"><div class="post-info post-date"><a class="widget-link post-date" href="/t/q/41/${number}" title="Post date"><span title="${at.moment.medium()} ${at.moment.clock}" data-time="${Date.parse(at.moment.iso)}" data-format="tiny" class="relative-date">${at.moment.shown(draft, at.moment.medium().slice(0, 6))}</span></a></div><div class="read-state read" title="Post is unread"><svg class="fa d-icon d-icon-circle svg-icon"><use href="#circle"></use></svg></div></div></div>
<div class="regular contents"><div class="cooked">${at.written.html}${number === 1 && accepted >= 0 && markup`<aside class="quote accepted-answer" data-post="${accepted + 2}" data-topic="41"><div class="title"><div class="accepted-answer--solver-accepter"><svg class="fa d-icon d-icon-square-check accepted"><use href="#square-check"></use></svg> ${say.solved} <a data-user-card="${answers[accepted]!.author}" href="/u/x">${answers[accepted]!.author}</a> ${say.in}${accepted + 2}</div></div></aside>`}</div>
<section class="post-menu-area clearfix"><nav class="post-controls expanded replies-button-visible"><div class="actions">${isSolution && markup`<span class="extra-buttons"><span class="accepted-text"><span><svg class="fa d-icon d-icon-square-check accepted"><use href="#square-check"></use></svg></span><span class="accepted-label"> ${draft.maybe(say.solution)}</span></span></span>`}<div class="double-button"><button class="widget-button btn-flat button-count like-count highlight-action my-likes regular-likes" aria-label="${likes} people liked this post. Click to view" title="${likes} people liked this post" aria-pressed="false">${likes}</button><button class="widget-button btn-flat toggle-like like" title="like this post"><svg class="fa d-icon d-icon-d-unliked"></svg></button></div><button class="widget-button btn-flat share" title="copy a link to this post to clipboard"><svg class="fa d-icon d-icon-d-post-share"></svg></button><button class="widget-button btn-flat reply create fade-out btn-icon-text" title="begin composing a reply to this post"><svg class="fa d-icon d-icon-reply"></svg><span class="d-button-label">${say.reply}</span></button></div></nav></section></div>
${number === 1 && markup`<div class="topic-map --op"><div class="topic-map__contents"><div class="topic-map__stats"><button class="fk-d-menu__trigger topic-map__views-trigger btn no-text"><span class="number">${random.int(2, 9)}.${random.int(1, 9)}k</span><span class="topic-map__stat-label">${say.views}</span></button></div></div></div>`}
</div></div></article></div>`
  const suggested = random.times(
    random.int(2, 4),
    () =>
      markup`<tr class="topic-list-item category-help"><td class="main-link topic-list-data"><span class="link-top-line"><a href="/t/other/${random.int(1, 999)}" role="heading" aria-level="2" class="title raw-link raw-topic-link">${cast.title('questions')}</a></span></td><td class="num posts-map posts topic-list-data"><span class="number">${random.int(1, 30)}</span></td></tr>`,
  )
  return {
    url: `https://forum.example.org/t/topic/${random.int(10, 9999)}`,
    source: markup`<html lang="${isGerman ? 'de' : 'en'}" class="desktop-view not-mobile-device anon"><head><title>${title} - ${category} - Bramble Forum</title><meta name="generator" content="Discourse 3.5.0"></head>
<body class="docked category-help navigation-topics"><section id="main" class="ember-application"><div id="ember2" class="ember-view">
<a href="#main-container" id="skip-link" class="skip-link">Skip to main content</a>
<div class="drop-down-mode d-header-wrap"><header class="d-header"><div class="wrap"><div class="contents"><div class="title"><a href="/" data-auto-route="true"><img id="site-logo" class="logo-big" src="/logo.png" alt="Bramble Forum"></a></div><div class="panel"><span class="header-buttons"><button class="btn btn-icon-text btn-primary btn-small login-button" type="button"><svg class="fa d-icon d-icon-user"></svg><span class="d-button-label">${say.log}</span></button></span></div></div></div></header></div>
<div id="main-outlet-wrapper" class="wrap"><div id="main-outlet">
<div id="topic-title" class="container"><div class="title-wrapper"><h1 data-topic-id="41"><span class="topic-statuses"></span><a href="/t/topic/41" class="fancy-title"><span dir="auto">${title}</span></a></h1>
<div class="topic-category ember-view"><a class="badge-category__wrapper " href="/c/help/5"><span class="badge-category --style-square"><span class="badge-category__name" dir="auto">${category}</span></span></a><div class="topic-header-extra"><ul class="list-tags discourse-tags" role="list" aria-label="Tags">${tags.map((tag) => markup`<li><a href="/tag/x" data-tag-name="${tag}" class="discourse-tag simple">${tag}</a></li>`)}</ul></div></div></div></div>
<div class="container posts"><div class="row"><section class="topic-area" id="topic" data-topic-id="41"><div class="posts-wrapper"><div class="post-stream">
${post(author, asked, 1, votes, false)}
${answers.map((answer, index) => post(answer.author, answer, index + 2, String(answer.votes), answer.isAccepted))}
</div></div></section></div></div>
<div id="topic-footer-buttons"><div class="topic-footer-main-buttons"><button class="btn btn-icon-text btn-default share-and-invite"><span class="d-button-label">${say.share}</span></button></div></div>
<div class="more-topics__container"><div class="row"><ul class="nav nav-pills"><li><button class="active btn">${say.more}</button></li></ul></div><table class="topic-list"><thead class="topic-list-header"><tr><th class="topic-list-data">Topic</th><th class="num posts topic-list-data">Replies</th></tr></thead><tbody class="topic-list-body">${suggested}</tbody></table></div>
</div></div></div></section></body></html>`,
  }
}

/** Pages of questions, by system. */
export const QUESTIONS: Readonly<Record<string, System>> = {
  'stack-like': stackQuestion,
  'discourse-like': discourseQuestion,
  'q2a-like': q2aQuestion,
  'answerhub-like': answerhubQuestion,
  'zendesk-like': communityQuestion,
  'biostars-like': biologyQuestion,
}
