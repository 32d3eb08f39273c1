import type { Random } from '../../newcomer/random.ts'

/** Words of the interface of translated software, in the order of `WORDS`. */
const WORDS = [
  'status',
  'priority',
  'assignee',
  'category',
  'version',
  'start',
  'description',
  'author',
  'license',
  'maintainer',
  'homepage',
  'source',
  'released',
  'keywords',
  'downloads',
  'parameters',
  'returns',
  'exceptions',
  'type',
  'none',
  'open',
  'closed',
  'stable',
  'by',
  'bestAnswer',
] as const
export type InterfaceWord = (typeof WORDS)[number]
export type Interface = Readonly<Record<InterfaceWord, string>> & { readonly language: string }

const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'Status|Priority|Assignee|Category|Target version|Start date|Description|Author|Licenses|Maintainer|Upstream URL|Source code|Released|Keywords|Downloads|Parameters|Return Value|Exceptions|Type|-|New|Closed|Stable|by|Best answer',
  de: 'Status|Priorität|Zugewiesen an|Kategorie|Zielversion|Beginn|Beschreibung|Autor|Lizenz|Betreuer|Upstream-URL|Quellcode|Veröffentlicht|Schlüsselwörter|Downloads|Parameter|Rückgabewert|Ausnahmen|Typ|-|Neu|Erledigt|Stabil|von|Beste Antwort',
  fr: 'Statut|Priorité|Assigné à|Catégorie|Version cible|Début|Description|Auteur|Licence|Mainteneur|URL amont|Code source|Publié|Mots-clés|Téléchargements|Paramètres|Valeur de retour|Exceptions|Type|-|Nouveau|Fermé|Stable|par|Meilleure réponse',
  es: 'Estado|Prioridad|Asignado a|Categoría|Versión prevista|Fecha de inicio|Descripción|Autor|Licencia|Encargado|URL oficial|Código fuente|Publicado|Palabras clave|Descargas|Parámetros|Valor devuelto|Excepciones|Tipo|-|Nueva|Cerrada|Estable|por|Mejor respuesta',
  pt: 'Situação|Prioridade|Atribuído para|Categoria|Versão|Início|Descrição|Autor|Licença|Mantenedor|URL da página|Código-fonte|Publicado|Palavras-chave|Downloads|Parâmetros|Valor retornado|Exceções|Tipo|-|Nova|Fechada|Estável|por|Melhor resposta',
  ru: 'Статус|Приоритет|Назначена|Категория|Версия|Дата начала|Описание|Автор|Лицензия|Ответственный|Ссылка на сайт|Исходный код|Опубликовано|Ключевые слова|Загрузок|Параметры|Возвращаемое значение|Исключения|Тип|-|Новая|Закрыта|Стабильная|от|Лучший ответ',
  ja: 'ステータス|優先度|担当者|カテゴリ|対象バージョン|開始日|説明|作成者|ライセンス|メンテナ|上流の URL|ソースコード|公開日|キーワード|ダウンロード数|パラメーター|戻り値|例外|型|-|新規|終了|安定版|by|ベストアンサー',
  zh: '状态|优先级|指派给|类别|目标版本|开始日期|描述|作者|许可证|维护者|上游 URL|源代码|发布日期|关键词|下载量|参数|返回值|异常|类型|-|新建|已关闭|稳定版|由|最佳答案',
  pl: 'Status|Priorytet|Przypisany do|Kategoria|Wersja docelowa|Data rozpoczęcia|Opis|Autor|Licencja|Opiekun|Strona projektu|Kod źródłowy|Opublikowano|Słowa kluczowe|Pobrania|Parametry|Zwracana wartość|Wyjątki|Typ|-|Nowy|Zamknięty|Stabilne|przez|Najlepsza odpowiedź',
}

/** Chooses the language of an interface, which is not always that of those who write. */
export function chooseInterface(random: Random): Interface {
  const language = random.pick(Object.keys(LANGUAGES))
  const words = LANGUAGES[language]!.split('|')
  const entries = WORDS.map((word, index) => [word, words[index]!] as const)
  return { ...(Object.fromEntries(entries) as Record<InterfaceWord, string>), language }
}
