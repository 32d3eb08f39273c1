import type { LateWay } from '../page.ts'
import { after, inParts, lateJson, quoted } from '../serve.ts'
import { pageOf } from './markup.ts'

/** Ways to be late that builders may look at. */
export const TRAIN_WAYS: readonly LateWay[] = [
  {
    name: 'React, fetch in an effect',
    make: (wait) => ({
      files: {
        'index.html': pageOf(
          `<div id="root"></div><script type="module">
            import { React, createRoot } from '/lib/react.js'
            const h = React.createElement
            function Orders() {
              const [order, setOrder] = React.useState()
              React.useEffect(() => { fetch('order.json').then((r) => r.json()).then(setOrder) }, [])
              return h('main', null, h('h1', null, 'Orders'),
                order ? h('p', null, order.text) : h('div', { dangerouslySetInnerHTML: { __html: ${quoted(wait.placeholder.html)} } }))
            }
            createRoot(document.getElementById('root')).render(h(Orders))
          </script>`,
        ),
        'order.json': lateJson(wait),
      },
    }),
  },
  {
    name: 'timer',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': pageOf(
          `<main><h1>Tides</h1><div id="app">${placeholder.html}</div></main><script>
            setTimeout(function () { document.getElementById('app').innerHTML = '<p>' + ${quoted(sentence)} + '</p>' }, ${ms})
          </script>`,
        ),
      },
    }),
  },
  {
    name: 'jQuery, XMLHttpRequest',
    make: (wait) => ({
      files: {
        'index.html': pageOf(
          `<div id="content">${wait.placeholder.html}</div><script src="/lib/jquery.js"></script><script>
            $(function () { $.getJSON('order.json', function (order) { $('#content').empty().append($('<p>').text(order.text)) }) })
          </script>`,
        ),
        'order.json': lateJson(wait),
      },
    }),
  },
  {
    name: 'WebSocket',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': pageOf(
          `<main><h1>Wharf</h1><div id="feed">${placeholder.html}</div></main><script>
            const socket = new WebSocket(location.href.replace('http', 'ws') + 'feed')
            socket.onmessage = (event) => { feed.innerHTML = '<p>' + event.data + '</p>' }
          </script>`,
        ),
      },
      sockets: { feed: (send) => setTimeout(() => send(sentence), ms) },
    }),
  },
  {
    name: 'Vue, import()',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': pageOf(
          `<div id="app"></div><script src="/lib/vue.js"></script><script>
            const Part = Vue.defineAsyncComponent({
              loader: () => import('./part.js').then((m) => m.default),
              loadingComponent: { template: ${quoted(`<div>${placeholder.html.replaceAll(/<style>.*?<\/style>/g, '')}</div>`)} },
              delay: 0,
            })
            Vue.createApp({ components: { Part }, template: '<main><h1>Pilots</h1><part></part></main>' }).mount('#app')
          </script>`,
        ),
        'part.js': after(
          ms,
          'text/javascript',
          `export default { template: ${quoted(`<p>${sentence}</p>`)} }`,
        ),
      },
    }),
  },
  {
    name: 'worker',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': pageOf(
          `<main><h1>Draughts</h1><div id="sums">${placeholder.html}</div></main><script>
            const worker = new Worker('sums.js')
            worker.onmessage = (event) => { sums.innerHTML = '<p>' + event.data + '</p>' }
            worker.postMessage('begin')
          </script>`,
        ),
        'sums.js': `onmessage = () => setTimeout(() => postMessage(${quoted(sentence)}), ${ms})`,
      },
    }),
  },
  {
    name: 'redirect by script',
    make: ({ ms, sentence, placeholder }) => ({
      files: {
        'index.html': pageOf(
          `<p>You are being redirected.</p>${placeholder.html}<script>setTimeout(() => location.replace('goal.html'), ${ms})</script>`,
        ),
        'goal.html': pageOf(`<main><h1>Quay 4</h1><p>${sentence}</p></main>`),
      },
    }),
  },
  {
    name: 'Alpine, asks until it is ready',
    make: ({ ms, sentence, placeholder }) => {
      let beganAt = 0
      return {
        files: {
          'index.html': pageOf(
            `<main x-data="{ text: '' }" x-init="const timer = setInterval(async () => { const answer = await (await fetch('state.json')).json(); if (answer.ready) { clearInterval(timer); text = answer.text } }, 250)">
              <h1>Report</h1><div x-show="!text">${placeholder.html}</div><p x-show="text" x-text="text"></p></main>
            <script defer src="/lib/alpine.js"></script>`,
          ),
          'state.json': (response) => {
            beganAt ||= Date.now()
            const isReady = Date.now() - beganAt >= ms
            response
              .writeHead(200, { 'content-type': 'application/json' })
              .end(JSON.stringify(isReady ? { ready: true, text: sentence } : { ready: false }))
          },
        },
      }
    },
  },
  {
    name: 'HTML in chunks',
    make: ({ ms, sentence, placeholder }) => {
      const [before = '', behind = ''] = pageOf(
        `<main><h1>Lamps</h1><div id="wait">${placeholder.html}</div>|</main>`,
      ).split('|')
      const late = `<p>${sentence}</p><script>document.getElementById('wait').remove()</script>`
      return {
        files: {
          'index.html': inParts('text/html; charset=utf-8', [
            { atMs: 0, text: before },
            { atMs: ms, text: late + behind },
          ]),
        },
      }
    },
  },
  {
    name: 'text that stands beside other text, filled by fetch',
    make: (wait) => ({
      files: {
        'index.html': pageOf(
          `<main><h1>Moorings of the old basin</h1><p>Boats of up to nine metres lie at the inner wall, longer ones outside; the list below says who has which place this season.</p><div id="rest">${wait.placeholder.html}</div></main><script>
            fetch('order.json').then((r) => r.json()).then(({ text }) => { rest.innerHTML = '<p>' + text + '</p>' })
          </script>`,
        ),
        'order.json': lateJson(wait),
      },
    }),
  },
]
