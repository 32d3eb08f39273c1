import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { generatedFolder } from './generate.ts'
import { run, runLatex } from './run-latex.ts'
import { pdfSystems } from './systems.ts'
import { html } from './write-html.ts'

/** A text of a script that needs more than letters in a row. */
interface ScriptText {
  name: string
  language: string
  font: string
  isVertical: boolean
  title: string
  paragraphs: readonly string[]
  items: readonly string[]
}

const TEXTS: readonly ScriptText[] = [
  {
    name: 'hindi',
    language: 'hi',
    font: 'Noto Sans Devanagari',
    isVertical: false,
    title: 'नगर पुस्तकालय की मार्गदर्शिका',
    paragraphs: [
      'पुस्तकालय प्रतिदिन सुबह 9:00 बजे से शाम 17:30 बजे तक खुला रहता है।',
      'तीसरी मंज़िल पर 45,000 से अधिक पुस्तकें हैं (जिनमें 1,250 पांडुलिपियाँ हैं)।',
      'विद्यार्थियों के लिए सदस्यता शुल्क ₹120 है; अन्य लोगों के लिए ₹350।',
      'प्रश्न पूछने के लिए books@example.org पर लिखें या 0555-123-987 पर फ़ोन करें।',
      'क्षेत्रीय इतिहास, विज्ञान और दर्शन की पुस्तकें उत्तर दिशा के कक्ष में रखी गई हैं।',
      'श्रीमती शर्मा ने कहा, “पढ़ना मन का भोजन है,” और फिर चुप हो गईं।',
      'कृपया पुस्तकें १५ दिनों के भीतर लौटा दें, अन्यथा अर्थदंड देना पड़ेगा।',
    ],
    items: ['पुरानी पुस्तकें (1850)', 'पत्रिकाएँ और समाचारपत्र', 'मानचित्र तथा चित्र'],
  },
  {
    name: 'thai',
    language: 'th',
    font: 'Garuda',
    isVertical: false,
    title: 'คู่มือห้องสมุดประชาชน',
    paragraphs: [
      'ห้องสมุดเปิดทุกวันตั้งแต่เวลา 9:00 น. ถึง 17:30 น.',
      'ชั้นที่ 3 มีหนังสือมากกว่า 45,000 เล่ม (รวมต้นฉบับ 1,250 เล่ม)',
      'ค่าสมาชิกสำหรับนักเรียน 120 บาท ผู้ใหญ่ 350 บาทต่อปี',
      'หากมีคำถาม เขียนถึง books@example.org หรือโทร 0555-123-987',
      'ผู้อ่านที่ทำหนังสือหายต้องชดใช้เป็นเงินสองเท่าของราคาหนังสือ',
      'น้ำดื่มและอาหารห้ามนำเข้าไปในห้องอ่านหนังสือ',
      'พิพิธภัณฑ์ตั้งอยู่ใกล้แม่น้ำ เปิดให้เข้าชมฟรีทุกวันอาทิตย์',
    ],
    items: ['หนังสือเก่า (1850)', 'วารสารและหนังสือพิมพ์', 'แผนที่ทั่วโลก'],
  },
  {
    name: 'japanese',
    language: 'ja',
    font: 'Noto Serif CJK JP',
    isVertical: true,
    title: '市立図書館の案内',
    paragraphs: [
      '図書館は毎日、午前九時から午後五時半まで開いています。',
      '三階には四万五千冊以上の本があります（うち千二百五十冊は写本です）。',
      '学生の会費は年に百二十円、大人は三百五十円です。',
      '「読書は心の糧である」と館長は言い、それから黙った。',
      '雨の日には、傘を入口の左にある傘立てに入れてください。',
      '本を失くした人は、値段の二倍を払わなければなりません。',
      'コンピューターは２階の閲覧室で、だれでも一時間まで使えます。',
    ],
    items: ['古い本と巻物', '雑誌・新聞・地図', '子どものための絵本'],
  },
]

interface Printer {
  name: string
  print(text: ScriptText, file: string): Promise<void>
}

const PRINTERS: readonly Printer[] = [
  {
    name: 'chrome',
    async print(text, file) {
      await writeFile(`${file}.html`, toPage(text))
      const args = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer']
      await run('chromium', [...args, `--print-to-pdf=${file}`, `file://${file}.html`])
    },
  },
  {
    name: 'writer',
    async print(text, file) {
      await writeFile(`${file}.fodt`, toOpenDocument(text))
      const folder = dirname(file)
      const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
      const args = ['--headless', '--convert-to', 'pdf', '--outdir', folder, `${file}.fodt`]
      await run('soffice', [profile, ...args])
      await rename(`${file}.pdf`, file)
    },
  },
  { name: 'lualatex', print: async (text, file) => runLatex('lualatex', toPaper(text), file) },
]

function toPage({ language, font, isVertical, title, paragraphs, items }: ScriptText): string {
  const mode = isVertical ? 'writing-mode:vertical-rl;height:240mm;' : ''
  const texts = paragraphs.map((one) => `<p>${html(one)}</p>`).join('')
  const list = items.map((one) => `<li>${html(one)}</li>`).join('')
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><style>body{${mode}font:12pt/1.6 "${font}"}</style><h1>${html(title)}</h1>${texts}<ul>${list}</ul></html>`
}

const NAMES =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"'

function toOpenDocument({ font, isVertical, title, paragraphs, items }: ScriptText): string {
  const mode = isVertical ? ' style:writing-mode="tb-rl"' : ''
  const fonts = ['style:font-name', 'style:font-name-asian', 'style:font-name-complex']
  const named = ['fo:font-family', 'style:font-family-asian', 'style:font-family-complex', ...fonts]
    .map((one) => `${one}="${font}"`)
    .join(' ')
  const texts = paragraphs.map((one) => `<text:p>${html(one)}</text:p>`).join('')
  const list = items
    .map((one) => `<text:list-item><text:p>${html(one)}</text:p></text:list-item>`)
    .join('')
  return `<?xml version="1.0" encoding="utf-8"?><office:document ${NAMES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:styles><style:default-style style:family="paragraph"><style:text-properties ${named}/></style:default-style><style:style style:name="Heading" style:display-name="Heading 1" style:family="paragraph"><style:text-properties fo:font-size="20pt" style:font-size-asian="20pt" style:font-size-complex="20pt"/></style:style></office:styles><office:automatic-styles><style:page-layout style:name="PM1"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm" fo:margin="2cm"${mode}/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="PM1"/></office:master-styles><office:body><office:text><text:h text:style-name="Heading" text:outline-level="1">${html(title)}</text:h>${texts}<text:list>${list}</text:list></office:text></office:body></office:document>`
}

function toPaper({ font, isVertical, title, paragraphs, items }: ScriptText): string {
  const head = isVertical
    ? String.raw`\documentclass{ltjtarticle}`
    : String.raw`\documentclass{article}\usepackage{fontspec}\setmainfont[Renderer=HarfBuzz]{${font}}`
  const list = items.map((one) => String.raw`\item ${one}`).join('\n')
  return String.raw`${head}
\begin{document}
\section*{${title}}
${paragraphs.join('\n\n')}

\begin{itemize}
${list}
\end{itemize}
\end{document}
`
}

/** Words are parted by blanks in Hindi only. */
function comparable(text: string, language: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll('\u2010', '-')
    .replaceAll(/\\(?=[^\p{L}\p{N}\s])/gu, '')
  return plain.replaceAll(/\s+/g, language === 'hi' ? ' ' : '')
}

/** Prints each text with each producer, and says what share of its sentences each system reads as they are. */
async function compare(isLoud: boolean): Promise<void> {
  const systems = await pdfSystems()
  const folder = join(generatedFolder(), 'other-scripts')
  await mkdir(folder, { recursive: true })
  for (const text of TEXTS) {
    for (const { name, print } of PRINTERS) {
      const file = join(folder, `${name}-${text.name}.pdf`)
      if (!existsSync(file)) await print(text, file)
      const expected = [text.title, ...text.paragraphs, ...text.items]
      const cells: string[] = []
      for (const system of systems) {
        const read = comparable(await system.read(file).catch(() => ''), text.language)
        const lost = expected.filter((one) => !read.includes(comparable(one, text.language)))
        if (isLoud && system.name === 'bellhop') for (const one of lost) console.log(`  ${one}`)
        cells.push(`${system.name} ${expected.length - lost.length}/${expected.length}`)
      }
      console.log(`${text.name}, ${name}: ${cells.join(', ')}`)
    }
  }
}

if (import.meta.main) await compare(process.argv[2] === 'loud')
