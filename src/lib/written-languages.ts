/** How a language shows in text of a legacy encoding. */
export interface WrittenLanguage {
  /** Encodings that are in use for it, as `TextDecoder` names them, the likeliest first. */
  encodings: readonly string[]
  /** `latin`: the letters beyond ASCII that it has. `other`: the characters that are the most frequent in it. */
  characters: string
  script: 'latin' | 'other'
  /** Share of a usual text that those characters make up, of what is beyond ASCII. */
  share: number
}

const WESTERN = ['windows-1252']
const CENTRAL = ['windows-1250', 'iso-8859-2']
const BALTIC = ['windows-1257', 'iso-8859-4', 'iso-8859-13']
const CYRILLIC = ['windows-1251', 'koi8-r', 'iso-8859-5']

/** Letters count in both cases. */
function latin(encodings: readonly string[], letters: string): WrittenLanguage {
  const characters = letters + letters.toUpperCase()
  return { encodings, characters, script: 'latin', share: 1 }
}

function other(encodings: readonly string[], share: number, characters: string): WrittenLanguage {
  return { encodings, characters, script: 'other', share }
}

/** Languages whose texts are still found in encodings of their own; of equals the first is meant. */
export const WRITTEN_LANGUAGES: readonly WrittenLanguage[] = [
  latin(WESTERN, 'àâæçèéêëîïôœùûüÿ'),
  latin(WESTERN, 'äöüß'),
  latin(WESTERN, 'áéíñóúüªº'),
  latin(WESTERN, 'àáâãçéêíóôõúüªº'),
  latin(WESTERN, 'àèéìíîòóùú'),
  latin(WESTERN, 'àçèéíïòóúü·'),
  latin(WESTERN, 'äåöéü'),
  latin(WESTERN, 'æøåéèêòóô'),
  latin(WESTERN, 'áæðéíóöúýþ'),
  latin(WESTERN, 'èéëïóöüáêû'),
  latin(CENTRAL, 'ąćęłńóśźż'),
  latin(CENTRAL, 'áčďéěíňóřšťúůýž'),
  latin(CENTRAL, 'áäčďéíĺľňóôŕšťúýž'),
  latin(CENTRAL, 'áéíóöőúüű'),
  latin(CENTRAL, 'čćđšž'),
  latin(CENTRAL, 'ăâîşţ'),
  latin(['windows-1254'], 'çğıöşüâîûİ'),
  latin(BALTIC, 'ąčęėįšųūž'),
  latin(BALTIC, 'āčēģīķļņšūž'),
  latin(BALTIC, 'äõöüšž'),
  other(CYRILLIC, 0.75, 'оеаинтсрвлкмдпуяы'),
  other(['windows-1251', 'koi8-u'], 0.75, 'оаинтеівркслудмпя'),
  other(['windows-1251', 'iso-8859-5'], 0.75, 'аиоентрсвлкдпмзъг'),
  other(['windows-1253', 'iso-8859-7'], 0.75, 'αοιετσνηυρπκμλςίό'),
  other(['windows-1255', 'iso-8859-8'], 0.75, 'יוהלאמרתבשנםעקדחפ'),
  other(['windows-1256', 'iso-8859-6'], 0.75, 'اليمنترهوبعدسفقحك'),
  other(['windows-874'], 0.6, 'านรอกเงมลยวดทตสปบคห่้ัีิ'),
  other(
    ['shift_jis', 'euc-jp'],
    0.5,
    'のにをはがでとたてしいなるかもらこれすりきまだくあよさそっうけつせ。、「」ンースイトルラリクアテ',
  ),
  other(
    ['gbk', 'gb18030'],
    0.35,
    '，。的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市',
  ),
  other(
    ['big5'],
    0.35,
    '，。的一是不了在人有我他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可她裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市',
  ),
  other(
    ['euc-kr'],
    0.5,
    '이다는의가에을지고하한로을도은사기서인리자나어일아시해대정수라과있부장보구전주제그여스들상원만게면동공조선연오소우마안신국성비경무것내년차당까세실적관러요중발회방유통위개학모으니미르간교분명',
  ),
]
