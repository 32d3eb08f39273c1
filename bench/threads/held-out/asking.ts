import { bodyOf } from '../body.ts'
import { markup, type Markup } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { documentOf, elsewhere, foot, strip } from './surroundings.ts'

/** One question, then answers with remarks under both. */
function converse(scene: Scene, hasRemarks: boolean): DraftPost[] {
  const { random } = scene
  const plan: { role: 'question' | 'answer' | 'comment'; parent?: number }[] = []
  const add = (role: 'question' | 'answer'): void => {
    const own = plan.push({ role }) - 1
    if (!hasRemarks) return
    for (let left = random.pick([0, 0, 1, 1, 2, 3]); left > 0; left -= 1)
      plan.push({ role: 'comment', parent: own })
  }
  add('question')
  for (let left = random.pick([0, 1, 1, 2, 2, 3]); left > 0; left -= 1) add('answer')
  scene.heading = scene.phrase()
  const posts = scene.say({
    roles: (index) => plan[index]!.role,
    parents: (index) => plan[index]!.parent,
    hasVotes: true,
    kinds: ['code', 'list', 'quotation'],
    styles: ['relative', 'day', 'numeric', 'long'],
    min: plan.length,
    max: plan.length,
  })
  for (const post of posts) if (post.role === 'comment') delete post.votes
  const answers = posts.filter(({ role }) => role === 'answer')
  if (answers.length > 0 && random.chance(0.5)) random.pick(answers).isAccepted = true
  return posts
}

const remarksOn = (posts: readonly DraftPost[], index: number): DraftPost[] =>
  posts.filter(({ parent }) => parent === index)

/** As a free program for questions in Python writes them. */
export function askbot(scene: Scene): Markup {
  const posts = converse(scene, true)
  const [question] = posts
  const answers = posts.filter(({ role }) => role === 'answer')
  const { random, l } = scene
  const user = (post: DraftPost, verb: string): Markup =>
    markup`<div class='post-update-info post-update-info-user'><p class="tip">${verb} <strong><abbr class="timeago" title="${post.iso.replace('T', ' ')}">${post.shown}</abbr></strong></p><a class="avatar-box" href="/users/${post.index}/${post.handle}/"><img class="gravatar" width="32" height="32" src="/g" title="${post.author}" alt="${post.author} gravatar image"></a><div class="user-info">${post.author === '' ? shownAuthor(post) : markup`<a href="/users/${post.index}/${post.handle}/">${post.author}</a>`}<span class="reputation-score" title="${post.author}'s karma is 31">${random.int(1, 400)}</span> <span title="${post.author} has 1 gold badge"><span class="badge1">●</span><span class="badgecount">1</span></span></div></div>`
  const votes = (post: DraftPost): Markup =>
    markup`<div class="vote-buttons"><div class="${post.role}-img-upvote post-vote upvote" data-post-id="${post.index}" title="i like this post"></div><div id="${post.role}-vote-number-${post.index}" class="vote-number" title="current number of votes">${post.votes}</div><div class="${post.role}-img-downvote post-vote downvote"></div>${post.role === 'answer' && markup`<div id="answer-img-accept-${post.index}" class="answer-img-accept" title="${post.isAccepted ? `${question!.author} has selected this answer as correct` : 'mark this answer as correct'}"></div>`}</div>`
  const remark = (post: DraftPost): Markup =>
    markup`<div class="comment" id="post-id-${post.index}"><div class="comment-votes"></div><div class="comment-content"><div class="comment-body">${bodyOf(scene, post, { code: (source) => markup`<pre>${source}</pre>` })}</div><div class="controls-info-panel"><a class="author" href="/users/${post.index}/${post.handle}/">${shownAuthor(post)}</a><span class="age"> (<abbr title="${post.iso}" class="timeago">${post.shown}</abbr>)</span><span class="comment-edit js-comment-edit">edit</span></div></div></div>`
  const item = (post: DraftPost, verb: string): Markup =>
    markup`<div id="post-id-${post.index}" class="${post.role} post ${post.isAccepted && 'accepted-answer'}">${votes(post)}<div class="${post.role}-content"><div class="post-update-info-container">${user(post, verb)}</div><div class="${post.role}-body">${bodyOf(scene, post)}<div id="post-${post.index}-actions" class="post-controls ${post.role}-controls"><span class="action-link"><a class="permant-link" href="#${post.index}">link</a></span><span class="action-link"><a class="${post.role}-flag">${l.report}</a></span></div></div><div class="comments" id="comments-for-${post.role}-${post.index}"><div class="js-comments-title comment-title">Comments</div>${remarksOn(posts, post.index).map(remark)}<div class="controls"><a class="button">add a comment</a></div></div></div></div>`
  return documentOf(
    scene,
    markup`${strip(scene, 'Ask Orchard', 'ab-header')}<div id="body"><div id="ContentLeft"><div class="question-page-title"><h1><a href="/question/1/">${scene.heading}</a></h1></div><div id="question-table">${item(question!, 'asked')}</div><div class="tabBar tabBar-answer"><h2 id="sort-top">${answers.length} ${l.answers}</h2><div class="tabsA"><span class="label">Sort by »</span><a class="off">oldest</a><a class="on">most voted</a></div></div>${answers.map((post) => item(post, 'answered'))}<form id="fmanswer"><h2>Your Answer</h2><p class="message">Please start posting anonymously - your entry will be published after you log in.</p><textarea id="editor"></textarea></form></div><div id="ContentRight"><div class="box"><h2>Question Tools</h2><p>1 follower</p></div><div class="box"><h2>Stats</h2><ul><li>Asked: <strong>${question!.shown}</strong></li><li>Seen: <strong>${random.int(10, 9000)} times</strong></li></ul></div>${elsewhere(scene, 'questions-related')}</div></div>${foot(scene, 'Ask Orchard', 'GroundFloor')}`,
    'Ask Orchard',
    { attributes: markup` class="two-col question-page"` },
  )
}

/** As the support communities of large firms write them, with accepted solutions. */
export function khoros(scene: Scene): Markup {
  const posts = converse(scene, false)
  const { l, random } = scene
  const message = (post: DraftPost): Markup =>
    markup`<div class="lia-message-view-wrapper lia-js-data-messageUid-${post.index + 80} lia-component-forums-widget-message-view-two" data-lia-message-uid="${post.index + 80}"><span class="lia-message-state-indicator"></span><div class="MessageView lia-message-view-forum-message lia-message-view-display lia-row-standard-unread ${post.index === 0 ? 'lia-thread-topic' : 'lia-thread-reply'} ${post.isAccepted && 'lia-accepted-solution'}"><div class="lia-message-author-with-avatar"><div class="lia-message-author-avatar"><a class="UserAvatar lia-link-navigation" href="/t5/user/viewprofilepage/user-id/${post.index}"><img class="lia-user-avatar-message" title="${post.author}" alt="${post.author}" src="/v"></a></div><span class="UserName lia-user-name lia-user-rank-Occasional-Contributor lia-component-message-view-widget-author-username"><a class="lia-link-navigation lia-page-link lia-user-name-link" aria-label="View Profile of ${post.author}" href="/t5/user/viewprofilepage/user-id/${post.index}"><span class="">${shownAuthor(post)}</span></a></span><div class="lia-message-author-rank lia-component-author-rank">${scene.out(random.pick(['Level 3', 'Visitor II', 'Community Manager']))}</div></div><div class="lia-quilt-row"><div class="lia-message-dates lia-message-post-date lia-component-post-date-last-edited"><span class="DateTime lia-message-posted-on lia-component-common-widget-date"><span class="message_post_text">on</span> <span class="local-date">‎${post.shown}</span></span></div>${post.isAccepted && markup`<div class="lia-panel-feedback-inline-note lia-component-solution-info"><p>${scene.out('Solution')}</p></div>`}<div class="lia-message-subject lia-component-message-view-widget-subject"><div class="MessageSubject"><h2 itemprop="name" class="message-subject"><span class="lia-message-unread">${post.index > 0 && 'Re: '}${scene.heading}</span></h2></div></div><div id="bodyDisplay_${post.index}" class="lia-message-body lia-component-message-view-widget-body"><div class="lia-message-body-content">${bodyOf(scene, post, { quotation: (inner, name) => markup`<BLOCKQUOTE><HR />${name !== '' && markup`<a href="/t5/user">@${name}</a> ${scene.maybe(`${name} wrote:`)}<BR />`}${inner}<HR /></BLOCKQUOTE>` })}</div></div></div><div class="lia-quilt-row-footer"><div class="lia-button-group"><span class="primary-action lia-button-wrapper"><a class="lia-button lia-button-secondary reply-action-link" href="/r">${l.reply}</a></span></div><div class="KudosButton lia-button-image-kudos-wrapper lia-component-kudos-widget-button-version-3"><div class="lia-button-image-kudos lia-button-image-kudos-enabled"><div class="lia-button-image-kudos-count"><span class="kudos-count-link lia-link-disabled" title="Total kudos"><span class="MessageKudosCount lia-component-kudos-widget-message-kudos-count" itemprop="upvoteCount" id="kudosCount_${post.index}">${post.votes}</span><span class="lia-button-image-kudos-label lia-component-kudos-widget-kudos-count-label">Kudos</span></span></div></div></div></div></div></div>`
  return documentOf(
    scene,
    markup`<div class="lia-page"><center>${strip(scene, 'Printer Community', 'lia-top')}<div class="MinimumWidthContainer"><div class="lia-content"><ul role="list" class="lia-list-standard-inline" id="list"><li class="lia-breadcrumb-node crumb"><a href="/c">Community</a></li><li class="lia-breadcrumb-seperator">›</li></ul><div class="lia-quilt lia-quilt-forum-topic-page"><h1 class="lia-page-title">${scene.heading}</h1><div class="linear-message-list message-list">${posts.map(message)}</div>${elsewhere(scene, 'lia-related')}</div></div></div>${foot(scene, 'Printer Community', 'lia-foot')}</center></div>`,
    'Printer Community',
  )
}

/** As a large site of the far east for questions of all kinds writes them: names first, votes below. */
export function cards(scene: Scene): Markup {
  const posts = converse(scene, false)
  const [question, ...answers] = posts
  const { l, random } = scene
  const answer = (post: DraftPost): Markup =>
    markup`<div class="List-item" tabindex="0"><div><div class="ContentItem AnswerItem" data-za-index="${post.index}" name="${post.index}" itemprop="${post.isAccepted ? 'acceptedAnswer' : 'suggestedAnswer'}" itemtype="http://schema.org/Answer" itemscope><div class="ContentItem-meta"><div class="AuthorInfo AnswerItem-authorInfo AnswerItem-authorInfo--related" itemprop="author" itemscope itemtype="http://schema.org/Person"><meta itemprop="name" content="${shownAuthor(post)}"><meta itemprop="url" content="https://q.example.com/people/${post.handle}"><span class="UserLink AuthorInfo-avatarWrapper"><a href="/people/${post.handle}" class="UserLink-link"><img class="Avatar AuthorInfo-avatar" src="/i" alt="${post.author}"></a></span><div class="AuthorInfo-content"><div class="AuthorInfo-head"><span class="UserLink AuthorInfo-name"><a class="UserLink-link" href="/people/${post.handle}">${shownAuthor(post)}</a></span></div><div class="AuthorInfo-detail"><div class="AuthorInfo-badge"><div class="ztext AuthorInfo-badgeText">${random.chance(0.5) && scene.out(scene.phrase(), 'signature')}</div></div></div></div></div><div class="LabelContainer"></div></div><meta itemprop="upvoteCount" content="${post.votes}"><meta itemprop="dateCreated" content="${post.iso}"><div class="RichContent RichContent--unescapable"><div class="RichContent-inner"><span class="RichText ztext CopyrightRichText-richText" itemprop="text">${bodyOf(scene, post)}</span></div><div><div class="ContentItem-time"><a target="_blank" href="/a/${post.index}"><span data-tooltip="${post.full}">${post.shown}</span></a></div></div><div class="ContentItem-actions RichContent-actions"><span><button aria-label="${l.like} ${post.votes}" type="button" class="Button VoteButton VoteButton--up">${l.like} ${post.votes}</button><button aria-label="down" type="button" class="Button VoteButton VoteButton--down"></button></span><button type="button" class="Button ContentItem-action">${random.int(1, 40)} ${l.comments}</button><button class="Button">${l.share}</button></div></div></div></div></div>`
  return documentOf(
    scene,
    markup`<div id="root"><div class="App"><main role="main" class="App-main"><div class="QuestionPage" itemscope itemtype="http://schema.org/Question"><meta itemprop="name" content="${scene.heading}"><div class="QuestionHeader"><div class="QuestionHeader-content"><div class="QuestionHeader-main"><h1 class="QuestionHeader-title">${scene.heading}</h1><div class="QuestionAsker"><a class="UserLink-link" href="/people/${question!.handle}">${shownAuthor(question!)}</a> <span class="QuestionAsker-time" title="${question!.full}">${question!.shown}</span> <span class="QuestionAsker-score">${question!.votes} votes</span></div><div class="QuestionRichText QuestionRichText--expandable"><div><span class="RichText ztext" itemprop="text">${bodyOf(scene, question!)}</span></div></div></div></div></div><div class="Question-main"><div class="ListShortcut"><div class="Card AnswersNavWrapper"><div class="List-header"><h4 class="List-headerText"><span>${answers.length} ${l.answers}</span></h4></div><div class="List">${answers.map(answer)}</div></div></div><div class="Question-sideColumn">${elsewhere(scene, 'Card-related')}</div></div></div></main></div></div>`,
    'Everyday Questions',
  )
}
