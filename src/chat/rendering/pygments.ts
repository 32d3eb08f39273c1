/** Classes of Pygments by scopes of the highlighter. */
const CLASSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    keyword: 'k',
    built_in: 'nb',
    literal: 'kc',
    type: 'nc',
    number: 'mi',
    regexp: 'sr',
    string: 's2',
    symbol: 'ss',
    comment: 'c1',
    doctag: 'c1',
    meta: 'cp',
    section: 'gh',
    tag: 'p',
    name: 'nt',
    attr: 'na',
    attribute: 'nc',
    property: 'nx',
    operator: 'o',
    punctuation: 'p',
    addition: 'gi',
    deletion: 'gd',
    emphasis: 'ge',
    strong: 'gs',
    link: 's',
    bullet: 'p',
    'template-variable': 'nv',
    'selector-tag': 'nt',
    'selector-id': 'nf',
    'selector-class': 'nc',
    'selector-attr': 'na',
    'selector-pseudo': 'nd',
    'title function_': 'nf',
    'title class_': 'nc',
    'title function_ invoke__': 'nf',
    'title class_ inherited__': 'n',
    'variable language_': 'bp',
    'variable constant_': 'no',
    variable: 'nv',
    'char escape_': 'se',
  }),
)

/** Scopes that hold others, and say nothing of the text in them themselves. */
const HOLDERS = new Set(['params', 'subst', 'function', 'class', 'template-tag'])

/** Words that the languages declare with, and those that are operators. */
const DECLARING = new Set('const let var function class'.split(' '))
const NAMESPACE = new Set('import from package use'.split(' '))
const WORD_OPERATORS = new Set('and or not in is'.split(' '))

/** The class of a text in scopes, the outermost first; undefined where only its characters say what it is. */
export function classOf(
  scopes: readonly string[],
  text: string,
  language: string,
): string | undefined {
  for (const scope of scopes.toReversed()) {
    const name = scope.replaceAll('hljs-', '').replace(/^language-\S+$/, 'subst')
    if (HOLDERS.has(name)) return undefined
    const known = CLASSES.get(name) ?? CLASSES.get(name.split(' ', 1)[0] ?? '')
    if (known !== undefined) return refined(known, name, text, language)
  }
  return undefined
}

function refined(known: string, name: string, text: string, language: string): string {
  switch (known) {
    case 'k':
      return /^(?:true|false|null|None|True|False|undefined)$/.test(text)
        ? 'kc'
        : keyword(text, language)
    case 'nc':
      if (name === 'type') return 'kt'
      return isCalled(name, language) ? plainName(language) : known
    case 'p':
      return text.trim() === '' ? '' : known
    case 'mi':
      return /^0x/i.test(text) ? 'mh' : /[.e]/i.test(text) ? 'mf' : 'mi'
    case 's2':
      if (language === 'py' && text.startsWith('"""')) return 's2'
      return text.startsWith("'") ? 's1' : 's2'
    case 'c1':
      return text.startsWith('/*') || text.startsWith('<!--')
        ? 'cm'
        : language === 'css'
          ? 'c'
          : 'c1'
    case 'na':
      return language === 'json' || language === 'yaml' ? 'nt' : 'na'
    case 'cp':
      return language === 'py' ? 'nd' : language === 'diff' ? 'gu' : 'cp'
    case 'nf':
      return isCalled(name, language) ? plainName(language) : known
    default:
      return known
  }
}

/** A function that is called is a name to Pygments, one that is declared has a class. */
function isCalled(name: string, language: string): boolean {
  return name.includes('invoke__') || (language === 'javascript' && name === 'title class_')
}

function keyword(text: string, language: string): string {
  if (language === 'py') {
    if (WORD_OPERATORS.has(text)) return 'ow'
    return NAMESPACE.has(text) ? 'kn' : 'k'
  }
  if (language === 'javascript' || language === 'ts') {
    return DECLARING.has(text) ? 'kd' : 'k'
  }
  return NAMESPACE.has(text) && language !== 'sql' ? 'kn' : 'k'
}

function plainName(language: string): string {
  return language === 'javascript' || language === 'ts' || language === 'go' ? 'nx' : 'n'
}

/** Names, operators, punctuation and what is between them. */
const PLAIN = /([\p{L}_$][\p{L}\p{N}_$]*)|([-+*/%=<>!&|^~?]+)|([()[\]{},:;]+)|(\.)|([\s\S])/gu

/** Languages that Pygments splits down to each name; elsewhere only their scopes are coloured. */
const SPLIT = new Set([
  'py',
  'javascript',
  'ts',
  'java',
  'c',
  'c++',
  'c#',
  'go',
  'rs',
  'rb',
  'json',
])

/** A text without a scope in pieces, each with its class; empty for none. */
export function splitPlain(text: string, language: string): [piece: string, name: string][] {
  if (!SPLIT.has(language)) return [[text, '']]
  const pieces: [string, string][] = []
  const dot = language === 'py' || language === 'c' || language === 'c++' ? 'o' : 'p'
  for (const [piece, word, operator, punctuation, point] of text.matchAll(PLAIN)) {
    const name =
      word !== undefined
        ? language === 'py' && word === 'self'
          ? 'bp'
          : plainName(language)
        : operator !== undefined
          ? 'o'
          : punctuation !== undefined
            ? 'p'
            : point !== undefined
              ? dot
              : ''
    const last = pieces.at(-1)
    // Marks of the same kind that follow each other are one; names never do.
    if (last && last[1] === name && word === undefined) last[0] += piece
    else pieces.push([piece, name])
  }
  return pieces
}
