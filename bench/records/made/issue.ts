import type { Moment } from './moment.ts'
import { Cast, type Making } from './records.ts'
import type { TextMaker, Written } from './text.ts'

/** A comment, or that somebody changed something. */
export type Step =
  | { kind: 'comment'; author: string; moment: Moment; written: Written }
  | { kind: EventKind; author: string; moment: Moment }
export type EventKind = 'labeled' | 'assigned' | 'milestoned' | 'mentioned' | 'renamed' | 'closed'

/** An issue, or a request to merge something. */
export interface Issue {
  cast: Cast
  title: string
  number: number
  state: 'open' | 'closed' | 'merged' | 'draft'
  isRequest: boolean
  labels: readonly string[]
  assignees: readonly string[]
  /** Empty where it has none. */
  milestone: string
  author: string
  moment: Moment
  written: Written
  steps: readonly Step[]
}

const EVENTS: readonly EventKind[] = ['labeled', 'assigned', 'milestoned', 'mentioned', 'renamed']

/** Makes an issue, or where `mayRequest` sometimes a request; only its title and its posts are noted. */
export function makeIssue(making: Making, maker: TextMaker, mayRequest: boolean): Issue {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const isRequest = mayRequest && random.chance(0.4)
  const state = random.pick(
    isRequest ? (['open', 'merged', 'draft', 'closed'] as const) : (['open', 'closed'] as const),
  )
  const title = draft.title(cast.title('issues'))
  const author = cast.person()
  const moment = cast.moment()
  const written = maker.post()
  draft.post({ role: 'question', author, votes: '', isAccepted: false, opening: written.opening })
  let at = moment
  const kinds = random.times(random.int(1, 8), () =>
    random.chance(0.55) ? 'comment' : random.pick(EVENTS),
  )
  if (state === 'closed' || state === 'merged') kinds.push('closed')
  const regulars = [author, cast.person(), cast.person()]
  const steps = kinds.map((kind): Step => {
    at = at.after(draft, 30)
    if (kind !== 'comment') return { kind, author: random.pick(regulars), moment: at }
    const step = {
      kind,
      author: random.chance(0.6) ? random.pick(regulars) : cast.person(),
      moment: at,
      written: maker.short(),
    } as const
    draft.post({
      role: 'comment',
      author: step.author,
      votes: '',
      isAccepted: false,
      opening: step.written.opening,
    })
    return step
  })
  return {
    cast,
    title,
    number: random.int(12, 48_000),
    state,
    isRequest,
    labels: random.chance(0.8) ? cast.labels(4) : [],
    assignees: random.chance(0.7) ? random.times(random.int(1, 2), () => cast.person()) : [],
    milestone: random.chance(0.55) ? `${random.int(1, 9)}.${random.int(0, 12)}` : '',
    author,
    moment,
    written,
    steps,
  }
}
