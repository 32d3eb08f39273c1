/** Characters of the font Symbol from 0x21 and from 0xA0 on; a blank where there is none. */
const SYMBOL =
  '!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'
const SYMBOL_UPPER =
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭'
/** Signs of other fonts that say something, written `code sign`. */
const WINGDINGS = pairs(
  '22 ✂ 28 ☎ 2a ✉ 3f ✍ 46 ☞ 4a ☺ 4c ☹ 6c ● 6e ■ 6f □ 71 ❑ 76 ❖ 77 ⬥ 78 ☒ 9f • a7 ▪ a8 ☐ ab ★ d8 ➢ df ← e0 → e1 ↑ e2 ↓ e8 ➔ ef ⇦ f0 ⇨ fb ✗ fc ✓ fd ☒ fe ☑',
)
const WINGDINGS_2 = pairs('4f ✗ 50 ✓ 51 ☒ 52 ☑ 53 ☒ 54 ☒ a3 ☐')

/** The character that a sign of a font of symbols shows; undefined for other fonts, empty for a sign that says nothing. */
export function findSymbol(font: string, code: number): string | undefined {
  const place = code & 0xff
  switch (font.trim().toLowerCase()) {
    case 'symbol':
      return (SYMBOL[place - 0x21] ?? SYMBOL_UPPER[place - 0xa0] ?? '').trim()
    case 'wingdings':
      return WINGDINGS.get(place) ?? ''
    case 'wingdings 2':
      return WINGDINGS_2.get(place) ?? ''
    case 'wingdings 3':
    case 'webdings':
      return ''
    default:
      return undefined
  }
}

function pairs(written: string): ReadonlyMap<number, string> {
  const words = written.split(' ')
  const found = new Map<number, string>()
  for (let at = 0; at + 1 < words.length; at += 2) {
    found.set(Number.parseInt(words[at]!, 16), words[at + 1]!)
  }
  return found
}
