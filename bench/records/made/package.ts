import type { Moment } from './moment.ts'
import { Cast, type Making } from './records.ts'

/** A package of a registry; templates note what they show. */
export interface Package {
  cast: Cast
  name: string
  version: string
  about: string
  license: string
  repository: string
  homepage: string
  downloads: string
  dependencies: number
  moment: Moment
  people: readonly string[]
  keywords: readonly string[]
}

/** Makes a package whose name is the title; `glue` joins the words of its name. */
export function makePackage(making: Making, glue = '-', scope = ''): Package {
  const { draft, code } = making
  const { random } = draft
  const cast = new Cast(making)
  const name = `${scope}${cast.packageName(glue)}`
  return {
    cast,
    name: draft.title(name),
    version: cast.version(),
    about: draft.sentences(1),
    license: random.pick(code.licenses),
    repository: `https://code.example.org/${random.pick(code.nouns)}/${name.replaceAll(/[@/:\s]/g, '')}`,
    homepage: `https://${name.replaceAll(/\W/g, '')}.example.com/`,
    downloads: cast.count(random.pick([900, 40_000, 9_000_000])),
    dependencies: random.int(1, 40),
    moment: cast.moment(),
    people: random.times(random.int(1, 3), () => cast.person()),
    keywords: cast.tags(),
  }
}
