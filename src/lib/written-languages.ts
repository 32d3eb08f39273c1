/** How a language shows in text of a legacy encoding. */
export interface WrittenLanguage {
  /** Encodings that are in use for it, as `TextDecoder` names them, the likeliest first. */
  encodings: readonly string[]
  /** Letters beyond ASCII of a language in Latin script, and the most frequent characters of any other. */
  characters: ReadonlySet<string>
  /** `single`: other letters of one byte each; `double`: characters of two bytes and more. */
  script: 'latin' | 'single' | 'double'
  /** Share of a usual text that those characters make up, of what is beyond ASCII. */
  share: number
  /** How frequent each character is: 0 for the most frequent one; letters in both cases. */
  ranks: ReadonlyMap<string, number>
}

const WESTERN = ['windows-1252']
const CENTRAL = ['windows-1250', 'iso-8859-2']
const BALTIC = ['windows-1257', 'iso-8859-4', 'iso-8859-13']
// KOI8-U is KOI8-R with the letters of Ukrainian in the place of lines that nobody draws.
const CYRILLIC = ['windows-1251', 'koi8-u', 'iso-8859-5', 'ibm866']

/** Letters count in both cases. */
function latin(encodings: readonly string[], letters: string): WrittenLanguage {
  const characters = new Set(letters + letters.toUpperCase())
  return { encodings, characters, script: 'latin', share: 1, ranks: ranksOf(letters) }
}

/** Letters of one byte each. */
function single(encodings: readonly string[], share: number, letters: string): WrittenLanguage {
  return {
    encodings,
    characters: new Set(letters),
    script: 'single',
    share,
    ranks: ranksOf(letters),
  }
}

/** Characters of two bytes and more. */
function double(encodings: readonly string[], share: number, letters: string): WrittenLanguage {
  return {
    encodings,
    characters: new Set(letters),
    script: 'double',
    share,
    ranks: ranksOf(letters),
  }
}

function ranksOf(letters: string): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>()
  Array.from(letters).forEach((letter, rank) => {
    for (const form of [letter, letter.toUpperCase()]) if (!ranks.has(form)) ranks.set(form, rank)
  })
  return ranks
}

/** Languages whose texts are still found in encodings of their own; of equals the first is meant. */
export const WRITTEN_LANGUAGES: readonly WrittenLanguage[] = [
  latin(WESTERN, 'éèêàôîçâùûïœëüæÿ'),
  latin(WESTERN, 'üäöß'),
  latin(WESTERN, 'óáíúéñüºª'),
  latin(WESTERN, 'ãçáíéõóúêàâôüºª'),
  latin(WESTERN, 'èàòùéìóíîú'),
  latin(WESTERN, 'óàéíèòçúïü·'),
  latin(WESTERN, 'äöåéü'),
  latin(WESTERN, 'øåæéèêòóô'),
  latin(WESTERN, 'ðáæíþóöúýé'),
  latin(WESTERN, 'ëéïóèöüáêû'),
  latin(CENTRAL, 'łżśąęóćńź'),
  latin(CENTRAL, 'íářéýžčěšůúóňťď'),
  latin(CENTRAL, 'áčíýéúťžľšóäôňĺďŕ'),
  latin(CENTRAL, 'áéíóöőüúű'),
  latin(CENTRAL, 'čšžćđ'),
  latin(CENTRAL, 'ăţşîâ'),
  latin(['iso-8859-16'], 'ățșîâ'),
  latin(['windows-1254'], 'ışçüğöİâîû'),
  latin(BALTIC, 'šėųįąžčūę'),
  latin(BALTIC, 'āēīšļņūķžģč'),
  latin(BALTIC, 'äõüöšž'),
  latin(['windows-1258'], 'đ́̀ựôêơăẩ̃áàéèóùúíìãõ'),
  latin(['iso-8859-3'], 'ĉĝŭŝĵĥ'),
  single(CYRILLIC, 0.75, 'оеаинтсрвлкмдпуяы'),
  single(['windows-1251', 'koi8-u', 'iso-8859-5'], 0.75, 'оаниевтрікслдупмя'),
  single(['windows-1251', 'iso-8859-5'], 0.75, 'аиоентрсвлкдпмзъг'),
  single(['windows-1251', 'iso-8859-5'], 0.75, 'аеиорнтскудвпмјзл'),
  single(['windows-1253', 'iso-8859-7'], 0.75, 'αοετινσρμηπκυςίλό'),
  single(['windows-1255', 'iso-8859-8'], 0.75, 'יותלהמרנשבאקפעדםח'),
  single(['windows-1256', 'iso-8859-6'], 0.75, 'اليمترنةوفدعسبحكق'),
  single(['windows-1256'], 0.75, 'اینردهتومبشسکپلفخز'),
  single(['windows-874'], 0.6, 'านรอกเงมลยวดทตสปบคห่้ัีิ'),
  double(
    ['shift_jis', 'euc-jp'],
    0.5,
    'のにをはがでとたてしいなるかもらこれすりきまだくあよさそっうけつせ。、「」ンースイトルラリクアテ',
  ),
  double(
    ['gbk', 'gb18030'],
    0.35,
    '，。的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市',
  ),
  double(
    ['big5'],
    0.35,
    '，。的一是不了在人有我他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市',
  ),
  double(
    ['euc-kr'],
    0.5,
    '이다는의가에을지고하한로을도은사기서인리자나어일아시해대정수라과있부장보구전주제그여스들상원만게면동공조선연오소우마안신국성비경무것내년차당까세실적관러요중발회방유통위개학모으니미르간교분명',
  ),
]
