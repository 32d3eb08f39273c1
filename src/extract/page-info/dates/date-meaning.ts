/** What a page says that a date stands for. */
export type DateMeaning = 'published' | 'modified' | 'other' | 'unsaid'

const WORD = String.raw`(?<![\p{L}\p{M}])`

const PUBLISHED = new RegExp(
  [
    `${WORD}(?:first |originally |date |data |fecha |datum |date de )?(?:publi|publ\\.|post(?:ed| time| date)|written|submitted|released on|veröffentlich|gespeichert von|eingereicht von|erschienen|erstellt|online seit|geplaatst|gepubliceerd|pubblicat|postado|creat|criado|creado|mis en ligne|paru|ajouté|publicerad|publisert|udgivet|offentliggjort|julkaistu|opublikowan|dodan[oay]|zverejnen|zveřejněn|vydáno|vloženo|objavljen|közzétéve|megjelent|postat|yayın|eklen|δημοσ)`,
    `${WORD}(?:опубликован|размещен|дата публикации|опубліковано|публикуван|објављено|نشر|النشر|انتشار|منتشر|פורסם|प्रकाशित|প্রকাশ|เผยแพร่|โพสต์|đăng)`,
    '公開日|公開|投稿日|掲載|発表|配信|作成日|发布|发表|發布|發表|刊登|时间|時間|게시|등록|입력|작성',
  ].join('|'),
  'iu',
)
const MODIFIED = new RegExp(
  [
    `${WORD}(?:last |latest )?(?:zuletzt|updat|modifi|revis|review|edited|chang|amend|refresh|verified|aktualisier|geändert|überarbeitet|bearbeitet|stand|actualiz|atualiza|aggiorna|ultima modifica|mis à jour|mise à jour|bijgewerkt|gewijzigd|uppdatera|ändrad|oppdater|endret|opdater|ændret|päivitetty|muokattu|zaktualizowan|aktualiz|změněn|upraven|frissít|módosít|actualizat|güncel|değiştir|ενημερ|última modificación)`,
    `${WORD}(?:обновлен|изменен|оновлено|змінено|обновен|ажурирано|تحديث|آخر تعديل|به‌?روز|עודכן|अपडेट|আপডেট|แก้ไข|อัปเดต|อัพเดท|cập nhật)`,
    '更新|修正|改訂|수정|업데이트',
  ].join('|'),
  'iu',
)
/** A date after one of these is not about the text: of a person, a company, a right, a program, an event, a reader's visit. */
const OTHER = new RegExp(
  `${WORD}(?:born|died|birth|death|founded|established|since|est\\.|copyright|version|release date|expires?|expiry|deadline|due|until|till|valid|effective|starts?|begins?|ends?|from|opens?|closes?|joined|member|registered|registrat|last (?:login|seen|visit)|retrieved|accessed|archived|event|departs?|arriv|next|before|after|departure|início|inicio|inizio|début|start|alkaa|początek|koniec|začátek|konec|başlangıç|bitiş|kezdés|kezdete|început|mulai|selesai|начало|початок|конец|έναρξη|λήξη|البداية|آغاز|שעה|आरंभ|เริ่ม|bắt đầu|geboren|gestorben|geburt|gegründet|seit|bis|ab|gültig|abgerufen|beginn|né|née|mort|fondé|depuis|jusqu|consulté|nacid|fallec|fundad|desde|hasta|nato|nata|morto|dal|sino|fino|geboren|sinds|tot|född|født|syntynyt|urodzon|zmarł|narozen|родил|умер|основан|до|с)\\s?[:.]?\\s?(?:on |in |am |le |el |il )?$|[©*†]\\s?$|\\bv\\.?\\d`,
  'iu',
)

/** A weekday stands between a label and its date: `Joined: Mon Jul 24, 2017`. */
const WEEKDAY_AFTER_LABEL = /(?<=[:：]\s?)\p{L}{2,12}\.?,?\s$/u

/** What the text before a date, and after it, says that it stands for: the last word before it counts. */
export function meaningOf(before: string, after: string): DateMeaning {
  if (OTHER.test(before.replace(WEEKDAY_AFTER_LABEL, ''))) return 'other'
  const published = lastOf(PUBLISHED, before)
  const modified = lastOf(MODIFIED, before)
  if (published > modified) return 'published'
  if (modified > published) return 'modified'
  if (
    /^(?:\s(?:um|at|à|om|kl\.?)\s\d{1,2}[:.]\d{2}(?:\sUhr)?)?\s?[)）]?\s?(?:geändert|aktualisiert|bearbeitet|bijgewerkt|更新|修正|改訂|수정|güncel|tarihinde güncel)/iu.test(
      after,
    )
  )
    return 'modified'
  if (/^\s?[)）]?\s?(?:公開|投稿|掲載|配信|发布|发表|게시|등록|입력|tarihinde yay)/iu.test(after))
    return 'published'
  return 'unsaid'
}

/** Where the last match of a pattern begins, -1 when there is none. */
function lastOf(pattern: RegExp, text: string): number {
  let last = -1
  for (const match of text.matchAll(new RegExp(pattern, 'giu'))) last = match.index
  return last
}

/** Whether a text begins with what a page says of its day. */
export function opensDay(text: string): boolean {
  return [PUBLISHED, MODIFIED].some((pattern) => pattern.exec(text)?.index === 0)
}

/** Whether a word begins what a page says of its day: published, updated. */
export function saysDay(word: string): boolean {
  const plain = word.replaceAll(/[\u064B-\u0652]/g, '')
  return PUBLISHED.test(plain) || MODIFIED.test(plain)
}
