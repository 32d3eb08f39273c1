/** Names of kinds of text as blocks of code have them, each with the endings of its files. */
const KINDS: Readonly<Record<string, string>> = {
  bash: 'sh bash zsh',
  c: 'c h',
  clojure: 'clj cljs',
  cpp: 'cc cpp cxx hpp hh',
  csharp: 'cs',
  css: 'css',
  dart: 'dart',
  diff: 'diff patch',
  elixir: 'ex exs',
  erlang: 'erl',
  fsharp: 'fs',
  go: 'go',
  graphql: 'graphql gql',
  haskell: 'hs',
  ini: 'ini cfg conf properties',
  java: 'java',
  javascript: 'js mjs cjs',
  json: 'json',
  jsx: 'jsx',
  julia: 'jl',
  kotlin: 'kt kts',
  latex: 'tex',
  lua: 'lua',
  perl: 'pl pm',
  php: 'php',
  powershell: 'ps1',
  protobuf: 'proto',
  python: 'py pyi',
  r: 'r',
  ruby: 'rb',
  rust: 'rs',
  scala: 'scala',
  scss: 'scss',
  sql: 'sql',
  swift: 'swift',
  toml: 'toml',
  tsx: 'tsx',
  typescript: 'ts mts cts',
  yaml: 'yaml yml',
}
const BY_ENDING: ReadonlyMap<string, string> = new Map(
  Object.entries(KINDS).flatMap(([kind, endings]) =>
    endings.split(' ').map((ending) => [ending, kind] as const),
  ),
)
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ['dockerfile', 'dockerfile'],
  ['makefile', 'makefile'],
])

/** What the name in an address says of a text: `yaml`, `python`; undefined where it says nothing. */
export function findTextKind(url: string): string | undefined {
  const path = URL.parse(url)?.pathname ?? ''
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const dot = name.lastIndexOf('.')
  return BY_NAME.get(name) ?? (dot === -1 ? undefined : BY_ENDING.get(name.slice(dot + 1)))
}
