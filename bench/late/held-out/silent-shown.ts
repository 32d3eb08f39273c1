import { lackedAddresses, lackedTexts, saysUnfinished } from '../judge.ts'
import type { SilentPage } from '../page.ts'
import { quoted } from '../serve.ts'
import { proseOf, saysOf, sheet } from './markup.ts'

const SHOWN = { render: 'always' }

const root = (thing: string): string =>
  `<div id="root"></div><script>root.innerHTML = '<main><h1>Lot</h1>' + ${quoted(proseOf(thing))} + '</main>'</script>`

/** Pages of frames, documents, downloads, limits and statuses that nothing is tuned on. */
export const HELD_OUT_SHOWN: readonly SilentPage[] = [
  {
    name: 'frameset within a frameset',
    kind: 'frames',
    options: SHOWN,
    make: () => ({
      files: {
        'index.html':
          '<html><head><title>Mill</title></head><frameset rows="60,*" border="0"><frame name="top" src="top.htm"><frameset cols="120,*"><frame name="left" src="left.htm"><frame name="main" src="main.htm"></frameset><noframes><body>Your browser cannot show frames.</body></noframes></frameset></html>',
        'top.htm': (response) =>
          response.writeHead(200, { 'content-type': 'text/html' }).end(sheet('<h1>Mill</h1>')),
        'left.htm': (response) =>
          response.writeHead(200, { 'content-type': 'text/html' }).end(sheet(proseOf('left malt'))),
        'main.htm': (response) =>
          response.writeHead(200, { 'content-type': 'text/html' }).end(sheet(proseOf('main malt'))),
      },
    }),
    judge: (given) => lackedTexts(given, [saysOf('left malt'), saysOf('main malt')]),
  },
  {
    name: 'frame of another origin that forbids it by its policy',
    kind: 'frames',
    options: SHOWN,
    make: ({ other }) => ({
      files: {
        'index.html': sheet(
          `<h1>Sales</h1><iframe src="${other}sales-desk" width="900" height="700"></iframe>`,
        ),
        'sales-desk': (response) =>
          response
            .writeHead(200, {
              'content-type': 'text/html',
              'content-security-policy': `frame-ancestors 'none'`,
            })
            .end(sheet(proseOf('nothing'))),
      },
    }),
    judge: (given) => lackedAddresses(given, ['/sales-desk']),
  },
  {
    name: 'frame that the guard does not reach',
    kind: 'frames',
    options: SHOWN,
    make: () => ({
      files: {
        'index.html': sheet(
          `<main><h1>Map</h1>${proseOf('chaff')}<iframe src="http://10.1.2.3:81/ground-plan" width="800" height="600"></iframe></main>`,
        ),
      },
    }),
    judge: (given) => lackedAddresses(given, ['/ground-plan']),
  },
  {
    name: 'page that is one frame from a source document',
    kind: 'frames',
    options: SHOWN,
    make: () => ({
      files: {
        'index.html': sheet(
          `<iframe style="width:100%;height:900px" srcdoc="${proseOf('sown rye').replaceAll('"', '&quot;')}"></iframe>`,
        ),
      },
    }),
    judge: (given) => lackedTexts(given, [saysOf('sown rye')]),
  },
  {
    name: 'frame far below, loaded lazily',
    kind: 'frames',
    options: SHOWN,
    make: () => ({
      files: {
        'index.html': sheet(
          `<main>${proseOf('bran')}<div style="height:9000px"></div><iframe loading="lazy" src="annex.html" width="900" height="600"></iframe></main>`,
        ),
        'annex.html': sheet(proseOf('annexed corn')),
      },
    }),
    judge: (given) =>
      lackedTexts(given, [saysOf('annexed corn')]).length === 0
        ? []
        : lackedAddresses(given, ['/annex.html']),
  },
  {
    name: 'fourteen frames',
    kind: 'frames',
    options: SHOWN,
    make: () => ({
      files: {
        'index.html': sheet(
          `<main>${proseOf('sieves')}${Array.from({ length: 14 }, (_, at) => `<iframe src="room-${at}.html" width="600" height="200"></iframe>`).join('')}</main>`,
        ),
        ...Object.fromEntries(
          Array.from({ length: 14 }, (_, at) => [`room-${at}.html`, sheet(proseOf(`cask ${at}x`))]),
        ),
      },
    }),
    judge: (given) =>
      Array.from({ length: 14 }, (_, at) => at).flatMap((at) =>
        lackedTexts(given, [saysOf(`cask ${at}x`)]).length === 0
          ? []
          : lackedAddresses(given, [`/room-${at}.html`]),
      ),
  },
  {
    name: 'PDF in an object',
    kind: 'documents',
    options: SHOWN,
    make: () => ({
      files: {
        'index.html': sheet(
          `<main><h2>Deed</h2>${proseOf('deeds')}<object data="files/deed-of-sale.pdf" type="application/pdf" width="700" height="900"></object></main>`,
        ),
        'files/deed-of-sale.pdf': '%PDF-1.4\n%%EOF\n',
      },
    }),
    judge: (given) => lackedAddresses(given, ['/files/deed-of-sale.pdf']),
  },
  {
    name: 'PDF in a frame',
    kind: 'documents',
    options: SHOWN,
    make: () => ({
      files: {
        'index.html': sheet(
          `<main><h2>Plan</h2>${proseOf('plans')}<iframe src="weir-plan.pdf#toolbar=0" width="700" height="900"></iframe></main>`,
        ),
        'weir-plan.pdf': '%PDF-1.4\n%%EOF\n',
      },
    }),
    judge: (given) => lackedAddresses(given, ['/weir-plan.pdf']),
  },
  {
    name: 'PDF that nothing but its ending names, by auto',
    kind: 'documents',
    make: () => ({
      files: {
        'index.html': sheet(
          `<main><h2>Lease</h2>${proseOf('leases').repeat(3)}<embed src="lease-1911.pdf" width="700" height="900"></main>`,
        ),
        'lease-1911.pdf': '%PDF-1.4\n%%EOF\n',
      },
    }),
    judge: (given) => lackedAddresses(given, ['/lease-1911.pdf']),
  },
  {
    name: 'office document in a viewer',
    kind: 'documents',
    options: SHOWN,
    make: ({ other }) => ({
      files: {
        'index.html': sheet(
          `<main>${proseOf('accounts')}<iframe src="${other}viewer?src=accounts-of-may.docx" width="700" height="900"></iframe></main>`,
        ),
        viewer: (response) =>
          response
            .writeHead(200, { 'content-type': 'text/html' })
            .end('<!doctype html><canvas width="600" height="800"></canvas>'),
      },
    }),
    judge: (given) => lackedAddresses(given, ['accounts-of-may.docx']),
  },
  {
    name: 'download by a link that a script clicks',
    kind: 'downloads',
    options: SHOWN,
    make: () => ({
      files: {
        'index.html': sheet(
          `<main><h1>Your file is on its way</h1>${proseOf('dark ale')}</main><a id="get" href="ale.bin" download>again</a><script>setTimeout(() => document.getElementById('get').click(), 300)</script>`,
        ),
        'ale.bin': (response) =>
          response
            .writeHead(200, {
              'content-type': 'application/octet-stream',
              'content-disposition': 'attachment; filename=ale.bin',
            })
            .end('ale'),
      },
    }),
    judge: (given) => lackedTexts(given, [saysOf('dark ale')]),
  },
  {
    name: 'download by meta refresh',
    kind: 'downloads',
    options: SHOWN,
    make: () => ({
      files: {
        'index.html': sheet(
          `<main><h1>Thank you</h1>${proseOf('pale ale')}</main>`,
          '<meta http-equiv="refresh" content="1;url=pale.tar.gz">',
        ),
        'pale.tar.gz': (response) =>
          response.writeHead(200, { 'content-type': 'application/gzip' }).end('x'),
      },
    }),
    judge: (given) => lackedTexts(given, [saysOf('pale ale')]),
  },
  {
    name: 'download by a hidden frame',
    kind: 'downloads',
    options: SHOWN,
    make: () => ({
      files: {
        'index.html': sheet(
          `<main><h1>Thank you</h1>${proseOf('small beer')}</main><iframe src="beer.exe" hidden></iframe>`,
        ),
        'beer.exe': (response) =>
          response
            .writeHead(200, {
              'content-type': 'application/x-msdownload',
              'content-disposition': 'attachment',
            })
            .end('MZ'),
      },
    }),
    judge: (given) => lackedTexts(given, [saysOf('small beer')]),
  },
  {
    name: 'waitFor of a long page that has no such part',
    kind: 'waitFor',
    options: { render: 'always', waitFor: '#prices > tbody > tr' },
    make: () => ({
      files: {
        'index.html': sheet(`<main>${proseOf('tares').repeat(8)}<div id="prices"></div></main>`),
      },
    }),
    judge: (given) => (given.failed === '' && !saysUnfinished(given) ? ['no word of #prices'] : []),
  },
  {
    name: 'waitFor that comes',
    kind: 'waitFor',
    options: { render: 'always', waitFor: '.lot' },
    make: () => ({
      files: {
        'index.html': sheet(
          `<main>${proseOf('vetches')}<div id="out"></div></main><script>setTimeout(() => { out.innerHTML = '<p class="lot">' + ${quoted(saysOf('late vetches'))} + '</p>' }, 1500)</script>`,
        ),
      },
    }),
    judge: (given) => [
      ...lackedTexts(given, [saysOf('late vetches')]),
      ...(given.result?.['unfinished'] === true ? ['falsely unfinished'] : []),
    ],
  },
  {
    name: 'more requests than allowed',
    kind: 'limits',
    options: SHOWN,
    make: () => ({
      files: {
        'index.html': sheet(
          `<main>${proseOf('gleanings')}</main><script>let n = 0; (function ask() { for (let i = 0; i < 40; i += 1) fetch('none?' + n++).catch(() => 0); setTimeout(ask, 30) })()</script>`,
        ),
      },
    }),
    judge: (given) => [
      ...lackedTexts(given, [saysOf('gleanings')]),
      ...(given.failed === '' && !saysUnfinished(given) ? ['no word of the limit'] : []),
    ],
  },
  {
    name: 'more bytes than allowed',
    kind: 'limits',
    options: SHOWN,
    make: () => ({
      files: {
        'index.html': sheet(
          `<main>${proseOf('husks')}</main><script>fetch('heap').then((r) => r.arrayBuffer()).then(() => fetch('heap')).then((r) => r.text())</script>`,
        ),
        heap: (response) =>
          response
            .writeHead(200, { 'content-type': 'application/octet-stream' })
            .end(Buffer.alloc(30_000_000, 97)),
      },
    }),
    judge: (given) => [
      ...lackedTexts(given, [saysOf('husks')]),
      ...(given.failed === '' && !saysUnfinished(given) ? ['no word of the limit'] : []),
    ],
  },
  {
    name: 'application served with 403',
    kind: 'status',
    options: SHOWN,
    make: () => ({ status: 403, files: { 'index.html': sheet(root('guarded hops')) } }),
    judge: (given) => [
      ...lackedTexts(given, [saysOf('guarded hops')]),
      ...(given.failed === '' && !/403/.test(given.besides) ? ['status'] : []),
    ],
  },
  {
    name: 'application of React served with 404, by auto',
    kind: 'status',
    make: () => ({
      status: 404,
      files: {
        'index.html': sheet(
          `<div id="root"></div><script type="module">import { React, createRoot } from '/lib/react.js'; createRoot(document.getElementById('root')).render(React.createElement('main', { dangerouslySetInnerHTML: { __html: ${quoted(`<h1>Lot 7</h1>${proseOf('hidden hops')}`)} } }))</script>`,
        ),
      },
    }),
    judge: (given) => [
      ...lackedTexts(given, [saysOf('hidden hops')]),
      ...(given.failed === '' && !/404|notFound/.test(given.besides) ? ['status'] : []),
    ],
  },
  {
    name: 'page that is truly gone',
    kind: 'status',
    options: SHOWN,
    make: () => ({
      status: 404,
      files: { 'index.html': sheet('<h1>Not found</h1><p>There is nothing at this address.</p>') },
    }),
    judge: (given) =>
      given.failed !== '' || /404|notFound/.test(given.besides) ? [] : ['success without a status'],
  },
]
