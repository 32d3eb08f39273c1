import { familyPages, type Family } from '../family.ts'
import { belowStories, diaries, films, opinions } from './articles.ts'
import { askbot, cards, khoros } from './asking.ts'
import { freshBoards, invision, smallBoards, smf } from './boards.ts'
import { conversations, letters, rooms, shortMessages, talkPage } from './talks.ts'
import { bugzilla, gitea, gitlab, jira } from './tickets.ts'
import { folded, lemmy, lobsters } from './trees.ts'
import { heldOutVoice } from './voice.ts'

const FAMILIES: readonly Family[] = [
  { name: 'questions', templates: [askbot, khoros, cards] },
  { name: 'issue', templates: [gitea, bugzilla, jira] },
  { name: 'pull-request', templates: [gitlab] },
  { name: 'forum-smf', templates: [smf] },
  { name: 'forum-invision', templates: [invision] },
  { name: 'forum-small', templates: [smallBoards] },
  { name: 'forum-young', templates: [freshBoards] },
  { name: 'tree', templates: [lobsters, lemmy, folded] },
  { name: 'article-comments', templates: [belowStories], form: 'comments' },
  { name: 'blog', templates: [diaries], form: 'comments' },
  { name: 'reviews', templates: [opinions], form: 'comments' },
  { name: 'mail', templates: [letters] },
  { name: 'chat', templates: [rooms] },
  { name: 'interview', templates: [conversations], form: 'labelled' },
  { name: 'status', templates: [shortMessages] },
  // Those that are only held out.
  { name: 'wiki-talk', templates: [talkPage] },
  { name: 'film-comments', templates: [films], form: 'comments' },
]

/** Makes one page that nothing is tuned on; its family goes round with the number, all else is chosen by the seed. */
export const makeHeldOutThread = familyPages(FAMILIES, heldOutVoice, 'held-out')
