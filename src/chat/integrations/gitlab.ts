import {
  actionWords,
  asLine,
  type EventMessage,
  joined,
  lineAt,
  linkTo,
  listAt,
  quoted,
  topicOf,
  valueAt,
} from './event-text.ts'
import { commitLines, mark } from './github.ts'

/** An event of GitLab as a message, by the fields that its documentation names. */
export function readGitlab(event: unknown): EventMessage | undefined {
  const kind = lineAt(event, 'object_kind')
  return READERS.get(kind)?.(event) ?? readOther(event, kind)
}

type Reader = (event: unknown) => EventMessage | undefined

const project = (event: unknown) =>
  lineAt(event, 'project.name') || lineAt(event, 'repository.name') || 'GitLab'
const sender = (event: unknown) =>
  lineAt(event, 'user.name') || lineAt(event, 'user_name') || 'Somebody'
const NO_COMMIT = /^0+$/

const push: Reader = (event) => {
  const ref = lineAt(event, 'ref').replace(/^refs\/(?:heads|tags)\//, '')
  const isTag = lineAt(event, 'object_kind') === 'tag_push'
  const place = `${isTag ? 'tag' : 'branch'} \`${ref}\``
  const topic = topicOf(project(event), ref)
  if (NO_COMMIT.test(lineAt(event, 'after'))) {
    return { topic, content: `${sender(event)} deleted the ${place}.` }
  }
  const count = Number(valueAt(event, 'total_commits_count')) || listAt(event, 'commits').length
  const verb = NO_COMMIT.test(lineAt(event, 'before'))
    ? 'created'
    : `pushed ${count} ${count === 1 ? 'commit' : 'commits'} to`
  const head = `${sender(event)} ${verb} ${place}.`
  return { topic, content: joined([head, commitLines(listAt(event, 'commits'))], '\n\n') }
}

const PAST: ReadonlyMap<string, string> = new Map(
  Object.entries({
    open: 'opened',
    close: 'closed',
    reopen: 'reopened',
    update: 'updated',
    merge: 'merged',
    approved: 'approved',
    unapproved: 'took back the approval of',
  }),
)

function about(noun: string, letter: string): Reader {
  return (event) => {
    const [number, title] = [
      lineAt(event, 'object_attributes.iid'),
      lineAt(event, 'object_attributes.title'),
    ]
    const action = lineAt(event, 'object_attributes.action')
    const link = linkTo(`${noun} ${letter}${number}`, valueAt(event, 'object_attributes.url'))
    const branches = lineAt(event, 'object_attributes.source_branch')
    const target = lineAt(event, 'object_attributes.target_branch')
    const isNew = action === 'open'
    return {
      topic: topicOf(project(event), `${noun} ${letter}${number} ${title}`),
      content:
        `${sender(event)} ${PAST.get(action) ?? (actionWords(action) || 'changed')} ${link} ${title}` +
        (isNew && branches ? ` from \`${branches}\` to \`${target}\`` : '') +
        (isNew ? quoted(valueAt(event, 'object_attributes.description')) : ''),
    }
  }
}

const note: Reader = (event) => {
  const things = [
    ['merge_request', 'MR !'],
    ['issue', 'issue #'],
    ['snippet', 'snippet $'],
  ] as const
  const [path, name] = things.find(([one]) => valueAt(event, one) !== undefined) ?? [
    'commit',
    'commit ',
  ]
  const number = lineAt(event, `${path}.iid`) || lineAt(event, `${path}.id`).slice(0, 8)
  const title = lineAt(event, `${path}.title`)
  const said = linkTo('commented', valueAt(event, 'object_attributes.url'))
  return {
    topic: topicOf(project(event), joined([`${name}${number}`, title])),
    content: `${sender(event)} ${said} on ${joined([`${name}${number}`, title])}${quoted(valueAt(event, 'object_attributes.note'))}`,
  }
}

const pipeline: Reader = (event) => {
  const state = lineAt(event, 'object_attributes.status')
  const [id, ref] = [lineAt(event, 'object_attributes.id'), lineAt(event, 'object_attributes.ref')]
  const address = `${lineAt(event, 'project.web_url')}/-/pipelines/${id}`
  const jobs = listAt(event, 'builds')
    .slice(0, 50)
    .map(
      (job) => `* ${lineAt(job, 'name')} ${mark(lineAt(job, 'status'))} ${lineAt(job, 'status')}`,
    )
  const head = `${linkTo(`Pipeline (${id})`, address)} ${mark(state)} ${state} on \`${ref}\`.`
  return { topic: topicOf(project(event), ref), content: joined([head, ...jobs], '\n') }
}

const build: Reader = (event) => ({
  topic: topicOf(lineAt(event, 'project_name') || project(event), lineAt(event, 'ref')),
  content: `Job ${lineAt(event, 'build_name')} (${lineAt(event, 'build_stage')}) ${mark(lineAt(event, 'build_status'))} ${lineAt(event, 'build_status')}.`,
})

/** Readers of events by the name of their kind, which may be any. */
const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    push,
    tag_push: push,
    issue: about('issue', '#'),
    work_item: about('work item', '#'),
    merge_request: about('MR', '!'),
    note,
    pipeline,
    build,
  }),
)

/** Any other event: wiki pages, releases, deployments, flags, members. */
function readOther(event: unknown, kind: string): EventMessage {
  const name =
    ['object_attributes.title', 'object_attributes.name', 'name', 'tag', 'environment']
      .map((path) => lineAt(event, path))
      .find(Boolean) ?? ''
  const action =
    lineAt(event, 'object_attributes.action') || lineAt(event, 'action') || lineAt(event, 'status')
  const address = valueAt(event, 'object_attributes.url') ?? valueAt(event, 'url')
  const what = actionWords(asLine(kind) || 'event')
  return {
    topic: project(event),
    content: `${joined([sender(event), '—', joined([what, action && actionWords(action)], ', ')])}: ${linkTo(name || what, address)}`,
  }
}
