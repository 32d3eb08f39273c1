import { familyPages, type Family } from '../family.ts'
import { discourse, vbulletin, youngForum } from './boards.ts'
import { articleComments, blog } from './comments.ts'
import { phpbb, xenforo } from './forums.ts'
import { askPlugin, stackNew, stackOld } from './qa.ts'
import { reviews, status } from './social.ts'
import { chat, interview, mail } from './talks.ts'
import { issueClassic, issueReact, issueRedmine, pullRequest } from './tracker.ts'
import { nestedTree, newsTable } from './trees.ts'
import { trainVoice } from './voice.ts'

const FAMILIES: readonly Family[] = [
  { name: 'questions', templates: [stackNew, stackOld, askPlugin] },
  { name: 'issue', templates: [issueClassic, issueReact, issueRedmine] },
  { name: 'pull-request', templates: [pullRequest] },
  { name: 'forum-phpbb', templates: [phpbb] },
  { name: 'forum-xenforo', templates: [xenforo] },
  { name: 'forum-vbulletin', templates: [vbulletin] },
  { name: 'forum-discourse', templates: [discourse] },
  { name: 'forum-young', templates: [youngForum] },
  { name: 'tree-table', templates: [newsTable] },
  { name: 'tree-nested', templates: [nestedTree] },
  { name: 'article-comments', templates: [articleComments], form: 'comments' },
  { name: 'blog', templates: [blog], form: 'comments' },
  { name: 'reviews', templates: [reviews], form: 'comments' },
  { name: 'mail', templates: [mail] },
  { name: 'chat', templates: [chat] },
  { name: 'interview', templates: [interview], form: 'labelled' },
  { name: 'status', templates: [status] },
]

/** Makes one page to learn from; its family goes round with the number, all else is chosen by the seed. */
export const makeTrainThread = familyPages(FAMILIES, trainVoice, 'train')
