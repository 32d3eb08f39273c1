import { useState } from 'preact/hooks'
import { w } from '../../words/team.ts'
import type { Tried } from './types.ts'

const VIEWS = [
  ['people', w.owner.forPeople],
  ['agents', w.owner.forAgents],
  ['json', w.owner.asJson],
] as const

/** Rows of a list that are shown as a table. */
const ROWS_MAX_COUNT = 100

/** What a tool answered: for people, as agents read it, and as data. */
export function AnswerView({ tried: { output, text, ignored } }: { tried: Tried }) {
  const [view, setView] = useState<(typeof VIEWS)[number][0]>('people')
  return (
    <section class="answer stack" aria-label={w.owner.answer}>
      <div class="tabs" role="tablist" aria-label={w.owner.answer}>
        {VIEWS.map(([name, label]) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === view}
            onClick={() => setView(name)}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={w.owner.answer} tabIndex={0}>
        {ignored.length > 0 && <p class="note warn">{ignored.join('; ')}</p>}
        {view === 'people' && <Fields value={output} />}
        {view === 'agents' && <pre>{text}</pre>}
        {view === 'json' && <pre>{JSON.stringify(output, undefined, 2)}</pre>}
      </div>
    </section>
  )
}

type Fields = Readonly<Record<string, unknown>>

function Fields({ value }: { value: Fields }) {
  return (
    <dl>
      {Object.entries(value).map(([name, one]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Value value={one} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function Value({ value }: { value: unknown }) {
  if (typeof value === 'boolean') return value ? w.yes : w.no
  if (typeof value === 'string') return <Text text={value} />
  if (typeof value === 'number') return String(value)
  if (value === null || value === undefined) return <span class="dim">{w.none}</span>
  if (Array.isArray(value) && value.length > 0 && value.every(isFields))
    return <Rows rows={value} />
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) {
    return value.length === 0 ? <span class="dim">{w.none}</span> : value.join(', ')
  }
  return <pre>{JSON.stringify(value, undefined, 2)}</pre>
}

function Text({ text }: { text: string }) {
  if (/^data:image\/(?:png|webp|jpeg|svg\+xml);base64,/.test(text)) return <img src={text} alt="" />
  return text.includes('\n') || text.length > 200 ? (
    <pre dir="auto">{text}</pre>
  ) : (
    <span dir="auto">{text}</span>
  )
}

function Rows({ rows }: { rows: readonly Fields[] }) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return (
    <table class="table">
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, ROWS_MAX_COUNT).map((row) => (
          <tr key={JSON.stringify(row)}>
            {columns.map((name) => (
              <td key={name} dir="auto">
                {cellOf(row[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
