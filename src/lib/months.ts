/**
 * Beginnings of month names without accents and vowel signs, January first: English, German, French, Spanish, Portuguese,
 * Italian, Catalan, Dutch, Scandinavian, Finnish, Estonian, Baltic, Polish, Czech, Croatian, Albanian, Turkish, Azeri,
 * Hungarian, Romanian, Indonesian, Greek, Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian, Arabic (Egypt, Levant,
 * Maghreb), Urdu, Persian names of Gregorian months, Hebrew, Hindi, Bengali, Thai.
 */
const stems: readonly string[] = [
  'jan gen ene ian janv jaan sty led oca tammi saus sijecn sijecan yan янв яну січ студ ιαν јан يناير جانفي جنور ژانوي ינוא जनवर জানযার มกร',
  'feb fev feve fevr luty lut unor uno subat sub helmi veebr vas veljac shkurt фев феб лют φεβ فبراير فيفري شباط فرور فوري פבר फरवर फबरर ফবরযার กมภ',
  'mar mars marz maer maart mrt brez bre maalis kovo kovas ozuj март мар берез бер сак μαρ мart مارس اذار مارچ מרץ מרס मरच মরচ มนา',
  'apr avr abr kwi dub nis huhti baland travn prill апр квіт крас απρ ابريل افريل نيسان اپريل اوريل אפר अपरल এপরল เมษ',
  'may mai mag mei maj maio mays kve touko geguz svibn svibanj май маи трав мая мај μαι مايو ايار מאי พฤษ',
  'jun juin giu cze cerven cervn cvn haz kesa birz juun iun lipnj lipanj qersh iyun iyn июн черв чэр юни јун ιουν يونيو جوان حزيران ژوئن יוני มถน',
  'jul juil iul lug lip cervenec cervence cvc tem heina liep juul srpnj srpanj korr iyul iyl июл лип ліп юли јул ιουλ يوليو جويلي تموز جولا ژوئي יולי जलाई जलई জলাই กรก',
  'aug aou ago sie srp elo agu rugpj avg kolovoz gusht avq авг серп жні αυγ اغسطس غشت اوت اگست אוג अगसत আগসট আগসত สงห',
  'sep set wrz zar eyl syys rugs szept rujn rujan shtat sent сен вер сеп σεπ سبتمبر شتنبر ايلول ستمبر سپتامبر ספט सतबर सतमबर সপটমবর กนย',
  'oct okt out ott paz rij eki loka spal tetor окт жовт кастр οκτ اكتوبر اکتوبر اکتبر אוק अकटबर अकतबर অকটোবর অকটবর ตลา',
  'nov noi lis listop kas marras lapkr studen nent noy ноя новем ное лист ліст νοε نوفمبر نونبر نومبر نوامبر נוב नवबर नवमबर নভমবর พฤศ',
  'dec dets dez dic des deze gru pro ara joulu gruod prosin dhjet dek дек дец груд снеж δεκ ديسمبر دجنبر دسمبر دسامبر דצמ दसबर दसमबर ডসমবর ธนว',
]

/** Names that are too short for a stem, are another month's without their vowel signs, or have two words. */
const whole = new Map(
  Object.entries({
    'كانون الثاني': 1,
    'ม.ค': 1,
    'ก.พ': 2,
    'มี.ค': 3,
    'เม.ย': 4,
    'พ.ค': 5,
    ماي: 5,
    مئی: 5,
    مه: 5,
    मई: 5,
    মে: 5,
    'มิ.ย': 6,
    جون: 6,
    जून: 6,
    জুন: 6,
    'ก.ค': 7,
    آب: 8,
    'ส.ค': 8,
    'ก.ย': 9,
    'تشرين الأول': 10,
    'تشرين الاول': 10,
    'ต.ค': 10,
    'تشرين الثاني': 11,
    'พ.ย': 11,
    'كانون الأول': 12,
    'كانون الاول': 12,
    'ธ.ค': 12,
  }),
)

const monthOfStem = new Map<string, number>()
let longestStem = 0
for (const [index, line] of stems.entries()) {
  for (const stem of line.split(' ')) {
    const plain = plainOf(stem)
    monthOfStem.set(plain, index + 1)
    longestStem = Math.max(longestStem, plain.length)
  }
}

/** Month number (1 to 12) of a month's name or abbreviation in one of about forty languages; 0 when it is none. */
export function monthOf(name: string): number {
  const exact = whole.get(name.normalize('NFC').replace(/\.$/, ''))
  if (exact !== undefined) return exact
  const plain = plainOf(name)
  // Hebrew and Arabic write "in" and "of" as a letter of the word.
  return monthOfPlain(plain) || (/^[בל]/.test(plain) ? monthOfPlain(plain.slice(1)) : 0)
}

/** Lower case, without accents and vowel signs, Persian letters as Arabic has them. */
function plainOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('ی', 'ي')
    .replaceAll('ک', 'ك')
    .toLowerCase()
}

function monthOfPlain(plain: string): number {
  for (let length = Math.min(longestStem, plain.length); length >= 3; length -= 1) {
    const month = monthOfStem.get(plain.slice(0, length))
    if (month !== undefined) return month
  }
  return 0
}
