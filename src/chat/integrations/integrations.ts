/** A service whose events become messages. */
export interface Integration {
  /** Name in the public API, and of its route. */
  name: string
  display_name: string
  /** Kinds of events that an address may ask for; null where they are not told apart. */
  events: string[] | null
  /** Whether its events were read as recorded, or as their documentation describes them. */
  isRecorded: boolean
}

/** The services, the plainest first. */
export const INTEGRATIONS: readonly Integration[] = [
  { name: 'json', display_name: 'JSON', events: null, isRecorded: true },
  {
    name: 'github',
    display_name: 'GitHub',
    events:
      'check_run check_suite commit_comment create delete deployment deployment_status discussion discussion_comment fork gollum issue_comment issues pull_request pull_request_review pull_request_review_comment push release repository star status watch workflow_job workflow_run'.split(
        ' ',
      ),
    isRecorded: true,
  },
  { name: 'gitlab', display_name: 'GitLab', events: null, isRecorded: false },
  { name: 'grafana', display_name: 'Grafana', events: null, isRecorded: false },
  {
    name: 'alertmanager',
    display_name: 'Prometheus Alertmanager',
    events: null,
    isRecorded: false,
  },
  { name: 'sentry', display_name: 'Sentry', events: null, isRecorded: false },
  {
    name: 'slack_incoming',
    display_name: 'Slack-compatible webhook',
    events: null,
    isRecorded: false,
  },
]
