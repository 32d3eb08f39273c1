import type { CodeWords, RecordWords } from '../writer.ts'

const parts = (text: string): string[] => text.split('|')

const ENGLISH: RecordWords = {
  language: 'en',
  frames: parts(
    'Since last Tuesday our nightly import into # has been stopping at record 0 without any message.|If you turn the compression off, # writes about 0 files and then continues as usual.|Please attach the output of # with debugging switched on.|My colleague replaced # by hand and everything started working again.|Both modes are documented, yet only the second one makes # release its lock.|A third of our customers are on # and cannot move before the autumn.|Call # once at startup; calling it twice throws away the session.|According to the profiler, # spends 0 milliseconds sorting names that nobody reads.|Reworked the scheduler so that # no longer starves jobs with a low priority.|Removed the old # backend, which had been discouraged for 0 releases.|The colour of # follows the theme of the operating system by default.|Numbers below 0 are rounded by #, everything above is left as it is.',
  ),
  questions: parts(
    'Getting # to work behind a corporate firewall|Which permission does # need to write its reports?|Sorting 0 million records with # takes forever|Difference between # and a materialised view|Can # send mail without a local relay?|# shows yesterday’s data in F#',
  ),
  issues: parts(
    'Nightly # import stops at record 0|Dark theme: # is unreadable|Let administrators rename #|Export of # forgets umlauts|# keeps its lock after a timeout|Upgrade guide does not mention #',
  ),
  headings: parts(
    'Why #|Installing #|What changed in #|Upgrading from #|Removed from #|Options that # knows|License and thanks|Examples with #',
  ),
  syllables: parts('ash|bry|cot|dun|elm|fro|gil|hex|ivo|jar|kel|lod|mux|nym|opp|rya'),
}

const ITALIAN: RecordWords = {
  language: 'it',
  frames: parts(
    'Da martedì l’importazione notturna in # si ferma al record 0 senza alcun messaggio.|Senza compressione # scrive circa 0 file e poi prosegue normalmente.|Un collega ha sostituito # a mano e tutto ha ripreso a funzionare.|Entrambe le modalità sono documentate, ma solo la seconda fa rilasciare il blocco a #.|Basta chiamare # una volta all’avvio.|Rimosso il vecchio motore #, sconsigliato da 0 versioni.',
  ),
  questions: parts(
    'Come far funzionare # dietro un firewall|Quale permesso serve a # per scrivere i rapporti?|Ordinare 0 milioni di record con # è lento',
  ),
  issues: parts(
    'L’importazione di # si ferma al record 0|Tema scuro: # è illeggibile|L’esportazione di # perde gli accenti',
  ),
  headings: parts('Perché #|Installare #|Novità di #|Passare da #|Esempi con #'),
  syllables: parts('bal|cen|dro|fia|gno|lup|mar|nel|ost|pra|sca|tiv'),
}

const RUSSIAN: RecordWords = {
  language: 'ru',
  frames: parts(
    'Со вторника ночной импорт в # останавливается на записи 0 без всякого сообщения.|Если выключить сжатие, # пишет около 0 файлов и продолжает работу.|Коллега заменил # вручную, и всё снова заработало.|Описаны оба режима, но только второй заставляет # снять блокировку.|Вызывайте # один раз при запуске.|Удалён старый движок #, который не советовали уже 0 выпусков.',
  ),
  questions: parts(
    'Как запустить # за корпоративным экраном?|Какое право нужно #, чтобы писать отчёты?|Почему # сортирует 0 миллионов записей так долго?',
  ),
  issues: parts(
    'Импорт # останавливается на записи 0|Тёмная тема: # не читается|Экспорт # теряет буквы',
  ),
  headings: parts('Зачем нужен #|Установка #|Что нового в #|Переход с #|Примеры с #'),
  syllables: parts('бор|вел|гра|дом|жил|зар|кол|лун|мос|нев|пол|сев'),
}

const CHINESE: RecordWords = {
  language: 'zh',
  frames: parts(
    '从星期二起，夜间导入到 # 总是停在第 0 条记录，没有任何提示。|如果关闭压缩，# 会写入大约 0 个文件，然后照常继续。|同事手动替换了 #，一切又恢复正常。|两种模式都有说明，但只有第二种会让 # 释放锁。|启动时调用 # 一次即可。|删除了旧的 # 后端，它已经有 0 个版本不推荐使用。',
  ),
  questions: parts('如何让 # 在防火墙后面工作？|用 # 排序 0 百万条记录为什么这么慢？'),
  issues: parts('# 的夜间导入停在第 0 条|深色主题下 # 无法阅读'),
  headings: parts('为什么用 #|安装 #|# 的新变化|从 # 升级'),
  syllables: parts('柏林|山河|云图|星海|木兰|飞鱼|青石|长空|白鹭|松江'),
}

/** The languages of people who write; English comes up most. */
export const HELD_OUT_WORDS: readonly RecordWords[] = [
  ENGLISH,
  ENGLISH,
  ENGLISH,
  ENGLISH,
  ITALIAN,
  RUSSIAN,
  CHINESE,
]

/** Words of programs. */
export const HELD_OUT_CODE: CodeWords = {
  verbs: parts('open|render|sort|attach|publish|decode|lookup|rotate'),
  nouns: parts(
    'report|folder|session|channel|invoice|palette|journal|signal|vector|bundle|anchor|shader',
  ),
  people: parts(
    'Helen Brandt|sgarcia|d0c_brown|Ivo Petrov|lighthouse7|Carmen Ruiz|notabot|wkeller|Sakura T|mtb-rider|J. Lindqvist|farhad|kiwi_coder|Ola Nilsen|bruna.costa|xenia|Peter Vogel|the_archivist|rob.hughes|mei-ling|Dmitri A.|salt&pepper|tanya_v|U. Ferrari|blankpage',
  ),
  labels: parts(
    'defect|enhancement|ui/theme|security|wontfix|import-export|kind/question|low hanging fruit|backport-needed',
  ),
  tags: parts(
    'kotlin|excel-vba|f#|powershell|spring-boot|sql-server-2019|objective-c|vue.js|bash|tls1.3|xamarin.forms',
  ),
  lines: parts(
    'val # = readFolder("/srv/#")|Get-ChildItem -Path C:\\# -Recurse|UPDATE # SET closed = 1 WHERE age >= 30;|std::vector<int> # = {1, 2, 3};|# = defmodule Reports do|systemctl restart #.service|println!("{} left", #.len());|[#] level=warn msg="lock held for 30s"',
  ),
  licenses: parts('ISC|LGPL-2.1-only|BSD-2-Clause|EPL-2.0|Unlicense|AGPL-3.0'),
}
