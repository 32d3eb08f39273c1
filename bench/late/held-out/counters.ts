import type { Counting, CounterWay, Served } from '../page.ts'
import { sheet } from './markup.ts'

const values = ({ rows }: Counting): string => JSON.stringify(rows.map(({ value }) => value))

/** A definition list of the rows, whose numbers are written by `write`. */
function list({ rows }: Counting, write: (value: number, at: number) => string): string {
  return `<dl>${rows.map(({ label, value }, at) => `<dt>${label}</dt><dd>${write(value, at)}</dd>`).join('')}</dl>`
}

const onPage = (body: string, script: string, head = ''): Served => ({
  files: {
    'index.html': sheet(
      `<section><h1>The mill by numbers</h1>${body}</section><script>${script}</script>`,
      head,
    ),
  },
})

const library = (name: string): string => `<script src="/lib/${name}"></script>`
/** Keeps what is below it out of the window. */
const FOLD = '<div style="height:1400px"><p>Stones of the mill, seen from the bridge.</p></div>'

/** Animated numbers that nothing is tuned on. */
export const HELD_OUT_COUNTERS: readonly CounterWay[] = [
  {
    name: 'purecounter',
    write: String,
    make: (counting) =>
      onPage(
        list(
          counting,
          (value) =>
            `<span class="purecounter" data-purecounter-start="0" data-purecounter-end="${value}" data-purecounter-duration="${counting.durationMs / 1000}">0</span>`,
        ) + library('purecounter.js'),
        'new PureCounter()',
      ),
  },
  {
    name: 'counterup2, below the window',
    make: (counting) =>
      onPage(
        FOLD +
          list(counting, (value) => `<b class="up">${value.toLocaleString('en-US')}</b>`) +
          library('counterup.js'),
        `const seen = new IntersectionObserver((all) => all.forEach(({ isIntersecting, target }) => { if (isIntersecting && !target.classList.contains('done')) { target.classList.add('done'); counterUp.default(target, { duration: ${counting.durationMs}, delay: 16 }) } }), { threshold: 1 })
        document.querySelectorAll('.up').forEach((one) => seen.observe(one))`,
      ),
  },
  {
    name: 'number-flow',
    make: (counting) =>
      onPage(
        `${list(counting, () => `<number-flow></number-flow>`)}<script type="module" src="/lib/number-flow.js"></script>`,
        `customElements.whenDefined('number-flow').then(() => document.querySelectorAll('number-flow').forEach((one, at) => {
          one.locales = 'en-US'; one.transformTiming = one.spinTiming = { duration: ${counting.durationMs} }
          one.update(0); setTimeout(() => one.update(${values(counting)}[at]), 250)
        }))`,
      ),
  },
  {
    name: 'anime.js',
    write: String,
    make: (counting) =>
      onPage(
        list(counting, (_, at) => `<output id="o${at}">0</output>`) + library('anime.js'),
        `${values(counting)}.forEach((value, at) => anime.animate('#o' + at, { innerHTML: value, modifier: anime.utils.round(0), duration: ${counting.durationMs}, ease: 'inOutQuad' }))`,
      ),
  },
  {
    name: 'd3, tween of texts',
    make: (counting) =>
      onPage(
        list(counting, () => '<span class="d">0</span>') + library('d3.js'),
        `const to = ${values(counting)}, write = d3.format(',d')
        d3.selectAll('.d').transition().duration(${counting.durationMs}).textTween((_, at) => (share) => write(to[at] * share))`,
      ),
  },
  {
    name: 'd3, bars of SVG with growing labels',
    isChart: true,
    write: String,
    make: (counting) =>
      onPage(
        `<svg width="600" height="200"></svg>${library('d3.js')}`,
        `const rows = ${JSON.stringify(counting.rows)}, width = d3.scaleLinear([0, d3.max(rows, (row) => row.value)], [0, 400])
        const all = d3.select('svg').selectAll('g').data(rows).join('g').attr('transform', (_, at) => 'translate(0,' + at * 60 + ')')
        all.append('text').attr('y', 16).text((row) => row.label)
        const move = d3.transition().duration(${counting.isStill ? 0 : counting.durationMs})
        all.append('rect').attr('y', 22).attr('height', 24).attr('fill', '#753').transition(move).attr('width', (row) => width(row.value))
        all.append('text').attr('y', 40).attr('x', 8).attr('fill', '#fff').transition(move).textTween((row) => d3.interpolateRound(0, row.value))`,
      ),
  },
  {
    name: 'Chartist, animated by SMIL',
    isPainted: true,
    isChart: true,
    make: (counting) =>
      onPage(
        `<div class="ct" style="width:600px;height:300px"></div>${library('chartist.js')}`,
        `const chart = new Chartist.BarChart('.ct', { labels: ${JSON.stringify(counting.rows.map(({ label }) => label))}, series: [${values(counting)}] })
        chart.on('draw', (part) => { if (part.type === 'bar' && ${!counting.isStill}) part.element.animate({ y2: { begin: 0, dur: ${counting.durationMs}, from: part.y1, to: part.y2, easing: 'easeOutQuart' } }) })`,
        '<link rel="stylesheet" href="/lib/chartist.css">',
      ),
  },
  {
    name: 'canvas, pie that is drawn by hand',
    isPainted: true,
    isChart: true,
    make: (counting) =>
      onPage(
        '<canvas id="pie" width="400" height="400"></canvas>',
        `const x = pie.getContext('2d'), values = ${values(counting)}, sum = values.reduce((a, b) => a + b), began = performance.now()
        ;(function draw(now) {
          const share = ${counting.isStill} ? 1 : Math.min(1, Math.max(0, (now - began) / ${counting.durationMs}))
          let from = 0; x.clearRect(0, 0, 400, 400)
          values.forEach((value, at) => { const to = from + value / sum * 2 * Math.PI * share; x.fillStyle = ['#a52', '#2a5', '#52a'][at]; x.beginPath(); x.moveTo(200, 200); x.arc(200, 200, 180, from, to); x.fill(); from = to })
          if (share < 1) requestAnimationFrame(draw)
        })(performance.now())`,
      ),
  },
  {
    name: 'jQuery, step of an animation',
    write: String,
    make: (counting) =>
      onPage(
        list(counting, (value) => `<span class="count" data-count="${value}">0</span>`) +
          library('jquery.js'),
        `$('.count').each(function () { const $one = $(this); $({ at: 0 }).animate({ at: $one.data('count') }, { duration: ${counting.durationMs}, easing: 'swing', step(now) { $one.text(Math.floor(now)) }, complete() { $one.text(this.at) } }) })`,
      ),
  },
  {
    name: 'Vue, German numbers',
    write: (value) => value.toLocaleString('de-DE'),
    make: (counting) =>
      onPage(
        `<div id="v"></div>${library('vue.js')}`,
        `Vue.createApp({
          data: () => ({ rows: ${JSON.stringify(counting.rows)}, share: 0 }),
          mounted() { const began = performance.now(); const step = (now) => { this.share = Math.min(1, Math.max(0, (now - began) / ${counting.durationMs})); if (this.share < 1) requestAnimationFrame(step) }; requestAnimationFrame(step) },
          template: '<ul><li v-for="row in rows"><em>{{ Math.round(row.value * Math.sin(share * Math.PI / 2)).toLocaleString("de-DE") }}</em> {{ row.label }}</li></ul>',
        }).mount('#v')`,
      ),
  },
  {
    name: 'reels of digits, moved by styles',
    write: String,
    make: (counting) =>
      onPage(
        list(
          counting,
          (value) =>
            `<span class="reels" aria-label="${value}">${Array.from(String(value), (digit) => `<span class="reel" style="--d:${digit}"><span>${Array.from('0123456789', (one) => `<i>${one}</i>`).join('')}</span></span>`).join('')}</span>`,
        ),
        '',
        `<style>.reel{display:inline-block;height:20px;overflow:hidden}.reel i{display:block;height:20px;line-height:20px;font-style:normal}.reel>span{display:block;animation:roll ${counting.durationMs}ms ease-out forwards}@keyframes roll{to{transform:translateY(calc(var(--d) * -20px))}}</style>`,
      ),
  },
  {
    name: 'Alpine, begins when it is seen, with a sign behind it',
    write: (value) => `${value.toLocaleString('en-US')}+`,
    make: (counting) =>
      onPage(
        FOLD +
          counting.rows
            .map(
              ({ label, value }) =>
                `<div x-data="{ n: 0 }" x-init="new IntersectionObserver(([seen], all) => { if (!seen.isIntersecting) return; all.disconnect(); const by = ${value} / 40; const t = setInterval(() => { n = Math.min(${value}, n + by); if (n >= ${value}) clearInterval(t) }, ${counting.durationMs / 40}) }).observe($el)"><h3 x-text="Math.floor(n).toLocaleString('en-US') + '+'">0+</h3><p>${label}</p></div>`,
            )
            .join('') +
          library('alpine.js'),
        '',
      ),
  },
  {
    name: 'custom element with a closed root',
    make: (counting) =>
      onPage(
        list(counting, (value) => `<count-up to="${value}"></count-up>`),
        `customElements.define('count-up', class extends HTMLElement {
          connectedCallback() {
            const root = this.attachShadow({ mode: 'closed' }), to = +this.getAttribute('to'), began = Date.now()
            const timer = setInterval(() => { const share = Math.min(1, (Date.now() - began) / ${counting.durationMs}); root.innerHTML = '<b>' + Math.floor(to * share ** .5).toLocaleString('en-US') + '</b>'; if (share === 1) clearInterval(timer) }, 25)
          }
        })`,
      ),
  },
  {
    name: 'React, after an answer, with decimals',
    write: (value) => (value / 10).toFixed(1),
    make: (counting) => {
      const { files } = onPage(
        '<div id="r"></div>',
        '',
        `<script type="module">
          import { React, createRoot } from '/lib/react.js'
          const h = React.createElement
          function Number({ to }) {
            const [now, setNow] = React.useState(0)
            React.useEffect(() => { const began = Date.now(); const timer = setInterval(() => { const share = Math.min(1, (Date.now() - began) / ${counting.durationMs}); setNow(to * share); if (share === 1) clearInterval(timer) }, 33); return () => clearInterval(timer) }, [to])
            return h('strong', null, now.toFixed(1))
          }
          const rows = await (await fetch('rows.json')).json()
          createRoot(document.getElementById('r')).render(rows.map((row) => h('p', { key: row.label }, row.label, ': ', h(Number, { to: row.value / 10 }))))
        </script>`,
      )
      return { files: { ...files, 'rows.json': JSON.stringify(counting.rows) } }
    },
  },
]
