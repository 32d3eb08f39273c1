/**
 * Letters that look like Latin ones, after those that they look like: single letters of the scripts that imitations are written in
 * (Unicode UTS 39, confusables of version 16, without what NFKD takes apart: styled and fullwidth letters).
 */
const LOOK_ALIKE = `
AАΑᎪꓮ aаɑα BВΒᏴꓐ bЬƄ CСϹᏟꓚ cсϲᴄ DᎠꓓ dԁ EЕΕᎬꓰ eеҽє FϜꓝ GԌᏀꓖ gɡց HНΗᎻꓧ hһհ IІΙӀᏆꓲǀ iіɩιı JЈᎫꓙͿ jјϳ KКΚᏦꓗ
kκкᴋ LᏞꓡ lӏ MМΜᎷꓟϺ mм NΝꓠ nոп OОΟՕꓳⲞ oоοօσ PРΡᏢꓑ pрρ QԚ qԛգ RᎡᏒꓣ rгᴦ SЅՏᏚꓢ sѕꜱ TТΤᎢꓔ tтτ UՍꓴႮᏌ
uυսᴜ VᏙꓦѴ vνѵᴠ WԜᎳꓪ wԝѡᴡ XХΧꓫ xхχ YΥҮᎩꓬ yуүγ ZΖᏃꓜ zᴢ
`

const LETTERS: ReadonlyMap<string, string> = new Map(
  LOOK_ALIKE.trim()
    .split(/\s+/)
    .flatMap((row) => {
      const [letter = '', ...others] = Array.from(row)
      return others.map((other) => [other, letter] as const)
    }),
)

/** Signs that are a letter in most typefaces. */
const STROKES: ReadonlyMap<string, string> = new Map([
  ...Array.from('1|!', (sign) => [sign, 'I'] as const),
  ['0', 'O'],
])

/**
 * What a short text looks like, in capital Latin letters: texts of one skeleton can be taken for each other (UTS 39, section 4),
 * whatever script, style or case they are in. For comparing, never for showing.
 */
export function skeletonOf(text: string): string {
  const bare = text.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}\s]/gu, '')
  const latin = Array.from(bare, (character) => LETTERS.get(character) ?? character).join('')
  // Among capitals a small l is an I.
  const others = latin.replaceAll('l', '')
  const read = others === others.toUpperCase() ? latin.replaceAll('l', 'I') : latin
  return Array.from(read.toUpperCase(), (sign) => STROKES.get(sign) ?? sign).join('')
}
