/**
 * Beginnings of month names without accents, January first, in Latin, Cyrillic and Greek scripts: English, German,
 * French, Spanish, Portuguese, Italian, Catalan, Dutch, Scandinavian, Finnish, Polish, Czech, Turkish, Hungarian,
 * Romanian, Indonesian, Russian, Ukrainian, Bulgarian, Greek, Baltic.
 */
const stems: readonly string[] = [
  'jan gen ene ian janv jaan sty led oca tammi saus янв яну січ ιαν јан',
  'feb fev feve fevr luty lut unor uno subat sub helmi veebr vas фев лют φεβ',
  'mar mars marz maer maart mrt brez bre maalis kovo kovas мар берез бер μαρ',
  'apr avr abr kwi dub nis huhti baland апр квіт απρ',
  'may mai mag mei maj maio mays kve touko geguz мая май маи трав μαι',
  'jun juin giu cze cerven cervn cvn haz kesa birz juun iun июн черв юни ιουν',
  'jul juil iul lug lip cervenec cervence cvc tem heina liep juul июл лип юли ιουλ',
  'aug aou ago sie srp elo agu rugpj avg авг серп αυγ',
  'sep set wrz zar eyl syys rugs szept сен вер септ σεπ',
  'oct okt out ott paz rij eki loka spal окт жовт οκτ',
  'nov noi lis listop kas marras lapkr ноя лист ноем νοε',
  'dec dets dez dic des deze gru pro ara joulu gruod дек груд δεκ',
]

const monthOfStem = new Map<string, number>()
let longestStem = 0
for (const [index, line] of stems.entries()) {
  for (const stem of line.split(' ')) {
    monthOfStem.set(stem, index + 1)
    longestStem = Math.max(longestStem, stem.length)
  }
}

/** Month number (1 to 12) of a month's name or abbreviation in one of about twenty languages; 0 when it is none. */
export function monthOf(name: string): number {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i').toLowerCase()
  for (let length = Math.min(longestStem, plain.length); length >= 3; length -= 1) {
    const month = monthOfStem.get(plain.slice(0, length))
    if (month !== undefined) return month
  }
  return 0
}
