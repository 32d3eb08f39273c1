import type { ShownElsewhere } from './scenario.ts'

/** Rows that a test of their own shows, with somebody else beside who is at the cap where it is a share of theirs. */
export const shownElsewhere: readonly ShownElsewhere[] = [
  {
    rows: ['memory while parsing one document'],
    file: 'test/src/sandbox/bombs.test.ts',
    test: 'while a bomb runs other calls are answered',
  },
  {
    rows: ['memory of all parsers together'],
    file: 'test/src/sandbox/memory.test.ts',
    test: 'ends the largest while all together are over theirs',
  },
  {
    rows: ['resources that one MCP client subscribes to'],
    file: 'test/src/mcp/server.test.ts',
    test: 'subscriptions are bounded',
  },
  {
    rows: [
      'processor time of one page in the browser',
      'requests of one page in the browser',
      'connections of one page in the browser at once',
      'what one page in the browser receives',
      'what one page in the browser sends',
      'memory of the browser with all its pages',
    ],
    file: 'test/long/browser/bombs.test.ts',
    test: 'each of the pages that take all they can is ended, and the next page is right',
  },
  {
    rows: ['pages after which a browser is replaced'],
    file: 'test/src/browser/pool.test.ts',
    test: 'a browser is replaced after some pages',
  },
  {
    rows: ['answers over HTTP that their clients have not taken yet'],
    file: 'test/src/http/fairness/unread-answers.test.ts',
    test: 'the newest answers are cut off, and nobody else’s',
  },
  {
    rows: ['time in which a client takes nothing of an answer'],
    file: 'test/src/http/fairness/unread-answers.test.ts',
    test: 'an answer of which nothing is taken is cut off',
  },
  {
    rows: ['HTML of a chat message'],
    file: 'test/src/chat/rendering/bounded.test.ts',
    test: 'its HTML is bounded and safe',
  },
  {
    rows: ['rendering texts of one person and their bots'],
    file: 'test/src/chat/rendering/rendering-share.test.ts',
    test: 'others go on, and so do reading and deleting',
  },
  {
    rows: ['chat messages in one fetch around an anchor'],
    file: 'test/src/chat/messages/fetch/answer-size.test.ts',
    test: 'large messages are read as they are sent',
  },
  {
    rows: ['messages of one person and their bots'],
    file: 'test/src/chat/messages/message-space.test.ts',
    test: 'refuses what is over it, of one account only',
  },
  {
    rows: ['earlier versions of one chat message'],
    file: 'test/src/chat/messages/fetch/answer-size.test.ts',
    test: 'an edit is refused where the history would get too large',
  },
  {
    rows: [
      'drafts of one chat account in all',
      'messages of one chat account that wait to be sent in all',
      'saved snippets of one chat account in all',
    ],
    file: 'test/src/chat/personal/stored-texts.test.ts',
    test: 'of one account are bounded in bytes',
  },
  {
    rows: ['event queues of one chat account'],
    file: 'test/src/chat/hostile-requests.test.ts',
    test: 'an account has so many queues, and no more',
  },
  {
    rows: ['cursors of chat events that an agent uses'],
    file: 'test/tools/chat/events/chat-wait-for-events.test.ts',
    test: 'an agent that never passes its cursor on does not pile up queues',
  },
  {
    rows: [
      'channels, groups, emoji, profiles and bots, which every client loads',
      'channels, groups, emoji, profiles and bots that one member and their bots made',
    ],
    file: 'test/src/chat/organization/directory-space.test.ts',
    test: 'holds, whatever members make, and nobody takes it all',
  },
  {
    rows: ['text of events that wait for slow clients'],
    file: 'test/tools/chat/events/get-events.test.ts',
    test: 'is ended when it falls behind what the log may hold, and others are not',
  },
  {
    rows: ['uploads of one person and their bots', 'all uploads to the chat'],
    file: 'test/src/chat/files/quota.test.ts',
    test: 'holds for a person and their bots together, and for nobody else',
  },
  {
    rows: ['unfinished uploads of one chat account, or'],
    file: 'test/src/chat/files/quota.test.ts',
    test: 'one account announces no more than a few hundred MB at once',
  },
  {
    rows: ['unfinished uploads in pieces, of one chat account'],
    file: 'test/src/http/routes/resumable.test.ts',
    test: 'what was promised to unfinished uploads counts, and so does their number',
  },
  {
    rows: ['calls of agents that are kept', 'calls of one agent that are kept'],
    file: 'test/src/app/call-log.test.ts',
    test: 'forgets calls of the person whose agents made most, and nobody else’s',
  },
  {
    rows: [
      'OAuth metadata, revocations and refused tokens in a minute',
      'browsers sent to let a program in, in a minute',
      'programs that register in an hour',
    ],
    file: 'test/src/oauth/floods.test.ts',
    test: 'with $name is told to come again, and nobody else',
  },
  {
    rows: ['registrations of programs that nobody has let in yet'],
    file: 'test/src/oauth/registrations.test.ts',
    test: 'of a stranger of %s give way when there are too many',
  },
  {
    rows: [
      'looks at documents of programs in a minute',
      'documents of programs that are remembered',
    ],
    file: 'test/src/oauth/client-documents.test.ts',
    test: 'is looked at for others while a stranger of %s is at the cap',
  },
  {
    rows: ['valid codes and refresh tokens in an hour, of one account'],
    file: 'test/src/oauth/registrations.test.ts',
    test: 'that asks for tokens without end is told to wait, and signs nobody out',
  },
  {
    rows: ['programs that one account has let in'],
    file: 'test/src/oauth/registrations.test.ts',
    test: 'loses the one that was quiet for longest',
  },
  {
    rows: ['open files (`ulimit -n`) that connections leave to all else'],
    file: 'test/e2e/reported-faults.test.ts',
    test: 'connections do not take the last files that the server may open, and it says so',
  },
]
