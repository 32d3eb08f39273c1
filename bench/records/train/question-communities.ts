import { makeAsked, type Answer, type Asked } from '../made/answers.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'
import { chooseInterface } from './interface.ts'

const TEXT: TextStyle = {
  code: (lines) => markup`<pre><code>${lines.join('\n')}</code></pre>`,
  heading: (text) => markup`<h3>${text}</h3>`,
  link: (href, text) => markup`<a href="${href}" rel="nofollow noreferrer">${text}</a>`,
}

/** A community beside a help centre, in the language of its reader. */
export const communityQuestion: System = (making) => {
  const { draft } = making
  const { random } = draft
  const words = chooseInterface(random)
  const asked = makeAsked(making, new TextMaker(draft, making.code, TEXT), {})
  const { cast, title, author, answers } = asked
  const votes = draft.fact('votes', String(asked.votes), { inFrameOf: author })
  const tags = draft.several('tags', cast.tags(), { label: words.keywords })
  for (const text of [words.keywords, words.bestAnswer, words.by]) draft.maybe(text)
  const vote = (count: number | string): Html =>
    markup`<div class="vote-zc" role="radiogroup"><button type="button" class="vote-up-zc" aria-label="+1"></button><span class="vote-sum-zc">${count}</span><button type="button" class="vote-down-zc" aria-label="-1"></button></div>`
  const head = ({ author: name, moment }: Asked | Answer): Html =>
    markup`<div class="avatar-zc"><img src="/a.png" alt=""></div><div class="post-meta-zc"><span class="post-author-zc" title="${name}"><a href="/profiles/1">${name}</a></span><ul class="meta-group-zc"><li class="meta-data-zc"><time datetime="${moment.iso}" title="${moment.day}" data-datetime="relative">${moment.shown(draft, moment.medium(words.language))}</time></li></ul></div>`
  return {
    url: `https://help.example.com/hc/${words.language}/community/posts/${random.int(1000, 9999)}`,
    source: markup`<html lang="${words.language}"><head><title>${title} – Acme</title></head><body class="community-enabled-zc"><header class="header-zc"><a href="/hc">Acme</a></header><main role="main"><div class="container-zc"><nav class="sub-nav-zc"><ol class="breadcrumbs-zc"><li><a href="/hc">Acme</a></li></ol></nav><article class="post-zc" itemscope itemtype="https://schema.org/QAPage"><div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><header class="post-header-zc"><h1 class="post-title-zc" itemprop="name">${title}</h1></header>
<section class="post-info-container-zc"><div class="post-info-zc">${head(asked)}<div class="post-body-zc" itemprop="text">${asked.written.html}</div><div class="post-tags-zc"><span>${words.keywords}:</span> <ul>${tags.map((tag) => markup`<li><a href="/hc/search?tag" rel="tag">${tag}</a></li>`)}</ul></div></div><div class="post-actions-zc" itemprop="upvoteCount" content="${asked.votes}">${vote(votes)}</div></section>
<section class="post-comments-zc"><ul class="comment-list-zc">${answers.map((answer) => markup`<li class="comment-zc" itemprop="${answer.isAccepted ? 'acceptedAnswer' : 'suggestedAnswer'}" itemscope itemtype="https://schema.org/Answer"><div class="comment-wrapper-zc"><div class="comment-info-zc">${head(answer)}${answer.isAccepted && markup`<span class="status-label-zc status-label-official-zc">${words.bestAnswer}</span>`}<section class="comment-body-zc" itemprop="text">${answer.written.html}</section></div><div class="comment-actions-zc">${vote(answer.votes)}</div></div></li>`)}</ul></section></div></article></div></main><footer class="footer-zc"><a href="/hc">Acme</a></footer></body></html>`,
  }
}

/** A board of a science, whose accepted answer has a check mark. */
export const biologyQuestion: System = (making) => {
  const { draft } = making
  const { random } = draft
  const asked = makeAsked(making, new TextMaker(draft, making.code, TEXT), {})
  const { cast, title, author, answers } = asked
  const votes = draft.fact('votes', String(asked.votes), { inFrameOf: author })
  const tags = draft.several('tags', cast.tags())
  for (const text of ['ago', 'by', 'link', 'Similar posts']) draft.maybe(text)
  const post = (one: Asked | Answer, count: string, inner: Html, isQuestion: boolean): Html =>
    markup`<div class="post-bs view-bs ${isQuestion ? 'open-bs' : 'answer'}" data-uid="${random.int(400_000, 500_000)}"><div class="body-bs"><div class="vote-bs"><div class="voting-bs"><button class="ui-bs icon-bs" data-value="upvote"></button><div class="score-bs">${count}</div><button class="ui-bs icon-bs" data-value="bookmark"></button>${'isAccepted' in one && one.isAccepted && markup`<span class="accept-bs accepted" title="accepted answer"><i class="check-bs icon-bs"></i></span>`}</div></div><div class="content-bs"><div class="user-info-bs"><img class="ui-bs avatar-bs" src="/a.png" alt=""><span class="muted-bs"><time datetime="${one.moment.iso}">${one.moment.shown(draft, one.moment.ago)}</time></span> <a class="author-bs" href="/accounts/profile/1/">${one.author}</a></div><div class="wmd-bs">${inner}</div>${isQuestion && markup`<div class="ui-bs labels-bs tags-bs">${tags.map((tag) => markup`<a class="ui-bs tag label-bs" href="/tag/x/">${tag}</a> `)}</div>`}</div></div></div>`
  return {
    url: `https://bio.example.org/p/${random.int(1000, 9999)}/`,
    source: markup`<html lang="en"><head><title>${title}</title></head><body><div class="menu-bs"><a href="/">Latest</a><a href="/t/">Tags</a></div><div class="main-bs"><div class="title-bs"><h1>${title}</h1></div>${post(asked, votes, asked.written.html, true)}<div class="answers-bs">${answers.map((answer) => post(answer, String(answer.votes), answer.written.html, false))}</div></div><footer class="foot-bs"><a href="/about">About</a></footer></body></html>`,
  }
}
