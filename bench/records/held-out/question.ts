import { makeAsked, type Answer, type Asked } from '../made/answers.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, tight, type Html } from '../markup.ts'
import { codidactQuestion, khorosQuestion } from './question-forums.ts'

const ASKBOT_TEXT: TextStyle = {
  code: (lines) => markup`<pre class="mb-code"><code class="mb-code-inner">${lines.join('\n')}
</code></pre>`,
  heading: (text, level) => markup`<h${level}>${text}</h${level}>`,
  link: (href, text) => markup`<a href="${href}">${text}</a>`,
}

/** Askbot. */
const askbotQuestion: System = (making) => {
  const { draft } = making
  const { random } = draft
  const isRussian = making.words.language === 'ru'
  const say = isRussian
    ? {
        asked: 'спросил',
        answered: 'ответил',
        tags: 'Метки',
        add: 'добавить комментарий',
        similar: 'Похожие вопросы',
        best: 'Автор вопроса отметил этот ответ как верный',
        answers: 'Ответов',
        flag: 'пожаловаться',
      }
    : {
        asked: 'asked',
        answered: 'answered',
        tags: 'Tags',
        add: 'add a comment',
        similar: 'Related questions',
        best: 'the author of the question has selected this answer as correct',
        answers: 'Answers',
        flag: 'flag offensive',
      }
  const maker = new TextMaker(draft, making.code, ASKBOT_TEXT)
  const asked = makeAsked(making, maker)
  const { cast, title, author, answers } = asked
  const votes = draft.fact('votes', String(asked.votes), { units: ['votes'], inFrameOf: author })
  const tags = draft.several('tags', cast.tags(), { label: say.tags })
  draft.maybe(say.best)
  const vote = (count: string, id: number): Html =>
    markup`<div class="vote-buttons"><div id="question-img-upvote-${id}" class="question-img-upvote post-vote" data-post-id="${id}" title="i like this post (click again to cancel)"></div><div id="vote-number-${id}" class="vote-number" title="current number of votes">${count}</div><div class="question-img-downvote post-vote" title="i dont like this post (click again to cancel)"></div></div>`
  const card = (name: string, { moment }: Asked | Answer, verb: string): Html =>
    markup`<div class="post-update-info-container"><div class="post-update-info"><p class="tip">${verb} <strong class="ab-when" title="${moment.iso.slice(0, 19).replace('T', ' ')} +0000"><abbr class="timeago-ab" title="${moment.iso.slice(0, 19).replace('T', ' ')} +0000">${moment.shown(draft, moment.iso.slice(0, 19).replace('T', ' ') + ' +0000')}</abbr></strong></p><a class="avatar-box" href="/users/${random.int(1, 99)}/u/"><img class="gravatar-ab" width="32" height="32" src="/g.png" title="${name}" alt="${name} gravatar image"></a><div class="user-info-ab"><a href="/users/${random.int(1, 99)}/u/">${name}</a><br><span class="reputation-ab" title="${random.int(20, 900)} reputation">${random.int(20, 900)}</span><span class="badges" title="the user has 3 gold badges"><span class="badge-gold-ab">&#9679;</span><span class="badgecount-ab">3</span></span></div></div></div>`
  const controls = (id: number): Html =>
    markup`<div id="post-${id}-controls" class="post-controls-ab"><a class="permant-link" href="?answer=${id}#post-id-${id}" title="permanent link">link</a><span id="flag-${id}" class="action-link-w offensive-flag" title="report as offensive"><a class="question-flag">${say.flag}</a></span></div>`
  const comments = (id: number): Html =>
    markup`<div class="comments-ab ${random.chance(0.5) ? 'empty-ab' : ''}" id="comments-for-post-${id}"><h2 id="comment-title">Comments</h2><div class="content-cmt">${random.chance(0.4) && markup`<div class="comment-ab" id="ab-comment-${id}"><div class="comment-votes"><div class="upvote-ab" title="upvote"></div></div><div class="comment-body-ab">${draft.say(draft.sentences(1))}<a class="author-ab" href="/users/3">${draft.maybe(random.pick(['reader_one', 'passerby']))}</a><span class="age-ab"> (<abbr class="timeago-ab" title="2025-01-04 10:11:12 +0000">${draft.maybe('2025-01-04 10:11:12 +0000')}</abbr>)</span></div></div>`}</div><div class="controls-cmt"><a class="upvote-btn-ab" href="#">${say.add}</a></div></div>`
  const posts = answers.map((answer) => {
    const id = random.int(100, 9999)
    return markup`<a class="ab-anchor" name="${id}"></a>
<div id="post-id-${id}" class="post-ab answer-ab ${answer.isAccepted ? 'accepted-answer-ab' : ''}">
${vote(String(answer.votes), id)}
<div class="answer-accept-img-wrap"><div id="answer-img-accept-${id}" class="answer-img-accept" ${answer.isAccepted ? markup`title="${say.best}"` : markup`title="mark this answer as correct (click again to undo)"`}></div></div>
<div class="answer-table"><div class="answer-content-ab">${card(answer.author, answer, say.answered)}
<div class="answer-body-ab">${answer.written.html}</div></div>
${controls(id)}
${comments(id)}
</div><div class="clean"></div></div>`
  })
  return {
    url: `https://support.example.org/question/${random.int(100, 99999)}/q/`,
    source: markup`<html lang="${isRussian ? 'ru' : 'en'}"><head><title>${title} - Harbour Support</title><link href="/m/default/media/style/style.css" rel="stylesheet"></head>
<body class="two-col question-page-ab anon-ab lang-x"><div class="notify" style="display:none"></div>
<div id="header-ab"><div class="content-wrapper-ab"><a id="logo-ab" href="/"><img src="/logo.gif" title="back to home page" alt="Harbour Support logo"></a><div class="user-info-nav"><a href="/account/signin/?next=/">Hi there! Please sign in</a><a class="ab-help" href="/help/" title="help">help</a></div></div></div>
<div id="secondaryHeader"><div class="content-wrapper-ab"><a id="homeButton" href="/questions/"></a><div id="scopeWrapper"><a class="scope-selector" href="/questions/scope:all/" title="see all questions">ALL</a><a class="scope-selector ask-message" href="/questions/scope:unanswered/">UNANSWERED</a></div><form action="/questions/" class="search-form-ab"><input class="searchInput" type="text" autocomplete="off" name="query"></form><a id="askButton" class="button-ab" href="/questions/ask/">Ask Your Question</a></div></div>
<div class="content-wrapper-ab"><div id="ContentLeft">
<div id="question-title-ab" class="question-header-ab"><h1><a href="/question/12/q/">${title}</a></h1></div>
<div id="question-table"><div class="question-ab"><div id="post-id-12" class="post-ab question-post-ab">
${vote(votes, 12)}
<div class="question-content">${card(author, asked, say.asked)}
<div class="question-body-ab">${asked.written.html}</div></div>
<div class="tags-ab" style="display:inline-block"><ul id="question-tags" class="tag-list-ab">${tags.map((tag) => markup`<li class="tag-li"><a class="tag-ab tag-right" href="/questions/tags:x/" rel="tag" title="see questions tagged '${tag}'">${tag}</a></li>`)}</ul></div>
${controls(12)}
${comments(12)}
</div></div></div>
<div class="tabBar tabBar-answer"><h2 id="sort-top">${draft.maybe(`${answers.length} ${say.answers}`)}</h2><div class="tabsA"><span class="label-ab">Sort by &raquo;</span><a id="oldest" href="?sort=oldest" class="off-ab" title="oldest answers will be shown first"><span>oldest</span></a><a id="votes" href="?sort=votes" class="on-ab"><span>most voted</span></a></div></div>
${posts}
<form id="fmanswer" action="/questions/12/answer/" method="post"><div class="folded-editor"><p>Your Answer</p></div><p class="answer-note">Please start posting anonymously - your entry will be published after you log in or create a new account.</p><input type="button" class="submit-ab after-editor" value="Login/Signup to Answer"></form>
</div>
<div id="ContentRight"><div class="box-ab"><h2>Question Tools</h2><div class="favorite-box"><a class="button-ab followed-btn">Follow</a></div><p class="rss"><a class="rss" href="/feeds/question/12/">subscribe to rss feed</a></p></div><div class="box-ab statsWidget"><h2>Stats</h2><p>Asked: <strong>${asked.moment.day}</strong></p><p>Seen: <strong>${random.int(20, 9000)} times</strong></p></div><div class="box-ab" id="related-ab"><h2>${say.similar}</h2><div class="questions-related">${random.times(3, () => markup`<p><a href="/question/${random.int(1, 99)}/">${cast.title('questions')}</a></p>`)}</div></div></div></div>
<div id="ground"><p class="footer-links-ab"><a href="/about/">about</a><span class="link-separator-ab"> | </span><a href="/faq/">faq</a><span class="link-separator-ab"> | </span><a href="/privacy/">privacy policy</a></p><p class="powered-link">Powered by Askbot version 0.11</p></div></body></html>`,
  }
}

const ANSWER_TEXT: TextStyle = {
  code: (lines, language) =>
    markup`<pre><code class="fmt language-ans-${language}">${lines.join('\n')}</code></pre>`,
  heading: (text, level) => markup`<h${level} id="h">${text}</h${level}>`,
  link: (href, text) => markup`<a href="${href}" target="_blank" rel="ugc">${text}</a>`,
}

/** Apache Answer, in Bootstrap's classes. */
const answerQuestion: System = (making) => {
  const { draft } = making
  const { random } = draft
  const maker = new TextMaker(draft, making.code, ANSWER_TEXT)
  const asked = makeAsked(making, maker)
  const { cast, title, author, answers } = asked
  const votes = draft.fact('votes', String(asked.votes), { units: ['votes'], inFrameOf: author })
  const tags = draft.several('tags', cast.tags())
  const user = (name: string, { moment }: Asked | Answer, verb: string): Html =>
    markup`<div style="min-width: 196px;"><div class="d-flex-a small text-secondary-a"><a class="lh-1-a" href="/users/u"><img src="/a.png?s=96" width="40" height="40" class="rounded-a d-none-a me-2-a" alt="${name}"></a><div class="small lh-1 d-inline-block-a"><div class="mb-1-a"><a class="me-1-a text-break-a name-a" href="/users/u">${name}</a><span class="fw-bold-a" title="Reputation">${random.int(20, 9000)}</span></div><time class="text-nowrap-a" datetime="${moment.iso}" title="${moment.medium()} at ${moment.clock}">${verb} ${moment.shown(draft, `${moment.medium()} at ${moment.clock}`)}</time></div></div></div>`
  const actions = (count: string): Html =>
    markup`<div class="d-flex-a align-items-center-a mt-4-a"><div role="group" class="btn-group-a vote-group"><button title="It is useful" type="button" class="btn-a btn-outline-secondary-a"><i class="br bi-hand-thumbs-up-fill"></i></button><button type="button" disabled class="btn-a btn-outline-dark-a text-body-a">${count}</button><button title="It is not useful" type="button" class="btn-a btn-outline-secondary-a"><i class="br bi-hand-thumbs-down-fill"></i></button></div></div>`
  const menu = markup`<div class="d-flex-a md-show align-items-center-a"><button type="button" class="link-secondary-a p-0-a btn-no-border">Share</button><a class="link-secondary-a btn-no-border ms-3-a" href="/edit">Edit</a><button type="button" class="link-secondary-a ms-3-a">Flag</button></div>`
  const items = answers.map(
    (answer, index) => markup`<div id="answer_${index}" class="answer-item py-4-a">
${answer.isAccepted && markup`<div class="mb-3-a lh-1-a"><span class="badge-a text-bg-success-a"><i class="br bi-check-circle-fill me-1-a"></i>${draft.maybe('Best answer')}</span></div>`}
<article class="fmt-a text-break-a text-wrap-a">${answer.written.html}</article>
<div class="d-flex-a mt-4-a">${actions(String(answer.votes))}</div>
<div class="row-a mt-4-a mb-3-a"><div class="mb-3-a col-a">${menu}</div><div class="col-lg-3-a">${user(answer.author, answer, 'answered')}</div></div>
<div class="comment-list-a"><button type="button" class="link-a p-0-a">Add comment</button></div></div>`,
  )
  return {
    url: `https://help.example.net/questions/${random.int(10_000, 99_999)}/q`,
    source:
      tight(markup`<html lang="en-US"><head><meta name="generator" content="Answer 1.4.2"><title>${title} - Beacon Help</title></head><body><div id="root-a">
<nav class="sticky-top-a navbar-a navbar-expand-xl" id="header-a"><div class="w-100-a d-flex-a px-3-a"><a class="lh-1-a me-0-a p-0-a navbar-brand-a" href="/"><span>Beacon Help</span></a><form action="/search" class="w-100-a maxw-400"><input placeholder="Search" name="q" type="search" class="placeholder-search"></form><a class="me-2-a link-light-a btn-a" href="/users/login">Log in</a><a class="btn-a btn-light-a" href="/users/register">Sign up</a></div></nav>
<div class="d-flex-a"><div id="pcSideNav"><div class="nav-flex"><a class="nav-link-a active-a" href="/questions"><i class="br bi-question-circle-fill"></i><span>Questions</span></a><a class="nav-link-a" href="/tags"><i class="br bi-tags-fill"></i><span>Tags</span></a><a class="nav-link-a" href="/users"><span>Users</span></a></div></div>
<div class="answer-container-a flex-fill-a"><div class="questionDetailPage pt-4-a mb-5-a row-a"><div class="page-main-a flex-auto-a col-a">
<div><h1 class="h3-a mb-3-a text-wrap-a text-break-a"><a class="link-dark-a" href="/questions/1/q">${title}</a></h1>
<div class="d-flex-a flex-wrap-a align-items-center-a small mb-4-a text-secondary-a"><time class="me-3-a" datetime="${asked.moment.iso}">Asked ${asked.moment.shown(draft, asked.moment.medium())}</time><time class="me-3-a">Modified 3 days ago</time><div class="me-3-a">Viewed ${random.int(20, 9000)} times</div><button type="button" class="p-0-a small btn-no-border">Follow</button></div>
<div class="m-n1-a tags-row-a">${tags.map((tag) => markup`<a class="badge-tag rounded-1-a m-1-a" href="/tags/x"><span>${tag}</span></a>`)}</div>
<article class="fmt-a text-break-a text-wrap-a last-p mt-4-a">${asked.written.html}</article>
<div class="d-flex-a">${actions(votes)}</div><div class="mt-4-a mb-3-a row-a"><div class="mb-3-a col-a">${menu}</div><div class="col-lg-3-a">${user(author, asked, 'asked')}</div></div></div>
<div class="d-flex-a align-items-center-a justify-content-between-a mt-5-a mb-3-a" id="answerHeader"><h5 class="mb-0-a">${draft.maybe(`${answers.length} Answers`)}</h5><div class="btn-group-a" role="group"><a class="btn-a active-a" href="?order=default">Score</a><a class="btn-a" href="?order=updated">Newest</a></div></div>
${items}
<div class="mt-5-a"><h5>Your Answer</h5><a class="btn-a btn-primary-a" href="/users/login">Post your answer</a></div></div>
<div class="page-right-side mt-4-a"><div class="card-a"><div class="card-header-a">People also asked</div><div class="list-group-a">${random.times(3, () => markup`<a class="list-group-item-a" href="/questions/${random.int(1, 99)}"><div class="h5-a link-dark-a">${cast.title('questions')}</div><div class="text-secondary-a small"><i class="br bi-chat-square-text-fill"></i> <span>${random.int(1, 9)} answers</span></div></a>`)}</div></div></div></div></div></div>
<footer class="py-3-a d-flex-a"><div class="text-center-a small text-secondary-a">Beacon Help © 2026. Powered by <a href="https://answer.example.com">Answer</a> - the open-source software that powers Q&amp;A communities.</div></footer></div></body></html>`),
  }
}

/** Pages of questions that nothing is tuned on, by system. */
export const QUESTIONS: Readonly<Record<string, System>> = {
  'askbot-like': askbotQuestion,
  'answer-like': answerQuestion,
  'khoros-like': khorosQuestion,
  'codidact-like': codidactQuestion,
}
