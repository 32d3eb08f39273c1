/** Longer titles are headlines, and pages with more text are about something. */
const TITLE_MAX_CHARS = 90
const TEXT_MAX_CHARS = 1_500

const NUMBERED =
  /^(?:http\s)?(?:error|fehler|erreur|errore?|fel|chyba|błąd|ошибка)?[\s:#]{0,2}404(?:\s?$|\s?[|:.–—-]|\s(?:error|not|page|–))/iu
const SAID =
  /\b(?:page|site|file|article|content|document|resource|url)s?\b.{0,12}\b(?:not (?:be )?found|doesn['’]t exist|does not exist|no longer (?:exists?|available)|can['’]t be found|cannot be found)|^(?:sorry,? )?not found$|\b(?:nicht gefunden|existiert nicht|introuvable|non trouvée|n['’]existe (?:pas|plus)|no (?:se )?encontrad[ao]|no (?:se )?encontr[óo]|no existe|não (?:foi )?encontrad[ao]|non trovat[ao]|non esiste|niet gevonden|bestaat niet|hittades inte|kunde inte hittas|finns inte|ikke fundet|ikke funnet|findes ikke|finnes ikke|nie znaleziono|nie została znaleziona|nie istnieje|nenalezena|nebyla nalezena|neexistuje|nenašla|nem található|nu a fost găsită|tidak ditemukan)|ei löyt?[yd]|nije pronađen|bulunamadı|δεν βρέθηκε|не\s(?:е\s)?(?:найден|знайден|намерен|пронађен)|không tìm thấy|見つかりません|存在しません|(?:页面|頁面|网页|網頁).{0,4}(?:不存在|未找到|找不到)|找不到.{0,4}(?:页面|頁面|网页|網頁)|찾을 수 없|غير موجود|لم يتم العثور|לא נמצא|یافت نشد|پیدا نشد|नहीं मिल|ไม่พบหน้า/iu

/** Whether a page that was answered as if it were there says in its titles that it is not, and little else. */
export function saysNotFound(titles: readonly string[], chars: number): boolean {
  return (
    chars <= TEXT_MAX_CHARS &&
    titles.some(
      (title) => title.length <= TITLE_MAX_CHARS && (NUMBERED.test(title) || SAID.test(title)),
    )
  )
}
