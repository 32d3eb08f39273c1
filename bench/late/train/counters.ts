import type { Counting, CounterWay } from '../page.ts'
import { pageOf } from './markup.ts'

/** The rows, each number being in an element that a script finds by its place. */
function tiles({ rows }: Counting, write: (value: number, at: number) => string): string {
  return rows
    .map(({ label, value }, at) => `<section>${write(value, at)}<h3>${label}</h3></section>`)
    .join('')
}

/** Animated numbers that builders may look at. */
export const TRAIN_COUNTERS: readonly CounterWay[] = [
  {
    name: 'countUp.js',
    make: (counting) => ({
      files: {
        'index.html': pageOf(
          `<main><h1>The port in figures</h1>${tiles(counting, (_, at) => `<span id="n${at}">0</span>`)}</main><script src="/lib/countup.js"></script><script>
            ${JSON.stringify(counting.rows.map(({ value }) => value))}.forEach((value, at) => new countUp.CountUp('n' + at, value, { duration: ${counting.durationMs / 1000} }).start())
          </script>`,
        ),
      },
    }),
  },
  {
    name: 'odometer',
    make: (counting) => ({
      files: {
        'index.html': pageOf(
          `<main><h1>The port in figures</h1>${tiles(counting, () => `<span class="odometer">0</span>`)}</main><script>window.odometerOptions = { duration: ${counting.durationMs} }</script><script src="/lib/odometer.js"></script><script>
            setTimeout(() => document.querySelectorAll('.odometer').forEach((element, at) => { element.innerHTML = ${JSON.stringify(counting.rows.map(({ value }) => value))}[at] }), 300)
          </script>`,
          '<link rel="stylesheet" href="/lib/odometer.css">',
        ),
      },
    }),
  },
  {
    name: 'data-target, interval',
    make: (counting) => ({
      files: {
        'index.html': pageOf(
          `<main><h1>The port in figures</h1>${tiles(counting, (value) => `<span class="counter" data-target="${value}">0</span>`)}</main><script>
            document.querySelectorAll('.counter').forEach((element) => {
              const target = +element.dataset.target, began = performance.now()
              const timer = setInterval(() => {
                const share = Math.min(1, (performance.now() - began) / ${counting.durationMs})
                element.textContent = Math.round(target * share).toLocaleString('en-US')
                if (share === 1) clearInterval(timer)
              }, 30)
            })
          </script>`,
        ),
      },
    }),
  },
  {
    name: '@property, CSS counter',
    write: String,
    make: (counting) => ({
      files: {
        'index.html': pageOf(
          `<main><h1>The port in figures</h1>${tiles(counting, (value, at) => `<span class="n n${at}"></span><style>.n${at}{--to:${value}}</style>`)}</main>`,
          `<style>@property --n{syntax:'<integer>';initial-value:0;inherits:false}.n{animation:up ${counting.durationMs}ms ease-out forwards;counter-reset:n var(--n)}.n::after{content:counter(n)}@keyframes up{from{--n:0}to{--n:var(--to)}}</style>`,
        ),
      },
    }),
  },
  {
    name: 'progressbar.js, circles',
    isChart: true,
    write: (value) => `${value % 100} %`,
    make: (counting) => ({
      files: {
        'index.html': pageOf(
          `<main><h1>The port in figures</h1>${tiles(counting, (_, at) => `<div id="c${at}" style="width:120px"></div>`)}</main><script src="/lib/progressbar.js"></script><script>
            ${JSON.stringify(counting.rows.map(({ value }) => value % 100))}.forEach((value, at) => {
              const circle = new ProgressBar.Circle('#c' + at, { strokeWidth: 9, color: '#036', duration: ${counting.isStill ? 1 : counting.durationMs}, step: (_, it) => it.setText(Math.round(it.value() * 100) + ' %') })
              circle.animate(value / 100)
            })
          </script>`,
        ),
      },
    }),
  },
  {
    name: 'chart.js, bars',
    isPainted: true,
    isChart: true,
    make: (counting) => ({
      files: {
        'index.html': pageOf(
          `<main><h1>The port in figures</h1><p>Cargo of three quays, in tons, as the harbour office has counted it by hand.</p><div style="width:600px;height:300px"><canvas id="chart"></canvas></div></main><script src="/lib/chart.js"></script><script>
            new Chart(chart, { type: 'bar', data: { labels: ${JSON.stringify(counting.rows.map(({ label }) => label))}, datasets: [{ data: ${JSON.stringify(counting.rows.map(({ value }) => value))}, backgroundColor: '#036' }] },
              options: { maintainAspectRatio: false, animation: ${counting.isStill ? 'false' : `{ duration: ${counting.durationMs} }`} } })
          </script>`,
        ),
      },
    }),
  },
  {
    name: 'requestAnimationFrame, easing',
    make: (counting) => ({
      files: {
        'index.html': pageOf(
          `<main><h1>The port in figures</h1>${tiles(counting, () => '<strong>…</strong>')}</main><script>
            const values = ${JSON.stringify(counting.rows.map(({ value }) => value))}
            const all = document.querySelectorAll('strong'), began = performance.now()
            requestAnimationFrame(function step(now) {
              const share = Math.min(1, (now - began) / ${counting.durationMs})
              all.forEach((element, at) => { element.textContent = Math.round(values[at] * (1 - (1 - share) ** 3)).toLocaleString() })
              if (share < 1) requestAnimationFrame(step)
            })
          </script>`,
        ),
      },
    }),
  },
]
