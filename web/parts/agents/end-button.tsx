import { useState } from 'preact/hooks'
import { Confirm } from '../../kit/forms.tsx'
import { a } from '../../words/agents.ts'

/** Ends something, once that was confirmed. */
export function EndButton({
  of,
  title,
  text,
  end,
}: {
  /** Name of the thing that is ended, for readers of screens. */
  of: string
  title: string
  text: string
  end: () => Promise<void>
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        class="button small"
        aria-label={`${a.end}: ${of}`}
        onClick={() => setAsking(true)}
      >
        {a.end}
      </button>
      {isAsking && (
        <Confirm title={title} text={text} label={title} close={() => setAsking(false)} run={end} />
      )}
    </>
  )
}
