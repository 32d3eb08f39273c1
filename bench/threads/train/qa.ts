import { bodyOf } from '../body.ts'
import { markup, type Markup, type Value } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { bottom, page, relatedBox, topBar } from './chrome.ts'

/** A question, its comments, answers and theirs: the kinds follow one another as on the page. */
function converse(scene: Scene): DraftPost[] {
  const { random } = scene
  const plan: { role: 'question' | 'answer' | 'comment'; parent?: number }[] = [
    { role: 'question' },
  ]
  const comments = (parent: number): void => {
    const count = random.pick([0, 0, 0, 1, 1, 2, 3])
    for (let left = count; left > 0; left -= 1) plan.push({ role: 'comment', parent })
  }
  comments(0)
  for (let left = random.pick([0, 1, 1, 1, 2, 2, 3]); left > 0; left -= 1) {
    plan.push({ role: 'answer' })
    comments(plan.length - 1)
  }
  const posts = scene.say({
    roles: (index) => plan[index]!.role,
    parents: (index) => plan[index]!.parent,
    hasVotes: true,
    kinds: ['code', 'list', 'quotation', 'heading'],
    styles: ['medium', 'long', 'relative', 'iso'],
    min: plan.length,
    max: plan.length,
  })
  const answers = posts.filter(({ role }) => role === 'answer')
  if (answers.length > 0 && random.chance(0.6)) answers[0]!.isAccepted = true
  for (const post of posts) {
    if (post.role !== 'comment') continue
    const first = post.parts.find(({ kind }) => kind === 'paragraph') ?? post.parts[0]!
    post.parts = [{ ...first, texts: first.texts.slice(0, 2) }]
    if (random.chance(0.4)) post.votes = '0'
  }
  return posts
}

const answering = (posts: readonly DraftPost[], index: number): DraftPost[] =>
  posts.filter(({ parent, role }) => parent === index && role === 'comment')

function inlineBody(scene: Scene, post: DraftPost): Markup {
  return bodyOf(scene, post, {
    paragraph: (inner) => inner,
    code: (source) => markup`<code>${source}</code>`,
  })
}

/** As the network of question sites writes it since 2021. */
export function stackNew(scene: Scene): Markup {
  scene.heading = scene.phrase()
  // Since 2024 comments say by microdata who wrote them, in copies that nobody sees.
  const isStated = scene.random.chance(0.6)
  const posts = converse(scene)
  const [question, ...rest] = posts
  const answers = rest.filter(({ role }) => role === 'answer')
  const card = (post: DraftPost, verb: string, isOwner: boolean): Markup => markup`
<div class="user-info ${isOwner && 'owner'}"><div class="d-flex "><div class="user-action-time fl-grow1">${verb} <span title="${post.iso.replace('T', ' ')}" class="relativetime">${post.shown}</span></div></div>
<div class="user-gravatar32"><a href="/users/${post.index + 91}/${post.handle}"><div class="gravatar-wrapper-32"><img src="/a/${post.index}.png" alt="${post.author}&#39;s user avatar" width="32" height="32" class="bar-sm"></div></a></div>
<div class="user-details"${post.author !== '' && markup` itemprop="author" itemscope itemtype="http://schema.org/Person"`}>${post.author === '' ? markup`<span class="community-wiki">${shownAuthor(post)}</span>` : markup`<a href="/users/${post.index + 91}/${post.handle}">${post.author}</a><span class="d-none" itemprop="name">${post.author}</span><div class="-flair"><span class="reputation-score" title="reputation score " dir="ltr">1,${scene.random.int(100, 999)}</span><span title="3 gold badges" aria-hidden="true"><span class="badge1"></span><span class="badgecount">3</span></span><span class="v-visible-sr">3 gold badges</span></div>`}</div></div>`
  const editor = (): Value => {
    if (!scene.random.chance(0.25)) return undefined
    const { name, handle } = scene.person()
    return markup`<div class="post-signature flex--item"><div class="user-info "><div class="user-action-time"><a href="/posts/1/revisions" class="js-gps-track">edited <span title="2025-11-01 10:00:00Z" class="relativetime">Nov 1, 2025 at 10:00</span></a></div><div class="user-details"><a href="/users/5/${handle}">${scene.out(name)}</a><span class="d-none" itemprop="name">${name}</span></div></div></div>`
  }
  const comments = (index: number): Markup => markup`
<div class="post-layout--right js-post-comments-component"><div id="comments-${index}" class="comments js-comments-container bt bc-black-200 ${answering(posts, index).length === 0 && 'dno'}"><ul class="comments-list js-comments-list">${answering(
    posts,
    index,
  ).map(
    (post) => markup`
<li id="comment-${post.index + 700}" class="comment js-comment " data-comment-id="${post.index + 700}" data-comment-score="${post.votes}"><div class="js-comment-actions comment-actions"><div class="comment-score js-comment-score js-comment-edit-hide">${post.votes !== '0' && markup`<span title="number of &#39;useful comment&#39; votes received" class="cool">${post.votes}</span>`}</div><div class="comment-voting"><button class="js-comment-up comment-up" title="this comment adds something useful to the post"></button></div></div>
<div class="comment-text js-comment-text-and-form"><div class="comment-body js-comment-edit-hide"><span class="comment-copy">${inlineBody(scene, post)}</span> <div class="d-inline-flex ai-center"${isStated && markup` itemprop="author" itemscope itemtype="https://schema.org/Person"`}>${isStated && markup`<div class="d-none" itemprop="name">${shownAuthor(post)}</div> `}&ndash;&nbsp;${post.author === '' ? markup`<span class="comment-user">${shownAuthor(post)}</span>` : markup`<a href="/users/${post.index + 40}/${post.handle}" title="${scene.random.int(1, 99_999)} reputation" class="comment-user ${post.author === question!.author && 'owner'}">${post.author}</a>`}</div> ${isStated && markup`<div class="d-none" itemprop="datePublished">${post.iso.replace('T', ' ')}</div> `}<span class="comment-date" dir="ltr"><a class="comment-link" href="#comment${post.index}_1"><span title="${post.iso.replace('T', ' ')}, License: CC BY-SA 4.0" class="relativetime-clean">${post.shown}</span></a></span></div></div></li>`,
  )}</ul></div><div id="comments-link-${index}" data-rep="50"><a class="js-add-link comments-link disabled-link" role="button">Add a comment</a><span class="js-link-separator dno">&nbsp;|&nbsp;</span></div></div>`
  const votes = (post: DraftPost): Markup => markup`
<div class="votecell post-layout--left"><div class="js-voting-container d-flex jc-center fd-column ai-center" data-post-id="${post.index}"><button class="js-vote-up-btn flex--item" aria-pressed="false" aria-label="Up vote"></button><div class="js-vote-count flex--item d-flex fd-column ai-center fc-theme-body-font fs-title py4" itemprop="upvoteCount" data-value="${post.votes}">${post.votes}</div><button class="js-vote-down-btn flex--item" aria-label="Down vote"></button>${post.role === 'answer' && markup`<div class="js-accepted-answer-indicator flex--item fc-green-400 py6 mtn8 ${!post.isAccepted && 'd-none'}" data-s-tooltip-placement="right" title="Loading when this answer was accepted&#x2026;" tabindex="0" role="note" aria-label="Accepted"></div>`}</div></div>`
  const cell = (post: DraftPost, kind: string): Markup => markup`
<div class="post-layout">${votes(post)}<div class="${kind}cell post-layout--right"><div class="s-prose js-post-body" itemprop="text">
${bodyOf(scene, post, { code: (source) => markup`<pre class="lang-js s-code-block"><code>${source}\n</code></pre>` })}
</div>${kind === 'post' && markup`<div class="mt24 mb12"><div class="post-taglist d-flex gs4"><ul class="ml0 list-ls-none js-post-tag-list-wrapper d-inline"><li class="d-inline mr4"><a href="/questions/tagged/grammar" class="s-tag post-tag" rel="tag">grammar</a></li></ul></div></div>`}<div class="mb0 "><div class="mt16 d-flex gs8 gsy fw-wrap jc-end ai-start pt4 mb16"><div class="flex--item mr16 fl1 w96"><div class="js-post-menu pt2"><div class="d-flex gs8 s-anchors s-anchors__muted fw-wrap"><a href="/q/${post.index}" class="js-share-link js-gps-track" title="Short permalink">${scene.out('Share')}</a><a href="/posts/${post.index}/edit">Improve this ${kind === 'post' ? 'question' : 'answer'}</a><button type="button" class="js-follow-post s-btn s-btn__link">Follow</button></div></div></div>${editor()}<div class="post-signature ${kind === 'post' && 'owner'} flex--item">${card(post, kind === 'post' ? 'asked' : 'answered', kind === 'post')}</div></div></div></div>${comments(post.index)}</div>`
  return page(
    scene,
    markup`${topBar(scene, 'Grammar Questions', 's-topbar')}<div class="container"><div id="left-sidebar" class="left-sidebar"><nav><ol class="nav-links"><li><a href="/questions">Questions</a></li><li><a href="/tags">Tags</a></li><li><a href="/users">Users</a></li></ol></nav></div><div id="content"><div itemprop="mainEntity" itemscope itemtype="https://schema.org/Question"><div class="inner-content clearfix"><div id="question-header" class="d-flex sm:fd-column"><h1 itemprop="name" class="fs-headline1"><a href="/questions/5893/q" class="question-hyperlink">${scene.heading}</a></h1><div class="ml12"><a href="/questions/ask" class="ws-nowrap s-btn">Ask Question</a></div></div><div class="d-flex fw-wrap pb8 mb16"><div class="flex--item ws-nowrap mr16 mb8"><span class="fc-light mr2">Asked</span> <time itemprop="dateCreated" datetime="${question!.iso}">${question!.shown}</time></div><div class="flex--item ws-nowrap mb8"><span class="fc-light mr2">Viewed</span> ${scene.random.int(2, 90)}k times</div></div>
<div id="mainbar" role="main" aria-label="question and answers"><div class="question js-question" data-questionid="5893" data-position-on-page="0" data-score="${question!.votes}" id="question">${cell(question!, 'post')}</div>
<div id="answers"><div id="answers-header"><div class="answers-subheader d-flex ai-center mb8"><h2 class="mb0" data-answercount="${answers.length}">${answers.length} Answers<span style="display:none;" itemprop="answerCount">${answers.length}</span></h2><div><label for="answer-sort-dropdown">Sorted by:</label><select id="answer-sort-dropdown"><option>Highest score (default)</option><option>Date modified (newest first)</option></select></div></div></div>
${answers.map((post) => markup`<a name="${post.index}"></a><div id="answer-${post.index}" class="answer js-answer ${post.isAccepted && 'accepted-answer js-accepted-answer'}" data-answerid="${post.index}" data-score="${post.votes}" itemprop="${post.isAccepted ? 'acceptedAnswer' : 'suggestedAnswer'}" itemscope itemtype="https://schema.org/Answer">${cell(post, 'answer')}</div>`)}
<div class="js-your-answer"><h2 class="space" id="your-answer-header">Your Answer</h2><form><textarea name="post-text"></textarea><button type="submit">Post Your Answer</button><p class="privacy-policy-agreement">By clicking “Post Your Answer”, you agree to our <a href="/legal">terms of service</a>.</p></form></div></div></div>
<div id="sidebar" class="show-votes" role="complementary">${relatedBox(scene, 'module sidebar-linked')}</div></div></div></div></div>${bottom(scene, 'Grammar Questions', 'site-footer js-footer')}`,
    { site: 'Grammar Questions', bodyClass: 'question-page unified-theme', type: 'QAPage' },
  )
}

/** As the same network wrote it in tables before 2017. */
export function stackOld(scene: Scene): Markup {
  scene.heading = scene.phrase()
  const posts = converse(scene)
  const answers = posts.filter(({ role }) => role === 'answer')
  const user = (post: DraftPost, verb: string): Markup =>
    markup`<td align="right" class="post-signature ${verb === 'asked' && 'owner'}"><div class="user-info "><div class="user-action-time">${verb} <span title="${post.iso}" class="relativetime">${post.shown}</span></div><div class="user-gravatar32"><img src="/${post.index}.jpg" alt=""></div><div class="user-details">${post.author === '' ? shownAuthor(post) : markup`<a href="/users/${post.index}/${post.handle}">${post.author}</a>`}<br><span class="reputation-score">${scene.random.int(1, 900)}</span><span title="5 bronze badges"><span class="badge3"></span><span class="badgecount">5</span></span></div></div></td>`
  const cells = (
    post: DraftPost,
    verb: string,
  ): Markup => markup`<table><tbody><tr><td class="votecell"><div class="vote"><input type="hidden" name="_id_" value="${post.index}"><a class="vote-up-off" title="This is useful">up vote</a><span itemprop="upvoteCount" class="vote-count-post ">${post.votes}</span><a class="vote-down-off" title="This is not useful">down vote</a>${post.isAccepted && markup`<span class="vote-accepted-on load-accepted-answer-date" title="The question owner accepted this as the best answer">accepted</span>`}</div></td>
<td class="${verb === 'asked' ? 'postcell' : 'answercell'}"><div class="post-text" itemprop="text">${bodyOf(scene, post)}</div><table class="fw"><tbody><tr><td class="vt"><div class="post-menu"><a href="/a/${post.index}" class="short-link">share</a><span class="lsep">|</span><a href="/posts/${post.index}/edit" class="suggest-edit-post">improve this ${verb === 'asked' ? 'question' : 'answer'}</a></div></td>${user(post, verb)}</tr></tbody></table></td></tr>
<tr><td class="votecell"></td><td><div id="comments-${post.index}" class="comments"><table><tbody>${answering(
    posts,
    post.index,
  ).map(
    (comment) =>
      markup`<tr id="comment-${comment.index}" class="comment "><td class="comment-actions"><table><tbody><tr><td class="comment-score">${comment.votes === '0' ? markup`&nbsp;&nbsp;` : markup`<span class="cool">${comment.votes}</span>`}</td><td>&nbsp;</td></tr></tbody></table></td><td class="comment-text"><div style="display: block;" class="comment-body"><span class="comment-copy">${inlineBody(scene, comment)}</span> &ndash;&nbsp;${comment.author === '' ? markup`<span class="comment-user">${shownAuthor(comment)}</span>` : markup`<a href="/users/${comment.index}" title="${scene.random.int(1, 9000)} reputation" class="comment-user">${comment.author}</a>`} <span class="comment-date" dir="ltr"><span title="${comment.iso}" class="relativetime-clean">${comment.shown}</span></span></div></td></tr>`,
  )}</tbody></table></div><div class="comments-link"><a class="js-add-link" title="Use comments to ask for more information">add a comment</a></div></td></tr></tbody></table>`
  return page(
    scene,
    markup`<div id="topbar">${topBar(scene, 'Ask Gardeners', 'topbar-wrapper')}</div><div class="container"><div id="content"><div itemscope itemtype="http://schema.org/Question"><div id="question-header"><h1 itemprop="name"><a href="/q/1" class="question-hyperlink">${scene.heading}</a></h1></div><div id="mainbar"><div class="question" id="question">${cells(posts[0]!, 'asked')}</div><div id="answers"><div id="answers-header"><div class="subheader answers-subheader"><h2>${answers.length} Answers</h2><div id="tabs"><a href="?active">active</a><a href="?oldest">oldest</a><a class="youarehere" href="?votes">votes</a></div></div></div>${answers.map((post) => markup`<a name="${post.index}"></a><div id="answer-${post.index}" class="answer ${post.isAccepted && 'accepted-answer'}" itemscope itemtype="http://schema.org/Answer"${post.isAccepted && markup` itemprop="acceptedAnswer"`}>${cells(post, 'answered')}</div>`)}<h2 class="bottom-notice">Not the answer you're looking for? Browse other questions tagged <a href="/t/lawn" class="post-tag">lawn</a>.</h2></div></div><div id="sidebar">${relatedBox(scene, 'module')}</div></div></div></div>${bottom(scene, 'Ask Gardeners', 'footer')}`,
    { site: 'Ask Gardeners', bodyClass: 'question-page new-topbar' },
  )
}

/** As a plugin for blogs and small sites writes questions and answers. */
export function askPlugin(scene: Scene): Markup {
  scene.heading = scene.phrase()
  const posts = converse(scene)
  const [question, ...rest] = posts
  const answers = rest.filter(({ role }) => role === 'answer')
  const head = (post: DraftPost): Markup =>
    markup`<div class="qa-meta"><span class="qa-who">${post.author === '' ? shownAuthor(post) : markup`<a href="/user/${post.handle}" class="qa-user-link">${post.author}</a>`}</span> <span class="qa-when"><span class="qa-when-data"><time datetime="${post.iso}" title="${post.full}">${post.shown}</time></span></span><span class="qa-who-points"> (<span class="qa-who-points-data">${scene.random.int(100, 9000)}</span> points)</span></div>`
  const thread = (index: number): Markup =>
    markup`<div class="qa-c-list" id="c${index}_list">${answering(posts, index).map(
      (post) =>
        markup`<div class="qa-c-list-item hentry" id="c${post.index}"><div class="qa-c-item-main"><div class="qa-c-item-content"><div class="entry-content">${bodyOf(scene, post)}</div></div><div class="qa-c-item-footer"><span class="qa-c-item-avatar-meta"><img src="/i.png" width="20" height="20" class="qa-avatar-image" alt="">${head(post)}</span><div class="qa-c-item-buttons"><input name="c_doflag" value="flag" title="Flag this comment" type="submit"></div></div></div></div>`,
    )}</div>`
  const voting = ({ votes }: DraftPost): Markup =>
    markup`<div class="qa-voting qa-voting-net"><div class="qa-vote-buttons"><input title="Click to vote up" type="submit" value="+"> <input title="Click to vote down" type="submit" value="&ndash;"></div><div class="qa-vote-count qa-vote-count-net"><span class="qa-netvote-count"><span class="qa-netvote-count-data">${votes}</span><span class="qa-netvote-count-pad"> votes</span></span></div></div>`
  return page(
    scene,
    markup`<div class="qa-body-wrapper">${topBar(scene, 'Q2A Corner', 'qa-header')}<div class="qa-main" itemscope><h1><a href="/1/q"><span itemprop="name">${scene.heading}</span></a></h1><div class="qa-part-q-view"><div class="qa-q-view hentry question" id="q1"><form>${voting(question!)}</form><div class="qa-q-view-stats"><span class="qa-view-count"><span class="qa-view-count-data">${scene.random.int(10, 9000)}</span><span class="qa-view-count-pad"> views</span></span></div><div class="qa-q-view-main"><div class="qa-q-view-content"><div class="entry-content">${bodyOf(scene, question!)}</div></div><div class="qa-q-view-tags"><ul class="qa-q-view-tag-list"><li class="qa-q-view-tag-item"><a href="/tag/soil" rel="tag" class="qa-tag-link">soil</a></li></ul></div><span class="qa-q-view-avatar-meta"><span class="qa-q-view-meta"><a href="/1" class="qa-q-view-what">asked</a> ${head(question!)}</span></span><div class="qa-q-view-buttons"><input value="answer" type="button"><input value="comment" type="button"></div>${thread(0)}</div></div></div>
<div class="qa-part-a-list"><h2 id="a_list_title"><span>${answers.length}</span> Answers</h2><div class="qa-a-list" id="a_list">${answers.map((post) => markup`<div class="qa-a-list-item ${post.isAccepted && 'qa-a-list-item-selected'} hentry answer" id="a${post.index}">${voting(post)}<div class="qa-a-item-main"><div class="qa-a-selection">${post.isAccepted && markup`<div class="qa-a-selected" title="Best answer">&nbsp;</div><div class="qa-a-selected-text">Best answer</div>`}</div><div class="qa-a-item-content"><div class="entry-content">${bodyOf(scene, post)}</div></div><span class="qa-a-item-avatar-meta"><span class="qa-a-item-meta"><a href="#a${post.index}" class="qa-a-item-what">answered</a> ${head(post)}</span></span>${thread(post.index)}</div></div>`)}</div></div></div><div class="qa-sidepanel">${relatedBox(scene, 'qa-related-qs')}</div>${bottom(scene, 'Q2A Corner', 'qa-footer')}</div>`,
    { bodyClass: 'qa-template-question qa-theme-snow' },
  )
}
