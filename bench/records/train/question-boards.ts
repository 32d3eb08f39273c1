import { makeAsked, type Answer, type Asked } from '../made/answers.ts'
import type { System } from '../made/system.ts'
import { TextMaker, type TextStyle } from '../made/text.ts'
import { markup, type Html } from '../markup.ts'

const EDITOR_STYLE: TextStyle = {
  code: (lines, language) =>
    markup`<pre class="prettyprint lang-${language}"><code>${lines.join('\n')}</code></pre>`,
  heading: (text) => markup`<p><strong>${text}</strong></p>`,
  link: (href, text) => markup`<a href="${href}" rel="nofollow">${text}</a>`,
}

/** Question2Answer, theme Snow. */
export const q2aQuestion: System = (making) => {
  const { draft } = making
  const { random } = draft
  const maker = new TextMaker(draft, making.code, EDITOR_STYLE)
  // The selected answer stands first unless the owner of the site chose otherwise.
  const asked = makeAsked(making, maker, { isPinned: random.chance(0.4) })
  const { cast, title, author, answers } = asked
  const votes = draft.fact('votes', `+${asked.votes}`, {
    also: [String(asked.votes)],
    units: ['votes'],
    inFrameOf: author,
  })
  const tags = draft.several('tags', cast.tags())
  const id = random.int(10, 9999)
  const meta = (
    name: string,
    { moment }: Asked | Answer,
    what: string,
  ): Html => markup`<span class="qa-${what}-item-avatar-meta">
<span class="qa-${what}-item-meta">
<a href="../../${id}#a1" class="qa-${what}-item-what">${what === 'q' ? 'asked' : 'answered'}</a>
<span class="qa-${what}-item-when">
<span class="qa-${what}-item-when-data"><time itemprop="dateCreated" datetime="${moment.iso.slice(0, 19)}+0000" title="${moment.iso.slice(0, 19)}+0000">${moment.shown(draft, moment.medium())}</time></span>
</span>
<span class="qa-${what}-item-who">
<span class="qa-${what}-item-who-pad">by </span>
<span class="qa-${what}-item-who-data"><span itemprop="author" itemscope itemtype="https://schema.org/Person"><a href="../../user/u" class="qa-user-link" itemprop="url"><span itemprop="name">${name}</span></a></span></span>
<span class="qa-${what}-item-who-points">
<span class="qa-${what}-item-who-points-pad">(</span><span class="qa-${what}-item-who-points-data">${random.int(1, 30)}.${random.int(1, 9)}k</span><span class="qa-${what}-item-who-points-pad"> points)</span>
</span></span></span></span>`
  const voting = (
    count: string,
  ): Html => markup`<div class="qa-voting qa-voting-net" id="voting_${random.int(10, 9999)}">
<div class="qa-vote-buttons qa-vote-buttons-net">
<input title="Click to vote up" name="vote_1" onclick="return qa_vote_click(this);" type="submit" value="+" class="qa-vote-first-button qa-vote-up-button">
<input title="Click to vote down" name="vote_-1" onclick="return qa_vote_click(this);" type="submit" value="&ndash;" class="qa-vote-second-button qa-vote-down-button">
</div>
<div class="qa-vote-count qa-vote-count-net">
<span class="qa-netvote-count">
<span class="qa-netvote-count-data">${count}</span><span class="qa-netvote-count-pad"> votes<meta itemprop="upvoteCount" content="${count.replace('+', '')}"></span>
</span>
</div>
<div class="qa-vote-clear"></div>
</div>`
  const items = answers.map(
    (
      answer,
      index,
    ) => markup`<div class="qa-a-list-item ${answer.isAccepted ? ' qa-a-list-item-selected' : ''}" id="a${index + 1}" itemprop="${answer.isAccepted ? 'acceptedAnswer' : 'suggestedAnswer'}" itemscope itemtype="https://schema.org/Answer">
<form action="../../${id}/q" method="post">
${voting(answer.votes > 0 ? `+${answer.votes}` : String(answer.votes))}
<input name="code" type="hidden" value="0-1">
</form>
<div class="qa-a-item-main">
<form action="../../${id}/q" method="post">
<div class="qa-a-selection">
${
  answer.isAccepted &&
  markup`<div class="qa-a-selected">&nbsp;</div>
<div class="qa-a-selected-text">${draft.maybe('Best answer')}</div>`
}
</div>
<div class="qa-a-item-content qa-post-content">
<a name="${index + 1}"></a><div itemprop="text">${answer.written.html}</div>
</div>
${meta(answer.author, answer, 'a')}
<div class="qa-a-item-buttons"><input name="a_docomment" onclick="return qa_toggle_element('c${index}')" value="comment" title="Add a comment on this answer" type="submit" class="qa-form-light-button qa-form-light-button-comment"></div>
</form>
<div class="qa-a-item-c-list" style="display:none;" id="c${index}_list"></div>
</div>
<div class="qa-a-item-clear"></div>
</div>`,
  )
  // What the page shows as +4 is 4 votes.
  const related = random.times(
    random.int(3, 5),
    () =>
      markup`<li class="qa-related-q-item"><a href="../../r">${cast.title('questions')}</a></li>`,
  )
  return {
    url: `https://qa.example.net/${id}/q`,
    source: markup`<html lang="en" itemscope itemtype="https://schema.org/QAPage">
<head><meta charset="utf-8"><title>${title} - Question Barn</title><meta name="generator" content="Question2Answer"><link rel="stylesheet" href="../../qa-theme/SnowFlat/qa-styles.css"></head>
<body class="qa-template-question qa-theme-snowflat qa-body-js-off">
<div class="qa-topbar"><div class="qam-main-nav-wrapper clearfix"><div class="qa-logo"><a href="../../" class="qa-logo-link">Question Barn</a></div>
<div class="qa-nav-main"><ul class="qa-nav-main-list"><li class="qa-nav-main-item qa-nav-main-questions"><a href="../../questions" class="qa-nav-main-link">Questions</a></li><li class="qa-nav-main-item"><a href="../../unanswered" class="qa-nav-main-link">Unanswered</a></li><li class="qa-nav-main-item"><a href="../../ask" class="qa-nav-main-link">Ask a Question</a></li></ul></div></div></div>
<div class="qa-body-wrapper" itemprop="mainEntity" itemscope itemtype="https://schema.org/Question">
<div class="qa-main-wrapper"><div class="qa-main">
<div class="qa-main-heading">
<h1>
<a href="../../${id}/q"><span itemprop="name">${title}</span></a>
</h1>
</div>
<div class="qa-part-q-view">
<div class="qa-q-view" id="q${id}">
<form action="../../${id}/q" method="post"><div class="qa-q-view-stats">${voting(votes)}
<span class="qa-a-count"><span class="qa-a-count-data">${answers.length}</span><span class="qa-a-count-pad"> answers</span></span></div></form>
<div class="qa-q-view-main"><form action="../../${id}/q" method="post">
<span class="qa-q-view-avatar-meta"></span>
<div class="qa-q-view-content qa-post-content"><a name="${id}"></a><div itemprop="text">${asked.written.html}</div></div>
<div class="qa-q-view-tags"><ul class="qa-q-view-tag-list">${tags.map((tag) => markup`<li class="qa-q-view-tag-item"><a href="../../tag/${encodeURIComponent(tag)}" rel="tag" class="qa-tag-link">${tag}</a></li>`)}</ul></div>
${meta(author, asked, 'q')}
<div class="qa-q-view-buttons"><input name="q_doanswer" id="q_doanswer" value="answer" title="Answer this question" type="submit" class="qa-form-light-button qa-form-light-button-answer"><input name="q_flag" value="flag" type="submit" class="qa-form-light-button"></div>
</form></div></div></div>
<div class="qa-part-a-form"><div class="qa-a-form" id="anew"><h2>Please <a href="../../login">log in</a> or <a href="../../register">register</a> to answer this question.</h2></div></div>
<div class="qa-part-a-list">
<h2 id="a_list_title"><span itemprop="answerCount">${draft.maybe(`${answers.length} Answers`)}</span></h2>
<div class="qa-a-list" id="a_list">
${items}
</div></div>
<div class="qa-widgets-main qa-widgets-main-low"><div class="qa-related-qs"><h2>Related questions</h2><ul class="qa-related-q-list">${related}</ul></div></div>
</div>
<div class="qa-sidepanel"><div class="qa-sidebar">Welcome to Question Barn, where you can ask questions and receive answers from other members of the community.</div><div class="qa-widgets-side"><div class="qa-nav-cat"><h2>Categories</h2><ul class="qa-nav-cat-list qa-nav-cat-list-1"><li class="qa-nav-cat-item"><a href="../../software" class="qa-nav-cat-link">Software</a> <span class="qa-nav-cat-note">(512)</span></li></ul></div></div></div>
</div></div>
<div class="qa-footer"><div class="qa-nav-footer"><ul class="qa-nav-footer-list"><li class="qa-nav-footer-item"><a href="../../feedback" class="qa-nav-footer-link">Send feedback</a></li></ul></div><div class="qa-attribution">Powered by <a href="https://q2a.example.com/">Question Engine</a></div></div>
</body></html>`,
  }
}

const NODE_STYLE: TextStyle = {
  code: (lines) => markup`<pre><code>${lines.join('\n')}\n</code></pre>`,
  heading: (text) => markup`<h3>${text}</h3>`,
  link: (href, text) => markup`<a href="${href}" target="_blank" class="externalLink">${text}</a>`,
}

/** AnswerHub, whose nodes stand in media objects. */
export const answerhubQuestion: System = (making) => {
  const { draft } = making
  const { random } = draft
  const maker = new TextMaker(draft, making.code, NODE_STYLE)
  const asked = makeAsked(making, maker)
  const { cast, title, author, answers } = asked
  const votes = draft.fact('votes', String(asked.votes), { units: ['votes'], inFrameOf: author })
  const tags = draft.several('tags', cast.tags(), { label: 'Topics' })
  const by = (
    name: string,
    { moment }: Asked | Answer,
    verb: string,
  ): Html => markup`<div class="post-info muted"><p class="post-info-text">
<span class="author"><a class="userInfo author-name" nodeId="${random.int(1, 999)}" href="/users/${random.int(1, 999)}/u.html">${name}</a></span> <span class="post-action">${verb}</span> · <span class="time-ago"><span title="${moment.iso.slice(0, 19).replace('T', ' ')}.0" class="timeago">${moment.shown(draft, `${moment.medium('en-GB')} at ${moment.clock}`)}</span></span>
<span class="author-reputation">${random.int(1, 9)},${random.int(100, 999)} &#9679;${random.int(1, 9)} &#9679;${random.int(10, 40)}</span></p></div>`
  const vote = (
    count: string,
    node: number,
  ): Html => markup`<div class="vote-widget text-center"><a id="${node}-voteUp" class="vote-up ajax-command" rel="nofollow" href="/commands/${node}/voteup.json" title="I like this post (click again to cancel)"><i class="icon-thumbs-up"></i></a>
<div class="votes-number"><span id="${node}-score" class="score" title="current number of votes">${count}</span></div>
<a id="${node}-voteDown" class="vote-down ajax-command" rel="nofollow" href="/commands/${node}/votedown.json" title="I dont like this post (click again to cancel)"><i class="icon-thumbs-down"></i></a></div>`
  const nodes = answers.map((answer) => {
    const node = random.int(1000, 9999)
    return markup`<div id="answer-container-${node}" class="post-container answer-container clearfix ${answer.isAccepted ? 'accepted-answer-container' : ''}" nodeid="${node}">
<a name="answer-${node}"></a>
<div class="media"><div class="media-left pull-left"><img class="gravatar img-rounded" src="/users/${node}/photo/view.html?s=40" alt="avatar image" height="40" width="40">${vote(String(answer.votes), node)}</div>
<div class="media-body"><div class="answer-head"><h4 class="answer-title">${draft.maybe('Answer')} ${draft.maybe(`by ${answer.author}`)}</h4>
${answer.isAccepted && markup`<span class="accepted-badge label-success"><i class="icon-ok icon-white"></i> <span class="badge-text">${draft.maybe('Best Answer')}</span></span>`}</div>
${by(answer.author, answer, 'answered')}
<div class="answer-body">
${answer.written.html}
</div>
<div class="post-controls-row"><ul class="inline-actions"><li><a class="command comment-link-x" href="#" rel="nofollow">Add comment</a></li><li><a href="#share" class="share-post">Share</a></li><li><a class="dropdown-toggle-more" data-toggle="dropdown" href="#">Actions<b class="caret-down"></b></a><ul class="dropdown-menu-list"><li><a href="#" class="command">Report abuse</a></li></ul></li></ul>
<span class="attachment-hint">10 |3000 characters needed characters left</span></div>
</div></div></div>`
  })
  const people = random.times(
    random.int(2, 4),
    () =>
      markup`<a class="follower-avatar" href="/users/1/x.html"><img class="gravatar" alt="avatar image" src="/a.png"></a>`,
  )
  const similar = random.times(
    3,
    () =>
      markup`<li class="related-question-row"><a href="/questions/${random.int(1, 999)}/x.html" class="related-title">${cast.title('questions')}</a> <span class="muted">${random.int(1, 9)} Answers</span></li>`,
  )
  return {
    url: `https://answers.example.com/questions/${random.int(100, 9999)}/view.html`,
    source: markup`<html lang="en"><head><title>${title} - Hub of Answers</title></head>
<body class="question-view-page ahub">
<div class="navbar-top-fixed"><div class="navbar-inner-x"><a class="brand-name" href="/index.html">Hub of Answers</a><ul class="top-menu"><li><a href="/questions/index.html">Questions</a></li><li><a href="/topics/index.html">Topics</a></li><li><a href="/badges/index.html">Badges</a></li><li><a href="/users/login.html">Sign in</a></li></ul></div></div>
<div class="wrapper-main"><ul class="breadcrumb-trail"><li><a href="/index.html">Home</a> <span class="divider-x">/</span></li></ul>
<div class="row-fluid-x"><div class="span8-x"><div class="content-main question-view">
<div class="post-container question-container" nodeid="77"><div class="media"><div class="media-left pull-left"><img class="gravatar img-rounded" src="/users/9/photo/view.html" alt="avatar image">${vote(votes, 77)}</div>
<div class="media-body"><h1 class="question-title">${title}</h1>
${by(author, asked, 'asked')}
<div class="question-body">
${asked.written.html}
</div>
<div class="tags-row"><span class="topics-label">Topics:</span> ${tags.map((tag) => markup`<a href="/topics/${encodeURIComponent(tag)}.html" title="" class="tag-link node-tag">${tag}</a> `)}</div>
<div class="post-controls-row"><ul class="inline-actions"><li><a class="command comment-link-x" href="#">Comment</a></li><li><a class="command" href="#">People who voted for this</a></li></ul></div>
</div></div></div>
<div class="answers-header"><h3 class="answers-count-title">${draft.maybe(`${answers.length} Replies`)}</h3><div class="sort-tabs">Sort: <a class="sort-tab selected-tab" href="#">Votes</a> <a class="sort-tab" href="#">Created</a> <a class="sort-tab" href="#">Oldest</a></div></div>
<div class="answers-listing">
${nodes}
</div>
<div class="editor-wrap"><h3>Your answer</h3><form class="answer-form"><textarea name="body"></textarea><p class="attachment-hint">Hint: Notify or tag a user in this post by typing @username. Up to 2 attachments (including images) can be used with a maximum of 512.0 KiB each.</p></form></div>
</div></div>
<div class="span4-x sidebar-right"><div class="widget-box"><h4 class="widget-title-x">Follow this Question</h4><p class="muted">${random.int(2, 30)} People are following this question.</p>${people}</div>
<div class="widget-box"><h4 class="widget-title-x">Related Questions</h4><ul class="related-questions-list">${similar}</ul></div></div></div></div>
<div class="footer-area"><span>Copyright &copy; 2026 Hub of Answers</span> <a href="/static/tos.html">Terms of service</a> <a href="/static/privacy.html">Privacy policy</a></div>
</body></html>`,
  }
}
