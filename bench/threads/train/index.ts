import { familyPages, type Family } from '../family.ts'
import { chatLogs, letters } from './archives.ts'
import { fluxbb, crawlerForum, mybb } from './boards-small.ts'
import { discourse, vbulletin, youngForum } from './boards.ts'
import { hostedComments, newsService, wordpressThemes } from './comment-lists.ts'
import { articleComments, blog } from './comments.ts'
import { phpbb, xenforo } from './forums.ts'
import { askPlugin, stackNew, stackOld } from './qa.ts'
import { smf } from './smf.ts'
import { reviews, status } from './social.ts'
import { ipboard, phpbbOld } from './tables.ts'
import { chat, interview, mail } from './talks.ts'
import { issueClassic, issueReact, issueRedmine, pullRequest } from './tracker.ts'
import { bugs, forges } from './trackers.ts'
import { portalAnswers, storyTrees } from './trees-more.ts'
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
  { name: 'forum-smf', templates: [smf] },
  { name: 'forum-phpbb-old', templates: [phpbbOld] },
  { name: 'forum-ipb', templates: [ipboard] },
  { name: 'forum-mybb', templates: [mybb] },
  { name: 'forum-fluxbb', templates: [fluxbb] },
  { name: 'forum-crawler', templates: [crawlerForum] },
  { name: 'wordpress', templates: [wordpressThemes], form: 'comments' },
  { name: 'hosted-comments', templates: [hostedComments], form: 'comments' },
  { name: 'news-service', templates: [newsService], form: 'comments' },
  { name: 'bugs', templates: [bugs] },
  { name: 'forges', templates: [forges] },
  { name: 'letters', templates: [letters] },
  { name: 'chat-logs', templates: [chatLogs] },
  { name: 'story-trees', templates: [storyTrees] },
  { name: 'portal-answers', templates: [portalAnswers] },
]

/** Makes one page to learn from; its family goes round with the number, all else is chosen by the seed. */
export const makeTrainThread = familyPages(FAMILIES, trainVoice, 'train')
