import type { PageScan, Spot, TitleLine } from './scan/page-scan.ts'
import { Region } from './scan/regions.ts'
import { isInHead, type TitlePlace } from './title.ts'

/** Headings of what other people wrote, or of other pages. */
const HEADS_OTHERS =
  /^(?:[\d(]{1,4}\)? )?(?:related|more (?:from|in|on|stories|news|articles|posts)|read (?:next|more|also)|you (?:may|might) also|recommended|latest|popular|most read|trending|don['’]t miss|up next|also on|see also|(?:comments?|responses|repl(?:y|ies))\b|leave a|testimonials?|what (?:our|people|customers|clients|others)|(?:customer |user |reader )?reviews|mehr (?:zum|aus|von)|auch interessant|lesen sie|verwandte|ähnliche|das könnte|weitere|meistgelesen|kommentare|kundenstimmen|à lire|sur le même|articles (?:liés|similaires)|les plus lus|commentaires|te puede|relacionad|lee también|lo más leído|noticias relacionadas|comentarios|leia também|veja também|mais lidas|comentários|leggi anche|potrebbe interessart|correlati|articoli correlati|i più letti|commenti|lees ook|gerelateerd|meer over|meest gelezen|reacties|läs (?:också|mer|även)|relaterade|kommentarer|læs (?:også|mere)|les (?:også|mer)|lue myös|kommentit|czytaj|zobacz (?:też|także|również)|powiązane|polecane|komentarze|čtěte|související|podobné|komentáře|diskuse|súvisiace|olvasta|kapcsolódó|hozzászól|citește|articole similare|comentarii|ilgili|benzer|yorumlar|διαβάστε|σχετικά|σχόλια|читайте|похожие|по теме|ещё по|комментарии|схожі|коментар|още по|povezan|коментари|baca juga|artikel terkait|komentar|bài viết liên quan|xem thêm|bình luận|関連|おすすめ|人気記事|コメント|あわせて読みたい|相关|相關|推荐|推薦|评论|評論|延伸阅读|延伸閱讀|热门|관련|추천|인기|댓글|اقرأ|مقالات ذات|تعليقات|مطالب مرتبط|نظرات|כתבות נוספות|תגובות|संबंधित|टिप्पणियाँ|เรื่องที่เกี่ยวข้อง|ความคิดเห็น)/iu

/** Lines after the title, and after a heading that leads elsewhere, that are its own. */
const OWN_LINES_COUNT = 3
const CARD_LINES_COUNT = 5
/** Lines after a title in which its byline may be an article of its own. */
const BYLINE_LINES_COUNT = 9
/** Headings that lead elsewhere, from which on they are those of a list. */
const CARDS_MIN_COUNT = 2
/** What a card alone is called: more words than a name has, or many letters of a script without spaces. */
const CARD_TITLE = /^(?:\S+\s){3}|[\u3040-\u9fff\u0e00-\u0e7f]{5}/u

/**
 * Whether what stands at a place belongs to another text than that of the page: it is in another article, under a heading that
 * leads elsewhere, or in a part whose heading says that it holds comments, other pages or praise.
 */
export function belongsToOthers(
  { titleLines, bylines, articlesAround }: PageScan,
  title: TitlePlace,
  spot: Spot,
): boolean {
  const { line, article } = spot
  const first = title.starts[0]?.line ?? 0
  const isName = ({ text }: TitleLine): boolean => bylines.some((mark) => mark.text === text)
  const heading = titleLines.findLast((one) => one.line <= line && !(one.isLink && isName(one)))
  const isTitle = heading === undefined || title.everyLine.has(heading.line)
  if (
    !isTitle &&
    heading.isLink &&
    heading.line > first &&
    line - heading.line <= CARD_LINES_COUNT
  ) {
    const cards = titleLines.filter((one) => one.isLink && one.line > first)
    if (cards.length >= CARDS_MIN_COUNT) return true
    if (!isInHead(title, spot) && CARD_TITLE.test(heading.text)) return true
  }
  const isOwn = title.starts.some(
    (from) => line >= from.line && line - from.line <= OWN_LINES_COUNT,
  )
  if (isOwn) return false
  if (article !== 0 && !isInOwnArticle(articlesAround, title, article)) {
    return heading === undefined || !isTitle || line - heading.line > BYLINE_LINES_COUNT
  }
  if (isTitle || heading.line <= first) return false
  return !heading.isLink && headsOthers(heading)
}

/** Days of lines that begin with a link, from which on these are a list of other pages. */
const LISTED_MIN_DAYS = 3
/** Lines between two entries of a list, at most. */
const ENTRY_MAX_LINES = 6

/** Places of the lines of lists of other pages: a link and a day each, three or more of them close together. */
export function listedLines(
  lines: readonly { region: number; line: number; day: string }[],
): ReadonlySet<number> {
  const listed = new Set<number>()
  let run: { line: number; day: string }[] = []
  const end = (): void => {
    if (new Set(run.map(({ day }) => day)).size >= LISTED_MIN_DAYS)
      for (const { line } of run) listed.add(line)
    run = []
  }
  for (const { region, line, day } of lines) {
    if ((region & Region.link) === 0) continue
    if (run.length > 0 && line - run.at(-1)!.line > ENTRY_MAX_LINES) end()
    run.push({ line, day })
  }
  end()
  return listed
}

function headsOthers({ text }: TitleLine): boolean {
  return HEADS_OTHERS.test(text)
}

/** Whether an article is that of the title, or one around it; where the title is outside of all, whether it is the first. */
function isInOwnArticle(
  around: readonly number[],
  { articles }: TitlePlace,
  article: number,
): boolean {
  const own = [...articles].filter((one) => one !== 0)
  if (own.length === 0) return article === 1
  return own.some((one) => {
    let outer = one
    while (outer !== 0 && outer !== article) outer = around[outer]!
    return outer === article
  })
}
