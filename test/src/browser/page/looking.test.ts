import { describe, expect, test } from 'vitest'
import { numberIn } from '../../../../web/reader/digits.ts'
import { endsOpen, saysLoading } from '../../../../web/reader/loading-words.ts'

describe('texts that say that something is still to come', () => {
  test.each([
    'Loading…',
    'Loading your orders, 37 %',
    'Please wait while we prepare your report',
    'You are being redirected',
    'Your results are loading…',
    'Daten werden geladen …',
    'Bitte warten',
    'Chargement en cours',
    'Veuillez patienter...',
    'Cargando datos',
    'Por favor, espere',
    'A carregar…',
    'Aguarde',
    'Caricamento in corso',
    'Even geduld a.u.b.',
    'Laddar …',
    'Indlæser',
    'Vennligst vent',
    'Ladataan…',
    'Trwa ładowanie',
    'Proszę czekać',
    'Načítání',
    'Betöltés…',
    'Kérjük, várjon',
    'Se încarcă…',
    'Зареждане',
    'Загрузка…',
    'Пожалуйста, подождите',
    'Завантаження',
    'Učitavanje',
    'Φόρτωση…',
    'Yükleniyor',
    'جاري التحميل',
    'يرجى الانتظار',
    'טוען…',
    'در حال بارگذاری',
    'लोड हो रहा है',
    'লোড হচ্ছে',
    'กำลังโหลด',
    'Đang tải…',
    'Memuat',
    '読み込み中',
    'お待ちください',
    '로딩 중',
    '잠시만 기다려 주세요',
    '正在加载',
    '请稍候',
    '載入中',
    'Carregant',
    'Palun oota',
    'Kraunama',
  ])('%s', (text) => {
    expect(saysLoading(text)).toBe(true)
  })

  test.each([
    'Unloading the boats took a day',
    'The download is complete.',
    'Ladenöffnungszeiten im Winter',
    'Loading docks are closed from November to March, and the quay is open to walkers.',
    'Search…',
    '',
  ])('not %s', (text) => {
    expect(saysLoading(text)).toBe(false)
  })

  test('a text of few words that goes on ends so', () => {
    expect(endsOpen('Waking up the server…')).toBe(true)
    expect(endsOpen('The end.')).toBe(false)
  })
})

test.each([
  ['$48,250+', 48_250],
  ['٤٨٬٢٥٠', 48_250],
  ['४८', 48],
  ['0 %', 0],
  ['12:30', undefined],
  ['no digits', undefined],
])('the number in %s', (text, number) => {
  expect(numberIn(text)).toBe(number)
})
