/** TeX of characters, written `character command` and so on; a command ends with a blank where letters may follow. */
const COMMANDS =
  'α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa ϰ varkappa ' +
  'λ lambda μ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon ϕ phi φ varphi χ chi ' +
  'ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega ' +
  'ℏ hbar ℓ ell ℘ wp ℜ Re ℑ Im ℵ aleph ı imath ȷ jmath ∞ infty ∂ partial ∇ nabla ∅ emptyset ' +
  '× times ⋅ cdot · cdot ÷ div ± pm ∓ mp ∗ ast ⋆ star ∘ circ ∙ bullet • bullet ⊕ oplus ⊖ ominus ⊗ otimes ⊘ oslash ' +
  '⊙ odot ∧ wedge ∨ vee ∩ cap ∪ cup ⊎ uplus ⊓ sqcap ⊔ sqcup ∖ setminus ≀ wr † dagger ‡ ddagger ⨿ amalg ' +
  '∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋂ bigcap ⋃ bigcup ⋀ bigwedge ⋁ bigvee ⨁ bigoplus ⨂ bigotimes ' +
  '⨀ bigodot ⨄ biguplus ⨆ bigsqcup ' +
  '≤ le ≥ ge ⩽ leqslant ⩾ geqslant ≪ ll ≫ gg ≠ ne ≈ approx ≡ equiv ∼ sim ≃ simeq ≅ cong ≐ doteq ∝ propto ≺ prec ≻ succ ' +
  '⪯ preceq ⪰ succeq ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊊ subsetneq ⊏ sqsubset ⊑ sqsubseteq ∈ in ∋ ni ∉ notin ' +
  '⊢ vdash ⊣ dashv ⊨ models ⊥ perp ∥ parallel ∦ nparallel ∣ mid ∤ nmid ≍ asymp ⋈ bowtie ≜ triangleq ≔ coloneqq ' +
  '→ to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ⟶ longrightarrow ⟵ longleftarrow ' +
  '⟹ Longrightarrow ⟸ Longleftarrow ⟺ iff ↦ mapsto ⟼ longmapsto ↑ uparrow ↓ downarrow ↕ updownarrow ⇑ Uparrow ' +
  '⇓ Downarrow ↗ nearrow ↘ searrow ↪ hookrightarrow ↩ hookleftarrow ⇀ rightharpoonup ⇌ rightleftharpoons ' +
  '∀ forall ∃ exists ∄ nexists ¬ neg ⊤ top ∠ angle △ triangle □ square ◊ diamond ♯ sharp ♭ flat ♮ natural ' +
  '… ldots ⋯ cdots ⋮ vdots ⋱ ddots ′ prime ″ prime\\prime ∴ therefore ∵ because ° circ ' +
  '⟨ langle ⟩ rangle 〈 langle 〉 rangle ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil ‖ | ∥ parallel § S ¶ P £ pounds'
/** Characters that mean something in TeX, and those that show nothing. */
const OTHERS: Readonly<Record<string, string>> = {
  '−': '-',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '#': '\\#',
  '&': '\\&',
  $: '\\$',
  '\\': '\\backslash ',
  '‖': '\\|',
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
  '\u2064': '',
  '\u200B': '',
}

const SYMBOLS = new Map<string, string>()
const words = COMMANDS.split(' ')
for (let at = 0; at + 1 < words.length; at += 2) SYMBOLS.set(words[at]!, `\\${words[at + 1]} `)
for (const [character, tex] of Object.entries(OTHERS)) SYMBOLS.set(character, tex)

const FUNCTIONS = new Set(
  (
    'sin cos tan cot sec csc sinh cosh tanh coth arcsin arccos arctan log ln lg exp lim max min sup inf det dim gcd ker ' +
    'deg arg hom Pr liminf limsup injlim projlim'
  ).split(' '),
)
/** Operators whose limits stand above and below. */
const WITH_LIMITS =
  /^\\(?:sum|prod|coprod|big\w+|lim|max|min|sup|inf|det|gcd|Pr|liminf|limsup|injlim|projlim|(?:i{0,2}|o)int|operatorname\*.*) ?$/

/** Alphabets of mathematical letters: the first of capitals and small letters, and the command that sets them. */
const ALPHABETS: readonly (readonly [number, string])[] = [
  [0x1d400, '\\mathbf'],
  [0x1d434, ''],
  [0x1d468, '\\boldsymbol'],
  [0x1d49c, '\\mathcal'],
  [0x1d4d0, '\\mathcal'],
  [0x1d504, '\\mathfrak'],
  [0x1d538, '\\mathbb'],
  [0x1d56c, '\\mathfrak'],
  [0x1d5a0, '\\mathsf'],
  [0x1d5d4, '\\mathsf'],
  [0x1d608, '\\mathsf'],
  [0x1d63c, '\\mathsf'],
  [0x1d670, '\\mathtt'],
]
/** Greek letters follow in alphabets of 58 signs, whose last six are variants that Unicode takes for the same letter. */
const GREEK_START = 0x1d6a8
const GREEK_COUNT = 58
const GREEK_VARIANTS_AT = 52
const GREEK_VARIANTS = ['epsilon', 'vartheta', 'varkappa', 'phi', 'varrho', 'varpi']
const DIGITS_START = 0x1d7ce
const LETTERLIKE = new Map<string, string>()
for (const [command, pairs] of [
  ['\\mathbb', 'ℂC ℍH ℕN ℙP ℚQ ℝR ℤZ'],
  ['\\mathcal', 'ℬB ℰE ℱF ℋH ℐI ℒL ℳM ℛR ℊg ℯe ℴo'],
  ['\\mathfrak', 'ℭC ℌH ℨZ'],
] as const) {
  for (const [from = '', to = ''] of pairs.split(' ').map((pair) => Array.from(pair))) {
    LETTERLIKE.set(from, `${command}{${to}}`)
  }
}
/** Commands for the values of `mathvariant`. */
const VARIANTS: Readonly<Record<string, string>> = {
  bold: '\\mathbf',
  'bold-italic': '\\boldsymbol',
  'double-struck': '\\mathbb',
  script: '\\mathcal',
  'bold-script': '\\mathcal',
  fraktur: '\\mathfrak',
  'bold-fraktur': '\\mathfrak',
  'sans-serif': '\\mathsf',
  'bold-sans-serif': '\\mathsf',
  monospace: '\\mathtt',
  normal: '\\mathrm',
}

/** The TeX of an identifier or operator as MathML names it, in its `mathvariant`. */
export function symbolTex(text: string, variant: string | undefined): string {
  const named = FUNCTIONS.has(text.replaceAll(/\s/g, '')) ? text.replaceAll(/\s/g, '') : undefined
  if (named !== undefined) return `\\${named} `
  const tex = charactersTex(text)
  const command = variant === undefined ? undefined : VARIANTS[variant]
  const isWord = /^\p{L}[\p{L}\p{N}]+$/u.test(text)
  if (command !== undefined && /^[\p{L}\p{N}]+$/u.test(text)) {
    // Greek capitals and symbols are upright as they are.
    return command === '\\mathrm' && !isWord && tex.startsWith('\\')
      ? tex
      : `${command}{${tex.trim()}}`
  }
  return isWord && !tex.startsWith('\\') ? `\\mathrm{${tex}}` : tex
}

/** The TeX of characters one after another. */
export function charactersTex(text: string): string {
  let tex = ''
  for (const character of text) {
    tex += SYMBOLS.get(character) ?? LETTERLIKE.get(character) ?? letterTex(character)
  }
  return tex
}

/** Whether what is set at an operator stands above and below it. */
export function hasLimits(tex: string): boolean {
  return WITH_LIMITS.test(tex)
}

function letterTex(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x1d400 || code > 0x1d7ff) return character
  const plain = character.normalize('NFKC')
  if (code >= GREEK_START && code < DIGITS_START) {
    const variant = ((code - GREEK_START) % GREEK_COUNT) - GREEK_VARIANTS_AT
    return variant < 0 ? (SYMBOLS.get(plain) ?? plain) : `\\${GREEK_VARIANTS[variant]} `
  }
  if (code >= GREEK_START - 4) return SYMBOLS.get(plain) ?? plain
  const command = ALPHABETS.findLast(([first]) => code >= first)?.[1] ?? ''
  return command === '' ? plain : `${command}{${plain}}`
}
