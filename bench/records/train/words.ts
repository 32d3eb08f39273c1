import type { CodeWords, RecordWords } from '../writer.ts'

const parts = (text: string): string[] => text.split('|')

const ENGLISH: RecordWords = {
  language: 'en',
  frames: parts(
    'After the upgrade # hangs for about 0 seconds before the first request goes through.|The parser of # drops the last column when a row has more than 0 cells.|You can pass # instead, which keeps the order of the keys.|We saw the same trace on a fresh install of #, with nothing else running.|This happens because # is evaluated lazily and the buffer is already closed by then.|Set the limit to 0 and restart #; nothing else needs to change.|# was never meant to be called from a worker thread, although the documentation does not say so.|I tried to wrap # in a retry loop, but the error comes back after 0 attempts.|Memory of # grows by 0 MB an hour when the cache is cold.|Fixes the way # resolves relative paths on case-insensitive file systems.|Adds support for # behind a proxy that closes idle connections.|The value of # is clamped to 0 unless the strict mode is on.',
  ),
  questions: parts(
    'How do I stop # from reloading the configuration on every call?|Why does # return null when the list has 0 entries?|What is the fastest way to merge two # trees?|Cannot import # after moving it to another folder|Is it safe to share one # between threads?|How to convert # (C++) into a plain array in Python?',
  ),
  issues: parts(
    '# crashes when the file name contains a colon|Memory leak in # after 0 reconnects|Support reading # from standard input|Wrong time zone in the # log|Docs: explain how # picks its port|# ignores --quiet on Windows',
  ),
  headings: parts(
    'Using #|Configuration of #|Features|Bug fixes in #|Breaking: #|Getting started with #|Known limits of #|Contributing to #',
  ),
  syllables: parts('tor|mel|van|quo|dex|fil|ran|sol|pik|gub|lam|zet|nor|cas|hiv|bru'),
}

const GERMAN: RecordWords = {
  language: 'de',
  frames: parts(
    'Nach dem Update bleibt # etwa 0 Sekunden lang stehen, bevor die erste Anfrage durchgeht.|Der Parser von # verliert die letzte Spalte, sobald eine Zeile mehr als 0 Zellen hat.|Man kann stattdessen # übergeben, dann bleibt die Reihenfolge erhalten.|Das liegt daran, dass # erst spät ausgewertet wird und der Puffer dann schon geschlossen ist.|Ich habe # in eine Schleife gepackt, aber der Fehler kommt nach 0 Versuchen wieder.|Behebt, wie # relative Pfade auf Laufwerken ohne Unterscheidung der Schreibweise auflöst.',
  ),
  questions: parts(
    'Wie verhindere ich, dass # ständig neu lädt?|Warum gibt # bei 0 Einträgen nichts zurück?|# lässt sich nicht mehr importieren',
  ),
  issues: parts(
    '# stürzt bei Doppelpunkten im Dateinamen ab|Speicherleck in # nach 0 Verbindungen|Falsche Zeitzone im Protokoll von #',
  ),
  headings: parts(
    'Verwendung von #|Einstellungen für #|Behobene Fehler in #|Erste Schritte mit #|Grenzen von #',
  ),
  syllables: parts('berg|stal|rund|feld|wol|kam|ter|lin|hag|dor|mir|nau'),
}

const FRENCH: RecordWords = {
  language: 'fr',
  frames: parts(
    "Après la mise à jour, # reste bloqué environ 0 secondes avant la première requête.|L'analyseur de # perd la dernière colonne quand une ligne a plus de 0 cellules.|On peut passer # à la place, ce qui garde l'ordre des clés.|Cela vient du fait que # est évalué tard et que le tampon est déjà fermé.|J'ai mis # dans une boucle, mais l'erreur revient après 0 essais.|Corrige la façon dont # résout les chemins relatifs.",
  ),
  questions: parts(
    'Comment empêcher # de tout recharger ?|Pourquoi # renvoie-t-il une liste vide après 0 appels ?|Impossible d’importer # depuis un autre dossier',
  ),
  issues: parts(
    '# plante quand le nom contient un espace|Fuite de mémoire dans # après 0 connexions|Mauvais fuseau horaire dans le journal de #',
  ),
  headings: parts('Utiliser #|Réglages de #|Corrections dans #|Premiers pas avec #|Limites de #'),
  syllables: parts('bel|cour|fon|gar|lis|mont|per|rou|sau|ver|ton|din'),
}

const JAPANESE: RecordWords = {
  language: 'ja',
  frames: parts(
    '更新した後、# は最初の要求まで 0 秒ほど止まります。|列が 0 個を超えると # の解析器は最後の列を失います。|代わりに # を渡せば、鍵の順序は保たれます。|# は後から評価されるので、その時には緩衝域がもう閉じています。|# を繰り返し呼んでみましたが、0 回目でまた同じ誤りが出ます。|相対パスを # が解決する方法を直しました。',
  ),
  questions: parts(
    '# が毎回設定を読み直すのを止めるには？|要素が 0 個の時に # が空を返すのはなぜ？',
  ),
  issues: parts('名前に記号があると # が落ちる|0 回の接続の後 # の記憶域が減らない'),
  headings: parts('# の使い方|# の設定|# で直したこと|# の制限'),
  syllables: parts('カン|テラ|ミノ|サル|ホク|ロン|ナギ|トモ|ワク|リス'),
}

/** The languages of people who write; English comes up most. */
export const TRAIN_WORDS: readonly RecordWords[] = [
  ENGLISH,
  ENGLISH,
  ENGLISH,
  ENGLISH,
  GERMAN,
  FRENCH,
  JAPANESE,
]

/** Words of programs. */
export const TRAIN_CODE: CodeWords = {
  verbs: parts('load|merge|parse|split|fetch|encode|flush|resolve'),
  nouns: parts('table|buffer|token|stream|schema|cursor|widget|matrix|filter|worker|ledger|socket'),
  people: parts(
    'mkowalski|jane-dev|T. Okafor|rustyhook|ben_s|Ana Lucía|pixelwolf|hdrake|Yuki Mori|codebrew42|Priya N|olafm|siobhan|q-tip|Marek J.|vlad_r|nina.b|Grégoire|tux99|Edda K|zhangwei|lmarsh|Dr. Heap|oconnell|fizzbuzzer',
  ),
  labels: parts(
    'bug|docs|good first issue|regression|needs-triage|area: parser|P2-medium|platform/windows|performance',
  ),
  tags: parts(
    'python|c++|node.js|async-await|docker-compose|regex|postgresql|.net-core|pandas|c#|webpack',
  ),
  lines: parts(
    'const # = await open("#.json")|for row in #.rows(limit=20): print(row)|SELECT id, name FROM # WHERE id > 40;|let mut # = Vec::<u8>::with_capacity(64);|#: { retries: 3, backoff: 250 }|curl -s https://api.example.net/#/items|if (#.length > 8) { #.flush() }|Error: # is not a function at line 12',
  ),
  licenses: parts('MIT|Apache-2.0|BSD-3-Clause|MPL-2.0|GPL-3.0-or-later|MIT OR Apache-2.0'),
}
