/** One bar of a chart. */
export interface Bar {
  label: string
  value: number
  /** The value as it is shown. */
  text: string
}

const HEIGHT = 96
const BAR_WIDTH = 16
const GAP = 4

/** Few bars are no wider than those of two weeks. */
const COLUMNS_MIN_COUNT = 14

/** Bars beside each other, the oldest first; a table tells the same to whoever does not see them. */
export function Columns({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const max = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  const width = Math.max(bars.length, COLUMNS_MIN_COUNT) * (BAR_WIDTH + GAP)
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1="0" x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} class="axis" />
        {bars.map(({ label: name, value, text }, index) => {
          const height = Math.max(2, (value / max) * (HEIGHT - 8))
          return (
            <rect
              key={name}
              class="bar"
              x={index * (BAR_WIDTH + GAP)}
              y={HEIGHT - height - 1}
              width={BAR_WIDTH}
              height={height}
            >
              <title>{`${name}: ${text}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption class="dim small">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </figcaption>
      <table class="unseen">
        <caption>{label}</caption>
        <tbody>
          {bars.map(({ label: name, text }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

/** Bars below each other with their names: how much of what. */
export function Shares({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const max = Math.max(...bars.map(({ value }) => value), Number.MIN_VALUE)
  return (
    <ul class="shares" aria-label={label}>
      {bars.map(({ label: name, value, text }) => (
        <li key={name}>
          <span class="truncate">{name}</span>
          <b>{text}</b>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect class="track" width="100" height="4" rx="1" />
            <rect class="bar" width={(value / max) * 100} height="4" rx="1" />
          </svg>
        </li>
      ))}
    </ul>
  )
}

/** How much of a limit is used. */
export function Meter({ label, value, max }: { label: string; value: number; max: number }) {
  const part = max > 0 ? Math.min(1, value / max) : 0
  return (
    <svg
      class={`meter ${part > 0.8 ? 'high' : ''}`}
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <rect class="track" width="100" height="4" rx="1" />
      <rect class="bar" width={part * 100} height="4" rx="1" />
    </svg>
  )
}
