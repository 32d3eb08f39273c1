/** Section 3 of the team chat API. */
export const states = [
  {
    section: '3',
    rows: {
      'chat:3:typing:start': 'a start event shows the indicator',
      'chat:3:typing:stop': 'a stop event hides the indicator',
      'chat:3:typing:expiry': 'the indicator hides when the expiry period passes without a start',
    },
  },
  {
    section: '3',
    rows: {
      'chat:3:topic:resolve': 'check-mark prefix with change_all resolves a non-empty topic',
      'chat:3:topic:resolve-quiet': 'a pure resolve sends no extra notification',
      'chat:3:message:edit': 'edit or move adds an edit_history entry',
    },
  },
  {
    section: '3',
    rows: {
      'chat:3:message:detached': 'uploads that lost their last reference are detached_uploads',
    },
  },
  {
    section: '3',
    rows: {
      'chat:3:queue:active': 'client activity keeps the queue; a heartbeat every minute',
      'chat:3:queue:removed': 'idle longer than idle_queue_timeout_secs removes the queue',
      'chat:3:queue:bad-id': 'a later fetch fails with BAD_EVENT_QUEUE_ID',
    },
  },
  {
    section: '3',
    rows: {
      'chat:3:subscription:removed': 'leaving a subscribed channel lists it in removed',
      'chat:3:subscription:not-removed': 'leaving an unsubscribed channel lists it in not_removed',
    },
  },
  {
    section: '3',
    rows: {
      'chat:3:push:register': 'key and token fields register; matching legacy registrations go',
      'chat:3:push:rotate-key': 'only key fields rotate the push key',
      'chat:3:push:rotate-token': 'only token fields rotate the token',
    },
  },
  {
    section: '3',
    rows: {
      'chat:3:presence': 'an update with status sets active or idle as reported',
    },
  },
] as const
