import {
  actionWords,
  asLine,
  asText,
  type EventMessage,
  joined,
  lineAt,
  linkTo,
  listAt,
  quoted,
  topicOf,
  valueAt,
} from './event-text.ts'

/** Commits that are listed of a push; the others are counted. */
const COMMITS_MAX_COUNT = 20

/** What happens all the time and says little: nothing is posted of it. */
const SILENT = new Set([
  'ping.',
  'check_run.created',
  'check_suite.requested',
  'workflow_job.queued',
])

/** An event of GitHub as a message; undefined where nothing is to be posted. */
export function readGithub(event: unknown, kind: string): EventMessage | undefined {
  const action = lineAt(event, 'action')
  if (kind === 'ping') return pinged(event)
  if (SILENT.has(`${kind}.${action}`)) return undefined
  return READERS.get(kind)?.(event, action) ?? readOther(event, kind, action)
}

type Reader = (event: unknown, action: string) => EventMessage | undefined

const sender = (event: unknown) =>
  linkTo(lineAt(event, 'sender.login') || 'Somebody', valueAt(event, 'sender.html_url'))
const repository = (event: unknown) =>
  lineAt(event, 'repository.name') || lineAt(event, 'organization.login') || 'GitHub'

function pinged(event: unknown): EventMessage {
  return { topic: repository(event), content: 'GitHub webhook has been set up.' }
}

/** An event about something with a number and a title. */
function about(noun: string, short: string, path: string): Reader {
  return (event, action) => {
    const number = lineAt(event, `${path}.number`)
    const title = lineAt(event, `${path}.title`)
    const link = linkTo(`${noun} #${number}`, valueAt(event, `${path}.html_url`))
    const isMerged = action === 'closed' && valueAt(event, `${path}.merged`) === true
    const done = isMerged ? 'merged' : actionWords(action)
    const target = lineAt(event, 'assignee.login') || lineAt(event, 'requested_reviewer.login')
    const label = lineAt(event, 'label.name')
    const aside = joined([target && `(${target})`, label && `(${label})`])
    const branches = lineAt(event, `${path}.head.ref`)
      ? ` from \`${lineAt(event, `${path}.head.ref`)}\` to \`${lineAt(event, `${path}.base.ref`)}\``
      : ''
    const isNew = action === 'opened' || action === 'created'
    return {
      topic: topicOf(repository(event), `${short} #${number} ${title}`),
      content:
        joined([`${sender(event)} ${done} ${link} ${title}${isNew ? branches : ''}`, aside]) +
        (isNew ? quoted(valueAt(event, `${path}.body`)) : ''),
    }
  }
}

/** An event about a comment on something with a number and a title. */
function comment(noun: string, short: string, path: string, own: string): Reader {
  return (event, action) => {
    const number = lineAt(event, `${path}.number`)
    const title = lineAt(event, `${path}.title`)
    const isPull = valueAt(event, `${path}.pull_request`) !== undefined
    const [name, letters] = isPull ? ['PR', 'PR'] : [noun, short]
    const said = linkTo('commented', valueAt(event, `${own}.html_url`))
    const done =
      action === 'created' || action === 'submitted'
        ? said
        : `${action} a ${linkTo('comment', valueAt(event, `${own}.html_url`))}`
    return {
      topic: topicOf(repository(event), `${letters} #${number} ${title}`),
      content: `${sender(event)} ${done} on ${name} #${number} ${title}${quoted(valueAt(event, `${own}.body`))}`,
    }
  }
}

const review: Reader = (event, action) => {
  const [number, title] = [
    lineAt(event, 'pull_request.number'),
    lineAt(event, 'pull_request.title'),
  ]
  const state = lineAt(event, 'review.state').toLowerCase()
  const link = linkTo(`PR #${number}`, valueAt(event, 'review.html_url'))
  return {
    topic: topicOf(repository(event), `PR #${number} ${title}`),
    content: `${sender(event)} ${action} a review of ${link} ${title} (${actionWords(state)})${quoted(valueAt(event, 'review.body'))}`,
  }
}

const push: Reader = (event) => {
  const ref = lineAt(event, 'ref').replace(/^refs\/(?:heads|tags)\//, '')
  const isTag = lineAt(event, 'ref').startsWith('refs/tags/')
  const commits = listAt(event, 'commits')
  const compare = valueAt(event, 'compare')
  const who = lineAt(event, 'pusher.name') || lineAt(event, 'sender.login') || 'Somebody'
  const place = isTag ? `tag \`${ref}\`` : `branch \`${ref}\``
  const topic = topicOf(repository(event), ref)
  if (valueAt(event, 'deleted') === true) return { topic, content: `${who} deleted the ${place}.` }
  const count = `${commits.length} ${commits.length === 1 ? 'commit' : 'commits'} to `
  const forced = valueAt(event, 'forced') === true ? 'force ' : ''
  const what = commits.length === 0 ? '' : count
  const head = `${who} ${forced}${linkTo('pushed', compare)} ${what}${place}.`
  return { topic, content: joined([head, commitLines(commits)], '\n\n') }
}

/** Lines of commits, as both GitHub and GitLab have them. */
export function commitLines(commits: readonly unknown[]): string {
  const lines = commits.slice(0, COMMITS_MAX_COUNT).map((commit) => {
    const [first = ''] = asText(valueAt(commit, 'message')).split('\n', 1)
    const id = linkTo(lineAt(commit, 'id').slice(0, 7), valueAt(commit, 'url'))
    return `* ${asLine(first)} (${id})`
  })
  const more = commits.length - lines.length
  return [...lines, ...(more > 0 ? [`* and ${more} more`] : [])].join('\n')
}

/** A branch or tag that came or went. */
const reference =
  (done: string): Reader =>
  (event) => ({
    topic: topicOf(repository(event), lineAt(event, 'ref')),
    content: `${sender(event)} ${done} ${lineAt(event, 'ref_type') || 'reference'} \`${lineAt(event, 'ref')}\`.`,
  })

const release: Reader = (event, action) => ({
  topic: topicOf(repository(event), lineAt(event, 'release.tag_name')),
  content: `${sender(event)} ${action} release ${linkTo(lineAt(event, 'release.name') || lineAt(event, 'release.tag_name'), valueAt(event, 'release.html_url'))}${action === 'published' ? quoted(valueAt(event, 'release.body')) : ''}`,
})

/** Something that ran, with how it ended. */
function ran(noun: string, path: string): Reader {
  return (event, action) => {
    const state = lineAt(event, `${path}.conclusion`) || lineAt(event, `${path}.status`) || action
    const name = lineAt(event, `${path}.name`) || lineAt(event, `${path}.app.name`) || noun
    const branch =
      lineAt(event, `${path}.head_branch`) || lineAt(event, `${path}.check_suite.head_branch`)
    return {
      topic: topicOf(repository(event), branch || noun),
      content: `${noun} ${linkTo(name, valueAt(event, `${path}.html_url`))} ${mark(state)} ${actionWords(state)}${branch ? ` on \`${branch}\`` : ''}.`,
    }
  }
}

/** A mark for how something ended. */
export function mark(state: string): string {
  if (/^(?:success|passed|succeeded|completed)$/.test(state)) return ':check:'
  return /^(?:failure|failed|error|timed_out|cancelled|canceled)$/.test(state)
    ? ':cross_mark:'
    : ':time_ticking:'
}

const status: Reader = (event) => ({
  topic: topicOf(repository(event), lineAt(event, 'branches.0.name') || 'status'),
  content:
    `${linkTo(lineAt(event, 'sha').slice(0, 7), valueAt(event, 'commit.html_url'))}: ${mark(lineAt(event, 'state'))} ${linkTo(lineAt(event, 'context') || 'status', valueAt(event, 'target_url'))} ${lineAt(event, 'state')}. ${lineAt(event, 'description')}`.trim(),
})

const commitComment: Reader = (event) => ({
  topic: topicOf(repository(event), `commit ${lineAt(event, 'comment.commit_id').slice(0, 7)}`),
  content: `${sender(event)} ${linkTo('commented', valueAt(event, 'comment.html_url'))} on a commit${quoted(valueAt(event, 'comment.body'))}`,
})

const wiki: Reader = (event) => ({
  topic: topicOf(repository(event), 'wiki pages'),
  content: joined(
    [
      `${sender(event)} changed the wiki:`,
      ...listAt(event, 'pages')
        .slice(0, COMMITS_MAX_COUNT)
        .map(
          (page) =>
            `* ${actionWords(lineAt(page, 'action'))} ${linkTo(lineAt(page, 'title'), valueAt(page, 'html_url'))}`,
        ),
    ],
    '\n',
  ),
})

const fork: Reader = (event) => ({
  topic: repository(event),
  content: `${sender(event)} forked ${lineAt(event, 'repository.full_name')} as ${linkTo(lineAt(event, 'forkee.full_name'), valueAt(event, 'forkee.html_url'))}.`,
})

const deployed: Reader = (event) => {
  const state = lineAt(event, 'deployment_status.state') || 'created'
  const place = lineAt(event, 'deployment.environment')
  return {
    topic: topicOf(repository(event), `deployment on ${place}`),
    content: `Deployment on ${place}: ${mark(state)} ${actionWords(state)}.`,
  }
}

/** Readers of events by the name of their kind, which may be any. */
const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    push,
    pull_request: about('PR', 'PR', 'pull_request'),
    pull_request_review: review,
    pull_request_review_comment: comment('PR', 'PR', 'pull_request', 'comment'),
    issues: about('issue', 'issue', 'issue'),
    issue_comment: comment('issue', 'issue', 'issue', 'comment'),
    discussion: about('discussion', 'discussion', 'discussion'),
    discussion_comment: comment('discussion', 'discussion', 'discussion', 'comment'),
    commit_comment: commitComment,
    create: reference('created'),
    delete: reference('deleted'),
    release,
    fork,
    gollum: wiki,
    status,
    check_run: ran('Check', 'check_run'),
    check_suite: ran('Checks', 'check_suite'),
    workflow_run: ran('Workflow', 'workflow_run'),
    workflow_job: ran('Job', 'workflow_job'),
    deployment: deployed,
    deployment_status: deployed,
  }),
)

/** Any other event: the person, the action and the kind of thing. */
function readOther(event: unknown, kind: string, action: string): EventMessage {
  const thing =
    valueAt(event, kind) ??
    valueAt(event, 'alert') ??
    valueAt(event, 'member') ??
    valueAt(event, 'team')
  const name = ['title', 'name', 'full_name', 'login', 'ref']
    .map((field) => lineAt(thing, field))
    .find(Boolean)
  const what = joined([action && actionWords(action), actionWords(asLine(kind))], ': ')
  const where = lineAt(event, 'repository.full_name') || lineAt(event, 'organization.login')
  const link = name ? ` ${linkTo(name, valueAt(thing, 'html_url'))}` : ''
  return {
    topic: repository(event),
    content: `${sender(event)} — ${what}${link}${where ? ` in ${linkTo(where, valueAt(event, 'repository.html_url'))}` : ''}.`,
  }
}
