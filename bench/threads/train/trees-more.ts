import { bodyOf } from '../body.ts'
import { markup, type Markup, type Value } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { bottom, page, relatedBox, topBar } from './chrome.ts'
import { inTreeOrder } from './comment-lists.ts'

/** Trees of comments on a story: two sites for news of programmers, and elements of scripts. */
export function storyTrees(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  scene.heading = scene.phrase()
  const posts = scene.say({
    roles: () => 'comment',
    length: 'short',
    hasVotes: true,
    kinds: ['code', 'list'],
    styles: ['relative', 'medium'],
    parents: inTreeOrder(),
  })
  const submitter = scene.person()
  scene.out(submitter.name)
  const below = (parent: number | undefined): DraftPost[] =>
    posts.filter((post) => post.parent === parent)
  const lobsters = (post: DraftPost): Markup =>
    markup`<li class="comments_subtree"><input id="comment_folder_${post.index}" class="comment_folder_button" type="checkbox"><div id="c_${post.index}" data-shortid="${post.index}" class="comment"><label for="comment_folder_${post.index}" class="comment_folder"></label><div class="voters"><a class="upvoter" href="/login">${post.votes}</a></div><div class="details"><div class="byline"><a href="/~${post.handle}"><img srcset="a.png" class="avatar" alt="${post.author} avatar" src="a.png" width="16" height="16" /></a> <a href="/~${post.handle}">${shownAuthor(post)}</a> <a href="/c/${post.index}"><time title="${post.iso}" datetime="${post.iso}">${post.shown}</time></a> | <a href="/s/9/#c_${post.index}">link</a> | <a class="flagger">flag</a></div><div class="comment_text">${bodyOf(scene, post)}</div></div></div><ol class="comments">${below(post.index).map(lobsters)}</ol></li>`
  const slash = (post: DraftPost): Markup =>
    markup`<li id="tree_${post.index + 30}" class="comment full contain"><div id="comment_status_${post.index}" class="commentstatus"></div><div id="comment_${post.index}" class="cw"><div id="comment_top_${post.index}" class="commentTop newcomment"><div class="title"><h4><a id="comment_link_${post.index}" name="comment_link_${post.index}" href="/comments.pl?cid=${post.index}">${scene.maybe(`Re: ${scene.heading}`)}</a> <span id="comment_score_${post.index}" class="score">(${scene.maybe('Score')}:<a href="#">${random.int(0, 5)}</a>)</span></h4></div><div class="details"><span class="by"> by ${post.author === '' ? shownAuthor(post) : markup`<a href="/~${post.handle}">${post.author}</a>`}</span> <span class="otherdetails" id="comment_otherdetails_${post.index}"> on ${post.shown} (<a href="/comments.pl?cid=${post.index}">#${post.index + 4000}</a>)</span></div></div><div class="commentBody"><div id="comment_body_${post.index}">${bodyOf(scene, post)}</div></div><div class="commentSub" id="comment_sub_${post.index}"><span class="nbutton"><p><b><a href="/comments.pl?op=Reply">Reply to This</a></b></p></span></div></div><ul id="commtree_${post.index}">${below(post.index).map(slash)}</ul></li>`
  const elements = (post: DraftPost): Markup =>
    markup`<shreddit-comment author="${shownAuthor(post)}" thingid="t1_${post.index}" depth="${post.depth}" permalink="/r/x/9/c${post.index}" score="${post.votes}" postid="t3_9"><div slot="commentAvatar"><a href="/user/${post.handle}/" aria-label="${post.author}'s avatar"><img alt="u/${post.author} avatar" src="a.png"></a></div><div slot="commentMeta" class="flex"><div class="author-name-meta"><faceplate-tracker noun="comment_author"><a href="/user/${post.handle}/" class="truncate font-bold">${shownAuthor(post)}</a></faceplate-tracker></div><span aria-hidden="true">•</span><faceplate-timeago ts="${post.iso}"><time datetime="${post.iso}" title="${post.full}">${post.shown}</time></faceplate-timeago></div><div id="t1_${post.index}-comment-rtjson-content" slot="comment"><div class="inline-block max-w-full">${bodyOf(scene, post)}</div></div><shreddit-comment-action-row slot="actionRow"><button slot="comment-reply">${l.reply}</button></shreddit-comment-action-row>${below(post.index).map(elements)}</shreddit-comment>`
  const site = `${scene.word()} links`
  const top = (inner: Value): Markup =>
    markup`${topBar(scene, site)}<main><div class="story"><h1><a href="https://other.example.net/a">${scene.heading}</a></h1><div class="byline">${l.by} <a href="/~${submitter.handle}">${submitter.name}</a> ${random.int(2, 9)} hours ago | ${posts.length} comments</div></div>${inner}</main>${random.chance(0.4) && relatedBox(scene)}${bottom(scene, site)}`
  for (const post of posts) if (variant === 1 && post.votes !== undefined) delete post.votes
  return page(
    scene,
    top(
      [
        markup`<ol class="comments comments1">${below(undefined).map(lobsters)}</ol>`,
        markup`<div id="commentwrap"><ul id="commentlisting">${below(undefined).map(slash)}</ul></div>`,
        markup`<shreddit-comment-tree id="comment-tree">${below(undefined).map(elements)}</shreddit-comment-tree>`,
      ][variant],
    ),
    { site },
  )
}

/** Questions with answers of shops and of portals, and a help desk. */
export function portalAnswers(scene: Scene): Markup {
  const { l, random } = scene
  const variant = scene.number % 3
  scene.heading = scene.phrase()
  const posts = scene.say({
    roles: (index) => (index === 0 ? 'question' : 'answer'),
    length: 'short',
    styles: ['relative', 'medium', 'day'],
  })
  const [question, ...answers] = posts
  const accepted = answers.length > 1 && random.chance(0.4) ? answers[0] : undefined
  if (accepted) accepted.isAccepted = true
  const portal = (post: DraftPost): Markup =>
    markup`<li class="answer ${post.isAccepted && 'best-answer'}"><div class="profile"><a href="/activity/${post.handle}" class="uname">${shownAuthor(post)}</a> <span class="lvl">Lv ${random.int(1, 7)}</span></div><div class="ya-time">${post.shown}</div><div class="ya-text"><span>${bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`<br/>` })}</span></div><div class="act"><button>👍 ${random.int(0, 9)}</button></div></li>`
  const zendesk = (post: DraftPost): Markup =>
    markup`<li id="community_comment_${post.index}" class="comment ${post.isAccepted && 'comment-accepted'}"><div class="comment-wrapper"><div class="comment-info"><div class="comment-container"><div class="comment-author"><div class="avatar comment-avatar"><img src="a.png" alt="" class="user-avatar"/></div><div class="comment-meta"><span title="${post.author}" class="user-name-wrap">${post.author === '' ? shownAuthor(post) : markup`<a target="_zendesk_lotus" class="user-name" href="/profiles/${post.index}">${post.author}</a>`}</span><div class="meta-group"><span class="meta-data"><time datetime="${post.iso}" title="${post.full}" data-datetime="relative">${post.shown}</time></span></div></div></div><section class="comment-body">${bodyOf(scene, post)}</section></div></div><div class="comment-actions-container"><div class="comment-vote vote" role="radiogroup"><span class="vote-sum">0</span></div></div></div></li>`
  const product = (post: DraftPost): Markup =>
    markup`<div class="qna-answer"><p class="qna-text">${bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup` ` })}</p><p class="qna-by">${l.by} ${shownAuthor(post)}<span class="sep"> · </span>${post.shown}</p></div>`
  if (variant === 2)
    for (const post of posts) {
      post.isAccepted = false
      post.parts = post.parts.slice(0, 1)
    }
  const main = [
    markup`<div id="ya-qn"><h1>${scene.heading}</h1><div class="ya-q-text">${bodyOf(scene, question!)}</div><div class="ya-q-by"><a href="/activity/${question!.handle}" class="uname">${shownAuthor(question!)}</a> · ${question!.shown}</div></div><h3>${answers.length} ${l.answers}</h3><ul id="ya-qn-answers">${variant === 0 && answers.map(portal)}</ul>`,
    markup`<section class="post"><header class="post-header"><h1 class="post-title">${scene.heading}</h1></header><div class="post-info"><div class="post-author"><span title="${question!.author}"><a class="user-name" href="/profiles/0">${shownAuthor(question!)}</a></span><div class="meta-group"><time datetime="${question!.iso}">${question!.shown}</time></div></div><section class="post-body">${bodyOf(scene, question!)}</section></div></section><section class="post-comments"><h2>${l.comments}</h2><ul id="comments" class="comment-list">${variant === 1 && answers.map(zendesk)}</ul></section>`,
    markup`<div class="qna"><div class="qna-question"><h1>${scene.heading}</h1><p class="qna-text">${bodyOf(scene, question!, { paragraph: (inner) => inner, gap: markup` ` })}</p><p class="qna-by">${l.by} ${shownAuthor(question!)}<span class="sep"> · </span>${question!.shown}</p></div><div class="qna-answers">${answers.map(product)}</div></div>`,
  ][variant]
  const site = `${scene.word()} answers`
  return page(
    scene,
    markup`${topBar(scene, site)}<main>${main}</main>${random.chance(0.5) && relatedBox(scene)}${bottom(scene, site)}`,
    { site },
  )
}
