import { encodeLegacy } from './encode-legacy.ts'

/** A text that an encoding was made for. */
export interface EncodingText {
  encoding: string
  text: string
  /** Whether nobody can tell the encoding by the bytes: browsers do not try, or another one is the usual one for them. */
  isUntold?: true
}

const RUSSIAN =
  'Паром ходит между двумя городами с тысяча девятьсот одиннадцатого года, расписание висит у кассы.'
const GERMAN =
  'Die Fähre verkehrt früh zwischen beiden Städten; größere Wagen müssen über die Brücke fahren.'
const POLISH =
  'Prom między dwoma miastami kursuje od zimy, a jego rozkład jazdy wciąż wisi obok kasy; źródło: gazeta.'
const JAPANESE =
  '二つの町を結ぶ渡し船は百年以上も動いていて、時刻表は今も切符売り場の横にあります。'

/** A text for each encoding of the Encoding Standard that has a decoder. */
export const ENCODING_TEXTS: readonly EncodingText[] = [
  { encoding: 'utf-8', text: `${GERMAN} ${RUSSIAN} ${JAPANESE} नाव दो शहरों के बीच चलती है।` },
  { encoding: 'ibm866', text: RUSSIAN },
  { encoding: 'iso-8859-2', text: POLISH },
  {
    encoding: 'iso-8859-3',
    text: 'La pramŝipo inter la du urboj veturas ĉiutage; ĝia horaro pendas ĉe la giĉeto, kaj ankaŭ ĵaŭde ĝi iras.',
  },
  {
    encoding: 'iso-8859-4',
    text: 'Prāmis starp abām pilsētām kursē kopš ziemas, un saraksts joprojām karājas pie kases; šķērsošana ir lēta.',
  },
  { encoding: 'iso-8859-5', text: RUSSIAN },
  {
    encoding: 'iso-8859-6',
    text: 'تسير العبارة بين المدينتين منذ الشتاء، ولا يزال جدول مواعيدها معلقا بجانب شباك التذاكر.',
  },
  {
    encoding: 'iso-8859-7',
    text: 'Το πλοίο ανάμεσα στις δύο πόλεις ταξιδεύει από τον χειμώνα και το δρομολόγιό του κρέμεται στην αίθουσα.',
  },
  {
    encoding: 'iso-8859-8',
    text: 'המעבורת בין שתי הערים יוצאת מאז החורף, ולוח הזמנים שלה עדיין תלוי ליד הקופה.',
  },
  {
    encoding: 'iso-8859-8-i',
    text: 'המעבורת בין שתי הערים יוצאת מאז החורף, ולוח הזמנים שלה עדיין תלוי ליד הקופה.',
  },
  {
    encoding: 'iso-8859-10',
    text: 'Ferjan siglir báðumegin við ŋ og ŧ, þótt æðimargir hafi farið yfir brúna.',
    isUntold: true,
  },
  {
    encoding: 'iso-8859-13',
    text: 'Keltas tarp dviejų miestų plaukioja nuo žiemos, o jo tvarkaraštis vis dar kabo šalia kasos; įdomu, ar ąžuolas liko.',
  },
  {
    encoding: 'iso-8859-14',
    text: 'Mae’r fferi’n mynd rhwng y ddwy dref: ŵyr, tŷ, dŵr, gŵyl, ŷd.'.replaceAll('’', "'"),
    isUntold: true,
  },
  { encoding: 'iso-8859-15', text: `${GERMAN} Der Sœur-Tarif kostet 5 €.`, isUntold: true },
  {
    encoding: 'iso-8859-16',
    text: 'Feribotul dintre cele două orașe circulă încă din iarnă, iar orarul său stă și acum lângă casă, în față.',
    isUntold: true,
  },
  { encoding: 'koi8-r', text: RUSSIAN },
  {
    encoding: 'koi8-u',
    text: 'Пором між двома містами ходить із зими, а його розклад і досі висить біля каси; її знає кожен.',
  },
  { encoding: 'macintosh', text: GERMAN, isUntold: true },
  {
    encoding: 'windows-874',
    text: 'เรือข้ามฟากระหว่างสองเมืองแล่นมาตั้งแต่ฤดูหนาว และตารางเวลายังแขวนอยู่ข้างช่องขายตั๋ว',
  },
  { encoding: 'windows-1250', text: POLISH },
  { encoding: 'windows-1251', text: RUSSIAN },
  { encoding: 'windows-1252', text: `${GERMAN} „Endlich“ – sagt der Fährmann.` },
  {
    encoding: 'windows-1253',
    text: 'Το πλοίο ανάμεσα στις δύο πόλεις ταξιδεύει από τον χειμώνα και το δρομολόγιό του κρέμεται στην αίθουσα.',
  },
  {
    encoding: 'windows-1254',
    text: 'İki şehir arasındaki vapur kıştan beri çalışıyor; tarifesi hâlâ gişenin yanında asılı duruyor, ağır yük almıyor.',
  },
  {
    encoding: 'windows-1255',
    text: 'המעבורת בין שתי הערים יוצאת מאז החורף, ולוח הזמנים שלה עדיין תלוי ליד הקופה.',
  },
  {
    encoding: 'windows-1256',
    text: 'تسير العبارة بين المدينتين منذ الشتاء، ولا يزال جدول مواعيدها معلقا بجانب شباك التذاكر.',
  },
  {
    encoding: 'windows-1257',
    text: 'Prāmis starp abām pilsētām kursē kopš ziemas, un saraksts joprojām karājas pie kases; šķērsošana ir lēta.',
  },
  {
    encoding: 'windows-1258',
    text: 'Phà giữa hai thành phố chạy từ mùa đông, và bảng giờ của nó vẫn treo cạnh quầy bán vé.',
  },
  { encoding: 'x-mac-cyrillic', text: RUSSIAN, isUntold: true },
  {
    encoding: 'gbk',
    text: '两个城镇之间的渡船自从冬天起运行，时刻表至今挂在售票窗口旁边，大多数乘客都互相认识。',
  },
  {
    encoding: 'gb18030',
    text: '两个城镇之间的渡船自从冬天起运行，时刻表至今挂在售票窗口旁边，大多数乘客都互相认识。',
  },
  {
    encoding: 'big5',
    text: '兩個城鎮之間的渡船自從冬天起航行，時刻表至今掛在售票窗口旁邊，大多數乘客都互相認識。',
  },
  { encoding: 'euc-jp', text: JAPANESE },
  { encoding: 'iso-2022-jp', text: JAPANESE },
  { encoding: 'shift_jis', text: JAPANESE },
  {
    encoding: 'euc-kr',
    text: '두 마을을 잇는 나룻배는 겨울부터 운항하고 있으며 시간표는 지금도 매표소 옆에 걸려 있다.',
  },
]

/** A text in any encoding of the table; what is ASCII may stand in it, too. */
export function encodeAny(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding === 'iso-2022-jp') return inIso2022(text)
  return encodeLegacy(decomposed(text, encoding), encoding)
}

/** How a text of an encoding is read: Vietnamese has its tones apart from its letters. */
export function decomposed(text: string, encoding: string): string {
  if (encoding !== 'windows-1258') return text
  return text
    .normalize('NFD')
    .replaceAll(/([aAeEoOuU][\u0302\u0306\u031b])|(.)/gsu, (_, letter?: string, other?: string) =>
      letter === undefined ? (other ?? '') : letter.normalize('NFC'),
    )
}

/** The bytes of EUC-JP without their first bits, between escapes. */
function inIso2022(text: string): Uint8Array {
  const bytes: number[] = []
  let isWide = false
  for (const character of text) {
    const encoded = encodeLegacy(character, 'euc-jp')
    if (isWide !== encoded.length > 1) bytes.push(0x1b, ...(isWide ? [0x28, 0x42] : [0x24, 0x42]))
    isWide = encoded.length > 1
    bytes.push(...encoded.map((byte) => byte & 0x7f))
  }
  if (isWide) bytes.push(0x1b, 0x28, 0x42)
  return Uint8Array.from(bytes)
}
