import type { Moment } from './moment.ts'
import { Cast, type Making } from './records.ts'
import type { TextMaker, Written } from './text.ts'

/** An answer to a question, in the order of the page. */
export interface Answer {
  author: string
  votes: number
  moment: Moment
  isAccepted: boolean
  written: Written
}

/** The question, its answers, and who is there. */
export interface Asked {
  cast: Cast
  title: string
  author: string
  votes: number
  moment: Moment
  written: Written
  answers: readonly Answer[]
}

const ACCEPTED_SHARE = 0.9

/**
 * Makes a question with answers. `unit` is false where the page shows no votes of answers, `pinned` where the accepted answer
 * stands first on the page.
 */
export function makeAsked(
  making: Making,
  maker: TextMaker,
  { hasVotes = true, isPinned = false }: { hasVotes?: boolean; isPinned?: boolean } = {},
): Asked {
  const { draft } = making
  const { random } = draft
  const cast = new Cast(making)
  const title = draft.title(cast.title('questions'))
  const author = cast.person()
  const votes = random.int(1, 340)
  const moment = cast.moment()
  const written = maker.post()
  draft.post({ role: 'question', author, votes: '', isAccepted: false, opening: written.opening })
  const count = random.int(2, 5)
  const accepted = random.chance(ACCEPTED_SHARE) ? (isPinned ? 0 : random.int(0, count - 1)) : -1
  const answers = random.times(count, (index): Answer => {
    const answer = {
      author: cast.person(),
      votes: random.chance(0.12) ? -random.int(1, 4) : random.int(1, 400),
      moment: moment.after(draft, 400),
      isAccepted: index === accepted,
      written: maker.post(),
    }
    draft.post({
      role: 'answer',
      author: answer.author,
      votes: hasVotes ? String(answer.votes) : '',
      isAccepted: answer.isAccepted,
      opening: answer.written.opening,
    })
    return answer
  })
  return { cast, title, author, votes, moment, written, answers }
}
