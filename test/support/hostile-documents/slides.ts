import { openDocumentFiles } from '../documents.ts'
import { part, pptxOf, relationships, run, shape, type SlideText } from '../presentations.ts'
import { zipOf } from '../zip.ts'
import {
  billionLaughs,
  externalEntities,
  type HostileDocument,
  READ,
  READ_OR_REFUSED,
  repeated,
  TOO_LARGE,
} from './hostile-document.ts'

const SLIDE = 'ppt/slides/slide1.xml'
const TITLE = shape([run('Tides')], { type: 'title' })
const pptx = (
  shapes: string,
  links: SlideText['links'] = {},
  parts?: Parameters<typeof pptxOf>[1],
): Buffer => pptxOf([{ shapes: TITLE + shapes, links }], parts)
const slide = (shapes: string): string =>
  part('p:sld', `<p:cSld><p:spTree>${shapes}</p:spTree></p:cSld>`)
const frame = (data: string): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="1" name="x"/></p:nvGraphicFramePr><a:graphic><a:graphicData>${data}</a:graphicData></a:graphic></p:graphicFrame>`
const DIAGRAM = 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
const CHART = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
const odp = (pages: string): Buffer => zipOf(openDocumentFiles('presentation', pages))

/** Hostile presentations. */
export const HOSTILE_SLIDES: readonly HostileDocument[] = [
  [
    'a slide of 150 MB',
    'a.pptx',
    () => pptx('', {}, { [SLIDE]: ' '.repeat(150_000_000) }),
    TOO_LARGE,
  ],
  ['100,000 slides that are one part', 'a.pptx', slidesOfOnePart, READ_OR_REFUSED],
  [
    'a slide that is its own layout, master and notes',
    'a.pptx',
    () =>
      pptx('', {
        a: { type: 'slideLayout', target: 'slide1.xml' },
        b: { type: 'slideMaster', target: 'slide1.xml' },
        c: { type: 'notesSlide', target: 'slide1.xml' },
      }),
    /Tides/,
  ],
  [
    'groups 10,000 deep',
    'a.pptx',
    () => pptx('<p:grpSp>'.repeat(10_000) + shape([run('deep')])),
    /Tides/,
  ],
  [
    '50,000 shapes in one place',
    'a.pptx',
    () =>
      pptx(
        '<p:sp><p:spPr><a:xfrm><a:off x="1" y="1"/><a:ext cx="9" cy="9"/></a:xfrm></p:spPr><p:txBody><a:p><a:r><a:t>w</a:t></a:r></a:p></p:txBody></p:sp>'.repeat(
          200_000,
        ),
      ),
    READ_OR_REFUSED,
  ],
  [
    'levels and numbers without end',
    'a.pptx',
    () =>
      pptx(
        shape(
          Array.from(
            { length: 20_000 },
            (_, at) =>
              `<a:pPr lvl="${at * 1_000}"><a:buAutoNum type="romanUcPeriod" startAt="2147483647"/></a:pPr>${run('x')}`,
          ),
        ),
      ),
    READ,
  ],
  [
    'a cell of 2 billion columns and rows',
    'a.pptx',
    () =>
      pptx(
        frame(
          `<a:tbl>${repeated(2_000, () => '<a:tr><a:tc gridSpan="2000000000" rowSpan="2000000000"><a:txBody><a:p><a:r><a:t>x</a:t></a:r></a:p></a:txBody></a:tc></a:tr>')}</a:tbl>`,
        ),
      ),
    READ,
  ],
  [
    'a diagram in rings',
    'a.pptx',
    () =>
      pptx(
        frame(`<dgm:relIds ${DIAGRAM} r:dm="d"/>`),
        { d: { type: 'diagramData', target: 'd.xml' } },
        {
          'ppt/slides/d.xml': `<dgm:dataModel ${DIAGRAM} xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst>${repeated(20_000, (at) => `<dgm:pt modelId="${at}"><dgm:t><a:p><a:r><a:t>p</a:t></a:r></a:p></dgm:t></dgm:pt>`)}</dgm:ptLst><dgm:cxnLst>${repeated(20_000, (at) => `<dgm:cxn srcId="${at}" destId="${(at + 1) % 20_000}"/><dgm:cxn srcId="${at}" destId="${(at * 7) % 20_000}"/>`)}</dgm:cxnLst></dgm:dataModel>`,
        },
      ),
    READ,
  ],
  [
    'a chart of places without end',
    'a.pptx',
    () =>
      pptx(
        frame(`<c:chart ${CHART} r:id="c"/>`),
        { c: { type: 'chart', target: 'c.xml' } },
        {
          'ppt/slides/c.xml': `<c:chartSpace ${CHART}><c:chart><c:plotArea><c:barChart>${repeated(300, (at) => `<c:ser><c:cat><c:pt idx="${at}e15"><c:v>a</c:v></c:pt></c:cat><c:val><c:numRef><c:numCache><c:formatCode>yyyy</c:formatCode><c:pt idx="-${at}"><c:v>1e308</c:v></c:pt><c:pt idx="x"><c:v>9</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>`)}</c:barChart></c:plotArea></c:chart></c:chartSpace>`,
        },
      ),
    READ,
  ],
  [
    'pictures, films and slides outside',
    'a.pptx',
    (trap) =>
      pptx(
        '<p:pic><p:nvPicPr><p:cNvPr id="1" name="x" descr="far"><a:hlinkClick r:id="j"/></p:cNvPr><p:nvPr><a:videoFile r:link="i"/></p:nvPr></p:nvPicPr><p:blipFill><a:blip r:link="i" r:embed="i"/></p:blipFill></p:pic>' +
          frame(`<c:chart ${CHART} r:id="i"/>`),
        {
          i: { type: 'image', target: trap, isExternal: true },
          j: { type: 'hyperlink', target: 'javascript:x', isExternal: true },
          l: { type: 'slideLayout', target: trap, isExternal: true },
          n: { type: 'notesSlide', target: '../../../../../etc/passwd' },
        },
      ),
    /Tides(?![^]*javascript:)/,
  ],
  [
    'a billion laughs',
    'a.pptx',
    () => pptx('', {}, { [SLIDE]: billionLaughs('p:sld') + slide(TITLE + shape([run('&l30;')])) }),
    /Tides/,
  ],
  [
    'entities outside',
    'a.pptx',
    (trap) =>
      pptx(
        '',
        {},
        { [SLIDE]: externalEntities('p:sld', trap) + slide(TITLE + shape([run('&file;&web;')])) },
      ),
    /Tides/,
  ],
  [
    'boxes 10,000 deep',
    'a.odp',
    () =>
      odp(
        `<draw:page><draw:frame><draw:text-box><text:p>Tides</text:p></draw:text-box></draw:frame>${'<draw:g><draw:frame><draw:text-box>'.repeat(10_000)}`,
      ),
    READ_OR_REFUSED,
  ],
  [
    '10,000 slides',
    'a.odp',
    () =>
      odp(
        '<draw:page><draw:frame><draw:text-box><text:p>Tides</text:p></draw:text-box></draw:frame></draw:page>'.repeat(
          50_000,
        ),
      ),
    READ,
  ],
  [
    'objects, pictures and sounds outside',
    'a.odp',
    (trap) =>
      odp(
        `<draw:page><draw:frame><draw:text-box><text:p>Tides</text:p></draw:text-box></draw:frame><draw:frame><draw:object xlink:href="${trap}"/><draw:image xlink:href="${trap}"/><draw:plugin xlink:href="${trap}"/></draw:frame></draw:page>`,
      ),
    /Tides/,
  ],
]

/** A presentation that shows one slide again and again. */
function slidesOfOnePart(): Buffer {
  const count = 100_000
  return pptx(
    '',
    {},
    {
      'ppt/presentation.xml': part(
        'p:presentation',
        `<p:sldIdLst>${'<p:sldId id="256" r:id="s1"/>'.repeat(count)}</p:sldIdLst>`,
      ),
      [SLIDE]: slide(TITLE + shape([run('word '.repeat(1_000))])),
      'ppt/slides/_rels/slide1.xml.rels': relationships({}),
    },
  )
}
