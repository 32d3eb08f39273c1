import { visitNodes, type ElementNode } from '../../../markup/html/tree/node.ts'
import type { Block, PageBlocks } from '../features/block.ts'

/** Share of links from which on what follows the words of a pointer leads elsewhere. */
const LINKS_MIN_SHARE = 0.7
/** Share of links of what stands under a line that only says what follows. */
const LISTED_MIN_SHARE = 0.8
/** Longer blocks say something besides. */
const POINTER_MAX_CHARS = 300
/** Characters of a block in which the words of a pointer stand. */
const OPENING_MAX_CHARS = 60

/** How newspapers send their readers to other stories, at the beginning of a line or as all of it. */
const POINTS_ELSEWHERE = new RegExp(
  `^[^\\p{L}]{0,4}(?:${[
    "read (?:also|more|next|this(?: next)?|on)|(?:also|must) read|see also|related(?: (?:stories|articles|posts|coverage|news|content|reading))?|more (?:stories|on this)|(?:recommended|you (?:may|might) (?:also )?(?:like|be interested in))|don['’]t miss|most read|latest (?:articles|news|stories)",
    'lesen sie (?:auch|dazu|hier|mehr)|lies auch|lesenswert|mehr zum thema|auch interessant|das könnte (?:sie|dich) (?:auch )?interessieren|(?:passend|mehr) dazu|siehe auch|schon gelesen|(?:neueste|ähnliche|weitere|verwandte) (?:artikel|beiträge|meldungen)',
    '[àa] lire (?:aussi|également|ensuite)?|lire (?:aussi|également)|voir aussi|sur le même (?:sujet|thème)|articles (?:similaires|liés)',
    'le[ae] (?:también|más|además)|leer más|(?:te|le) puede interesar|(?:vea|ver|mira) (?:también|además)|mira(?=:)|(?:noticias|artículos) relacionad[oa]s',
    'leia (?:também|mais)|veja (?:também|mais)|(?:notícias|artigos) relacionad[oa]s',
    'leggi (?:anche|pure|di più)|vedi anche|(?:ti )?potrebbe (?:anche )?interessar[tv]?[ie]',
    'lees (?:ook|meer|verder)|bekijk ook|zie ook|läs (?:också|även|mer)|læs (?:også|mere)|les (?:også|mer)|lue (?:myös|lisää)',
    '(?:prze)?czytaj (?:też|także|również|więcej)|zobacz (?:też|także|również)|čtěte (?:také|též|dále|více)|přečtěte si|související|pročitajte (?:i|još|više)|citește și|vezi și|kapcsolódó',
    'читайте (?:также|ещ[её])|(?:смотрите|см\\.) также|по теме|читайте також|дивіться також|διαβάστε (?:επίσης|ακόμη|περισσότερα)|δείτε (?:επίσης|ακόμη)|ilgili haber(?:ler)?|bunu da oku|(?:baca|simak|lihat) juga|xem thêm|đọc thêm',
    'اقرأ أيض[اً]+|إقرأ أيضا|اقرأ المزيد|شاهد أيضا|بیشتر بخوانید|همچنین بخوانید|(?:यह|इसे) भी पढ़ें|আরও পড়ুন',
    '関連(?:記事|ニュース)|あわせて読みたい|おすすめ記事|相关(?:阅读|新闻|文章|报道|推荐)|延伸(?:阅读|閱讀)|相關(?:新聞|文章|報導)|推荐阅读|관련 ?(?:기사|뉴스)|추천 ?기사',
  ].join('|')})(?:[^\\p{L}\\p{N}]|$)`,
  'iu',
)

/**
 * Leaves out what sends readers of an article elsewhere: lines such as `Read also: …` that lead to other stories, and those that say so
 * over a list of links, with that list.
 */
export function leaveOutPointers({ blocks, blockOf }: PageBlocks, keeps: Uint8Array): void {
  for (let index = 0; index < blocks.length; index += 1) {
    const { owner, chars, linkChars } = blocks[index]!
    if (keeps[index] === 0 || chars > POINTER_MAX_CHARS) continue
    if (linkChars === 0 && !isListed(blocks[index + 1])) continue
    const said = POINTS_ELSEWHERE.exec(openingOf(owner, index, blockOf))?.[0]
    if (said === undefined) continue
    if (said.length < chars) {
      if (linkChars >= LINKS_MIN_SHARE * (chars - said.length)) keeps[index] = 0
      continue
    }
    let next = index + 1
    while (isListed(blocks[next])) next += 1
    if (linkChars > 0 || next > index + 1) keeps.fill(0, index, next)
  }
}

function isListed(block: Block | undefined): boolean {
  return block !== undefined && block.linkChars >= LISTED_MIN_SHARE * block.chars
}

/** How a block begins, white space collapsed. */
function openingOf(owner: ElementNode, index: number, blockOf: Int32Array): string {
  let text = ''
  visitNodes(owner, (node) => {
    if (text.length > OPENING_MAX_CHARS) return false
    if (node.isText && blockOf[node.id] === index) text += node.data.slice(0, OPENING_MAX_CHARS)
    return true
  })
  return text.replaceAll(/\s+/g, ' ').trim()
}
