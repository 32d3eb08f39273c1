import { bodyOf } from '../body.ts'
import { markup, type Markup } from '../markup.ts'
import { shownAuthor, type DraftPost, type Scene } from '../scene.ts'
import { documentOf, elsewhere, foot, strip } from './surroundings.ts'

/** Parents in the order of the page; the first `apart` posts stand alone. */
export function descend(
  apart: number,
  share = 0.5,
): (index: number, random: Scene['random']) => number | undefined {
  let chain: number[] = []
  return (index, random) => {
    if (index < apart) return undefined
    chain = random.chance(share) ? chain.slice(0, random.int(0, chain.length)) : chain.slice(0, 4)
    if (chain.length > 0 && random.chance(0.3)) chain = []
    const parent = chain.at(-1)
    chain = [...chain, index]
    return parent
  }
}

/** The posts that answer one. */
export function answersTo(posts: readonly DraftPost[], index: number): DraftPost[] {
  return posts.filter(({ parent }) => parent === index)
}

/** Posts that answer the page itself. */
export function topMost(posts: readonly DraftPost[], apart: number): DraftPost[] {
  return posts.filter(({ parent, index }) => parent === undefined && index >= apart)
}

/** As a small site for news of programmers writes stories: lists in lists. */
export function lobsters(scene: Scene): Markup {
  scene.heading = scene.phrase()
  const posts = scene.say({
    roles: () => 'comment',
    length: 'short',
    hasVotes: true,
    kinds: ['code', 'quotation', 'list'],
    styles: ['relative'],
    parents: descend(0),
  })
  const { random } = scene
  const item = (post: DraftPost): Markup =>
    markup`<li class="comments_subtree"><input id="comment_folder_c${post.index}" class="comment_folder_button" type="checkbox"><div class="comment" id="c_${post.index}" data-shortid="c${post.index}"><div class="voters"><label for="comment_folder_c${post.index}" class="comment_folder"></label><a class="upvoter" href="/login">${post.votes}</a></div><div class="details"><div class="byline"><a id="c_${post.index}"></a><label for="comment_folder_c${post.index}" class="comment_folder"></label><a href="/~${post.handle}"><img srcset="/avatars/x" class="avatar" alt="${post.handle} avatar" src="/a" width="16" height="16"></a> ${post.author === '' ? markup`<span class="na">${shownAuthor(post)}</span>` : markup`<a href="/~${post.handle}">${post.author}</a>`} <a href="/c/${post.index}"><time title="${post.full}" datetime="${post.iso.replace('T', ' ')}" data-at-unix="${post.time / 1000}">${post.shown}</time></a> | <a href="/c/${post.index}">link</a> <span class="reason"></span></div><div class="comment_text"><p>${bodyOf(scene, post, { paragraph: (inner) => inner, gap: markup`</p><p>` })}</p></div></div></div><ol class="comments">${answersTo(posts, post.index).map(item)}</ol></li>`
  const submitter = scene.out(scene.person().name)
  return documentOf(
    scene,
    markup`<header id="nav"><a id="logo" href="/" title="Crayfish"></a><nav class="links"><a href="/active">Active</a><a href="/recent">Recent</a><a href="/comments">Comments</a></nav><a href="/login">Login</a></header><div id="inside"><ol class="stories list"><li id="story_x" data-shortid="x" class="story"><div class="story_liner h-entry"><div class="voters"><a class="upvoter" href="/login">${random.int(3, 300)}</a></div><div class="details"><span role="heading" aria-level="1" class="link h-cite u-repost-of"><a class="u-url" href="https://paper.example.net/" rel="ugc noreferrer">${scene.heading}</a></span> <span class="tags"><a class="tag tag_web" href="/t/web">web</a></span> <a class="domain" href="/origins/paper">paper.example.net</a><div class="byline"><a href="/~s"><img class="avatar" alt=""></a> <span>via</span> <a href="/~s" class="u-author h-card">${submitter}</a> <time datetime="2025-11-19 10:00:00">19 hours ago</time> | <a href="https://archive.example.org">caches</a> | <span class="comments_label"><a href="/s/x">${posts.length} comments</a></span></div></div></div></li></ol><div class="story_text"></div><ol class="comments comments1">${topMost(posts, 0).map(item)}</ol></div><footer><a href="/about">About</a> <a href="/moderations">Moderation Log</a></footer>`,
    'Crayfish',
  )
}

/** As a federated site of communities writes posts. */
export function lemmy(scene: Scene): Markup {
  scene.heading = scene.phrase()
  const posts = scene.say({
    roles: (index) => (index === 0 ? 'post' : 'comment'),
    length: 'short',
    hasVotes: true,
    kinds: ['code', 'quotation', 'list'],
    styles: ['relative', 'day'],
    parents: descend(1),
  })
  const [first] = posts
  const { l, random } = scene
  const who = (post: DraftPost): Markup =>
    markup`<span><a class="person-listing d-inline-flex align-items-baseline text-info" title="@${post.handle}@hive.example" href="/u/${post.handle}"><img class="overflow-hidden rounded-circle me-1 img-icon" src="/i" alt=""><span>${shownAuthor(post)}</span></a></span>`
  const when = (post: DraftPost): Markup =>
    markup`<span class="moment-time pointer unselectable" data-tippy-content="${post.full}">${post.shown}</span>`
  const item = (post: DraftPost): Markup =>
    markup`<li class="comment list-unstyled"><article id="comment-${post.index}" class="details comment-node py-2 border-top border-light"><div class="ms-2"><div class="d-flex flex-wrap align-items-center text-muted small"><button class="btn btn-sm btn-link text-muted me-2" aria-label="Collapse"></button>${who(post)}${post.author === first!.author && markup`<span class="badge text-bg-light mx-1" data-tippy-content="OP">${scene.out('OP')}</span>`}<a class="btn btn-link btn-animate text-muted p-0" href="/comment/${post.index}" title="link"></a><div class="unselectable pointer text-muted"><span data-tippy-content="${post.votes} points" aria-label="${post.votes} points"><span class="me-1 fw-bold">${post.votes} points</span></span></div><span class="mx-1">•</span><span>${when(post)}</span></div><div class="comment-content"><div class="md-div">${bodyOf(scene, post)}</div></div><div class="comment-bottom-btns d-flex justify-content-between flex-wrap text-muted fw-bold"><button class="btn btn-link btn-animate" aria-label="upvote">${post.votes}</button><button class="btn btn-link btn-animate" aria-label="${l.reply}"></button></div></div></article>${answersTo(posts, post.index).length > 0 && markup`<ul class="comments">${answersTo(posts, post.index).map(item)}</ul>`}</li>`
  return documentOf(
    scene,
    markup`<div id="app" class="lemmy-site">${strip(scene, 'hive', 'navbar-bees')}<main class="mt-4 p-0 fl-1"><div class="post container-lg"><div class="row"><main class="col-12 col-md-8 mb-3"><div class="post-listing mt-2"><article class="row post-container"><div class="col flex-grow-1"><div class="post-title"><h1 class="h5 d-inline text-break"><a class="d-inline link-dark" href="/post/1">${scene.heading}</a></h1></div><div class="small mb-1 mb-md-0">${who(first!)} to <a class="community-link" href="/c/bees"><span class="overflow-wrap-anywhere">bees</span></a> • ${when(first!)} <span class="unread-comments"></span></div><div class="d-flex"><button class="btn btn-sm" aria-label="upvote"><span class="vote-count">${first!.votes} points</span></button> <a class="btn" href="/post/1">${posts.length - 1} comments</a></div></div></article><div class="col-12"><article id="postContent" class="col-12 card my-2 p-2"><div class="md-div">${bodyOf(scene, first!)}</div></article></div></div><div class="comments-sort btn-group"><label class="btn btn-outline-secondary">Hot</label><label class="btn btn-outline-secondary">Top</label></div><ul class="comments">${topMost(posts, 1).map(item)}</ul></main><aside class="d-none d-md-block col-md-4"><section id="sidebarContainer"><div class="card-body"><h5>bees</h5><div class="md-div"><p>${scene.out(scene.articleSentence(), 'site')}</p></div><ul class="list-inline small"><li class="list-inline-item">mods:</li><li>${scene.out(scene.person().name, 'site')}</li></ul><ul class="badges"><li class="badge text-bg-light">${random.int(2, 90)} users / day</li></ul></div></section></aside></div></div></main></div>${foot(scene, 'hive', 'hive-foot')}`,
    'hive',
  )
}

/** Boxes in boxes with few classes, the head of each a summary that folds it. */
export function folded(scene: Scene): Markup {
  scene.heading = scene.phrase()
  const posts = scene.say({
    roles: (index) => (index === 0 ? 'post' : 'comment'),
    length: 'short',
    hasVotes: true,
    kinds: ['quotation', 'list'],
    styles: ['relative', 'iso', 'long'],
    parents: descend(1),
  })
  const [first] = posts
  const variant = scene.number % 2
  const item = (post: DraftPost): Markup =>
    variant === 0
      ? markup`<details open class="talk" id="t${post.index}"><summary><span class="talk-who">${post.author === '' ? shownAuthor(post) : markup`<a href="/user/${post.handle}" class="link-user">${post.author}</a>`}</span> <time class="talk-when" datetime="${post.iso}">${post.shown}</time> <span class="talk-votes">${post.votes} vote${post.votes !== '1' && 's'}</span></summary><div class="talk-text">${bodyOf(scene, post)}</div><menu class="talk-menu"><li><a href="#t${post.index}">Link</a></li><li><a href="/login">${scene.l.reply}</a></li></menu>${answersTo(posts, post.index).map(item)}</details>`
      : markup`<li class="tree-comment"><article class="comment is-${post.depth}" id="comment-${post.index}" data-comment-depth="${post.depth}"><div class="comment-itself"><header><button class="comment-collapse">−</button><a href="/user/${post.handle}" class="link-user">${shownAuthor(post)}</a> <div><time class="comment-posted-time" datetime="${post.iso}" title="${post.full}">${post.shown}</time></div> <div class="comment-votes">${post.votes} votes</div><a class="comment-nav-link" href="#c">Link</a></header><div class="comment-text">${bodyOf(scene, post)}</div></div>${answersTo(posts, post.index).length > 0 && markup`<ol class="comment-tree comment-tree-replies">${answersTo(posts, post.index).map(item)}</ol>`}</article></li>`
  return documentOf(
    scene,
    markup`${strip(scene, 'tilde', 'site-strip')}<main class="talk-page"><article class="topic-full"><header><h1>${scene.heading}</h1><div class="topic-full-byline"><time datetime="${first!.iso}">${first!.shown}</time> ${scene.l.by} <a href="/user/${first!.handle}" class="link-user">${shownAuthor(first!)}</a></div></header><div class="topic-full-text">${bodyOf(scene, first!)}</div><div class="topic-voting"><span class="topic-voting-votes">${first!.votes} votes</span></div></article><section class="topic-comments"><header class="topic-comments-header"><h2>${posts.length - 1} ${scene.l.comments}</h2></header>${variant === 0 ? topMost(posts, 1).map(item) : markup`<ol class="comment-tree" id="comments">${topMost(posts, 1).map(item)}</ol>`}</section></main>${elsewhere(scene, 'tilde-more')}${foot(scene, 'tilde', 'site-last')}`,
    'tilde',
  )
}
