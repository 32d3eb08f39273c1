// In JavaScript, with types of our own beside it: those of the library bring the types of browsers into every file.

/** Loads the highlighter without any language. */
export const loadCore = () => import('highlight.js/lib/core')

/** Names of languages that authors write, by the grammar that reads them; each is loaded with its first code. */
export const GRAMMARS = [
  ['bash sh shell zsh', () => import('highlight.js/lib/languages/bash')],
  ['c', () => import('highlight.js/lib/languages/c')],
  ['c# cs csharp', () => import('highlight.js/lib/languages/csharp')],
  ['c++ cpp', () => import('highlight.js/lib/languages/cpp')],
  ['css', () => import('highlight.js/lib/languages/css')],
  ['diff', () => import('highlight.js/lib/languages/diff')],
  ['docker dockerfile', () => import('highlight.js/lib/languages/dockerfile')],
  ['elixir', () => import('highlight.js/lib/languages/elixir')],
  ['go golang', () => import('highlight.js/lib/languages/go')],
  ['html xml', () => import('highlight.js/lib/languages/xml')],
  ['java', () => import('highlight.js/lib/languages/java')],
  ['javascript js', () => import('highlight.js/lib/languages/javascript')],
  ['json', () => import('highlight.js/lib/languages/json')],
  ['kotlin', () => import('highlight.js/lib/languages/kotlin')],
  ['lua', () => import('highlight.js/lib/languages/lua')],
  ['make makefile', () => import('highlight.js/lib/languages/makefile')],
  ['perl pl', () => import('highlight.js/lib/languages/perl')],
  ['py py2 py3 python python2 python3', () => import('highlight.js/lib/languages/python')],
  ['rb ruby', () => import('highlight.js/lib/languages/ruby')],
  ['rs rust', () => import('highlight.js/lib/languages/rust')],
  ['scala', () => import('highlight.js/lib/languages/scala')],
  ['sql', () => import('highlight.js/lib/languages/sql')],
  ['swift', () => import('highlight.js/lib/languages/swift')],
  ['ts typescript', () => import('highlight.js/lib/languages/typescript')],
  ['yaml yml', () => import('highlight.js/lib/languages/yaml')],
]
